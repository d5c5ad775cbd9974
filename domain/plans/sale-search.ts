/**
 * How many units of which positions reach a target: each sale is searched separately and proved by the engine (RULES
 * 2).
 */
import type { Quantity } from '../values/amount.ts';
import { mostWithin, stepsOfSale } from '../cgt/planned-sale/most-within.ts';
import { exact, negate, subtract, type Exact } from '../values/decimal.ts';
import type { PlanBook } from './plan-book.ts';
import type { PlanStep, TradeStep } from './plan.ts';
import { unitSteps, type SalePosition } from './positions.ts';
import { isTooSmall, rowsOfSteps, tradeStep } from './steps.ts';

export const NOTHING = 0n as Exact<'pounds'>;

/** A position with the effect of selling all of it. */
export interface Candidate {
  readonly position: SalePosition;
  readonly whole: TradeStep;
  /** The change of the holder's net gains of the year. */
  readonly gain: Exact<'pounds'>;
}

/** What the target counts: the increase of a holder's net gains, or their decrease. */
export type Direction = 'gain' | 'loss';

export function candidateOf(book: PlanBook, position: SalePosition): Candidate {
  const whole = tradeStep(book, 'sell', position, position.held);
  return { position, whole, gain: changeBy(book, [whole], position.accountId) };
}

/** The change that steps make to a holder's net gains of the year. */
export function changeBy(book: PlanBook, steps: readonly PlanStep[], accountId: string): Exact<'pounds'> {
  return book.changeBy(rowsOfSteps(steps), accountId);
}

/** The steps that affect the figures of a security. */
function stepsBearingOn(book: PlanBook, steps: readonly PlanStep[], isin: string): readonly PlanStep[] {
  const family = book.familyOf(isin);
  return steps.filter((step) => step.kind !== 'wait' && book.familyOf(step.isin) === family);
}

/**
 * The most units of a position whose sale, after the earlier steps, changes the holder's net gains by at most `room`.
 * Null when not even one unit does.
 *
 * @param limit units of the position that may be sold; all of them by default
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

/** Sales of positions one after another, each up to the remaining part of the target. */
export interface Filled {
  readonly steps: readonly TradeStep[];
  /** The total change in the direction of the target. */
  readonly change: Exact<'pounds'>;
  /** The last step stopped at the target: one more unit would exceed it. */
  readonly reached: boolean;
}

/** RULES 2.2, 2.3: sells positions in the given order until one more unit would exceed the target. */
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
    // A sale that moves away from the target is left out.
    if (made <= 0n) continue;
    steps.push(step);
    change = (change + made) as Exact<'pounds'>;
    if (units < position.held) return { steps, change, reached: true };
  }
  return { steps, change, reached: change === aim };
}
