/**
 * The result of identification: plain records with exact figures. Views turn them into JSON numbers, once, at the
 * edge.
 */
import type { AccountSettings } from '../../records/account-settings.ts';
import type { IsoDate } from '../../values/dates.ts';
import type { Exact } from '../../values/decimal.ts';
import type { TaxWrapper } from '../../fields/enums.ts';
import type { Transaction } from '../../records/records.ts';
import type { TaxYear } from '../../values/tax-year.ts';
import type { Capacity, ExemptReason, AssetFacts } from './capacity.ts';
import type { HealthIssue } from './health-issue.ts';

/** By which rule a part of a disposal was identified (RULES 3), or that it was cash taken out of the pool (RULES 7). */
export type MatchRule =
  | 'SAME_DAY'
  | 'THIRTY_DAY'
  | 'SECTION_104'
  | 'LATER_ACQUISITION'
  | 'UNMATCHED'
  | 'CAPITAL_DISTRIBUTION';

/** A section 104 pool at a moment: its units, in those of the day, and their allowable cost. */
export interface PoolState {
  readonly quantity: Exact<'quantity'>;
  readonly cost: Exact<'pounds'>;
}

/** A draw on a pool: its state before and after, and the acquisitions behind it. */
export interface PoolDraw {
  readonly quantityBefore: Exact<'quantity'>;
  readonly costBefore: Exact<'pounds'>;
  readonly quantityAfter: Exact<'quantity'>;
  readonly costAfter: Exact<'pounds'>;
  /** The rows that joined the pool, in order; those from `firstMember` up to `members` were in it (it was empty before them). */
  readonly joined: readonly Transaction[];
  readonly firstMember: number;
  readonly members: number;
}

/** A part of a disposal with the acquisition, or the pool, that it was identified with. */
export interface Match {
  readonly rule: MatchRule;
  /** In the units of the disposal's day. */
  readonly quantity: Exact<'quantity'>;
  /** The same shares in the units of the acquisition's day; different only when a split lies between. */
  readonly acquisitionQuantity: Exact<'quantity'>;
  /** Null for the pool, for a capital distribution and for what is unmatched. */
  readonly acquisitionDate: IsoDate | null;
  /** The rows of the matched acquisition day. */
  readonly acquisitions: readonly Transaction[];
  /** Of that whole day, of which the match took its part by quantity; zero without an acquisition day. */
  readonly acquiredQuantity: Exact<'quantity'>;
  readonly acquiredCost: Exact<'pounds'>;
  /** Without the costs of selling, which belong to the disposal as a whole. */
  readonly cost: Exact<'pounds'>;
  /** Set when the pool was drawn on. */
  readonly pool: PoolDraw | null;
}

/** One disposal: all sales of a class by an account on a day, taxable or exempt (RULES 2.1, 2.5). */
export interface Disposal {
  /** The day's first sale (by identifier); where only cash was received, that row. */
  readonly id: string;
  readonly transactions: readonly Transaction[];
  readonly accountId: string;
  readonly isin: string;
  readonly date: IsoDate;
  readonly taxYear: TaxYear;
  readonly wrappers: readonly TaxWrapper[];
  /** Null when the disposal is chargeable. */
  readonly exempt: ExemptReason | null;
  readonly quantity: Exact<'quantity'>;
  /** Gross (RULES 4.1). */
  readonly proceeds: Exact<'pounds'>;
  /** Cost of what was matched, and the costs of selling. */
  readonly allowableCost: Exact<'pounds'>;
  readonly incidentalCosts: Exact<'pounds'>;
  /** Negative for a loss. */
  readonly gain: Exact<'pounds'>;
  readonly matches: readonly Match[];
  /** More than nil when more was sold than any acquisition covers (RULES 3.8). */
  readonly unmatchedQuantity: Exact<'quantity'>;
  /** True when shares were transferred out on the same day and share its identification (RULES 8.2). */
  readonly sharedWithTransfer: boolean;
  /** True when an acquisition within 30 days would still be identified with a part of it; see `provisionalUntil`. */
  readonly rematchable: boolean;
}

/** Shares that left at no gain and no loss (RULES 8): not in gains, proceeds or counts. */
export interface Transfer {
  readonly transaction: Transaction;
  readonly accountId: string;
  readonly isin: string;
  readonly date: IsoDate;
  readonly quantity: Exact<'quantity'>;
  /** What the recipient takes over: the matched cost and the costs of transferring. */
  readonly cost: Exact<'pounds'>;
  readonly matches: readonly Match[];
  readonly unmatchedQuantity: Exact<'quantity'>;
}

export type LedgerEvent =
  | 'ACQUISITION'
  | 'DISPOSAL'
  | 'SPLIT'
  | 'RIGHTS_ISSUE'
  | 'RETURN_OF_CAPITAL'
  | 'NOTIONAL_DISTRIBUTION'
  | 'EQUALISATION'
  | 'MERGER_OUT'
  | 'DEMERGER_OUT'
  | 'REORGANISATION_IN';

/** A line of a pool's ledger: what happened that day, and quantity and cost after it. */
export interface LedgerEntry {
  readonly date: IsoDate;
  readonly event: LedgerEvent;
  readonly transactions: readonly Transaction[];
  /** Units that joined (positive) or left the pool. */
  readonly quantityChange: Exact<'quantity'>;
  readonly costChange: Exact<'pounds'>;
  /** Units of that day that were identified without the pool (same day, 30 days, later). */
  readonly identifiedElsewhere: Exact<'quantity'>;
  readonly quantity: Exact<'quantity'>;
  readonly cost: Exact<'pounds'>;
}

/** A section 104 pool at the end (RULES 5). */
export interface Pool extends PoolState {
  readonly capacity: Capacity;
}

/** A pool with every event that made it what it is, date by date (RULES 5.2). */
export interface Ledger {
  readonly pool: Pool;
  readonly entries: readonly LedgerEntry[];
}

/** Units physically held in a wrapper, and their part of the pool's cost. */
export interface Position extends PoolState {
  readonly wrapper: TaxWrapper;
}

/** Everything about one class of securities held by one account (RULES 1.1). */
export interface ClassGains {
  readonly accountId: string;
  /** The class's present ISIN (RULES 1.4). */
  readonly isin: string;
  /** Every code under which it was known: the present one, then the others in alphabetical order (RULES 1.4). */
  readonly codes: readonly string[];
  /** Why the security itself is exempt, in every wrapper; null when it is not. */
  readonly exempt: ExemptReason | null;
  /** Every row of the class up to the day, in date order; a merger or demerger is a row of both classes. */
  readonly transactions: readonly Transaction[];
  readonly disposals: readonly Disposal[];
  readonly transfers: readonly Transfer[];
  readonly pools: readonly Pool[];
  readonly positions: readonly Position[];
  readonly issues: readonly HealthIssue[];
  /** The ledgers of the pools, worked out when they are asked for. */
  readonly ledgers: () => readonly Ledger[];
}

export interface GainsInput {
  readonly transactions: readonly Transaction[];
  /** By ISIN. */
  readonly assets: ReadonlyMap<string, AssetFacts>;
  /** By account id; an account that is not there has the default. */
  readonly settings?: ReadonlyMap<string, AccountSettings>;
  /** Rows dated later do not count. */
  readonly asOf: IsoDate;
}

export interface GainsResult {
  readonly asOf: IsoDate;
  /** One for each account and class, by account and ISIN. */
  readonly classes: readonly ClassGains[];
}
