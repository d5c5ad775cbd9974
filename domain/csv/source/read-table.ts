/** From the bytes of a file to rows of text cells with their line numbers; the CSV parser is the caller's. */
import { CGT_HEADER, isCgtText } from '../profiles/cgtcalculator.ts';
import { recognise } from '../profiles/recognise.ts';
import type { TransactionField } from '../tables/columns.ts';
import { readHeader } from '../tables/read-header.ts';
import {
  checkSize,
  decodeText,
  MAX_CELL_LENGTH,
  MAX_CELLS,
  MAX_LINE_LENGTH,
  MAX_ROWS,
  refuse,
  refuseByBytes,
  refuseByText,
  WRONG_TYPE,
  type Refusal,
} from '../tables/file-kind.ts';
import { isBlankRow, type Table, type TextEncoding } from '../tables/table.ts';

/**
 * The result of Papa Parse for `{ delimiter, newline: '\n' }`; `errors` contains at least `MissingQuotes` with its row.
 */
export interface ParsedCsv {
  readonly data: readonly (readonly string[])[];
  readonly errors: readonly { readonly code?: string | undefined; readonly row?: number | undefined }[];
}

/** The parser of the caller: `Papa.parse(text, { delimiter, newline: '\n' })`. */
export interface CsvTools {
  readonly parse: (text: string, delimiter: string) => ParsedCsv;
}

const DELIMITERS = [',', '\t', ';', '|'] as const;
/** A character that no text contains, so that each line is one cell. */
const NO_DELIMITER = '\u001F';
/** The header is searched for in the first rows. */
const HEADER_ROWS = 40;
const SAMPLE_LENGTH = 64 * 1024;
/** More than any number of known columns. */
const BROKER_SCORE = 1000;

/** How many columns of a kind of file a row names; 0 when it is not a header of that kind. */
export type HeaderScore = (row: readonly string[]) => number;

/** The text of a file whose delimiter is known. */
export interface OpenText {
  readonly encoding: TextEncoding;
  readonly text: string;
  readonly delimiter: string;
  /** The line of the file on which the text starts. */
  readonly firstLine: number;
}

/** Reads bytes as a table, or refuses the file with the sentence to show. Takes time linear in the file's size. */
export function readTable(
  bytes: Uint8Array,
  tools: CsvTools,
  scoreOf: HeaderScore = transactionScore,
): Table | Refusal {
  const opened = openText(bytes, tools, scoreOf);
  return 'text' in opened ? tableOf(opened, tools.parse(opened.text, opened.delimiter), scoreOf) : opened;
}

/**
 * The first half of reading: everything except splitting the text into rows, which a worker does in parts. A text
 * without separators is a table already.
 */
export function openText(
  bytes: Uint8Array,
  tools: CsvTools,
  scoreOf: HeaderScore = transactionScore,
): OpenText | Table | Refusal {
  const refusal = checkSize(bytes.length) ?? refuseByBytes(bytes);
  if (refusal !== null) return refusal;
  const decoded = decodeText(bytes);
  if ('ok' in decoded) return decoded;
  const { encoding } = decoded;
  const stripped = decoded.text
    .replace(/^\uFEFF+/u, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
  const notTable = refuseByText(stripped) ?? refuseLongLine(stripped) ?? refuseRows(countRows(stripped));
  if (notTable !== null) return notTable;
  if (scoreOf === transactionScore && isCgtText(stripped)) return spacedTable(stripped, encoding);
  const directive = /^"?sep=(.)"?[^\n]*\n/iu.exec(stripped);
  const text = directive === null ? stripped : stripped.slice(directive[0].length);
  const delimiter = directive?.[1] ?? detectDelimiter(text, tools, scoreOf);
  if (delimiter === null) return refuse('wrongType', WRONG_TYPE);
  return refuseCells(text, delimiter) ?? { encoding, text, delimiter, firstLine: directive === null ? 1 : 2 };
}

/** The second half of reading: the table of a text's rows. */
export function tableOf(
  { encoding, delimiter, firstLine }: OpenText,
  parsed: ParsedCsv,
  scoreOf: HeaderScore = transactionScore,
): Table | Refusal {
  const lines = lineNumbers(parsed.data, firstLine);
  const unclosed = parsed.errors.find((error) => error.code === 'MissingQuotes');
  if (unclosed !== undefined) {
    const line = lines[unclosed.row ?? 0] ?? 1;
    return refuse(
      'unclosedQuote',
      `A quotation mark opened on line ${line} is never closed. Fix that line and choose the file again.`,
    );
  }
  const tooMany = refuseRows(parsed.data.reduce((count, row) => count + (isBlankRow(row) ? 0 : 1), 0));
  if (tooMany !== null) return tooMany;
  const rows = cutLongCells(parsed.data);
  const headerIndex = findHeader(rows, scoreOf);
  const before = rows.slice(0, Math.max(headerIndex, 0)).filter((row) => !isBlankRow(row)).length;
  return { encoding, delimiter, rows, lines, headerIndex, preamble: before + firstLine - 1 };
}

/** A text of trades separated by spaces, with the header that it lacks. */
function spacedTable(text: string, encoding: TextEncoding): Table {
  const rows = text.split('\n').map((line) => (line.trim() === '' ? [''] : line.trim().split(/[ \t]+/u)));
  return {
    encoding,
    delimiter: ' ',
    rows: [CGT_HEADER, ...cutLongCells(rows)],
    lines: [0, ...rows.map((_row, index) => index + 1)],
    headerIndex: 0,
    preamble: 0,
  };
}

function refuseLongLine(text: string): Refusal | null {
  if (text.length <= MAX_LINE_LENGTH) return null;
  let line = 1;
  for (let start = 0; start < text.length; line += 1) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    if (end - start > MAX_LINE_LENGTH) return refuse('lineTooLong', `Line ${line} is too long.`);
    start = end + 1;
  }
  return null;
}

