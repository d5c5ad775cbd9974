/** Identifies one class of one account: its histories, matches, pools, disposals and what it passes on (RULES 1 to 8). */
import { add, type Exact } from '../../values/decimal.ts';
import { disposalsOf, mergeByDay, transfersOf, type Owner } from './assemble.ts';
import { exemptionIn } from '../terms/capacity.ts';
import type { Checkpoint } from './checkpoints.ts';
import { Findings, transferFlow, type ClassInput, type CostFlows } from '../classes/class-input.ts';
import type { DisposalDay } from '../pool/days.ts';
import type { CashDisposal } from '../pool/distributions.ts';
import { isSerious } from './data-health.ts';
import type { ClassGains, Disposal, Ledger, LedgerEntry, Pool, Position, Transfer } from '../terms/gains.ts';
import type { HealthIssue } from '../terms/health-issue.ts';
import { readClass, type CapacityHistory } from './history.ts';
import { matchSameDay, matchThirtyDays } from './identify.ts';
import { noticeReorganisations } from './reorganisation-notices.ts';
import { Section104Pool } from '../pool/section-104.ts';
import { NO_UNITS, shareByUnits, toQuantity, type Units } from '../terms/units.ts';
import { noticeUnlinkedTransfers } from './unlinked-transfers.ts';
import { walkPool } from './walk.ts';

export interface IdentifiedClass {
  readonly gains: ClassGains;
  /** Costs that other classes take over from this one. */
  readonly outgoing: CostFlows;
  /** Where it may be taken up as of an earlier day; none when a finding, a cost that flows or a transfer is to be worked out. */
  readonly checkpoints: readonly Checkpoint[];
}

/** The whole of one class, from its rows. A pure function; every figure of the class comes from here. */
export function identifyClass(input: ClassInput): IdentifiedClass {
  return identify(input, null, null);
}

/**
 * As `identifyClass` answers, of a class that was identified as of a later day, of which a checkpoint is kept: `input` has the first
 * of its rows, those before the checkpoint among them, and differs in nothing else.
 */
export function identifyFrom(checkpoint: Checkpoint, input: ClassInput): IdentifiedClass {
  return identify(input, null, checkpoint);
}

/** A class costs a millisecond or so to identify; its ledgers would cost more to keep than to work out again. */
function ledgersOf(input: ClassInput): Ledger[] {
  const ledgers: Ledger[] = [];
  identify(input, ledgers, null);
  return ledgers;
}

function identify(input: ClassInput, ledgers: Ledger[] | null, from: Checkpoint | null): IdentifiedClass {
  const findings = new Findings(input.accountId, input.isin);
  const outgoing = new Map<string, Exact<'pounds'>>();
  const found: FoundDisposals[] = [];
  const transfers: Transfer[] = [];
  const pools: Pool[] = [];
  const positions: Position[] = [];
  const { histories, checkpoints } = readClass(input, findings, from);
  for (const history of histories) {
    const entries: LedgerEntry[] | null = ledgers === null ? null : [];
    const pool = new Section104Pool(entries, history.from);
    const cashDisposals: CashDisposal[] = [];
    if (exemptionIn(history.capacity, input.exempt) === null) reportOldDisposal(history, findings);
    matchSameDay(history);
    matchThirtyDays(history, input.settings.notResident);
    walkPool({ input, capacity: history.capacity, pool, findings, cashDisposals, outgoing }, history);
    const { capacity } = history;
    const owner: Owner = { accountId: input.accountId, isin: input.isin, exempt: exemptionIn(capacity, input.exempt) };
    if (from === null) found.push({ days: history.disposals, cash: cashDisposals, owner });
    const left = transfersOf(history.disposals, owner, input.settings.fxChargeAllowable);
    for (const transfer of left) transfers.push(transfer);
    passOn(left, input, outgoing);
    const end: Pool = { capacity, ...pool.state(history.factor) };
    pools.push(end);
    if (entries !== null) ledgers?.push({ pool: end, entries });
    positions.push(...positionsOf(history, pool));
  }
  if (input.hasEvents) {
    noticeReorganisations(input, findings);
    noticeUnlinkedTransfers(input, findings);
  }
  if (input.mayBeQualifyingBond && pools.some((pool) => pool.capacity === 'TAXABLE'))
    findings.report('mayBeQualifyingBond', null);
  let disposals: readonly Disposal[] | null = null;
  return {
    gains: {
      accountId: input.accountId,
      isin: input.isin,
      codes: input.codes,
      exempt: input.exempt,
      transactions: input.rows,
      // Positions are often requested as of days whose disposals nobody needs.
      get disposals() {
        // The rows that they were made from are released. After a checkpoint only the last of them were found.
        return (disposals ??= from === null ? inOrderOfDays(found.splice(0)) : identifyClass(input).gains.disposals);
      },
      transfers,
      pools,
      positions,
      issues: findings.issues,
      ledgers: () => ledgersOf(input),
    },
    outgoing: asFlows(outgoing, findings.issues),
    checkpoints:
      findings.issues.length > 0 || transfers.length > 0
        ? []
        : checkpoints.filter(({ standings }) => standings.every(({ settled }) => settled)),
  };
}

