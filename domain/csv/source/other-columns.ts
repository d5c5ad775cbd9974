/** Columns whose meaning their cells or other columns show: tax wrappers, ISINs, types, total charges, net amounts. */
import { isValidIsin } from '../../values/isin.ts';
import { decimalMarkOf, readNumber } from '../cells/numbers.ts';
import { isCommonCurrency, typeOfWord } from '../cells/words.ts';
import { isOtherName, wrapperInWords, wrapperOfAccount, wrapperOfWord } from '../cells/wrapper-words.ts';
import {
  fieldOfHeader,
  isChargeField,
  isNetHeader,
  isPercentageHeader,
  normaliseHeader,
  PRICED_FIELDS,
  priceColumn,
  withoutCurrency,
  type TransactionField,
} from '../tables/columns.ts';
import { headingCurrency } from '../tables/heading-units.ts';
import type { Table } from '../tables/table.ts';
import { isSomething } from './charge-columns.ts';

/** The most rows that are examined for a column of tax wrappers. */
const WRAPPER_ROWS = 50;

/** Headings of names that may contain that of a wrapper, such as `111-ISA`. */
const OWNER_HEADING = /\b(?:accounts?|plan|pot|product|portfolio|wrapper|scheme)\b/u;

/**
 * The column whose cells all name a tax wrapper, though its heading names none: one that is not read, or that of the
 * account; else one of accounts or plans that is not read and whose names contain one. A column with nothing but the
 * name Lisa is one of people.
 */
export function wrapperColumn(
  fields: readonly (TransactionField | null)[],
  { rows, headerIndex }: Table,
): number | null {
  if (fields.includes('taxWrapper')) return null;
  const header = rows[headerIndex] ?? [];
  const first = rows.slice(headerIndex + 1, headerIndex + 1 + WRAPPER_ROWS);
  const namesOf = (index: number): readonly string[] => {
    const cells = first.map((row) => (row[index] ?? '').trim()).filter((cell) => cell !== '');
    return cells.length * 2 >= first.length ? cells : [];
  };
  const position = fields.findIndex(
    (field, index) => (field === null || field === 'account' || field === 'assetName') && areWrappers(namesOf(index)),
  );
  if (position !== -1) return position;
  const owner = fields.findIndex((field, index) => {
    if (field !== null || !OWNER_HEADING.test(normaliseHeader(header[index] ?? ''))) return false;
    const names = namesOf(index);
    return names.length > 0 && names.every((name) => name.length <= 60 && wrapperOfAccount(name) !== null);
  });
  return owner === -1 ? null : owner;
}

/**
 * Columns that their cells show to be something else than their headings say: the only column of symbols, or without a
 * known heading, whose cells are all ISINs, in a file without a column of ISINs; names that are all numbers; kinds of
 * accounts of which none names a tax wrapper; a cash amount without its currency, which is the net amount of trades; gross
 * income and tax without each other; and a column called FX, or Rate beside currencies, that holds rates, in a file
 * without a column of rates.
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
  // Headings may name the currency as well, beside a price: a dividend's rate is none of exchange.
  const isAbroad =
    fields.includes('currency') ||
    (priceColumn(fields) !== -1 &&
      fields.some((field, index) => field !== null && PRICED_FIELDS.has(field) && namesAbroad(header[index] ?? '')));
  const isMaybeRate = (field: TransactionField | null, heading: string): boolean =>
    field === null ? heading === 'rate' && isAbroad : field === 'fxCharge' && heading === 'fx';
  const isins = fields.includes('isin')
    ? []
    : header.flatMap((_cell, index) => {
        if ((fields[index] ?? null) !== null && fields[index] !== 'ticker') return [];
        return areAll({ rows, headerIndex }, index, isValidIsin) ? [index] : [];
      });
  const filled = withFilled(fields, rows, headerIndex);
  const heading = (index: number): string => normaliseHeader(header[index] ?? '');
  const isOwn = fields.includes('nativePrice') || fields.includes('price');
  const hasAmount = fields.includes('consideration') || header.some(isNetHeader);
  return filled.map((field, index) => {
    if (isins.length === 1 && index === isins[0]) return 'isin';
    if (field === 'fxCharge' && heading(index) === 'fx' && cellsOf(index).every(isOne)) return null;
    if (field === 'exchangeRate' && isPercentageHeader(header[index] ?? '')) return null;
    if (isMaybeRate(field, normaliseHeader(header[index] ?? '')) && !fields.includes('exchangeRate'))
      return areRates(cellsOf(index)) || makeAmounts(fields, { rows, headerIndex }, index) ? 'exchangeRate' : field;
    // Of our own files only, which have both, it is in pounds; others mean the currency of the security.
    if (field === 'localPrice' && /^(?:local price|price local)$/u.test(heading(index)) && !isOwn) return 'price';
    // Without an amount, it says nothing of prices.
    if (field === 'currency' && /^settle(?:ment|d) currency$/u.test(heading(index)) && !hasAmount) return null;
    if (field === 'broker' && areAll({ rows, headerIndex }, index, isAmount))
      return fields.includes('brokerCharge') ? null : 'brokerCharge';
    if (field === 'assetName' && fields.includes('isin') && areFigures(rows, headerIndex, index)) return null;
    if (field === 'cashAmount' && !fields.includes('cashCurrency')) return null;
    if (field === 'taxWithheld' && !fields.includes('grossIncome')) return null;
    if (field === 'grossIncome' && !fields.includes('taxWithheld'))
      return fields.includes('consideration') ? null : 'consideration';
    if (field === 'taxWrapper' && !/wrapper/iu.test(header[index] ?? ''))
      return cellsOf(index).some((cell) => cell.length <= 60 && wrapperInWords(cell) !== null) ? field : null;
    return field;
  });
}

/** The fields where a column without any cell gives way to another one of the same meaning. */
function withFilled(
  fields: readonly (TransactionField | null)[],
  rows: Table['rows'],
  headerIndex: number,
): readonly (TransactionField | null)[] {
  const header = rows[headerIndex] ?? [];
  const isEmpty = (position: number): boolean =>
    rows.every((row, at) => at <= headerIndex || (row[position] ?? '').trim() === '');
  const changed = [...fields];
  fields.forEach((field, position) => {
    if (field === null || changed[position] === null || !isEmpty(position)) return;
    const other = header.findIndex(
      (cell, at) => (changed[at] ?? null) === null && fieldOfHeader(cell) === field && !isEmpty(at),
    );
    if (other !== -1) [changed[position], changed[other]] = [null, field];
  });
  return changed;
}

