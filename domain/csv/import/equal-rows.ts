/** Equal rows of a file without references of their own: separate trades, or one that the file states twice. */
import type { Candidate } from '../stored/duplicates.ts';
import { rowAfterOtherDays, rowOfJoinedFile, separateRow } from '../source/repeated-row.ts';
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
    if (line === undefined || row.notes.includes(rowOfJoinedFile(line))) return row;
    // A broker's row that states the same cells again has the remark already.
    const remarks = row.remarks.filter((remark) => remark !== separateRow(line));
    return runs.get(line) === runs.get(row.rowNumber)
      ? { ...row, remarks: [...remarks, separateRow(line)] }
      : { ...row, remarks, notes: [...row.notes, rowAfterOtherDays(line)] };
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
