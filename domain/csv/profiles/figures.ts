/** Exact arithmetic on the figures of a broker's row; a missing figure gives a missing result. */
import {
  absolute,
  add,
  divide,
  multiply,
  negate,
  ONE,
  parseExact,
  round,
  subtract,
  toText,
  type Exact,
} from '../../values/decimal.ts';
import { readNumber, type DecimalMark } from '../cells/numbers.ts';

export type Figure = Exact<'pounds'>;
export type Side = 'BUY' | 'SELL';

/** The exact value of a cell, without its sign; null for a blank or text that is not a number. */
export function sizeOf(cell: string, mark: DecimalMark = 'point'): Figure | null {
  const value = valueOf(cell, mark);
  return value === null ? null : absolute(value);
}

/** The exact value of a cell; pence are returned as pounds. */
export function valueOf(cell: string, mark: DecimalMark = 'point'): Figure | null {
  const read = readNumber(cell, mark);
  return read.kind === 'number' ? parseExact<'pounds'>(read.text) : null;
}

/** A charge in a file that writes costs as negative amounts: positive for a cost, negative for a rebate. */
export function costOf(cell: string, mark: DecimalMark = 'point'): Figure | null {
  const value = valueOf(cell, mark);
  return value === null ? null : negate(value);
}

/** The currency beside the figure in a cell; empty where there is none. */
export function currencyIn(cell: string): string {
  const read = readNumber(cell, 'point');
  return read.kind === 'number' ? (read.currency ?? '') : '';
}

/** A figure as a cell; empty for null. */
export function cellOf(value: Figure | null): string {
  return value === null ? '' : toText(value);
}

/** A figure with its currency or unit as a cell, such as `84.125 GBX`; empty for null. */
export function pricedCell(value: Figure | null, currency: string): string {
  return value === null ? '' : `${toText(value)} ${currency}`.trim();
}

/** A figure of the file without its sign, with its currency or unit, as a cell; printed zeros show how exact it is. */
export function statedCell(cell: string, currency: string, mark: DecimalMark = 'point'): string {
  const read = readNumber(cell, mark);
  return read.kind === 'number' ? `${read.text.replace('-', '')} ${currency}`.trim() : '';
}

/** Rounds to the penny, half to even. */
export function toPenny(value: Figure | null): Figure | null {
  return value === null ? null : round(value, 2);
}

/** The product to the penny; null when a factor is missing. */
export function productOf(a: Figure | null, b: Figure | null): Figure | null {
  return a === null || b === null ? null : round(multiply(a, b), 2);
}

/** `amount / quantity` to eight decimals, for a file without prices; null where it cannot be divided. */
export function priceOf(amount: Figure | null, quantity: Figure | null): Figure | null {
  return amount === null || quantity === null || quantity === 0n ? null : round(divide<'pounds'>(amount, quantity), 8);
}

/** The difference between the net and the gross amount; null when it would be negative. */
export function chargeOf(side: Side, gross: Figure | null, net: Figure | null): Figure | null {
  if (gross === null || net === null) return null;
  const charge = side === 'BUY' ? subtract(net, gross) : subtract(gross, net);
  return charge < 0n ? null : charge;
}

/** The sum of the figures that are not null; null when all are. */
export function sumOf(...values: readonly (Figure | null)[]): Figure | null {
  return values.reduce((total, value) => (value === null ? total : total === null ? value : add(total, value)), null);
}

/** Consideration and charge of a trade for which the file states only the net amount. */
export interface NetTrade {
  readonly consideration: string;
  readonly charge: string;
}

/**
 * The consideration is quantity x price to the penny, and the charge is the difference to the net amount. Where the
 * rounding of the price exceeds that difference, or it would be negative, the net amount is the consideration.
 * `rateCell` is for a price in another currency: pounds for a unit of it, whose rounding counts too.
 */
