/** The rows of a file's first table, by which its columns are judged. */
import { normaliseHeader, type TransactionField } from './columns.ts';
import { isHeaderAgain } from './file-totals.ts';
import { readHeader } from './read-header.ts';
import { SummaryRows, type SummaryKind } from './summary-rows.ts';
import type { Table } from './table.ts';

/** The rows of the first table, by position. */
export interface BodyRows {
  /** All but totals, balances, notes of one cell and the header again. */
  readonly positions: readonly number[];
  readonly summaries: ReadonlyMap<number, SummaryKind>;
}

/** The rows below the header and above a second table. */
export function bodyRows(
  { rows, headerIndex }: Table,
  fields: readonly (TransactionField | null)[] = readHeader(rows[headerIndex] ?? []),
): BodyRows {
  const header = rows[headerIndex] ?? [];
  const date = Math.max(fields.indexOf('transactionDate'), 0);
  const summaryRows = new SummaryRows(fields, header);
  const [positions, summaries] = [new Array<number>(), new Map<number, SummaryKind>()];
  for (let at = headerIndex + 1; at < rows.length; at += 1) {
    const row = rows[at] ?? [];
    if (!hasSeveralCells(row) || (header.length > 0 && isHeaderAgain(row, header))) continue;
    if (header.length > 0 && isHeaderRow(row, date)) {
      if (isLikeHeader(row, header)) continue;
      break;
    }
    const kind = summaryRows.kindOf(row);
    if (kind === null) positions.push(at);
    else summaries.set(at, kind);
  }
  return { positions, summaries };
}

/** The rows at these positions, without those that have become notes of one cell. */
export function rowsAt({ rows }: Table, positions: readonly number[]): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  for (const at of positions) {
    const row = rows[at] ?? [];
    if (hasSeveralCells(row)) found.push(row);
  }
  return found;
}

/** True for a row with more than one filled cell. */
export function hasSeveralCells(row: readonly string[]): boolean {
  let filled = 0;
  for (const cell of row) {
    if (cell.trim() !== '') filled += 1;
    if (filled > 1) return true;
  }
  return false;
}

/** The fewest known headings of a row that is a header. */
const FEWEST_HEADINGS = 2;
/** The fewest cells of a row that is a header, if none of them is in the column of dates. */
const FEWEST_CELLS = 3;

/** A title of orders, although it may be the heading of the day on which they were executed. */
const STATE = /^\s*(?:filled|completed)\b/iu;

/**
 * True for the header again, or that of a second table: a row with the heading of a date in the column of dates, `date`
 * being its position, or one of headings and no figure.
 */
export function isHeaderRow(row: readonly string[], date: number): boolean {
  const dateCell = row[date] ?? '';
  const isHeading = /^\s*[a-z]/iu.test(dateCell) && readHeader([dateCell])[0] === 'transactionDate';
  if (isHeading && !STATE.test(dateCell)) return true;
  if (row.some((cell) => /\d/u.test(cell))) return false;
  const filled = row.filter((cell) => cell.trim() !== '');
  return (
    filled.length >= FEWEST_CELLS &&
    filled.every((cell) => /^\s*\p{L}/u.test(cell)) &&
    readHeader(filled).filter((field) => field !== null).length >= FEWEST_HEADINGS
  );
}

/** True for a row with the headings of the header, however they are written. */
export function isLikeHeader(row: readonly string[], header: readonly string[]): boolean {
  return header.every((cell, position) => normaliseHeader(cell) === normaliseHeader(row[position] ?? ''));
}
