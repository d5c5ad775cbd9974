/** The number of units that an amount of cash buys (RULES 6.2). */
import type { Pounds } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { add, divide, exact, type Exact } from '../values/decimal.ts';
import type { PlanBook } from './plan-book.ts';
import type { TradeStep } from './plan.ts';
import { quantityOfSteps, stepsIn, unitPlaces, type SalePosition } from './positions.ts';
import { totalCost, tradeStep } from './steps.ts';

/**
 * The most steps that a test allows, by binary search; when it allows some steps it must allow fewer. 0 when it allows
 * none.
 */
export function mostSteps(most: number, allows: (steps: number) => boolean): number {
  if (most < 1 || allows(most)) return Math.max(most, 0);
  let [low, high] = [0, most];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (allows(middle)) low = middle;
    else high = middle;
  }
  return low;
}

const HALF_PENNY = exact(0.005 as Pounds);

/** The purchase of the most units that the cash pays for with charges and stamp duty; null when it pays for none. */
export function mostBought(
  book: PlanBook,
  place: SalePosition,
  cash: Exact<'pounds'>,
  date: IsoDate = book.input.date,
): TradeStep | null {
  if (cash <= 0n || place.price.price <= 0) return null;
  const places = unitPlaces(book.factsOf(place.isin)?.type, place.held);
  const at = (steps: number): TradeStep => tradeStep(book, 'buy', place, quantityOfSteps(steps, places), date);
  // The consideration is rounded to the penny, so half a penny more may still be affordable.
  const most = stepsIn(divide<'quantity'>(add(cash, HALF_PENNY), exact(place.price.price)), places);
  const steps = mostSteps(most, (count) => totalCost(at(count)) <= cash);
  return steps === 0 ? null : at(steps);
}
