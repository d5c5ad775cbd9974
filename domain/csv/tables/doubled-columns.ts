/**
 * Columns that a spreadsheet has duplicated: two with the same name whose cells differ, so that the user must say which
 * is meant.
 */
import { cleanText, shorten } from '../cells/cell-text.ts';
import { normaliseHeader } from './columns.ts';
import type { Table } from './table.ts';

/** Headings of two columns whose cells differ in some row below, in the order of the first. */
export function doubledColumns({ rows, headerIndex }: Table): readonly string[] {
  const header = rows[headerIndex] ?? [];
  const positions = new Map<string, number>();
  const pairs: (readonly [number, number])[] = [];
  header.forEach((cell, position) => {
    const heading = normaliseHeader(cell);
    const first = positions.get(heading);
    if (heading === '') return;
    if (first === undefined) positions.set(heading, position);
    else if ((header[first] ?? '').trim() === cell.trim()) pairs.push([first, position]);
  });
  return pairs
    .filter(([first, second]) =>
      rows.slice(headerIndex + 1).some((row) => (row[first] ?? '').trim() !== (row[second] ?? '').trim()),
    )
    .map(([first]) => shorten(cleanText(header[first] ?? '')));
}

/** Why no row of such a file is selected beforehand, or null. */
export function doubledNote(table: Table): string | null {
  const [heading] = doubledColumns(table);
  return heading === undefined
    ? null
    : `Two columns are called '${heading}' and differ. Choose what each column holds.`;
}
