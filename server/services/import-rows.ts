/** What the specified calls say of a file's rows: they know valid rows, duplicates and errors. */
import { matchDetails } from '../../domain/csv/stored/duplicates.ts';
import type { PreparedRow } from '../../domain/csv/import/import-content.ts';
import type { PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import type { PreviewStatus, RowStatus } from '../../domain/csv/row-figures/preview.ts';

/** A question is an error, and a pair that leaves nothing is left out as duplicates are. */
export const SPECIFIED_STATUS: Readonly<Record<RowStatus, PreviewStatus>> = {
  valid: 'valid',
  duplicate: 'duplicate',
  question: 'error',
  cancelled: 'duplicate',
  error: 'error',
};

export function isCancelled({ status }: PreparedRow): boolean {
  return status === 'cancelled';
}

/** Why a row is not imported: its errors, or what the specified calls have no place for: questions, and the removal of what is stored. */
export function faultsOf({ status, errors, questions, reverses, notes }: PreparedRow): readonly string[] {
  if (reverses !== null) return notes;
  if (status !== 'question') return errors.map(({ message }) => message);
  return questions.filter(({ answer }) => answer === null).map(({ text }) => text);
}

/** Rows that would remove what is stored. */
export function removalsIn({ rows }: PreparedImport): number {
  return rows.filter(({ reverses }) => reverses !== null).length;
}

/** Rows that the specified calls do not import, whatever the reason. */
export function faultyIn(prepared: PreparedImport): number {
  const { summary, questionCount } = prepared.content;
  return summary.errorCount + questionCount + removalsIn(prepared);
}

export function errorsOf(row: PreparedRow): string[] {
  return faultsOf(row).map((message) => `Row ${row.rowNumber}: ${message}`);
}

/** A repetition by Id, of the store or within the file, is never written again, whatever the user chose. */
export function repeatsId(row: PreparedRow): boolean {
  return row.duplicate?.kind === 'sameId' || row.duplicate?.kind === 'sameIdInFile';
}

/** Why a row without fault adds nothing. */
export function whyLeftOut(row: PreparedRow): string {
  if (isCancelled(row)) return row.notes.join(' ');
  return row.duplicate === null ? 'Already stored with the same Id.' : matchDetails(row.duplicate);
}