/**
 * The only column without a known heading of its own whose cells all are types of transactions, purchases or sales among
 * them, in a file without a column of types, or whose column of types names no trade (`Order`, beside a column of sides);
 * else null.
 */
export function typeColumn(fields: readonly (TransactionField | null)[], table: Table): number | null {
  const isType = (cell: string): boolean => typeOfWord(cell) !== null;
  const own = fields.indexOf('transactionType');
  const body = table.rows.slice(table.headerIndex + 1);
  const ofOwn = body.map((row) => (row[own] ?? '').trim()).filter((cell) => cell !== '');
  // A column with a trade, or with nothing but types, is the one.
  if (own !== -1 && (ofOwn.some(isTradeWord) || (ofOwn.length > 0 && ofOwn.every(isType)))) return null;
  const found = fields.flatMap((field, index) =>
    field === null && areAll(table, index, isType, isTradeWord) ? [index] : [],
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

const CODE_HEADING =
  /^(?:(?:security|share|asset|instrument|company|investment|fund|stock|product|holding) )?(?:code|identifier)$/u;
/** `VOD`, `BP.`, `BT.A`, `AAPL:US`; places of trading have four letters of which the first is an X. */
const TICKER = /^(?!X[A-Z]{3}$)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{1,6}(?:[.:/][A-Z]{0,4})?$/u;

/**
 * The only column of codes whose cells look like tickers, in a file without any other identifier: each trade has one,
 * none is a currency, a tax wrapper or a type, and a name beside it always has the same code and no other name has it.
 */
export function tickerColumn(fields: readonly (TransactionField | null)[], table: Table): number | null {
  if (fields.some((field) => field === 'isin' || field === 'sedol' || field === 'ticker')) return null;
  const header = table.rows[table.headerIndex] ?? [];
  const found = header.flatMap((cell, index) =>
    (fields[index] ?? null) === null &&
    CODE_HEADING.test(normaliseHeader(cell)) &&
    areAll(table, index, isTicker) &&
    belongToNames(fields, table, index)
      ? [index]
      : [],
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

function isTicker(cell: string): boolean {
  return TICKER.test(cell) && !isCommonCurrency(cell) && wrapperOfWord(cell) === null && typeOfWord(cell) === null;
}

/** True where each trade has a code, and each name one code of its own. */
function belongToNames(
  fields: readonly (TransactionField | null)[],
  { rows, headerIndex }: Table,
  position: number,
): boolean {
  const [type, name] = [fields.indexOf('transactionType'), fields.indexOf('assetName')];
  const [ofNames, ofCodes] = [new Map<string, string>(), new Map<string, string>()];
  return rows.slice(headerIndex + 1).every((row) => {
    const [code, named] = [(row[position] ?? '').trim(), (row[name] ?? '').trim()];
    if (code === '') return !isTradeWord(row[type] ?? '');
    if (named === '') return true;
    const isSame = (ofNames.get(named) ?? code) === code && (ofCodes.get(code) ?? named) === named;
    ofNames.set(named, code);
    ofCodes.set(code, named);
    return isSame;
  });
}

function isTradeWord(cell: string): boolean {
  return ['BUY', 'SELL'].includes(typeOfWord(cell) ?? '');
}

/** True for a column below the header whose cells all fit or are blank, and of which one shows what it is. */
function areAll(
  { rows, headerIndex }: Pick<Table, 'rows' | 'headerIndex'>,
  position: number,
  fits: (cell: string) => boolean,
  shows: (cell: string) => boolean = () => true,
): boolean {
  let isShown = false;
  for (let index = headerIndex + 1; index < rows.length; index += 1) {
    const cell = (rows[index]?.[position] ?? '').trim();
    if (cell === '') continue;
    if (!fits(cell)) return false;
    isShown ||= shows(cell);
  }
  return isShown;
}

function namesAbroad(heading: string): boolean {
  return !['GBP', 'GBX', null].includes(headingCurrency(heading));
}

/** True for cells below the header that are all numbers, as units are under the heading Holding, and parts under Share. */
function areFigures(rows: Table['rows'], headerIndex: number, column: number): boolean {
  let found = 0;
  for (let at = headerIndex + 1; at < rows.length; at += 1) {
    const cell = (rows[at]?.[column] ?? '').trim();
    if (!/^[\d.,\s%]{0,20}$/u.test(cell)) return false;
    if (cell !== '') found += 1;
  }
  return found > 0;
}

/** True for figures with at least three decimals, as rates have and charges have not; a 1 is the rate of pounds. */
function areRates(cells: readonly string[]): boolean {
  const rates = cells.filter((cell) => !isOne(cell));
  return rates.length > 0 && rates.every((cell) => /^\d{1,6}[.,]\d{3,12}$/u.test(cell) && /[1-9]/u.test(cell));
}

function isAmount(cell: string): boolean {
  return readNumber(cell, 'unknown').kind === 'number';
}

function isOne(cell: string): boolean {
  return /^1(?:[.,]0+)?$/u.test(cell);
}

/** The most rows that are examined for a column of rates. */
const RATE_ROWS = 1000;

/** True where quantity x price, converted at the figures of a column, is the amount of every row that states them. */
function makeAmounts(
  fields: readonly (TransactionField | null)[],
  { rows, headerIndex }: Pick<Table, 'rows' | 'headerIndex'>,
  rate: number,
): boolean {
  const amount = fields.includes('consideration')
    ? fields.indexOf('consideration')
    : (netAmountColumn(fields, rows[headerIndex] ?? []) ?? -1);
  const positions = [fields.indexOf('quantity'), priceColumn(fields), amount, rate];
  if (positions.includes(-1)) return false;
  const body = rows.slice(headerIndex + 1, headerIndex + 1 + RATE_ROWS).filter((row) => isSomething(row[rate] ?? ''));
  const mark = decimalMarkOf(body.flatMap((row) => positions.map((at) => row[at] ?? '')));
  let isShown = false;
  for (const row of body) {
    const [units = 0, each = 0, stated = 0, factor = 0] = positions.map((at) => {
      const read = readNumber(row[at] ?? '', mark);
      return read.kind === 'number' ? Math.abs(Number(read.text)) : 0;
    });
    if (units * each * stated * factor === 0) continue;
    const fits = [units * each * factor, (units * each) / factor].some(
      (product) => Math.abs(product - stated) <= 0.0151 + stated * 0.0005,
    );
    if (!fits) return false;
    isShown ||= Math.abs(units * each - stated) > stated * 0.01;
  }
  return isShown;
}

/** True for words that all name a tax wrapper; nothing but the name Lisa is a person. */
export function areWrappers(cells: readonly string[]): boolean {
  return (
    cells.length > 0 &&
    cells.every((cell) => cell.length <= 60 && wrapperOfWord(cell) !== null) &&
    cells.some((cell) => !isOtherName(cell))
  );
}

/** The column of total charges, where the file has no column of any charge itself; else null. */
export function totalChargesColumn(
  fields: readonly (TransactionField | null)[],
  header: readonly string[],
): number | null {
  if (fields.some(isChargeField)) return null;
  const position = header.findIndex((cell) =>
    /^total (?:charges|fees|costs|dealing charges|commission)$/u.test(withoutCurrency(normaliseHeader(cell))),
  );
  return position === -1 ? null : position;
}

/**
 * The column of net amounts, where the file has no other amount: quantity x price shows whether it includes the charges,
 * or the user is asked.
 */
export function netAmountColumn(
  fields: readonly (TransactionField | null)[],
  header: readonly string[],
): number | null {
  if (fields.includes('consideration')) return null;
  const found = (fits: (cell: string) => boolean): number =>
    header.findIndex((cell, index) => (fields[index] ?? null) === null && fits(cell));
  const net = found(isNetHeader);
  // Without another amount, what was paid is the amount, to whichever side.
  const position =
    net === -1 ? found((cell) => /^payments?(?: amount| value)?$/u.test(withoutCurrency(normaliseHeader(cell)))) : net;
  return position === -1 ? null : position;
}
