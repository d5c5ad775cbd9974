/**
 * Units as types. A record's figures are JSON numbers of at most 15 significant digits; the brand keeps
 * pounds, quantities, prices, rates and percents from being mixed up or added with `+` by accident.
 */
declare const amountUnit: unique symbol;

/**
 * - `pounds`: an amount in GBP
 * - `money`: an amount in a currency that is named beside it
 * - `quantity`: units, shares or troy ounces
 * - `price`: a price per unit in the currency or denomination named beside it
 * - `rate`: units of one currency for one of another
 * - `percent`: 12.5 means 12.5 %
 * - `fraction`: 0.125 means 12.5 %
 */
export type Unit = 'pounds' | 'money' | 'quantity' | 'price' | 'rate' | 'percent' | 'fraction';

/** A JSON number of at most 15 significant digits in the unit `U`. */
export type Amount<U extends Unit> = number & { readonly [amountUnit]: U };

export type Pounds = Amount<'pounds'>;
export type Money = Amount<'money'>;
export type Quantity = Amount<'quantity'>;
export type Price = Amount<'price'>;
export type Rate = Amount<'rate'>;
export type Percent = Amount<'percent'>;
export type Fraction = Amount<'fraction'>;

export const MAX_SIGNIFICANT_DIGITS = 15;
/** A transaction's figures keep at most this many decimals; 10 covers fractional shares and metals. */
export const MAX_DECIMAL_PLACES = 12;
/** No figure of a person's records reaches 10^15. */
const MAX_SIZE = 1e15;
const FAST_FACTOR = 1e6;

export type AmountFault = 'notANumber' | 'tooLarge' | 'tooPrecise';

/** Reads a number as an amount: finite, below 10^15, at most 15 significant digits and 12 decimals; otherwise says what is wrong. */
export function checkAmount<U extends Unit>(value: number): Amount<U> | AmountFault {
  const scaled = Math.round(value * FAST_FACTOR);
  // Nearly all numbers have at most 15 digits and 6 decimals: these are recognised without their text.
  if (Math.abs(scaled) < MAX_SIZE && scaled / FAST_FACTOR === value) return (value === 0 ? 0 : value) as Amount<U>;
  if (!Number.isFinite(value)) return 'notANumber';
  if (Math.abs(value) >= MAX_SIZE) return 'tooLarge';
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const digits = mantissa.replace('-', '').replace('.', '').replace(/^0+/u, '');
  if (digits.length > MAX_SIGNIFICANT_DIGITS) return 'tooPrecise';
  const places = (mantissa.split('.')[1]?.length ?? 0) - Number(exponent);
  if (places > MAX_DECIMAL_PLACES) return 'tooPrecise';
  return (value === 0 ? 0 : value) as Amount<U>;
}

/** Characters of a number with any reasonable number of zeros; nobody writes a longer one. */
const LONGEST_NUMBER = 200;

/** Reads plain decimal text (no grouping, no currency) as an amount, without losing a digit on the way. */
export function parseAmount<U extends Unit>(text: string): Amount<U> | AmountFault {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST_NUMBER || !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/u.test(trimmed)) return 'notANumber';
  if (trimmed.length > MAX_SIGNIFICANT_DIGITS) {
    const significant = trimmed
      .replace('.', '')
      .replace(/^[+-]?0*/u, '')
      .replace(/(?<!0)0+$/u, '');
    if (significant.length > MAX_SIGNIFICANT_DIGITS) return 'tooPrecise';
  }
  return checkAmount<U>(Number(trimmed));
}

/** True when the text or number check gave a value rather than a fault. */
export function isAmount<U extends Unit>(value: Amount<U> | AmountFault): value is Amount<U> {
  return typeof value === 'number';
}
