/**
 * Columns that a file without a profile states in another way: the type of its rows as a title above them, as the first
 * word of a text or by two columns of what was bought and sold, and securities as titles. Each becomes a column of its
 * own where it is stated for every row.
 */
import { isValidIsin } from '../../values/isin.ts';
import { typeOfWord } from '../cells/words.ts';
import { wrapperNamed } from '../cells/wrapper-words.ts';
import { lastFilled } from '../profiles/source-row.ts';
import { hasSeveralCells } from '../tables/body-rows.ts';
import {
  isDividendHeader,
  isNetHeader,
  normaliseHeader,
  withoutCurrency,
  type TransactionField,
} from '../tables/columns.ts';
import { isPenceHeader } from '../tables/heading-units.ts';
import { isHeaderAgain } from '../tables/file-totals.ts';
import { currencyOfLine } from '../tables/sections.ts';
import type { Table } from '../tables/table.ts';
import { isSomething } from './charge-columns.ts';

const SECURITY: readonly TransactionField[] = ['isin', 'sedol', 'ticker', 'assetName'];
const MOST_LENGTH = 80;

/** The table with the columns that it states otherwise; `positions` are the rows by which columns are judged. */
export function withDerivedColumns(
  table: Table,
  positions: readonly number[],
  fields: readonly (TransactionField | null)[],
): Table {
  const width = (table.rows[table.headerIndex] ?? []).length;
  // A row that is too wide is faulty, and must stay so.
  if (positions.length === 0 || positions.some((at) => lastFilled(table.rows[at] ?? []) >= width)) return table;
  const typed = fields.includes('transactionType')
    ? table
    : (withSides(table, positions) ??
      withFirstWords(table, positions, fields) ??
      withTitledTypes(table, positions) ??
      withHeadedDividends(table, positions, fields) ??
      withPayments(table, positions, fields) ??
      table);
  const hasSecurity = SECURITY.some((field) => fields.includes(field)) || !fields.includes('quantity');
  return hasSecurity ? typed : (withTitledSecurities(typed, positions) ?? typed);
}

/** The table with another column: its heading, and the cell of each row by position. */
function withColumn(table: Table, heading: string, cells: ReadonlyMap<number, string>): Table {
  const header = table.rows[table.headerIndex] ?? [];
  const wider = (row: readonly string[], cell: string): readonly string[] => [
    ...header.map((_heading, column) => row[column] ?? ''),
    cell,
  ];
  return {
    ...table,
    rows: table.rows.map((row, at) => {
      if (at >= table.headerIndex && isHeaderAgain(row, header)) return wider(row, heading);
      const cell = cells.get(at);
      return cell === undefined ? row : wider(row, cell);
    }),
  };
}

/**
 * The types that only the first words of a text name, such as `Buy 10 VWRL @ 85.10`, or all of it, such as `Account fee`;
 * null for no such text. Rows without units may say something else, so most rows need a type, and all with units.
 */
function withFirstWords(
  table: Table,
  positions: readonly number[],
  fields: readonly (TransactionField | null)[],
): Table | null {
  const header = table.rows[table.headerIndex] ?? [];
  const quantity = fields.indexOf('quantity');
  const found = header.flatMap((_cell, column) => {
    if ((fields[column] ?? null) !== null && fields[column] !== 'assetName') return [];
    let isOpen = false;
    const forms = new Set<boolean>();
    const words = positions.map((at) => {
      const row = table.rows[at] ?? [];
      const hasUnits = isSomething(row[quantity] ?? '');
      const word = typeAtStart(row[column] ?? '', hasUnits);
      isOpen ||= hasUnits && word === null;
      if (hasUnits) forms.add(/\S\s+\S/u.test(row[column] ?? ''));
      return word;
    });
    const typed = words.filter((word) => word !== null).length;
    return !isOpen && forms.size < 2 && typed * 2 > words.length ? [words] : [];
  });
  const [words, second] = found;
  return words === undefined || second !== undefined
    ? null
    : withColumn(table, 'Type', new Map(positions.map((at, index) => [at, words[index] ?? ''])));
}

/** The words of a text that name its type: the first one of a trade or, without units, a dividend; or all of them. */
function typeAtStart(text: string, hasUnits: boolean): string | null {
  const word = /^\s{0,4}([a-z]{3,9})\s+\S/iu.exec(text.slice(0, 40))?.[1] ?? '';
  const type = word === '' ? null : typeOfWord(word);
  if (type === 'BUY' || type === 'SELL' || (/^div(?:idend)?$/iu.test(word) && !hasUnits)) return word;
  const whole = text.length <= MOST_LENGTH ? typeOfWord(text) : null;
  return whole !== null && (!hasUnits || whole === 'BUY' || whole === 'SELL') ? text : null;
}

