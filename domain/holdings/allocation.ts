/** The portfolio by wrapper, holder or broker, as shares that add up to the whole. */
import type { Percent, Pounds } from '../values/amount.ts';
import { add, exact, sum, toAmount, type Exact } from '../values/decimal.ts';
import { roundParts } from '../values/round-parts.ts';
import { percentOf } from './shown-holding.ts';

export const ALLOCATION_READINGS = ['wrapper', 'holder', 'broker'] as const;
export type AllocationReading = (typeof ALLOCATION_READINGS)[number];

/** The value of a holding, and the part to which it belongs. */
export interface AllocatedValue {
  readonly key: string;
  /** In whole pence; null where a price or rate is missing. */
  readonly value: Exact<'pounds'> | null;
}

export interface AllocationPart {
  readonly key: string;
  /** The value of all holdings with a price; null where none has one. */
  readonly value: Pounds | null;
  readonly percent: Percent | null;
}

export interface Allocation {
  /** Largest first; parts that cannot be valued last. */
  readonly parts: readonly AllocationPart[];
  readonly total: Pounds;
  /** Number of holdings that cannot be valued. */
  readonly unvalued: number;
}

const PERCENT_PLACES = 2;
const NO_PERCENT = exact(0 as Percent);

/** Adds up by part; the percentages are rounded so that their sum is 100. */
export function allocationOf(values: Iterable<AllocatedValue>): Allocation {
  const byKey = new Map<string, Exact<'pounds'> | null>();
  let unvalued = 0;
  for (const { key, value } of values) {
    const before = byKey.get(key) ?? null;
    if (value === null) unvalued += 1;
    byKey.set(key, value === null ? before : before === null ? value : add(before, value));
  }
  const known = [...byKey].flatMap(([key, value]) => (value === null ? [] : [{ key, value }]));
  known.sort((a, b) => (a.value > b.value ? -1 : a.value < b.value ? 1 : a.key < b.key ? -1 : 1));
  const total = sum(known.map(({ value }) => value));
  const percents = roundParts(
    known.map(({ value }) => (total === 0n ? NO_PERCENT : percentOf(value, total))),
    PERCENT_PLACES,
  );
  const unknown = [...byKey].flatMap(([key, value]) => (value === null ? [key] : [])).toSorted();
  return {
    parts: [
      ...known.map(({ key, value }, index) => ({
        key,
        value: toAmount(value),
        percent: toAmount(percents[index] ?? NO_PERCENT),
      })),
      ...unknown.map((key) => ({ key, value: null, percent: null })),
    ],
    total: toAmount(total),
    unvalued,
  };
}
