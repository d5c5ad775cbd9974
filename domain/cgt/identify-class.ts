/** Identifies one class of one account: its histories, matches, pools, disposals and what it passes on (RULES 1 to 8). */
import { toDayNumber } from '../dates.ts';
import { add, type Exact } from '../decimal.ts';
import { disposalsOf, mergeByDay, transfersOf, type Owner } from './assemble.ts';
import { exemptionIn } from './capacity.ts';
import { Findings, transferFlow, type ClassInput, type CostFlows } from './class-input.ts';
import type { CashDisposal } from './distributions.ts';
import type { ClassGains, Disposal, Pool, Position, Transfer } from './gains.ts';
import { historiesOf, type CapacityHistory } from './history.ts';
import { matchSameDay, matchThirtyDays, WINDOW_DAYS } from './identify.ts';
import { Section104Pool } from './section-104.ts';
import { NO_UNITS, shareByUnits, toQuantity, type Units } from './units.ts';
import { walkPool } from './walk.ts';

export interface IdentifiedClass {
  readonly gains: ClassGains;
  /** Costs that other classes take over from this one. */
  readonly outgoing: CostFlows;
}

/** The whole of one class, from its rows. A pure function; every figure of the class comes from here. */
export function identifyClass(input: ClassInput): IdentifiedClass {
  const findings = new Findings(input.accountId, input.isin);
  const outgoing = new Map<string, Exact<'pounds'>>();
  const chargeable: Disposal[] = [];
  const exempt: Disposal[] = [];
  const transfers: Transfer[] = [];
  const pools: Pool[] = [];
  const positions: Position[] = [];
  for (const history of historiesOf(input, findings)) {
    const pool = new Section104Pool();
    const cashDisposals: CashDisposal[] = [];
    matchSameDay(history);
    matchThirtyDays(history);
    walkPool({ input, capacity: history.capacity, pool, findings, cashDisposals, outgoing }, history);
    const { capacity } = history;
    const owner: Owner = { accountId: input.accountId, isin: input.isin, exempt: exemptionIn(capacity, input.exempt) };
    for (const disposal of disposalsOf(history.disposals, cashDisposals, owner)) (owner.exempt === null ? chargeable : exempt).push(disposal);
    const left = transfersOf(history.disposals, owner);
    for (const transfer of left) transfers.push(transfer);
    passOn(left, input, outgoing);
    pools.push({ capacity, ...pool.state(history.factor), ledger: pool.ledger });
    positions.push(...positionsOf(history, pool));
  }
  if (input.hasEvents) warnAcrossReorganisations(input, findings);
  if (input.mayBeQualifyingBond && pools.some((pool) => pool.capacity === 'TAXABLE')) findings.report('mayBeQualifyingBond', null);
  return {
    gains: {
      accountId: input.accountId,
      isin: input.isin,
      transactions: input.rows,
      disposals: exempt.length === 0 ? chargeable : inDateOrder(chargeable, mergeByDay(exempt)),
      transfers,
      pools,
      positions,
      issues: findings.issues,
    },
    outgoing,
  };
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
  const wrappers = [...history.held].filter(([, units]) => units !== 0n);
  let unitsLeft = wrappers.reduce((total, [, units]) => (units > 0n ? total + units : total), 0n) as Units;
  let costLeft = pool.cost;
  return wrappers.map(([wrapper, held]) => {
    const units = held > 0n ? held : NO_UNITS;
    const cost = units === 0n ? (0n as Exact<'pounds'>) : shareByUnits(costLeft, units, unitsLeft);
    unitsLeft = (unitsLeft - units) as Units;
    costLeft = (costLeft - cost) as Exact<'pounds'>;
    return { wrapper, quantity: toQuantity(held, history.factor), cost };
  });
}

/** RULES 6.8: a disposal and a takeover or demerger within the 30 days after it; the law on matching across it is open. */
function warnAcrossReorganisations(input: ClassInput, findings: Findings): void {
  for (const event of input.rows) {
    if (event.transactionType !== 'MERGER' && event.transactionType !== 'DEMERGER') continue;
    const day = toDayNumber(event.transactionDate);
    const sale = input.rows.find((row) => {
      if (row.transactionType !== 'SELL' || row.transactionDate > event.transactionDate) return false;
      return day - toDayNumber(row.transactionDate) <= WINDOW_DAYS;
    });
    if (sale !== undefined) findings.report('matchAcrossReorganisation', event);
  }
}
