/** The one place that decides which cells of a file are empty, so that nothing after it need know such words. */
import { cleanText } from '../cells/cell-text.ts';
import { beginsAsValue, isBlankMarker } from '../cells/numbers.ts';
import { lastFilled } from '../profiles/source-row.ts';
import { fieldOfHeader } from '../tables/columns.ts';
import type { Table } from '../tables/table.ts';
import { areWrappers } from './other-columns.ts';

/**
 * The table with an empty cell for each one below the header that says that there is no value, such as `n/a` or a dash;
 * the same table where no cell does.
 * `None` stays in a column of tax wrappers, where it names the account without one. In a row that is wider than its
 * header nothing changes, unless the rows of `ragged` tables are wider by their layout.
 */
export function withEmptyCells(table: Table, ragged: boolean): Table {
  const header = table.rows[table.headerIndex] ?? [];
  const width = ragged || header.length === 0 ? Number.POSITIVE_INFINITY : lastFilled(header) + 1;
  const wrappers = new Map<number, boolean>();
  const namesWrapper = (cell: string, position: number): boolean => {
    if (cell.trim().toLowerCase() !== 'none') return false;
    const known = wrappers.get(position) ?? isWrapperColumn(table, position);
    wrappers.set(position, known);
    return known;
  };
  let isChanged = false;
  const rows = table.rows.map((row, index) => {
    if (index <= table.headerIndex || !row.some(isMarker) || lastFilled(row) >= width) return row;
    isChanged = true;
    return row.map((cell, position) => (isMarker(cell) && !namesWrapper(cell, position) ? '' : cell));
  });
  return isChanged ? { ...table, rows } : table;
}

const UNITS = /^\s{0,9}([-+(]?[\d.,'’ ]{1,30}[)-]?)\s{0,9}(?:units?|shares?|shs)\.?\s{0,9}$/iu;

/** The table without the words `units` or `shares` after the figures of a column of units. */
export function withPlainUnits(table: Table, position: number): Table {
  let isChanged = false;
  const rows = table.rows.map((row, index) => {
    const cell = index <= table.headerIndex || position === -1 ? '' : (row[position] ?? '');
    const units = /s|t/iu.test(cell) ? UNITS.exec(cell)?.[1] : undefined;
    if (units === undefined) return row;
    isChanged = true;
    return row.with(position, units.trim());
  });
  return isChanged ? { ...table, rows } : table;
}

/** As long as the longest of these words with some space around it. */
const MOST_LENGTH = 20;

function isMarker(cell: string): boolean {
  return cell !== '' && cell.length <= MOST_LENGTH && !beginsAsValue(cell) && isBlankMarker(cleanText(cell));
}

function isWrapperColumn({ rows, headerIndex }: Table, position: number): boolean {
  if (fieldOfHeader(rows[headerIndex]?.[position] ?? '') === 'taxWrapper') return true;
  const others = rows.slice(headerIndex + 1).map((row) => row[position] ?? '');
  return areWrappers(others.filter((cell) => !isBlankMarker(cell)));
}
