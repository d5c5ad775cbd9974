/** What is known of one class of securities held by one account before it is identified. */
import type { AccountSettings } from '../../records/account-settings.ts';
import type { IsoDate } from '../../values/dates.ts';
import type { Exact } from '../../values/decimal.ts';
import type { Transaction } from '../../records/records.ts';
import type { Capacity, ExemptReason } from '../terms/capacity.ts';
import type { HealthCode, HealthIssue } from '../terms/health-issue.ts';
import type { TransferLink } from './transfer-links.ts';

/** A cost that goes from one class to another; incomplete when the giver's own figures are not final. */
export interface CostFlow {
  readonly cost: Exact<'pounds'>;
  readonly complete: boolean;
}

/** Costs that flow between classes, by flow: what a transfer passes on, what a merger or demerger moves. */
export type CostFlows = ReadonlyMap<string, CostFlow>;

export interface ClassInput {
  readonly accountId: string;
  /** The class's present ISIN. */
  readonly isin: string;
  /** Every code under which the class was known, the present one first (RULES 1.4). */
  readonly codes: readonly string[];
  /** In date order, then by identifier; a merger or demerger into the class is among them. */
  readonly rows: readonly Transaction[];
  /** False when all rows are purchases and sales. */
  readonly hasEvents: boolean;
  /** True when its costs flow to or from another class. */
  readonly linked: boolean;
  /** The present ISIN of the class that an ISIN names in this account (RULES 1.4). */
  readonly presentIsin: (isin: string) => string;
  readonly links: ReadonlyMap<string, TransferLink>;
  /** Why the security itself is exempt, or null. */
  readonly exempt: ExemptReason | null;
  /** RULES 9.4: a sterling bond of which nobody said whether it is a qualifying corporate bond. */
  readonly mayBeQualifyingBond: boolean;
  readonly settings: AccountSettings;
  readonly incoming: CostFlows;
  /** The rows of the classes that this one became, or was divided into. */
  readonly receivers: readonly (readonly Transaction[])[];
}

/** The flow of a linked transfer's cost. */
export function transferFlow(transferId: string): string {
  return `transfer ${transferId}`;
}

/** The flow of cost from one class to another by a merger or demerger of a day. */
export function reorganisationFlow(
  accountId: string,
  capacity: Capacity,
  date: IsoDate,
  fromIsin: string,
  toIsin: string,
): string {
  return `${accountId} ${capacity} ${date} ${fromIsin} ${toIsin}`;
}

/** Whether a merger or demerger row takes cost out of this class or into it; `itself` when it names one class twice (RULES 6.9). */
export function sideOf(input: ClassInput, row: Transaction): 'out' | 'in' | 'itself' {
  if (input.presentIsin(row.isin) !== input.isin) return 'in';
  return input.presentIsin(row.relatedIsin ?? row.isin) === input.isin ? 'itself' : 'out';
}

/** What has come in by a flow so far. */
export function costOf(flow: CostFlow | undefined): Exact<'pounds'> {
  return flow?.cost ?? (0n as Exact<'pounds'>);
}

/** Collects the findings of one class. */
export class Findings {
  readonly issues: HealthIssue[] = [];
  private readonly accountId: string;
  private readonly isin: string;

  constructor(accountId: string, isin: string) {
    this.accountId = accountId;
    this.isin = isin;
  }

  report(code: HealthCode, row: Transaction | null, quantity: Exact<'quantity'> | null = null): void {
    this.issues.push({ code, accountId: this.accountId, isin: this.isin, transaction: row, quantity });
  }
}
