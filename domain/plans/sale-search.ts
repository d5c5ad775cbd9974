/** How many units of which positions come to an aim: each sale solved by itself, proved by the engine (RULES 2). */
import type { Quantity } from '../amount.ts';
import { mostWithin, stepsOfSale } from '../cgt/most-within.ts';
import { exact, negate, subtract, type Exact } from '../decimal.ts';
import type { PlanBook } from './plan-book.ts';
import type { PlanStep, TradeStep } from './plan.ts';
import { unitSteps, type SalePosition } from './positions.ts';
import { isTooSmall, rowsOfSteps, tradeStep } from './steps.ts';

export const NOTHING = 0n as Exact<'pounds'>;

/** A position with what selling all of it would change. */
export interface Candidate {
  readonly position: SalePosition;
  readonly whole: TradeStep;
  /** Of the holder's net gains of the year. */
  readonly gain: Exact<'pounds'>;
}

/** What is measured of some steps: the change of a holder's net gains, or of its negative. */
export type Direction = 'gain' | 'loss';

export function candidateOf(book: PlanBook, position: SalePosition): Candidate {
  const whole = tradeStep(book, 'sell', position, position.held);
  return { position, whole, gain: changeBy(book, [whole], position.accountId) };
}

/** By how much steps change a holder's net gains of the year. */
export function changeBy(book: PlanBook, steps: readonly PlanStep[], accountId: string): Exact<'pounds'> {
  return book.changeBy(rowsOfSteps(steps), accountId);
}

/** Steps that bear on the figures of a security; others' figures stand apart from them. */
function stepsBearingOn(book: PlanBook, steps: readonly PlanStep[], isin: string): readonly PlanStep[] {
  const family = book.familyOf(isin);
  return steps.filter((step) => step.kind !== 'wait' && book.familyOf(step.isin) === family);
}

/**
 * The most units of a position whose sale, beside the steps before it, changes the holder's net gains by no more than
 * `room`. Null when not one unit does.
 *
 * @param limit units of the position that may be sold; all of them without it
 * @param withSale further steps that the sale brings with it
 */
export function mostUnits(
  book: PlanBook,
  position: SalePosition,
  before: readonly PlanStep[],
  room: Exact<'pounds'>,
  direction: Direction,
  limit: Quantity = position.held,
): Quantity | null {
  const near = stepsBearingOn(book, before, position.isin);
  const already = changeBy(book, near, position.accountId);
  const units = unitSteps(position, book.factsOf(position.isin), limit);
  const sellAt = (steps: number): readonly PlanStep[] => [
    ...near,
    tradeStep(book, 'sell', position, units.unitsOf(steps)),
  ];
  const measure = (steps: number): Exact<'pounds'> => {
    const change = subtract(changeBy(book, sellAt(steps), position.accountId), already);
    return direction === 'gain' ? change : negate(change);
  };
  if (units.most < 1) return null;
  if (measure(units.most) <= room) return units.unitsOf(units.most);
  const rows = rowsOfSteps(sellAt(units.most));
  const all = book.try(book.familyOf(position.isin), rows).disposalWith(rows.at(-1)?.id ?? '', position.accountId);
  const steps = mostWithin(stepsOfSale(all?.disposal, units.most, units.stepsIn), measure, room);
  return steps === null ? null : units.unitsOf(steps);
}

/** Positions one after another, each as far as what is left of the aim goes. */
export interface Filled {
  readonly steps: readonly TradeStep[];
  /** What the steps change in the direction that is aimed at. */
  readonly change: Exact<'pounds'>;
  /** The last step stopped at the aim: one unit more goes beyond it. */
  readonly reached: boolean;
}

/** RULES 2.2, 2.3: sells positions in the given order until one unit more would go beyond the aim. */
export function fill(
  book: PlanBook,
  order: readonly SalePosition[],
  aim: Exact<'pounds'>,
  direction: Direction,
): Filled {
  const steps: TradeStep[] = [];
  let change = NOTHING;
  for (const position of order) {
    const units = mostUnits(book, position, steps, subtract(aim, change), direction);
    if (units === null) continue;
    const step = tradeStep(book, 'sell', position, units);
    if (isTooSmall(book, exact(step.consideration))) continue;
    const near = stepsBearingOn(book, steps, position.isin);
    const by = subtract(changeBy(book, [...near, step], position.accountId), changeBy(book, near, position.accountId));
    const made = direction === 'gain' ? by : negate(by);
    // A sale that takes the plan away from its aim belongs to no plan.
    if (made <= 0n) continue;
    steps.push(step);
    change = (change + made) as Exact<'pounds'>;
    if (units < position.held) return { steps, change, reached: true };
  }
  return { steps, change, reached: change === aim };
}
