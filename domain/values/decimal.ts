/**
 * Exact decimal arithmetic on bigint fixed point.
 *
 * Records and the wire carry JSON numbers of at most 15 significant digits (see `amount.ts`);
 * every computation on them happens here, on integers counting 10^-24, so that no stored, shown or
 * exported figure passes through binary floating point.
 */
import type { Amount, Unit } from './amount.ts';

declare const exactUnit: unique symbol;

/** An exact signed value in the unit `U`: an integer count of 10^-24 of it. */
export type Exact<U extends Unit> = bigint & { readonly [exactUnit]: U };

/** Decimal places kept: comfortably beyond the 20 that a pool's cost needs. */
export const SCALE = 24;
export const ONE = 10n ** BigInt(SCALE);

const FAST_PLACES = 6;
const FAST_FACTOR = 10 ** FAST_PLACES;
const FAST_UNIT = 10n ** BigInt(SCALE - FAST_PLACES);
const FAST_LIMIT = 10n ** 15n;

/** Zero in any unit. */
export function zero<U extends Unit>(): Exact<U> {
  return 0n as Exact<U>;
}

/**
 * The exact value of a record's number, read from its shortest decimal form.
 * Throws a RangeError for NaN and infinities, and for more than 24 decimal places.
 */
export function exact<U extends Unit>(value: Amount<U>): Exact<U> {
  const scaled = Math.round(value * FAST_FACTOR);
  // With at most 15 digits a double has exactly one decimal text, so a division that returns the number proves the
  // result.
  if (Math.abs(scaled) < 1e15 && scaled / FAST_FACTOR === value) return (BigInt(scaled) * FAST_UNIT) as Exact<U>;
  const parsed = parseExact<U>(String(value));
  if (parsed === null) throw new RangeError(`not an exact decimal: ${value}`);
  return parsed;
}

/** The exact sum of some records' numbers. Figures of at most six decimals are added as whole millionths and converted once. */
export function exactSum<U extends Unit>(a: Amount<U>, b: Amount<U>, c: Amount<U>): Exact<U> {
  const x = Math.round(a * FAST_FACTOR);
  const y = Math.round(b * FAST_FACTOR);
  const z = Math.round(c * FAST_FACTOR);
  const fits = Math.abs(x) < 1e15 && Math.abs(y) < 1e15 && Math.abs(z) < 1e15;
  if (fits && x / FAST_FACTOR === a && y / FAST_FACTOR === b && z / FAST_FACTOR === c)
    return (BigInt(x + y + z) * FAST_UNIT) as Exact<U>;
  return (exact(a) + exact(b) + exact(c)) as Exact<U>;
}

/**
 * The exact value of a plain or exponent decimal text (`-12.50`, `1e-7`), or null when it is not one or needs over 24
 * places.
 */
export function parseExact<U extends Unit>(text: string): Exact<U> | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/iu.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const shift = SCALE - fraction.length + Number(exponent);
  let digits = BigInt(whole + fraction);
  if (shift >= 0) digits *= 10n ** BigInt(shift);
  else {
    const divisor = 10n ** BigInt(-shift);
    if (digits % divisor !== 0n) return null;
    digits /= divisor;
  }
  return (sign === '-' ? -digits : digits) as Exact<U>;
}

export function add<U extends Unit>(a: Exact<U>, b: Exact<U>): Exact<U> {
  return (a + b) as Exact<U>;
}

export function subtract<U extends Unit>(a: Exact<U>, b: Exact<U>): Exact<U> {
  return (a - b) as Exact<U>;
}

export function negate<U extends Unit>(a: Exact<U>): Exact<U> {
  return (0n - a) as Exact<U>;
}

export function absolute<U extends Unit>(a: Exact<U>): Exact<U> {
  return a < 0n ? negate(a) : a;
}

export function sum<U extends Unit>(values: Iterable<Exact<U>>): Exact<U> {
  let total = 0n;
  for (const value of values) total += value;
  return total as Exact<U>;
}

/** `numerator / denominator` to the nearest integer, ties to even. Throws a RangeError when the denominator is zero. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new RangeError('division by zero');
  const quotient = numerator / denominator;
  const remainder = numerator - quotient * denominator;
  if (remainder === 0n) return quotient;
  const twice = 2n * (remainder < 0n ? -remainder : remainder);
  const size = denominator < 0n ? -denominator : denominator;
  if (twice < size || (twice === size && quotient % 2n === 0n)) return quotient;
  return numerator < 0n === denominator < 0n ? quotient + 1n : quotient - 1n;
}

/** `value x part / whole`, rounded once (half to even) at the 24th place; exact when `part` equals `whole`. */
export function share<U extends Unit, V extends Unit>(value: Exact<U>, part: Exact<V>, whole: Exact<V>): Exact<U> {
  if (part === whole) return value;
  return divideHalfEven(value * part, whole) as Exact<U>;
}

/** `a x b` in the unit of `a`, rounded once at the 24th place. */
export function multiply<U extends Unit>(a: Exact<U>, b: Exact<Unit>): Exact<U> {
  return divideHalfEven(a * b, ONE) as Exact<U>;
}

/** `a / b` in the unit `R`, rounded once at the 24th place. Throws a RangeError when `b` is zero. */
export function divide<R extends Unit>(a: Exact<Unit>, b: Exact<Unit>): Exact<R> {
  return divideHalfEven(a * ONE, b) as Exact<R>;
}

/** Rounds to `places` decimals, half away from zero as printed figures are. */
export function round<U extends Unit>(value: Exact<U>, places: number): Exact<U> {
  const step = 10n ** BigInt(SCALE - places);
  const half = step / 2n;
  return (((value < 0n ? value - half : value + half) / step) * step) as Exact<U>;
}

/** The shortest plain decimal text of the value, for example `-12.5`. */
export function toText(value: Exact<Unit>): string {
  const digits = absolute(value)
    .toString()
    .padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE).replace(/(?<!0)0+$/u, '');
  return (value < 0n ? '-' : '') + digits.slice(0, -SCALE) + (fraction === '' ? '' : `.${fraction}`);
}

/** The exact decimal text of a record's number, without an exponent. */
export function numberText(value: Amount<Unit>): string {
  const text = String(value);
  return text.includes('e') ? toText(exact(value)) : text;
}

/** Plain decimal text with exactly `places` decimals, half away from zero. */
export function toFixed(value: Exact<Unit>, places: number): string {
  const [whole = '0', fraction = ''] = toText(round(value, places)).split('.');
  return places === 0 ? whole : `${whole}.${fraction.padEnd(places, '0')}`;
}

/** The value as a JSON number of at most 15 significant digits; further digits are rounded here, and only once. */
export function toAmount<U extends Unit>(value: Exact<U>): Amount<U> {
  // The quotient of two whole numbers that doubles hold exactly is the nearest double, as reading its text would give.
  const millionths = value / FAST_UNIT;
  if (millionths * FAST_UNIT === value && millionths < FAST_LIMIT && millionths > -FAST_LIMIT)
    return (Number(millionths) / FAST_FACTOR) as Amount<U>;
  const text = toText(value);
  const direct = Number(text);
  const significant = text.replace(/^-?0*\.?0*/u, '').replace('.', '').length;
  return (significant <= 15 ? direct : Number(direct.toPrecision(15))) as Amount<U>;
}
