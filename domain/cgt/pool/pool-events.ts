/** Everything that changes a pool otherwise than by a trade, at the start of a day (RULES 6, 7; order: RULES 6.3). */
import { exact, negate, sum, type Exact } from '../../values/decimal.ts';
import type { TransactionType } from '../../fields/enums.ts';
import { groupBy } from '../../values/group-by.ts';
import type { Transaction } from '../../records/records.ts';
import type { Capacity } from '../terms/capacity.ts';
import { acquisitionCost, incidentalCosts } from '../terms/charges.ts';
import { costOf, reorganisationFlow, sideOf, type ClassInput, type Findings } from '../classes/class-input.ts';
import type { DisposalDay, EventDay } from './days.ts';
import { demergedCosts } from './demerged-costs.ts';
import {
  apportion,
  distributionOf,
  firstContradiction,
  partDisposalCost,
  treatmentOf,
  type CashDisposal,
} from './distributions.ts';
import type { LedgerEvent } from '../terms/gains.ts';
import { NO_POUNDS, type Section104Pool } from './section-104.ts';
import { leaving, NO_UNITS, toUnits, type Units } from '../terms/units.ts';

/** A pool under way, with where its findings, cash disposals and outgoing costs are collected. */
export interface PoolWalk {
  readonly input: ClassInput;
  readonly capacity: Capacity;
  readonly pool: Section104Pool;
  readonly findings: Findings;
  readonly cashDisposals: CashDisposal[];
  readonly outgoing: Map<string, Exact<'pounds'>>;
}

/**
 * Applies a day's events: splits, shares coming in, demergers, mergers, cash, notional distributions, rights.
 *
 * @param lastDisposal the latest before that day
 */
export function applyEvents(walk: PoolWalk, event: EventDay, lastDisposal: DisposalDay | undefined): void {
  for (const split of event.splits)
    walk.pool.record(event, { event: 'SPLIT', rows: split.transactions, units: NO_UNITS, cost: NO_POUNDS });
  if (event.rows.length === 0) return;
  const rowsOf = (type: TransactionType): Transaction[] => event.rows.filter((row) => row.transactionType === type);
  const arrivals = event.rows.filter(
    (row) =>
      (row.transactionType === 'MERGER' || row.transactionType === 'DEMERGER') && sideOf(walk.input, row) === 'in',
  );
  const outOf = (type: TransactionType): Transaction[] =>
    rowsOf(type).filter((row) => sideOf(walk.input, row) === 'out');
  receiveShares(walk, event, arrivals);
  demerge(walk, event, outOf('DEMERGER'));
  merge(walk, event, outOf('MERGER'));
  returnCapital(walk, event, rowsOf('RETURN_OF_CAPITAL'));
  equalise(walk, event, rowsOf('EQUALISATION'), lastDisposal);
  accumulate(walk, event, rowsOf('ACCUMULATION'));
  takeUpRights(walk, event, rowsOf('RIGHTS_ISSUE'));
}

function unitsOf(rows: readonly Transaction[], factor: bigint): Units {
  return rows.reduce(
    (total, row) => (row.quantity === null ? total : total + toUnits(exact(row.quantity), factor)),
    0n,
  ) as Units;
}

/** RULES 6.6, 6.7: shares from a merger or demerger bring the cost that left the other class. */
function receiveShares(walk: PoolWalk, event: EventDay, rows: readonly Transaction[]): void {
  const bySource = groupBy(rows, (row) => walk.input.presentIsin(row.isin));
  for (const [fromIsin, arrived] of bySource) {
    const flow = walk.input.incoming.get(
      reorganisationFlow(walk.input.accountId, walk.capacity, event.date, fromIsin, walk.input.isin),
    );
    if (flow?.complete === false) walk.findings.report('passedCostIncomplete', arrived[0] ?? null);
    const cost = costOf(flow);
    const units = unitsOf(arrived, event.factor);
    walk.pool.add(units, cost, arrived);
    walk.pool.record(event, { event: 'REORGANISATION_IN', rows: arrived, units, cost });
  }
}