/** What the disposals of one capacity are made from. */
interface FoundDisposals {
  readonly days: readonly DisposalDay[];
  readonly cash: readonly CashDisposal[];
  readonly owner: Owner;
}

/** All disposals of a class in date order. */
function inOrderOfDays(found: readonly FoundDisposals[]): readonly Disposal[] {
  const chargeable: Disposal[] = [];
  const exempt: Disposal[] = [];
  for (const { days, cash, owner } of found) {
    for (const disposal of disposalsOf(days, cash, owner)) (owner.exempt === null ? chargeable : exempt).push(disposal);
  }
  return exempt.length === 0 ? chargeable : inDateOrder(chargeable, mergeByDay(exempt));
}

/** RULES 3.11: what is disposed of before this day was identified by other rules. */
const PRESENT_RULES_FROM = '2008-04-06';

function reportOldDisposal({ disposals: [first] }: CapacityHistory, findings: Findings): void {
  if (first === undefined || first.date >= PRESENT_RULES_FROM) return;
  findings.report('beforePresentRules', first.sales[0] ?? first.transfersOut[0] ?? null);
}

/** Two lists in date order as one. */
function inDateOrder(a: readonly Disposal[], b: readonly Disposal[]): Disposal[] {
  const merged: Disposal[] = [];
  let i = 0;
  for (const disposal of b) {
    for (let next = a[i]; next !== undefined && next.date <= disposal.date; next = a[i]) {
      merged.push(next);
      i += 1;
    }
    merged.push(disposal);
  }
  return [...merged, ...a.slice(i)];
}

/** RULES 8.6: what passes on is as complete as the class that it comes from. */
function asFlows(costs: ReadonlyMap<string, Exact<'pounds'>>, issues: readonly HealthIssue[]): CostFlows {
  const complete = !issues.some(isSerious);
  return new Map([...costs].map(([name, cost]) => [name, { cost, complete }]));
}

/** RULES 8.3: linked shares take their exact cost with them. */
function passOn(transfers: readonly Transfer[], input: ClassInput, outgoing: Map<string, Exact<'pounds'>>): void {
  for (const { transaction, cost } of transfers) {
    if (transaction.transferId === undefined || input.links.get(transaction.transferId)?.kind !== 'passing') continue;
    const flow = transferFlow(transaction.transferId);
    outgoing.set(flow, add(outgoing.get(flow) ?? (0n as Exact<'pounds'>), cost));
  }
}

/** RULES 5.3: the pool's cost is shared over the wrappers by the units they hold, the last takes the rest. */
function positionsOf(history: CapacityHistory, pool: Section104Pool): Position[] {
  const wrappers = history.held.filter(({ units }) => units !== 0n);
  let unitsLeft = wrappers.reduce((total, { units }) => (units > 0n ? total + units : total), 0n) as Units;
  let costLeft = pool.cost;
  return wrappers.map(({ wrapper, units: held }) => {
    const units = held > 0n ? held : NO_UNITS;
    const cost = units === 0n ? (0n as Exact<'pounds'>) : shareByUnits(costLeft, units, unitsLeft);
    unitsLeft = (unitsLeft - units) as Units;
    costLeft = (costLeft - cost) as Exact<'pounds'>;
    return { wrapper, quantity: toQuantity(held, history.factor), cost };
  });
}