/**
 * The number of rows that are not blank, counted without splitting the text: a line break in a quoted cell ends no row.
 */
function countRows(text: string): number {
  let rows = 0;
  let isQuoted = false;
  let saysSomething = false;
  let [quote, lineFeed] = [-1, -1];
  for (let at = 0; at < text.length; at += 1) {
    if (saysSomething) {
      // Once a row is known not to be blank, only its end matters.
      if (quote < at) quote = indexOrEnd(text, '"', at);
      if (lineFeed < at) lineFeed = indexOrEnd(text, '\n', at);
      at = Math.min(quote, lineFeed);
    }
    const code = text.charCodeAt(at);
    if (code === QUOTE) isQuoted = !isQuoted;
    else if (code === LINE_FEED && !isQuoted) {
      if (saysSomething) rows += 1;
      saysSomething = false;
    } else if (!BLANK_CODES.has(code)) saysSomething = true;
  }
  return rows + (saysSomething ? 1 : 0);
}

function indexOrEnd(text: string, searched: string, from: number): number {
  const found = text.indexOf(searched, from);
  return found === -1 ? text.length : found;
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
/** Space and the delimiters. */
const BLANK_CODES: ReadonlySet<number> = new Set([LINE_FEED, 0x20, 0x09, 0x2c, 0x3b, 0x7c]);

function refuseRows(rows: number): Refusal | null {
  if (rows <= MAX_ROWS) return null;
  const [found, most] = [rows, MAX_ROWS].map((count) => count.toLocaleString('en-GB'));
  return refuse('tooLarge', `The file has ${found} rows. The largest import has ${most} rows. Split it by year.`);
}

function refuseCells(text: string, delimiter: string): Refusal | null {
  if (text.length <= MAX_CELLS) return null;
  let cells = 0;
  for (let at = text.indexOf(delimiter); at !== -1; at = text.indexOf(delimiter, at + 1)) cells += 1;
  const most = MAX_CELLS.toLocaleString('en-GB');
  return cells <= MAX_CELLS ? null : refuse('tooLarge', `The file has more than ${most} cells. Split it by year.`);
}

/**
 * A cell longer than any value is cut before anything reads it, with an ellipsis so that it is never taken for a value.
 */
function cutLongCells(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const isLong = (cell: string): boolean => cell.length > MAX_CELL_LENGTH;
  return rows.map((row) =>
    row.some(isLong) ? row.map((cell) => (isLong(cell) ? `${cell.slice(0, MAX_CELL_LENGTH)}…` : cell)) : row,
  );
}

/** A row starts on the line after the previous row; each line break in a quoted cell adds a line. */
function lineNumbers(rows: readonly (readonly string[])[], first: number): number[] {
  let line = first;
  return rows.map((row) => {
    const start = line;
    line += 1;
    for (const cell of row) {
      for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) line += 1;
    }
    return start;
  });
}

