/** Planning in portions, so that the caller gets the progress, and can stop it. */
import type { PlanAnswer } from './plan.ts';

/** Yields, between portions of a few milliseconds, the part that is done, from 0 to 1. */
export type PlanWork = Generator<number, PlanAnswer>;

/** Maps items one by one, between two parts of the whole work. */
export function* eachOf<T, R>(
  items: readonly T[],
  map: (item: T) => R,
  [from, to]: readonly [number, number],
): Generator<number, R[]> {
  const mapped: R[] = [];
  for (const item of items) {
    mapped.push(map(item));
    yield from + ((to - from) * mapped.length) / items.length;
  }
  return mapped;
}
