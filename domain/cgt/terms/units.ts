/**
 * Quantities on one share basis (RULES 6.1).
 *
 * Splits and consolidations only change in how many units a holding is counted. Every quantity of a holding is
 * therefore restated, exactly, as an integer count of one basis unit that is fine enough for all its splits;
 * identification then compares and subtracts integers and no split can leave a crumb behind.
 */
import type { IsoDate } from '../../values/dates.ts';
import { divideHalfEven, type Exact } from '../../values/decimal.ts';
import type { Transaction } from '../../records/records.ts';

declare const basisUnit: unique symbol;

/** A quantity as a count of the holding's basis unit. */
export type Units = bigint & { readonly [basisUnit]: true };

export const NO_UNITS = 0n as Units;

/** Units that leave, as a negative count. */
export function leaving(units: Units): Units {
  return (0n - units) as Units;
}

/** A split, consolidation or bonus issue: `after` units for `before`, effective at the start of the day. */
export interface Split {
  readonly date: IsoDate;
  readonly after: bigint;
  readonly before: bigint;
  readonly transactions: readonly Transaction[];
}

/** The splits of a holding in date order, and after how many of them which multiplier takes a quantity to basis units. */
export interface ShareBasis {
  readonly splits: readonly Split[];
  /** `factors[n]` is for the days after the first n splits. */
  readonly factors: readonly bigint[];
}

/** The basis of a holding that never split: quantities stay as they are. */
export const UNSPLIT: ShareBasis = { splits: [], factors: [1n] };

export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** How fine the basis of a holding has become through its splits so far. */
export interface BasisGrowth {
  /** Units after all splits for units before them, in lowest terms. */
  readonly after: bigint;
  readonly before: bigint;
  /** Divisible by every `after` so far. */
  readonly multiple: bigint;
}

export const UNGROWN: BasisGrowth = { after: 1n, before: 1n, multiple: 1n };

/** Real histories stay below a sixth of these digits; each more makes every sum of the holding slower. */
const FINEST_BASIS = 10n ** 300n;

/** The basis after one more split, or null when that would be too fine to compute with. */
export function growBasis(growth: BasisGrowth, after: bigint, before: bigint): BasisGrowth | null {
  const [top, bottom] = [growth.after * after, growth.before * before];
  const common = greatestCommonDivisor(top, bottom);
  const [newAfter, newBefore] = [top / common, bottom / common];
  const multiple = (growth.multiple / greatestCommonDivisor(growth.multiple, newAfter)) * newAfter;
  return multiple * newBefore > FINEST_BASIS ? null : { after: newAfter, before: newBefore, multiple };
}

/** Chooses the basis in which every quantity before and after each of the splits is an integer. */
export function shareBasis(splits: readonly Split[]): ShareBasis {
  if (splits.length === 0) return UNSPLIT;
  const cumulative = [{ after: 1n, before: 1n }];
  for (const split of splits) {
    const last = cumulative.at(-1) ?? { after: 1n, before: 1n };
    const [after, before] = [last.after * split.after, last.before * split.before];
    const common = greatestCommonDivisor(after, before);
    cumulative.push({ after: after / common, before: before / common });
  }
  let multiple = 1n;
  for (const { after } of cumulative) multiple = (multiple / greatestCommonDivisor(multiple, after)) * after;
  return { splits, factors: cumulative.map(({ after, before }) => (multiple / after) * before) };
}

/** Basis units per unit of a day; a split counts from its own day on. */
export function factorOn({ splits, factors }: ShareBasis, date: IsoDate): bigint {
  let passed = 0;
  while ((splits[passed]?.date ?? '9999') <= date) passed += 1;
  return factors[passed] ?? 1n;
}

export function toUnits(quantity: Exact<'quantity'>, factor: bigint): Units {
  return (factor === 1n ? quantity : quantity * factor) as bigint as Units;
}

/** A count of basis units in the units of a day with that factor, rounded once at the 24th place. */
export function toQuantity(units: Units, factor: bigint): Exact<'quantity'> {
  return (factor === 1n ? units : divideHalfEven(units, factor)) as bigint as Exact<'quantity'>;
}

/** `value x part / whole`, rounded once at the 24th place; the whole of it when the part is the whole (RULES 4.5). */
export function shareByUnits(value: Exact<'pounds'>, part: Units, whole: Units): Exact<'pounds'> {
  if (part === whole || value === 0n) return value;
  return divideHalfEven(value * part, whole) as Exact<'pounds'>;
}