/**
 * The header of a known broker has precedence; else the number of known columns in the row, which must include a date
 * and two others.
 */
function transactionScore(row: readonly string[]): number {
  const recognised = recognise(row);
  if (recognised !== null) return BROKER_SCORE + recognised.score;
  const known = knownColumns(row);
  return known >= 3 && readHeader(row).includes('transactionDate') ? known : 0;
}

/** True for the header of a broker's history, or one with days, types, securities and figures, above a row of figures. */
function isHeaderOfTransactions(rows: readonly (readonly string[])[], at: number): boolean {
  const header = rows[at] ?? [];
  const below = rows.slice(at + 1).find((row) => !isBlankRow(row)) ?? [];
  if (!below.some((cell) => /\d/u.test(cell))) return false;
  const recognised = recognise(header);
  if (recognised !== null) return recognised.profile.refusal === undefined;
  const fields = readHeader(header);
  const hasOne = (...wanted: readonly TransactionField[]): boolean => wanted.some((field) => fields.includes(field));
  return (
    hasOne('transactionDate') &&
    hasOne('transactionType') &&
    hasOne('isin', 'sedol', 'ticker', 'assetName') &&
    hasOne('quantity', 'consideration')
  );
}

function knownColumns(row: readonly string[]): number {
  return readHeader(row).filter((field) => field !== null).length;
}

/**
 * The index of the row that names the most columns among the first rows, or -1; a statement of many tables marks its
 * headers wherever they are. The header of transactions has precedence over one below its rows, and below a table of
 * transactions whose dates have an unknown heading, another is no header.
 */
function findHeader(rows: readonly (readonly string[])[], scoreOf: HeaderScore): number {
  let best = -1;
  let bestScore = 0;
  let isFound = false;
  rows.forEach((row, index) => {
    if (isFound || (index >= HEADER_ROWS && row[1] !== 'Header')) return;
    const score = scoreOf(row);
    if (score <= bestScore) return;
    isFound = best !== -1 && scoreOf === transactionScore && isHeaderOfTransactions(rows, best);
    if (isFound) return;
    best = index;
    bestScore = score;
  });
  const isBelowOther =
    scoreOf === transactionScore && rows.slice(0, Math.max(best, 0)).some((row) => knownColumns(row) > bestScore);
  return isBelowOther ? -1 : best;
}

/**
 * The separator whose header row names the most columns; without a header, the one that gives the rows the most
 * constant width. A header that is only one column's name starts a list of one column, whatever its lines contain.
 */
function detectDelimiter(text: string, tools: Pick<CsvTools, 'parse'>, scoreOf: HeaderScore): string | null {
  const cut = text.length <= SAMPLE_LENGTH ? text.length : text.lastIndexOf('\n', SAMPLE_LENGTH);
  const sample = text.slice(0, cut > 0 ? cut : SAMPLE_LENGTH);
  const rowsOf = (delimiter: string) =>
    cutLongCells(tools.parse(sample, delimiter).data).filter((row) => !isBlankRow(row));
  const knownIn = (rows: readonly (readonly string[])[]): number => scoreOf(rows[findHeader(rows, scoreOf)] ?? []);
  let best: { readonly delimiter: string; readonly known: number; readonly score: number } | null = null;
  for (const delimiter of DELIMITERS) {
    if (!sample.includes(delimiter)) continue;
    const rows = rowsOf(delimiter);
    const known = knownIn(rows);
    const score = known * 1000 + constancy(rows);
    if (score > 0 && (best === null || score > best.score)) best = { delimiter, known, score };
  }
  const alone = knownIn(rowsOf(NO_DELIMITER));
  return alone > 0 && alone >= (best?.known ?? 0) ? NO_DELIMITER : (best?.delimiter ?? null);
}

/** Share of the rows with the commonest width, in hundredths; 0 for one column. */
function constancy(rows: readonly (readonly string[])[]): number {
  const widths = new Map<number, number>();
  for (const row of rows) widths.set(row.length, (widths.get(row.length) ?? 0) + 1);
  let [width, count] = [0, 0];
  for (const [candidate, times] of widths) if (times > count) [width, count] = [candidate, times];
  return width < 2 ? 0 : Math.round((count / rows.length) * 100);
}
