/** The rows of a file with those that take others back: such a pair leaves nothing, and neither is chosen beforehand. */
import type { Transaction } from '../records.ts';
import type { PreparedRow } from './prepare-import.ts';
import { takenBackRows, takenBackText } from './taken-back.ts';

/** A row that takes back is never a transaction of its own; what it takes back in the file is held, in the store proposed. */
export function withTakenBack(rows: readonly PreparedRow[], stored: Iterable<Transaction>): readonly PreparedRow[] {
  const { pairs, takenBy } = takenBackRows(
    rows.map((row) => ({
      line: row.rowNumber,
      takesBack: row.reading.takesBack,
      fields: row.fields,
      stored: row.duplicate !== null && 'stored' in row.duplicate ? row.duplicate.stored : null,
    })),
    stored,
  );
  return rows.map((row): PreparedRow => {
    const taker = takenBy.get(row.rowNumber);
    if (taker !== undefined)
      return { ...row, notes: [...row.notes, `Taken back on line ${taker}: left out unless you choose it.`] };
    if (!row.reading.takesBack) return row;
    const pair = pairs.get(row.rowNumber);
    const message =
      pair === undefined || row.fields === null
        ? 'Takes back an earlier transaction, which cannot be found before the faults of this row are put right.'
        : takenBackText(pair, row.fields);
    return {
      ...row,
      status: 'error',
      fields: null,
      errors: [{ message, field: null }, ...row.errors],
      takesBack: pair?.kind === 'row' || pair?.kind === 'stored' ? pair.stored : null,
    };
  });
}
