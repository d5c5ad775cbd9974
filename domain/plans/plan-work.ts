/** Planning in portions, so that the caller gets the progress and can stop the work. */
import type { PlanAnswer } from './plan.ts';

/** Yields the completed part, from 0 to 1, between portions of a few milliseconds. */
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
