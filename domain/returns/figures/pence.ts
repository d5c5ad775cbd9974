/** Whole pence as a double: integers, exact up to 90 million million pounds. Sums over all rows and days use these. */
import type { Pounds, Unit } from '../../values/amount.ts';
import { exact, round, type Exact } from '../../values/decimal.ts';
import { PENNY_PLACES } from '../../values/round-parts.ts';

declare const wholePence: unique symbol;

export type Pence = number & { readonly [wholePence]: true };

const PENNY = 10n ** 22n;
/** Larger than the relative error of a few products and quotients of doubles. */
const DOUBLE_ERROR = 1e-13;

export const NO_PENCE = 0 as Pence;

/** The pence of an amount that is exact to the penny. Throws a RangeError for one that a double cannot hold. */
export function toPence(amount: Exact<Unit>): Pence {
  if (amount === 0n) return NO_PENCE;
  const pence = Number(amount / PENNY);
  if (!Number.isSafeInteger(pence)) throw new RangeError('an amount of over 90 million million pounds');
  return pence as Pence;
}

/** The pence of a record's pounds, halves away from zero. */
export function penceOf(amount: Pounds): Pence {
  const pence = Math.round(amount * 100);
  // A double nearest to whole pence is those pence; any other amount is rounded exactly.
  return pence / 100 === amount ? (pence as Pence) : toPence(round(exact(amount), PENNY_PLACES));
}

/** The amount with the opposite sign; zero never becomes -0. */
export function opposite(pence: Pence): Pence {
  return (0 - pence) as Pence;
}

/** `amount x part / whole` in whole pence, halves away from zero. */
export function shareOfPence(amount: Pence, part: bigint, whole: bigint): Pence {
  if (part === whole || amount === 0) return amount;
  const near = amount * (Number(part) / Number(whole));
  const rounded = Math.round(near);
  // Where doubles are certain about the direction of rounding, their result is the same.
  if (Math.abs(near - rounded) < 0.5 - Math.abs(near) * DOUBLE_ERROR - DOUBLE_ERROR) return rounded as Pence;
  const product = BigInt(amount) * part;
  const twice = 2n * product;
  const isNegative = product < 0n !== whole < 0n;
  const divisor = whole < 0n ? -whole : whole;
  return (Number(((twice < 0n ? -twice : twice) + divisor) / (2n * divisor)) * (isNegative ? -1 : 1)) as Pence;
}

export function fromPence(pence: Pence): Exact<'pounds'> {
  return (BigInt(pence) * PENNY) as Exact<'pounds'>;
}

/** The nearest double to the decimal, as reading its text gives. */
export function poundsOf(pence: Pence): Pounds {
  return (pence / 100) as Pounds;
}

/** Null for a day without a value, which is NaN. */
export function poundsOrNull(pence: number): Pounds | null {
  return Number.isNaN(pence) ? null : poundsOf(pence as Pence);
}
