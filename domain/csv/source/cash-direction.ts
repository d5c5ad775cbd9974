/**
 * Amounts whose direction is beside them, in a file without a profile: in two columns of money paid and money received,
 * or in a column that says which it was. They get the sign that cash has: payments are negative.
 */
import { isNegative } from '../cells/numbers.ts';
import {
  fieldOfHeader,
  isNetHeader,
  isPaidHeader,
  isReceivedHeader,
  normaliseHeader,
  withoutCurrency,
  type TransactionField,
} from '../tables/columns.ts';
import { isHeaderAgain, isTotalsLine } from '../tables/file-totals.ts';
import type { Table } from '../tables/table.ts';
import { isSomething } from './charge-columns.ts';

const DIRECTION =
  /^(?:(?:dr|cr|debit|credit|d|c|in|out) (?:or )?(?:dr|cr|debit|credit|d|c|in|out)(?: (?:indicator|flag|type))?|direction|sign|cash direction|money direction|drcr|crdr)$/u;
const PAID = /^(?:dr|d|debit|dbit|out|paid(?: out)?|payment|[-−–])$/iu;
const RECEIVED = /^(?:cr|c|credit|crdt|in|received|paid in|receipt|\+)$/iu;

/** A table whose amounts have the sign of cash. */
export interface DirectedTable {
  readonly table: Table;
  /** Whether a column of the file says whether money was paid or received. */
  readonly isDirected: boolean;
}

/**
 * Joins columns of payments and receipts, and applies a column of directions to unsigned amounts; `body` is the table's
 * rows by which columns are judged.
 */
export function withCashDirection(table: Table, body: readonly (readonly string[])[]): DirectedTable {
  const header = table.rows[table.headerIndex] ?? [];
  const directed = joined(table, header, body) ?? signed(table, header, body);
  return directed === null ? { table, isDirected: false } : { table: directed, isDirected: true };
}

/** The only position whose heading fits; -1 for none or several. */
function onlyPosition(header: readonly string[], fits: (cell: string) => boolean): number {
  const found = header.flatMap((cell, position) => (fits(cell) ? [position] : []));
  return found.length === 1 ? (found[0] ?? -1) : -1;
}

/** What a purchase cost, beside a column of what a sale brought. */
function isCostHeader(cell: string): boolean {
  return /^(?:(?:total|purchase|buy) )?(?:cost|outlay)$/u.test(withoutCurrency(normaliseHeader(cell)));
}

function isProceedsHeader(cell: string): boolean {
  return /^(?:(?:total|net|gross|sale|sell|sales) )?proceeds$/u.test(withoutCurrency(normaliseHeader(cell)));
}

/** The receipts beside the payments, in their column; null where the file has no two such columns, or a row fills both. */
function joined(table: Table, header: readonly string[], body: readonly (readonly string[])[]): Table | null {
  const moved = [onlyPosition(header, isPaidHeader), onlyPosition(header, isReceivedHeader)] as const;
  const [paid, received] = moved.includes(-1)
    ? [onlyPosition(header, isCostHeader), onlyPosition(header, isProceedsHeader)]
    : moved;
  if (paid === -1 || received === -1) return null;
  const at = (row: readonly string[], position: number): string => row[position] ?? '';
  if (body.some((row) => isSomething(at(row, paid)) && isSomething(at(row, received)))) return null;
  const payments = body.map((row) => at(row, paid)).filter(isSomething);
  const negative = payments.filter(isNegative).length;
  if (negative > 0 && negative < payments.length) return null;
  if (body.some((row) => isSomething(at(row, received)) && isNegative(at(row, received)))) return null;
  return withCells(table, (row, isHeader) => {
    if (row.length <= received) return row;
    const cells = [...row, ...Array.from({ length: paid + 1 - row.length }, () => '')];
    if (isHeader) cells[paid] = `${at(row, paid)} / ${at(row, received)}`;
    else if (isSomething(at(row, received))) cells[paid] = at(row, received);
    else if (isSomething(at(row, paid)) && negative === 0) cells[paid] = `-${at(row, paid).trim()}`;
    cells[received] = '';
    return cells;
  });
}

/** The amounts with the sign that a column of directions names; null without such a column, or with signs already. */
function signed(table: Table, header: readonly string[], body: readonly (readonly string[])[]): Table | null {
  const isHeading = (cell: string): boolean => DIRECTION.test(normaliseHeader(cell)) || cell.trim() === '+/-';
  if (!header.some(isHeading)) return null;
  const isDirection = (cell: string): boolean => cell === '' || PAID.test(cell) || RECEIVED.test(cell);
  const position = header.findIndex(
    (cell, column) =>
      isHeading(cell) &&
      body.some((row) => (row[column] ?? '').trim() !== '') &&
      body.every((row) => isDirection((row[column] ?? '').trim())),
  );
  const amounts = header.flatMap((cell, column) => (column !== position && isAmountHeader(cell) ? [column] : []));
  if (position === -1 || body.some((row) => amounts.some((column) => isNegative(row[column] ?? '')))) return null;
  return withCells(table, (row, isHeader) => {
    if (row.length <= position) return row;
    const cells = [...row];
    const direction = (row[position] ?? '').trim();
    if (isHeader) cells[position] = '';
    else if (PAID.test(direction))
      for (const column of amounts)
        if (isSomething(row[column] ?? '')) cells[column] = `-${(row[column] ?? '').trim()}`;
    if (!isHeader && isDirection(direction)) cells[position] = '';
    return cells;
  });
}

const AMOUNTS: ReadonlySet<TransactionField | null> = new Set<TransactionField>(['consideration', 'cashAmount']);

function isAmountHeader(cell: string): boolean {
  return isNetHeader(cell) || AMOUNTS.has(fieldOfHeader(cell));
}

/** The table with other cells in its header and in the rows below it; totals keep theirs. */
function withCells(table: Table, change: (row: readonly string[], isHeader: boolean) => readonly string[]): Table {
  const header = table.rows[table.headerIndex] ?? [];
  const rows = table.rows.map((row, index) =>
    index < table.headerIndex || (index > table.headerIndex && isTotalsLine(row))
      ? row
      : change(row, isHeaderAgain(row, header)),
  );
  return { ...table, rows };
}
