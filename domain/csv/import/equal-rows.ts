/** Equal rows of a file without references of their own: separate trades, or one that the file states twice. */
import type { Candidate } from '../stored/duplicates.ts';
import type { PreparedRow } from './import-content.ts';

/**
 * Marks each row that equals an earlier one as a separate trade. Fills of one day stand together; where rows of another
 * day are between two equal ones, files may have been joined that both state the row, so that it gets a note.
 */
export function withEqual(
  rows: readonly PreparedRow[],
  groups: readonly (readonly Candidate[])[],
): readonly PreparedRow[] {
  if (groups.length === 0) return rows;
  const first = new Map<number, number>();
  for (const group of groups) for (const { line } of group.slice(1)) first.set(line, group[0]?.line ?? line);
  const runs = runsOf(rows);
  return rows.map((row) => {
    const line = first.get(row.rowNumber);
    // A row of another file that was joined has its note already.
    if (line === undefined || row.notes.some((note) => note.includes(`Identical to row ${line},`))) return row;
    return runs.get(line) === runs.get(row.rowNumber)
      ? { ...row, remarks: [...row.remarks, `Identical to row ${line}. Read as a separate trade.`] }
      : {
          ...row,
          notes: [
            ...row.notes,
            `Identical to row ${line}, with rows of other days between them: the file may state it twice. Check it.`,
          ],
        };
  });
}

/** The number of the run of rows of one day to which each row belongs. */
function runsOf(rows: readonly PreparedRow[]): ReadonlyMap<number, number> {
  const runs = new Map<number, number>();
  let [run, day] = [0, ''];
  for (const { rowNumber, reading } of rows) {
    const own = reading.date ?? day;
    if (own !== day) run += 1;
    day = own;
    runs.set(rowNumber, run);
  }
  return runs;
}