export function splitNet(
  side: Side,
  quantity: Figure | null,
  priceCell: string,
  net: Figure | null,
  rateCell = '1',
): NetTrade {
  const [price, rate] = [sizeOf(priceCell), sizeOf(rateCell)];
  if (quantity === null || price === null || rate === null || net === null)
    return { consideration: cellOf(net), charge: '' };
  const native = multiply(quantity, price);
  const consideration = round(multiply(native, rate), 2);
  const charge = side === 'BUY' ? subtract(net, consideration) : subtract(consideration, net);
  const rateRounding = rate === ONE ? (0n as Figure) : multiply(native, halfDigit(rateCell, LEAST_PLACES.rate));
  if (charge < 0n || charge <= add(multiply(multiply(halfDigit(priceCell), quantity), rate), rateRounding))
    return { consideration: cellOf(net), charge: '0' };
  return { consideration: cellOf(consideration), charge: cellOf(charge) };
}

/** Trailing zeros are often not written: a price of 205 is as precise as one of 205.00. */
const LEAST_PLACES = { price: 2, rate: 4 };

/** Half of the last digit that a price or a rate is written with, in its unit or in pounds. */
function halfDigit(cell: string, leastPlaces = LEAST_PLACES.price): Figure {
  const written = (/\.(\d+)/u.exec(cell)?.[1]?.length ?? 0) + (/(?:p|GBX|GBp)$/u.test(cell) ? 2 : 0);
  const places = Math.max(leastPlaces, written);
  return parseExact<'pounds'>(`5e-${places + 1}`) ?? (0n as Figure);
}

/** The gross amount of a total that includes the charges: less for a purchase, more for a sale. */
export function grossOf(side: Side, total: Figure | null, charges: readonly (Figure | null)[]): Figure | null {
  if (total === null) return null;
  const sum = charges.reduce<Figure>((all, charge) => (charge === null ? all : add(all, charge)), 0n as Figure);
  return side === 'BUY' ? subtract(total, sum) : add(total, sum);
}

/** True for amounts within 1 % of each other: enough to distinguish a factor of 100 from rounding. */
export function isClose(a: Figure, b: Figure): boolean {
  return absolute(subtract(a, b)) * 100n <= (a > b ? a : b);
}

/** How far an amount in pounds may be off by the rounding of its rate as the file writes it, in units for one pound, and a penny. */
export function roundingAtRate(amount: Figure, rate: Figure, rateCell: string): Figure {
  const penny = (ONE / 100n) as Figure;
  return rate === ONE ? penny : add(penny, divide(multiply(amount, halfDigit(rateCell, LEAST_PLACES.rate)), rate));
}

/** Whether quantity x price is the amount, within the rounding of the price as the file writes it and a penny. */
export function isProduct(quantity: Figure, priceCell: string, amount: Figure): boolean {
  const price = sizeOf(priceCell);
  if (price === null) return true;
  const size = absolute(quantity);
  const rounding = add(multiply(halfDigit(priceCell), size), (ONE / 100n) as Figure);
  return absolute(subtract(multiply(size, price), absolute(amount))) <= rounding;
}

/** The warning about the tax rows of a dividend: tax that adds to it, or exceeds the rate of any country. */
export function taxNote(gross: Figure | null, taxes: readonly (Figure | null)[]): { readonly note?: string } {
  const total = sumOf(...taxes);
  if (gross === null || total === null) return {};
  const isOdd = taxes.some((tax) => tax !== null && tax > 0n) || absolute(total) * 100n > absolute(gross) * 45n;
  return isOdd
    ? { note: `Its tax rows add up to ${cellOf(total)} for a dividend of ${cellOf(gross)}. Check both.` }
    : {};
}

/**
 * The cells for tax that separate rows state as negative amounts, and for the country that they name; none without tax.
 */
export function taxCells(
  taxes: readonly (Figure | null)[],
  currency = '',
  country = '',
): { readonly taxWithheld?: string; readonly taxCountry?: string } {
  const total = sumOf(...taxes);
  if (total === null || total >= 0n) return {};
  return { taxWithheld: pricedCell(negate(total), currency === 'GBX' ? 'p' : currency), taxCountry: country };
}
