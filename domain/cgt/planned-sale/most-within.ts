/** How many units a sale may have: the most whose gain, or other measure, stays within a limit. */
import { add, toAmount, type Exact } from '../../values/decimal.ts';
import type { Disposal } from '../terms/gains.ts';

/** Counts of steps from 1 to `most`, with the stretches over which what is measured changes evenly. */
export interface Steps {
  readonly most: number;
  /** The first step of each stretch, the last stretch first. */
  readonly stretches: readonly number[];
}

/**
 * The most steps whose measure is at most the aim; one step more is beyond it. Null when not even one step is within.
 * Within a stretch the measure is all but linear, so its end is aimed at and then proved.
 */
export function mostWithin(
  { most, stretches }: Steps,
  measure: (steps: number) => Exact<'pounds'>,
  aim: Exact<'pounds'>,
): number | null {
  let to = most;
  for (const from of stretches) {
    const atEnd = measure(to);
    if (atEnd <= aim) return to;
    const atStart = measure(from);
    if (atStart <= aim) return lastWithin(measure, aim, { steps: from, value: atStart }, { steps: to, value: atEnd });
    to = from - 1;
  }
  return null;
}

interface Measured {
  readonly steps: number;
  readonly value: Exact<'pounds'>;
}

/** The last step within the aim, between one that is and one that is not. */
function lastWithin(measure: (steps: number) => Exact<'pounds'>, aim: Exact<'pounds'>, from: Measured, to: Measured) {
  let [low, high] = [from, to];
  for (let turn = 0; high.steps - low.steps > 1; turn += 1) {
    const span = high.steps - low.steps;
    const aimedAt = low.steps + Number(((aim - low.value) * BigInt(span)) / (high.value - low.value));
    // Straight at the aim, then to the step beside it; halving now and then, should the measure not be so even.
    const guess = turn % 4 === 3 ? low.steps + Math.floor(span / 2) : turn % 2 === 0 ? aimedAt : aimedAt + 1;
    const steps = Math.min(Math.max(guess, low.steps + 1), high.steps - 1);
    const measured = { steps, value: measure(steps) };
    if (measured.value <= aim) low = measured;
    else high = measured;
  }
  return low.steps;
}

/**
 * The steps of a sale whose largest is `disposal`: each match has a cost a unit of its own, so that more units may well
 * bring a smaller gain. Other sales of the day come off the first of them.
 *
 * @param stepsIn how many whole steps a quantity has
 */
export function stepsOfSale(
  disposal: Disposal | undefined,
  most: number,
  stepsIn: (quantity: number) => number,
): Steps {
  if (disposal === undefined || most < 1) return { most, stretches: [] };
  let covered = 0n as Exact<'quantity'>;
  const others = stepsIn(toAmount(disposal.quantity)) - most;
  const ends = disposal.matches.map(({ quantity }) => {
    covered = add(covered, quantity);
    return stepsIn(toAmount(covered)) - others;
  });
  const stretches = [...new Set([0, ...ends.filter((end) => end > 0 && end < most)])].map((end) => end + 1);
  return { most, stretches: stretches.toReversed() };
}