function sendCost(walk: PoolWalk, event: EventDay, toIsin: string, cost: Exact<'pounds'>): void {
  const flow = reorganisationFlow(walk.input.accountId, walk.capacity, event.date, walk.input.isin, toIsin);
  walk.outgoing.set(flow, ((walk.outgoing.get(flow) ?? 0n) + cost) as Exact<'pounds'>);
}

function byTarget(walk: PoolWalk, rows: readonly Transaction[]): Map<string, Transaction[]> {
  return groupBy(rows, (row) => walk.input.presentIsin(row.relatedIsin ?? row.isin));
}

/** RULES 6.7: part of the cost moves to each demerged class, the units stay. */
function demerge(walk: PoolWalk, event: EventDay, rows: readonly Transaction[]): void {
  const targets = [...byTarget(walk, rows)];
  if (walk.pool.units === 0n)
    for (const [, group] of targets) walk.findings.report('nothingToReorganise', group[0] ?? null);
  const groups = targets.map(([, group]) => group);
  const moves = walk.pool.units === 0n ? [] : demergedCosts(walk.pool.cost, groups, walk.findings);
  targets.forEach(([toIsin, group], index) => {
    const moved = moves[index] ?? null;
    // Nil is passed on too: it is known to be incomplete (RULES 8.6), where no flow at all would only be one that is not known yet.
    sendCost(walk, event, toIsin, moved ?? NO_POUNDS);
    if (moved === null) return;
    walk.pool.deduct(moved);
    walk.pool.record(event, { event: 'DEMERGER_OUT', rows: group, units: NO_UNITS, cost: negate(moved) });
  });
}

