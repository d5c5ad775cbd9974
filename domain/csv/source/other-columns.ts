/** Columns whose meaning depends on others: one of tax wrappers by its cells, and one of total charges. */
import { isValidIsin } from '../../isin.ts';
import { wrapperOfWord } from '../cells/words.ts';
import { isChargeField, isNetHeader, normaliseHeader, type TransactionField } from '../tables/columns.ts';
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
 * Columns that their cells show to be something else than their headings say: symbols that are all ISINs, in a file
 * without a column of ISINs, kinds of accounts of which none names a tax wrapper, and a column called FX that holds
 * rates, in a file without a column of rates.
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
  return fields.map((field, index) => {
    if (field === 'ticker' && !fields.includes('isin')) {
      const cells = cellsOf(index);
      return cells.length > 0 && cells.every((cell) => isValidIsin(cell)) ? 'isin' : field;
    }
    if (field === 'fxCharge' && normaliseHeader(header[index] ?? '') === 'fx' && !fields.includes('exchangeRate'))
      return areRates(cellsOf(index)) ? 'exchangeRate' : field;
    if (field === 'taxWrapper' && !/wrapper/iu.test(header[index] ?? ''))
      return cellsOf(index).some((cell) => cell.length <= 60 && wrapperOfWord(cell) !== null) ? field : null;
    return field;
  });
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
  if (fields.includes('consideration') || !(fields.includes('price') || fields.includes('localPrice'))) return null;
  const position = header.findIndex((cell, index) => (fields[index] ?? null) === null && isNetHeader(cell));
  return position === -1 ? null : position;
}
