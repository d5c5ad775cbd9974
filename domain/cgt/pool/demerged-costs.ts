/** The cost that a day's demergers move out of a pool (RULES 6.7; TCGA 1992 s129, s130). */
import { add, exact, multiply, subtract, sum, type Exact } from '../../values/decimal.ts';
import type { Transaction } from '../../records/records.ts';
import type { Findings } from '../classes/class-input.ts';
import { apportion, distributionOf, firstContradiction } from './distributions.ts';
import { NO_POUNDS } from './section-104.ts';

/**
 * The part of `cost` that moves to each class, in the order of the groups; null where the rows do not say which.
 * Stated fractions are parts of the whole cost, and so are stated costs; values share what those leave.
 *
 * @param groups the rows to each class
 */
export function demergedCosts(
  cost: Exact<'pounds'>,
  groups: readonly (readonly Transaction[])[],
  findings: Pick<Findings, 'report'>,
): (Exact<'pounds'> | null)[] {
  let left = cost;
  const stated = groups.map((rows) => {
    const moved = statedCost(cost, rows, findings);
    if (moved === null) return null;
    const taken = moved < left ? moved : left;
    // Fractions that come to more than the whole contradict each other.
    if (taken < moved && groups.length > 1) findings.report('fractionsDiffer', rows[0] ?? null);
    left = subtract(left, taken);
    return taken;
  });
  const received = groups.map(distributionOf);
  const valued = received.filter(({ valueAfter }, index) => stated[index] === null && valueAfter !== null);
  const remaining = valued[0]?.valueAfter ?? NO_POUNDS;
  const values = add(remaining, sum(valued.map(({ amount }) => amount)));
  return received.map(({ amount, valueAfter }, index) => {
    const moved = stated[index] ?? null;
    if (moved !== null) return moved;
    const row = groups[index]?.[0] ?? null;
    if (valueAfter === null) findings.report('fractionNeeded', row);
    else if (valueAfter !== remaining) findings.report('fractionsDiffer', row);
    return valueAfter === null ? null : apportion(left, amount, values);
  });
}

/** The company's fraction of the whole cost; without one and without a value the consideration, which then is the cost that moves. */
function statedCost(
  cost: Exact<'pounds'>,
  rows: readonly Transaction[],
  findings: Pick<Findings, 'report'>,
): Exact<'pounds'> | null {
  const fraction = rows.find((row) => row.costFraction !== undefined)?.costFraction;
  if (fraction !== undefined) {
    const contradiction = firstContradiction(rows, (row) => row.costFraction);
    if (contradiction !== null) findings.report('fractionsDiffer', contradiction);
    return multiply(cost, exact(fraction));
  }
  const { amount } = distributionOf(rows);
  // More than the whole cost cannot be the part of it that moves.
  if (amount === 0n || amount > cost || rows.some((row) => row.valueAfter !== undefined)) return null;
  findings.report('considerationMoved', rows[0] ?? null);
  return amount;
}
