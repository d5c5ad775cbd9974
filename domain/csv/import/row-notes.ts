/** Notes on rows that are checked already, about what other rows of the file say. */
import type { CheckedRow } from './row-checker.ts';

/** The row with one more note. */
export function withNote(row: CheckedRow, note: string): CheckedRow {
  return { ...row, reading: { ...row.reading, notes: [...row.reading.notes, note] } };
}

/** The rows, with a note on each row of a pair; `others` gives both rows of each pair their other one. */
export function withPairNotes(
  rows: readonly CheckedRow[],
  others: ReadonlyMap<CheckedRow, CheckedRow>,
  noteAbout: (other: CheckedRow) => string,
): readonly CheckedRow[] {
  if (others.size === 0) return rows;
  return rows.map((row) => {
    const other = others.get(row);
    return other === undefined ? row : withNote(row, noteAbout(other));
  });
}