/** RULES 6.6: all units go, and the cost moves to the class or classes received; cash beside them is a distribution. */
function merge(walk: PoolWalk, event: EventDay, rows: readonly Transaction[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const { pool } = walk;
  if (pool.units === 0n) walk.findings.report('nothingToReorganise', first);
  if (rows.some((row) => row.consideration > 0)) distribute(walk, event, rows, 'MERGER_OUT');
  const units = pool.units;
  const cost = pool.take(units);
  const targets = [...byTarget(walk, rows)];
  const values = targets.map(([, group]) => distributionOf(group).valueAfter);
  const total = sum(values.map((value) => value ?? NO_POUNDS));
  if (targets.length > 1 && values.includes(null)) walk.findings.report('valueNeeded', first);
  let left = cost;
  targets.forEach(([toIsin], index) => {
    const isLast = index === targets.length - 1;
    const moved = isLast ? left : apportion(cost, values[index] ?? NO_POUNDS, total);
    left = (left - moved) as Exact<'pounds'>;
    sendCost(walk, event, toIsin, moved);
  });
  pool.record(event, { event: 'MERGER_OUT', rows, units: leaving(units), cost: negate(cost) });
}

function returnCapital(walk: PoolWalk, event: EventDay, rows: readonly Transaction[]): void {
  if (rows.length === 0) return;
  if (walk.pool.units === 0n && treatmentOf(distributionOf(rows)) !== 'unknown')
    for (const row of rows) walk.findings.report('receivedForNothing', row);
  distribute(walk, event, rows, 'RETURN_OF_CAPITAL');
}

/** RULES 7.1 to 7.3: deducted from the cost, or a part disposal. */
function distribute(walk: PoolWalk, event: EventDay, rows: readonly Transaction[], as: LedgerEvent): void {
  const distribution = distributionOf(rows);
  const treatment = treatmentOf(distribution);
  const contradiction = firstContradiction(rows, (row) => row.smallTreatment);
  if (contradiction !== null) walk.findings.report('treatmentsDiffer', contradiction);
  if (treatment === 'unknown') {
    walk.findings.report('valueNeeded', rows.find((row) => row.consideration > 0) ?? null);
    return;
  }
  if (treatment === 'deduct') {
    deduct(walk, event, rows, distribution.amount, as);
    return;
  }
  const cost = partDisposalCost(walk.pool.cost, distribution);
  walk.pool.deduct(cost);
  const costs = costsOf(walk, rows);
  walk.cashDisposals.push({ date: event.date, rows, proceeds: distribution.amount, cost, incidentalCosts: costs });
  walk.pool.record(event, { event: as, rows, units: NO_UNITS, cost: negate(cost) });
}

/** RULES 4.2: charges of cash that is a disposal are costs of that disposal. */
function costsOf({ input }: PoolWalk, rows: readonly Transaction[]): Exact<'pounds'> {
  return sum(rows.map((row) => incidentalCosts(row, input.settings.fxChargeAllowable)));
}

function hasCharges({ brokerCharge, stampDuty, fxCharge }: Transaction): boolean {
  return brokerCharge > 0 || stampDuty > 0 || fxCharge > 0;
}

/** RULES 7.2: what exceeds the whole cost is a gain of the day (s122(4) election). */
function deduct(
  walk: PoolWalk,
  event: EventDay,
  rows: readonly Transaction[],
  amount: Exact<'pounds'>,
  as: LedgerEvent,
): void {
  const before = walk.pool.cost;
  const excess = walk.pool.deduct(amount);
  const charges = costsOf(walk, rows);
  if (excess > 0n)
    walk.cashDisposals.push({ date: event.date, rows, proceeds: excess, cost: NO_POUNDS, incidentalCosts: charges });
  else if (charges > 0n) walk.findings.report('chargesNotCounted', rows.find(hasCharges) ?? null);
  walk.pool.record(event, { event: as, rows, units: NO_UNITS, cost: (walk.pool.cost - before) as Exact<'pounds'> });
}

/** RULES 7.6: equalisation is a return of the price paid; what no cost is left for is part of the price of units disposed of before. */
function equalise(
  walk: PoolWalk,
  event: EventDay,
  rows: readonly Transaction[],
  lastDisposal: DisposalDay | undefined,
): void {
  if (rows.length === 0) return;
  const { pool, findings } = walk;
  const disposed = lastDisposal?.sales[0] ?? lastDisposal?.transfersOut[0];
  if (pool.units === 0n && disposed === undefined) {
    reportNothingHeld(walk, rows);
    return;
  }
  const before = pool.cost;
  const excess = pool.deduct(sum(rows.map((row) => exact(row.consideration))));
  if (excess > 0n) findings.report('equalisationExceedsCost', disposed ?? rows[0] ?? null);
  const cost = (pool.cost - before) as Exact<'pounds'>;
  pool.record(event, { event: 'EQUALISATION', rows, units: NO_UNITS, cost });
}

/** RULES 7.5: income that is taxed but kept in the fund is expenditure on the units held. */
function accumulate(walk: PoolWalk, event: EventDay, rows: readonly Transaction[]): void {
  if (rows.length === 0) return;
  if (walk.pool.units === 0n) {
    reportNothingHeld(walk, rows);
    return;
  }
  const cost = sum(rows.map((row) => exact(row.consideration)));
  walk.pool.add(NO_UNITS, cost, []);
  walk.pool.record(event, { event: 'NOTIONAL_DISTRIBUTION', rows, units: NO_UNITS, cost });
}

function reportNothingHeld(walk: PoolWalk, rows: readonly Transaction[]): void {
  for (const row of rows) walk.findings.report('nothingHeld', row);
}

/** RULES 6.5: rights taken up join the pool and are never matched with a disposal. */
function takeUpRights(walk: PoolWalk, event: EventDay, rows: readonly Transaction[]): void {
  if (rows.length === 0) return;
  const units = unitsOf(rows, event.factor);
  const cost = sum(rows.map((row) => acquisitionCost(row, walk.input.settings.fxChargeAllowable)));
  walk.pool.add(units, cost, rows);
  walk.pool.record(event, { event: 'RIGHTS_ISSUE', rows, units, cost });
}