const WHAT = '(?:units?|shares?|quantity|qty|number|nominal|amount|value|money|cost|price|proceeds)';
const BOUGHT = new RegExp(`^(?:${WHAT} )?(?:bought|purchased?|buys?|purchases)(?: ${WHAT})?$`, 'u');
const SOLD = new RegExp(`^(?:${WHAT} )?(?:sold|sales?|sells?)(?: ${WHAT})?$`, 'u');

/** One column for what was bought and what was sold, of which each row states one, and a column of sides; else null. */
function withSides(table: Table, positions: readonly number[]): Table | null {
  const header = table.rows[table.headerIndex] ?? [];
  const only = (pattern: RegExp): number => {
    const found = header.flatMap((cell, column) =>
      pattern.test(withoutCurrency(normaliseHeader(cell))) ? [column] : [],
    );
    return found.length === 1 ? (found[0] ?? -1) : -1;
  };
  const [bought, sold] = [only(BOUGHT), only(SOLD)];
  if (bought === -1 || sold === -1) return null;
  const heading = normaliseHeader(header[bought] ?? '');
  const what = normaliseHeader(header[sold] ?? '');
  const isUnits = (words: string): boolean => /\b(?:units?|shares?|quantity|qty|number|nominal)\b/u.test(words);
  // A price says nothing of the side, and units of one are no money of the other.
  if (/\bprice\b/u.test(`${heading} ${what}`) || isUnits(heading) !== isUnits(what)) return null;
  const sides = new Map<number, string>();
  for (const at of positions) {
    const row = table.rows[at] ?? [];
    const [isBought, isSold] = [isSomething(row[bought] ?? ''), isSomething(row[sold] ?? '')];
    if (isBought === isSold || /^\s*[-(−–]/u.test(row[isBought ? bought : sold] ?? '')) return null;
    sides.set(at, isBought ? 'Buy' : 'Sell');
  }
  const hasQuantity = header.some(
    (cell, column) => column !== bought && column !== sold && isUnits(normaliseHeader(cell)),
  );
  const named = isUnits(heading) || (!hasQuantity && /^\S+$/u.test(heading)) ? 'Quantity' : 'Amount';
  const rows = table.rows.map((row, at) => {
    if (at >= table.headerIndex && isHeaderAgain(row, header)) return row.with(bought, named).with(sold, '');
    if (!sides.has(at)) return row;
    const cells = header.map((_cell, column) => row[column] ?? '');
    return cells.with(bought, cells[sides.get(at) === 'Buy' ? bought : sold] ?? '').with(sold, '');
  });
  return withColumn({ ...table, rows }, 'Type', sides);
}

/** The text of a line of its own; empty for any other row. */
function titleOf(row: readonly string[]): string {
  if (hasSeveralCells(row)) return '';
  const text = row.find((cell) => cell.trim() !== '')?.trim() ?? '';
  return text.length > MOST_LENGTH || /^(?:(?:grand |sub ?)?totals?\b|[*#/])/iu.test(text) ? '' : text;
}

/** The title above each row, by `read`, which returns null for other lines; null where a row has none. */
function titlesOf(
  { rows, headerIndex }: Table,
  positions: readonly number[],
  isAboveHeaderRead: boolean,
  read: (text: string) => string | null,
): ReadonlyMap<number, string> | null {
  const [titles, body] = [new Map<number, string>(), new Set(positions)];
  let title: string | null = null;
  for (let at = isAboveHeaderRead ? 0 : headerIndex + 1; at < rows.length; at += 1) {
    const text = titleOf(rows[at] ?? []);
    if (text !== '') title = read(text);
    else if (body.has(at)) {
      if (title === null) return null;
      titles.set(at, title);
    }
  }
  return titles;
}

const TITLED: readonly (readonly [RegExp, string])[] = [
  [/^(?:purchases?|buys?|bought|acquisitions?)$/iu, 'Buy'],
  [/^(?:sales?|sells?|sold|disposals?)$/iu, 'Sell'],
  [/^dividends?$/iu, 'Dividend'],
  [/^interest$/iu, 'Interest'],
];
const BESIDE_TITLE = /\b(?:your|all|shares?|funds?|stocks?|transactions?|trades?|orders?|history|received|of)\b|:$/giu;

/** The type of each row that the title above it names, such as `Purchases`; else null. */
function withTitledTypes(table: Table, positions: readonly number[]): Table | null {
  const titles = titlesOf(table, positions, true, (text) => {
    const word = text.replace(BESIDE_TITLE, ' ').trim();
    return TITLED.find(([pattern]) => pattern.test(word))?.[1] ?? null;
  });
  return titles === null ? null : withColumn(table, 'Type', titles);
}

/** A column of types where the heading of the amounts names dividends, in a file with no other amount; else null. */
function withHeadedDividends(
  table: Table,
  positions: readonly number[],
  fields: readonly (TransactionField | null)[],
): Table | null {
  const header = table.rows[table.headerIndex] ?? [];
  const [column, second] = header.flatMap((cell, at) => (isDividendHeader(cell) ? [at] : []));
  if (column === undefined || second !== undefined || fields.includes('consideration')) return null;
  // A plain `Dividend` beside the shares held may be that of one share.
  const heading = withoutCurrency(normaliseHeader(header[column] ?? ''));
  const statesShares = header.some((cell) => /\b(?:shares|units|held|holding|quantity)\b/iu.test(cell));
  if (isPenceHeader(header[column] ?? '') || (statesShares && /^dividends?$/u.test(heading))) return null;
  const paid = positions.filter((at) => isSomething(table.rows[at]?.[column] ?? ''));
  if (paid.length === 0) return null;
  const rows = table.rows.map((row, at) =>
    at >= table.headerIndex && isHeaderAgain(row, header)
      ? row.with(
          column,
          (header[column] ?? '').replace(/dividends?(?: (?:amount|paid|payment|received|value))?/iu, 'Amount'),
        )
      : row,
  );
  return withColumn({ ...table, rows }, 'Type', new Map(paid.map((at) => [at, 'Dividend'])));
}

const EX_DATE = /^(?:(?:ex|xd)(?: ?(?:dividend|div))?(?: date)?|record date)$/u;
const PAYMENT_DATE = /^(?:(?:pay|paid|payment) date|date (?:paid|of payment)|paid on)$/u;

const NAMES_DIVIDEND = /\bdividends?\b/u;
/** A heading of dividends themselves, unlike that of what is done with them. */
const OF_DIVIDENDS =
  /^(?:(?:gross|net|total|cash) )?dividends?(?: (?:amount|paid|payment|received|value|type|kind|rate|name|number|(?:per )?(?:share|unit)))?$/u;
const NAMES_OTHER = /\b(?:interest|coupon|trade|deal|buy|sell|side|price)\b/u;

/**
 * A column of types in a list of payments: only dividends have an ex-dividend or record day beside that of their payment,
 * or headings that speak of a dividend and of nothing else; else null.
 */
function withPayments(
  table: Table,
  positions: readonly number[],
  fields: readonly (TransactionField | null)[],
): Table | null {
  const header = (table.rows[table.headerIndex] ?? []).map(normaliseHeader);
  // An amount under a heading of dividends may be that of one share.
  const hasAmounts =
    fields.includes('consideration') || header.some((cell) => isNetHeader(cell) && !NAMES_DIVIDEND.test(cell));
  if (!hasAmounts || !header.some((cell) => PAYMENT_DATE.test(cell))) return null;
  const ex = header.findIndex((cell) => EX_DATE.test(cell));
  const isDated = ex !== -1 && positions.every((at) => isSomething(table.rows[at]?.[ex] ?? ''));
  const isNamed =
    header.some((cell) => OF_DIVIDENDS.test(withoutCurrency(cell))) && !header.some((cell) => NAMES_OTHER.test(cell));
  return isDated || isNamed ? withColumn(table, 'Type', new Map(positions.map((at) => [at, 'Dividend']))) : null;
}

/** Titles of parts that are no securities. */
const PERIOD =
  /^(?:(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:[a-z]{2,6})?|q[1-4]|(?:tax )?year|week|month)\b.{0,12}$/iu;

/** The security of each row that the title above it names, in a file with several; else null. */
function withTitledSecurities(table: Table, positions: readonly number[]): Table | null {
  const titles = titlesOf(table, positions, false, (text) =>
    /\p{L}{2}/u.test(text) &&
    !PERIOD.test(text) &&
    wrapperNamed(text) === null &&
    currencyOfLine(text) === null &&
    typeOfWord(text) === null
      ? text
      : null,
  );
  if (titles === null || new Set(titles.values()).size < 2) return null;
  const parts = new Map([...titles].map(([at, text]) => [at, partsOf(text)]));
  const cellsOf = (part: 'name' | 'isin' | 'ticker'): ReadonlyMap<number, string> =>
    new Map([...parts].map(([at, found]) => [at, found[part]]));
  const named = withColumn(table, 'Security', cellsOf('name'));
  const all = [...parts.values()];
  if (all.every(({ isin }) => isin !== '')) return withColumn(named, 'ISIN', cellsOf('isin'));
  return all.every(({ ticker }) => ticker !== '') ? withColumn(named, 'Ticker', cellsOf('ticker')) : named;
}

/** `Vodafone Group plc (VOD)` and `Vodafone Group plc - GB00BH4HKS39` as a name and its code. */
function partsOf(text: string): { readonly name: string; readonly isin: string; readonly ticker: string } {
  const isin = /\b[A-Z]{2}[A-Z0-9]{9}\d\b/u.exec(text)?.[0] ?? '';
  const code = isValidIsin(isin) ? isin : (/\(([A-Z0-9.]{2,6})\)$/u.exec(text)?.[1] ?? '');
  const name =
    code === ''
      ? text
      : text
          .replace(code, '')
          .replace(/[\s():,-]{1,6}$/u, '')
          .trim();
  return isValidIsin(isin) ? { name, isin, ticker: '' } : { name, isin: '', ticker: code };
}
