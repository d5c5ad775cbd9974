/** What all cells of a column have in common, and which field's currency it names. */
import { decimalMarkOf, type DecimalMark } from '../cells/numbers.ts';
import { currencyOfWord, isCommonCurrency } from '../cells/words.ts';
import { fieldOfHeader, MONEY_FIELDS, PRICED_FIELDS, type TransactionField } from '../tables/columns.ts';
import { headingCurrency, isPenceHeader } from '../tables/heading-units.ts';

/** A column with its heading as messages name it. */
export interface NamedColumn {
  readonly position: number;
  readonly heading: string;
}

/** True for a column with the heading and all cells of an earlier one, or with none. */
export function isCopy(header: readonly string[], rows: readonly (readonly string[])[], position: number): boolean {
  const heading = (header[position] ?? '').trim();
  const first = heading === '' ? position : header.findIndex((cell) => cell.trim() === heading);
  return first < position || heading === ''
    ? rows.every((cells) => (cells[position] ?? '').trim() === (heading === '' ? '' : (cells[first] ?? '').trim()))
    : false;
}

/** The most rows that are examined for a column of currencies. */
const CURRENCY_ROWS = 50;

/** True for a column whose cells all name a currency, whatever its heading. */
export function areCurrencies(rows: readonly (readonly string[])[], position: number): boolean {
  const cells = rows.slice(0, CURRENCY_ROWS).map((row) => (row[position] ?? '').trim());
  return (
    cells.some((cell) => cell !== '') &&
    cells.every((cell) => cell === '' || isCommonCurrency(cell) || /^pence$/iu.test(cell))
  );
}

/** True for a column whose first cell is written as a day. */
export function areDays(rows: readonly (readonly string[])[], position: number): boolean {
  const first = rows.find((row) => (row[position] ?? '').trim() !== '')?.[position] ?? '';
  return /\d[/-]\d|\d\.\d{1,2}\.\d|\d[ -][a-z]{3}|[a-z]{3,9} \d/iu.test(first.slice(0, 40));
}

/** The field whose currency a heading such as `Fee Currency` or `Currency (Total)` names. */
export function pricedField(heading: string): TransactionField | null {
  const match = /^(?:(.+) (?:currency|ccy)|(?:currency|ccy)(?: of)? (.+))$/u.exec(heading);
  const field = match === null ? null : fieldOfHeader(match[1] ?? match[2] ?? '');
  return field !== null && PRICED_FIELDS.has(field) ? field : null;
}

/** The currency other than pounds in which a field is by its heading, `GBX` for an amount in pence; null for none. */
export function codeOfHeading(field: TransactionField, heading: string): string | null {
  if (MONEY_FIELDS.has(field) && isPenceHeader(heading)) return 'GBX';
  const code = headingCurrency(heading);
  return code === 'GBP' || code === 'GBX' ? null : code;
}

/** The most rows whose figures show the decimal mark with which the columns are compared. */
const MARK_ROWS = 1000;

/** The decimal mark of figures that are read, and of those that are not. */
export function markOf(
  index: ReadonlyMap<TransactionField, number>,
  others: readonly { readonly position: number }[],
  rows: readonly (readonly string[])[],
): DecimalMark {
  const read = ['quantity', 'localPrice', ...PRICED_FIELDS].flatMap(
    (field) => index.get(field as TransactionField) ?? [],
  );
  const positions = [...read, ...others.map(({ position }) => position)];
  return decimalMarkOf(rows.slice(0, MARK_ROWS).flatMap((cells) => positions.map((position) => cells[position] ?? '')));
}

/** A figure that names no currency, with this one; any other cell, and one beside a word that is none, as it is. */
export function withCurrency(cell: string, currency: string): string {
  if (currency === '' || !/^[\s\d.,'+()-]+$/u.test(cell) || !/\d/u.test(cell)) return cell;
  return currencyOfWord(currency) === null ? cell : `${cell} ${currency}`;
}
