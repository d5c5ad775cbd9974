/** Columns whose meaning their cells or other columns show: tax wrappers, ISINs, total charges, amounts. */
import { isValidIsin } from '../../isin.ts';
import { isPlausibleCharge, roundingOf } from '../cells/figure-proof.ts';
import { decimalMarkOf, readNumber } from '../cells/numbers.ts';
import { wrapperOfWord } from '../cells/words.ts';
import { isChargeField, isNetHeader, normaliseHeader, type TransactionField } from '../tables/columns.ts';
import type { Table } from '../tables/table.ts';
import { chargeField } from './charge-columns.ts';

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
  if (fields.includes('consideration') || !(fields.includes('price') || fields.includes('localPrice'))) return null;
  const position = header.findIndex((cell, index) => (fields[index] ?? null) === null && isNetHeader(cell));
  return position === -1 ? null : position;
}

/** The most rows whose figures are multiplied. */
const PRODUCT_ROWS = 1000;
const PRODUCT = ['quantity', 'price', 'consideration'] as const satisfies readonly TransactionField[];

/** A column and the field that the file's arithmetic shows it to be. */
export interface ProvedColumn {
  readonly position: number;
  readonly field: (typeof PRODUCT)[number];
}

/**
 * The column without a known heading that is the missing one of quantity, price and amount, in a file that has the two
 * others: quantity x price is the amount to the penny in two rows of different amounts, which is no accident, and but for
 * a charge in all others. Of several amounts it is the one without charges.
 */
export function productColumn(
  fields: readonly (TransactionField | null)[],
  { rows, headerIndex }: Table,
): ProvedColumn | null {
  const known = PRODUCT.map((field) =>
    Math.max(fields.indexOf(field), field === 'price' ? fields.indexOf('localPrice') : -1),
  );
  const [missing] = PRODUCT.filter((_field, index) => known[index] === -1);
  if (missing === undefined || known.filter((position) => position === -1).length > 1) return null;
  const header = rows[headerIndex] ?? [];
  const index = new Map(fields.flatMap((field, position) => (field === null ? [] : [[field, position] as const])));
  const charges = fields.flatMap((field, position) => {
    const cell = header[position] ?? '';
    const charge = field === null ? chargeField(cell, normaliseHeader(cell), index) : field;
    return isChargeField(charge) ? [position] : [];
  });
  const first = rows.slice(headerIndex + 1, headerIndex + 1 + PRODUCT_ROWS);
  let best = { position: -1, proofs: 0 };
  fields.forEach((field, position) => {
    if (field !== null || charges.includes(position)) return;
    const columns = [...known.map((own) => (own === -1 ? position : own)), fields.indexOf('exchangeRate'), ...charges];
    const proofs = proofsOf(first.map((row) => columns.map((index) => row[index] ?? '')));
    if (proofs > best.proofs) best = { position, proofs };
  });
  return best.position === -1 ? null : { position: best.position, field: missing };
}

/**
 * In how many rows the third cell is the product of the first two; 0 where a row contradicts that. The fourth is an
 * exchange rate, the others are charges.
 */
function proofsOf(rows: readonly (readonly string[])[]): number {
  const mark = decimalMarkOf(rows.flat());
  const textOf = (cell: string): string => {
    const read = readNumber(cell, mark);
    return read.kind === 'number' ? read.text.replace('-', '') : '';
  };
  const proved = new Set<string>();
  let gross = 0;
  for (const row of rows) {
    const [units = '', each = '', amount = '', rate = '', ...others] = row.map(textOf);
    if (units === '' || each === '' || Number(amount) === 0) continue;
    const charges = others.reduce((sum, charge) => sum + Number(charge), 0);
    const proof = proofOf({ units, each, amount, charges, rate: Number(rate) });
    if (proof === 'none') return 0;
    if (proof === 'gross') gross += 1;
    // One unit costs its price, whatever the column holds.
    if (proof !== 'charged' && Number(units) !== 1) proved.add(amount);
  }
  return proved.size > 1 ? 1 + gross : 0;
}

interface ProductFigures {
  readonly units: string;
  readonly each: string;
  readonly amount: string;
  readonly charges: number;
  /** 0 for none. */
  readonly rate: number;
}

/**
 * Whether an amount is quantity x price to the penny, without the charges (`gross`) or with them (`net`), or but for
 * another charge (`charged`); in the price's currency, in pounds beside a price in pence, or at the row's rate.
 */
function proofOf({ units, each, amount, charges, rate }: ProductFigures): 'gross' | 'net' | 'charged' | 'none' {
  const [product, stated] = [Number(units) * Number(each), Number(amount)];
  const rounding = roundingOf(units, each, amount);
  const factors = [1, 0.01, ...(rate > 0 ? [rate, 1 / rate] : [])];
  const proofs = factors.map((factor) => {
    const [gross, tolerance] = [product * factor, rounding * Math.min(factor, 1) + 0.0051];
    const difference = Math.abs(stated - gross);
    if (difference <= tolerance) return 'gross';
    if (Math.abs(difference - charges) <= tolerance) return 'net';
    return isPlausibleCharge(difference, gross) && stated > gross / 2 ? 'charged' : 'none';
  });
  return (['gross', 'net', 'charged'] as const).find((proof) => proofs.includes(proof)) ?? 'none';
}
