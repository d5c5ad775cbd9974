/**
 * Recalculates a file's own totals line column by column: agreement proves that no row is missing and no figure of the
 * column is wrong.
 */
import { absolute, add, negate, parseExact, subtract, toFixed, type Exact } from '../../values/decimal.ts';
import { cleanText, shorten } from '../cells/cell-text.ts';
import { decimalMarkOf, readNumber, type DecimalMark } from '../cells/numbers.ts';
import { typeOfWord } from '../cells/words.ts';
import { fieldOfHeader } from './columns.ts';
import { isBlankRow, type Table } from './table.ts';

/** A column whose rows do not add up to its total. */
export interface TotalBreak {
  readonly line: number;
  readonly heading: string;
  /** The sum of the rows, and the total in the file, to the penny. */
  readonly expected: string;
  readonly stated: string;
}

export interface TotalsProof {
  /** Headings of the columns whose rows add up to each of their totals. */
  readonly agreeing: readonly string[];
  /** In file order. */
  readonly breaks: readonly TotalBreak[];
}

type Sum = Exact<'pounds'>;

const ZERO = 0n as Sum;
/** Totals are rounded to the penny. */
const ROUNDING = parseExact<'pounds'>('0.0051') ?? ZERO;
const TOTAL = /^\s*["']?(?:grand |transactions? |sub ?-?)?totals?\b[^,]{0,20}$/iu;
const MOST_LENGTH = 40;
/** Headings of columns that are added up; prices, rates and balances are not. */
const ADDED =
  /quantity|units|shares|amount|value|cost|consideration|total|debit|credit|proceeds|fee|commission|charge|duty|tax/iu;
const NOT_ADDED = /price|rate|balance|date|reference|per share|unit cost|currency|wrapper/iu;

/** A line that begins with a word for a total and otherwise contains only figures and currencies. */
export function isTotalsLine(cells: readonly string[]): boolean {
  const first = cells.find((cell) => cell !== '' && cell.trim() !== '');
  if (first === undefined || first.length > MOST_LENGTH || !TOTAL.test(first)) return false;
  const [, ...rest] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return (
    rest.length > 0 &&
    rest.every(
      (cell) => /^(?:GB[PX]|USD|EUR|CHF|CAD|AUD|JPY)$/u.test(cell) || readNumber(cell, 'unknown').kind !== 'fault',
    )
  );
}

/** True for a row with the cells of the header. */
export function isHeaderAgain(row: readonly string[], header: readonly string[]): boolean {
  return header.every((cell, position) => cell.trim() === (row[position] ?? '').trim());
}

/**
 * Compares each totals line with the rows since the previous one, or with all rows above; null where the file has none.
 * `summaries` are lines by position that sum up others: totals by any word, and balances.
 */
export function proveTotals(
  table: Table,
  summaries: ReadonlyMap<number, string> = new Map<number, string>(),
): TotalsProof | null {
  const { rows, lines, headerIndex } = table;
  const header = rows[headerIndex] ?? [];
  const totals = rows.flatMap((cells, at) =>
    at > headerIndex && (summaries.get(at) === 'total' || isTotalsLine(cells)) ? [at] : [],
  );
  if (totals.length === 0 || hasSeveralCurrencies(table, new Set(totals))) return null;
  const agreeing: string[] = [];
  const breaks: TotalBreak[] = [];
  const types = header.findIndex((cell) => fieldOfHeader(cell) === 'transactionType');
  header.forEach((cell, position) => {
    if (!ADDED.test(cell) || NOT_ADDED.test(cell)) return;
    const column = columnSums(table, { position, types }, totals, summaries);
    if (column === null) return;
    const heading = shorten(cleanText(cell));
    const wrong = column.filter(({ sums, stated }) => !sums.some((sum) => isEqual(sum, stated)));
    if (wrong.length === 0) agreeing.push(heading);
    for (const { at, sums, stated } of wrong)
      breaks.push({
        line: lines[at] ?? 0,
        heading,
        expected: toFixed(sums[0] ?? ZERO, 2),
        stated: toFixed(stated, 2),
      });
  });
  if (agreeing.length + breaks.length === 0) return null;
  return { agreeing, breaks: breaks.toSorted((a, b) => a.line - b.line) };
}

function isEqual(sum: Sum, stated: Sum): boolean {
  return absolute(subtract(sum, stated)) <= ROUNDING;
}

interface ColumnTotal {
  readonly at: number;
  readonly stated: Sum;
  /**
   * The sums that the total may equal: of the rows since the previous total, of all rows, both without signs, and both
   * with the sales taken off the purchases, or the other way round.
   */
  readonly sums: readonly Sum[];
}

/**
 * The totals of a column with their possible sums; null for a column without totals, or with a cell that is not a
 * figure.
 */
function columnSums(
  { rows, headerIndex }: Table,
  { position, types }: { readonly position: number; readonly types: number },
  totals: readonly number[],
  summaries: ReadonlyMap<number, string>,
): readonly ColumnTotal[] | null {
  const mark = decimalMarkOf(rows.slice(headerIndex + 1).map((row) => row[position] ?? ''));
  const found: ColumnTotal[] = [];
  const running = { part: ZERO, whole: ZERO, partSize: ZERO, wholeSize: ZERO, partNet: ZERO, wholeNet: ZERO };
  const ends = new Set(totals);
  for (let at = headerIndex + 1; at < rows.length; at += 1) {
    if (summaries.has(at) && !ends.has(at)) continue;
    const value = figureIn(rows[at]?.[position] ?? '', mark);
    if (value === undefined) {
      if (!isBesideTheRows(rows[at] ?? [])) return null;
      continue;
    }
    if (ends.has(at)) {
      const { part, whole, partSize, wholeSize, partNet, wholeNet } = running;
      const nets = [partNet, wholeNet, negate(partNet), negate(wholeNet)];
      if (value !== null) found.push({ at, stated: value, sums: [part, whole, partSize, wholeSize, ...nets] });
      running.part = ZERO;
      running.partSize = ZERO;
      running.partNet = ZERO;
      continue;
    }
    if (value === null) continue;
    const size = absolute(value);
    running.part = add(running.part, value);
    running.whole = add(running.whole, value);
    running.partSize = add(running.partSize, size);
    running.wholeSize = add(running.wholeSize, size);
    const net = typeOfWord(rows[at]?.[types] ?? '') === 'SELL' ? negate(size) : size;
    running.partNet = add(running.partNet, net);
    running.wholeNet = add(running.wholeNet, net);
  }
  return found.length === 0 ? null : found;
}

/** A title, a note or a repeated header. */
function isBesideTheRows(cells: readonly string[]): boolean {
  return isBlankRow(cells) || !cells.some((cell) => /\d/u.test(cell));
}

/** Null for a blank; undefined for text that is not a figure, or may be read in two ways. */
function figureIn(cell: string, mark: DecimalMark): Sum | null | undefined {
  const read = readNumber(cell, mark);
  if (read.kind === 'blank') return null;
  if (read.kind === 'fault' || read.alternative !== null) return undefined;
  return parseExact<'pounds'>(read.text) ?? undefined;
}

/** Amounts in several currencies have no total. */
function hasSeveralCurrencies({ rows, headerIndex }: Table, totals: ReadonlySet<number>): boolean {
  const header = rows[headerIndex] ?? [];
  return header.some(
    (heading, position) =>
      /currency/iu.test(heading) &&
      new Set(
        rows.flatMap((row, at) =>
          at > headerIndex && !totals.has(at) && (row[position] ?? '').trim() !== ''
            ? [(row[position] ?? '').trim()]
            : [],
        ),
      ).size > 1,
  );
}

/** The sentence above the rows. */
export function totalsNotice({ agreeing, breaks }: TotalsProof): string {
  const [first] = breaks;
  if (first === undefined)
    return `The file's own ${agreeing.length === 1 ? 'total agrees' : 'totals agree'} with its rows: ${agreeing.join(', ')}.`;
  const more = breaks.length === 1 ? '' : ` ${breaks.length} totals in all do not agree.`;
  return `The file's own total of ${first.heading} on line ${first.line} disagrees: its rows add up to ${first.expected}, but it states ${first.stated}. A row is missing, or a figure is wrong.${more}`;
}
