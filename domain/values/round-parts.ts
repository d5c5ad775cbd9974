/** Rounds the parts of a printed total so that they add up to it. */
import type { Amount, Unit } from './amount.ts';
import { exact, ONE, round, SCALE, sum, toAmount, type Exact } from './decimal.ts';

/** Decimals of a printed amount of money. */
export const PENNY_PLACES = 2;

/**
 * The parts rounded to `places` decimals by largest remainder: each is rounded down, and the steps then missing from
 * the total go to the parts that lost most, the larger first. Zero stays zero.
 *
 * @param total a multiple of the step, at most one step per part from the parts' sum; by default that sum, rounded half
 * away from zero
 */
export function roundParts<U extends Unit>(
  parts: readonly Exact<U>[],
  places: number,
  total: Exact<U> = round(sum(parts), places),
): Exact<U>[] {
  const step = 10n ** BigInt(SCALE - places);
  const lost = parts.map((part) => ((part % step) + step) % step);
  const rounded = parts.map((part, index) => (part - (lost[index] ?? 0n)) as Exact<U>);
  const missing = Number((total - sum(rounded)) / step);
  const order = parts
    .map((_, index) => index)
    .toSorted((a, b) => compare(lost[b] ?? 0n, lost[a] ?? 0n) || compare(parts[b] ?? 0n, parts[a] ?? 0n));
  for (const index of order.slice(0, missing)) rounded[index] = ((rounded[index] ?? 0n) + step) as Exact<U>;
  return rounded;
}

/** The sum of pounds as printed, each to the penny; null amounts are left out. */
export function sumShown<U extends Unit>(amounts: Iterable<Amount<U> | null>): Amount<U> {
  let total = 0n;
  for (const amount of amounts) if (amount !== null) total += round(exact(amount), PENNY_PLACES);
  return toAmount(total as Exact<U>);
}

/** The amount to the penny, halves away from zero. */
export function toPennies<U extends Unit>(amount: Exact<U>): Amount<U> {
  return toAmount(round(amount, PENNY_PLACES));
}

/** Whole pounds of an amount of nil or more, without its pence, as a return takes income, proceeds and gains. */
export function wholePoundsDown(amount: Exact<'pounds'>): number {
  return Number(amount / ONE);
}

/** Whole pounds of an amount of nil or more, pence counted as a pound, as a return takes costs, losses and tax paid. */
export function wholePoundsUp(amount: Exact<'pounds'>): number {
  return Number((amount + ONE - 1n) / ONE);
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
