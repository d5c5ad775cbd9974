/**
 * Transactions as rows of fixed columns: the only form in which devices send imports to our server. Each value has
 * exactly one spelling, so that nothing is guessed when it is read.
 */
import type { Amount, Unit } from '../../values/amount.ts';
import type { Field } from '../../fields/record-fields.ts';
import { TRANSACTION, type Transaction } from '../../records/records.ts';
import { checkTransaction } from '../../records/transaction.ts';
import { isUuid } from '../../values/uuid.ts';
import { shorten } from '../cells/cell-text.ts';
import { csvLines, numberCell, quotedCell } from '../cells/write-csv.ts';

/** The limits of one call. */
export const MOST_ROWS = 2000;
export const MOST_BYTES = 1_000_000;

/** Names by id or ISIN of the records that the rows refer to, for those that the server may have to create again. */
export interface RowNames {
  readonly accounts: Readonly<Record<string, string>>;
  readonly brokers: Readonly<Record<string, string>>;
  readonly securities: Readonly<Record<string, string>>;
}

interface Column {
  readonly name: string;
  readonly isNumber: boolean;
  /** The value of an empty cell: absent or null; undefined where a number is required. */
  readonly empty: '' | null | undefined;
}

const COLUMNS: readonly Column[] = Object.entries<Field<unknown>>(TRANSACTION).map(
  ([name, { is, isOptional, otherwise }]) => {
    const isNumber = is.kind === 'figure' || is.kind === 'whole';
    return { name, isNumber, empty: isNumber && !isOptional ? (otherwise === null ? null : undefined) : '' };
  },
);
const HEADER: readonly string[] = ['id', ...COLUMNS.map(({ name }) => name)];

/** As many rows as take a few milliseconds to write. */
const PART_ROWS = 500;

/** The text of a call in parts, so that the thread can do other work between them. */
export function* canonicalRowsParts(transactions: readonly Transaction[]): Iterable<string> {
  yield csvLines([HEADER]);
  for (let from = 0; from < transactions.length; from += PART_ROWS)
    yield csvLines(transactions.slice(from, from + PART_ROWS).map(cellsOf));
}

function cellsOf(transaction: Transaction): string[] {
  const values = transaction as unknown as Readonly<Record<string, unknown>>;
  return [
    transaction.id,
    ...COLUMNS.map(({ name, isNumber }) => {
      const value = values[name];
      if (value === undefined || value === null) return '';
      return isNumber ? numberCell(value as Amount<Unit>) : quotedCell(value as string);
    }),
  ];
}

/** A row as it was read: a transaction, or the reason why it is not one. */
export interface CanonicalRow {
  /** Line of the file, from 1 with the header. */
  readonly row: number;
  readonly id: string;
  readonly read:
    | { readonly ok: true; readonly transaction: Transaction }
    | { readonly ok: false; readonly fault: string };
}

/** The rows, or what is wrong with the whole text: row, column, value and what was expected. */
export type ReadRows =
  | { readonly ok: true; readonly rows: readonly CanonicalRow[] }
  | { readonly ok: false; readonly fault: string };

function faultIn(row: number, column: string, value: string, expected: string): string {
  return `Row ${row}, column ${column}: "${shorten(value)}" is not valid: expected ${expected}.`;
}

/** Reads only text that `canonicalRowsParts` writes. A faulty row is refused by itself when its id can be read. */
export function readCanonicalRows(lines: readonly (readonly string[])[]): ReadRows {
  const [header = [], ...rest] = lines;
  const wrong = HEADER.findIndex((name, at) => header[at] !== name);
  if (wrong !== -1 || header.length !== HEADER.length) {
    const at = wrong === -1 ? HEADER.length : wrong;
    const expected = HEADER[at] ?? 'no further column';
    return { ok: false, fault: faultIn(1, String(at + 1), header[at] ?? '', expected) };
  }
  if (rest.length > MOST_ROWS)
    return { ok: false, fault: `The file has ${rest.length} rows: expected at most ${MOST_ROWS}.` };
  const rows: CanonicalRow[] = [];
  const ids = new Set<string>();
  for (const [index, cells] of rest.entries()) {
    const row = index + 2;
    const [id = ''] = cells;
    if (cells.length !== HEADER.length)
      return { ok: false, fault: `Row ${row} has ${cells.length} cells: expected ${HEADER.length}.` };
    if (!isUuid(id)) return { ok: false, fault: faultIn(row, 'id', id, 'a UUID in small letters') };
    if (ids.has(id)) return { ok: false, fault: faultIn(row, 'id', id, 'an id that no row above has') };
    ids.add(id);
    rows.push({ row, id, read: readRow(row, id, cells) });
  }
  return { ok: true, rows };
}

function readRow(row: number, id: string, cells: readonly string[]): CanonicalRow['read'] {
  const input: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [index, { name, isNumber, empty }] of COLUMNS.entries()) {
    const cell = cells[index + 1] ?? '';
    if (!isNumber) input[name] = cell;
    else if (cell === '' && empty !== undefined) input[name] = empty;
    else if (isPlainNumber(cell)) input[name] = Number(cell);
    else faults.push(faultIn(row, name, cell, 'a number such as 12 or 12.5'));
  }
  if (faults.length > 0) return { ok: false, fault: faults.join(' ') };
  const checked = checkTransaction(input);
  return checked.ok
    ? { ok: true, transaction: { id, ...checked.value } }
    : {
        ok: false,
        fault: checked.issues.map(({ field, value, expected }) => faultIn(row, field, value, expected)).join(' '),
      };
}

/** True for a number spelled as `numberCell` writes it: no superfluous sign, zero or exponent. */
function isPlainNumber(cell: string): boolean {
  return /^-?\d+(?:\.\d+)?$/u.test(cell) && numberCell(Number(cell) as Amount<Unit>) === cell;
}
