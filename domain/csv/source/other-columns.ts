/** Columns whose meaning their cells or other columns show: tax wrappers, ISINs, total charges, net amounts. */
import { isValidIsin } from '../../isin.ts';
import { wrapperOfWord } from '../cells/words.ts';
import { isChargeField, isNetHeader, normaliseHeader, priceColumn, type TransactionField } from '../tables/columns.ts';
import type { Table } from '../tables/table.ts';

/** The most rows that are examined for a column of tax wrappers. */
const WRAPPER_ROWS = 50;

/**
 * The column whose cells all name a tax wrapper, though its heading names none: one that is not read, or that of the
 * account. A column with nothing but the name Lisa is one of people.
 */
export function wrapperColumn(
  fields: readonly (TransactionField | null)[],
  { rows, headerIndex }: Table,
): number | null {
  if (fields.includes('taxWrapper')) return null;
  const first = rows.slice(headerIndex + 1, headerIndex + 1 + WRAPPER_ROWS);
  const position = fields.findIndex((field, index) => {
    if (field !== null && field !== 'account') return false;
    const cells = first.map((row) => (row[index] ?? '').trim()).filter((cell) => cell !== '');
    return cells.length * 2 >= first.length && areWrappers(cells);
  });
  return position === -1 ? null : position;
}

/**
 * Columns that their cells show to be something else than their headings say: the only column of symbols, or without a
 * known heading, whose cells are all ISINs, in a file without a column of ISINs; kinds of accounts of which none names a
 * tax wrapper; and a column called FX, or Rate beside currencies, that holds rates, in a file without a column of rates.
 */
export function withoutMisnamed(
  fields: readonly (TransactionField | null)[],
  { rows, headerIndex }: Table,
): readonly (TransactionField | null)[] {
  const header = rows[headerIndex] ?? [];
  const cellsOf = (index: number): readonly string[] =>
    rows
      .slice(headerIndex + 1)
      .map((row) => (row[index] ?? '').trim())
      .filter((cell) => cell !== '');
  const isMaybeRate = (field: TransactionField | null, heading: string): boolean =>
    field === null ? heading === 'rate' && fields.includes('currency') : field === 'fxCharge' && heading === 'fx';
  const isins = fields.includes('isin')
    ? []
    : header.flatMap((_cell, index) => {
        if ((fields[index] ?? null) !== null && fields[index] !== 'ticker') return [];
        return areIsins(rows, headerIndex, index) ? [index] : [];
      });
  return fields.map((field, index) => {
    if (isins.length === 1 && index === isins[0]) return 'isin';
    if (isMaybeRate(field, normaliseHeader(header[index] ?? '')) && !fields.includes('exchangeRate'))
      return areRates(cellsOf(index)) ? 'exchangeRate' : field;
    if (field === 'taxWrapper' && !/wrapper/iu.test(header[index] ?? ''))
      return cellsOf(index).some((cell) => cell.length <= 60 && wrapperOfWord(cell) !== null) ? field : null;
    return field;
  });
}

/** True for a column of ISINs and blank cells below the header. */
function areIsins(rows: Table['rows'], headerIndex: number, position: number): boolean {
  let isAny = false;
  for (let index = headerIndex + 1; index < rows.length; index += 1) {
    const cell = (rows[index]?.[position] ?? '').trim();
    if (cell === '') continue;
    if (!isValidIsin(cell)) return false;
    isAny = true;
  }
  return isAny;
}

/** True for figures with at least three decimals, as rates have and charges have not; a 1 is the rate of pounds. */
function areRates(cells: readonly string[]): boolean {
  const rates = cells.filter((cell) => !/^1(?:[.,]0+)?$/u.test(cell));
  return rates.length > 0 && rates.every((cell) => /^\d{1,6}[.,]\d{3,12}$/u.test(cell) && /[1-9]/u.test(cell));
}

/** True for words that all name a tax wrapper; nothing but the name Lisa is a person. */
export function areWrappers(cells: readonly string[]): boolean {
  return (
    cells.length > 0 &&
    cells.every((cell) => cell.length <= 60 && wrapperOfWord(cell) !== null) &&
    cells.some((cell) => !/^(?:lisa|none|general|invest)$/iu.test(cell) || cell === 'LISA')
  );
}

/** The column of total charges, where the file has no column of any charge itself; else null. */
export function totalChargesColumn(
  fields: readonly (TransactionField | null)[],
  header: readonly string[],
): number | null {
  if (fields.some(isChargeField)) return null;
  const position = header.findIndex((cell) =>
    /^total (?:charges|fees|costs|dealing charges|commission)(?: gbp)?$/u.test(normaliseHeader(cell)),
  );
  return position === -1 ? null : position;
}

/**
 * The column of net amounts, where the file has prices but no other amount: quantity x price shows whether it includes
 * the charges.
 */
export function netAmountColumn(
  fields: readonly (TransactionField | null)[],
  header: readonly string[],
): number | null {
  if (fields.includes('consideration') || priceColumn(fields) === -1) return null;
  const position = header.findIndex((cell, index) => (fields[index] ?? null) === null && isNetHeader(cell));
  return position === -1 ? null : position;
}
