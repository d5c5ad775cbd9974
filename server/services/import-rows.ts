/** The rows of a file for the specified calls, which know valid rows, duplicates and errors. */
import { matchDetails } from '../../domain/csv/stored/duplicates.ts';
import type { PreparedRow } from '../../domain/csv/import/import-content.ts';
import type { PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import type { PreviewStatus, RowStatus } from '../../domain/csv/row-figures/preview.ts';

/** A question counts as an error, and a cancelled pair is left out like duplicates. */
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

/**
 * Why a row is not imported: its errors, or results that the specified calls do not have: questions, and reversals of
 * stored transactions.
 */
export function faultsOf({ status, errors, questions, reverses, notes }: PreparedRow): readonly string[] {
  if (reverses !== null) return notes;
  if (status !== 'question') return errors.map(({ message }) => message);
  return questions.filter(({ answer }) => answer === null).map(({ text }) => text);
}

/** The number of rows that would remove a stored transaction. */
export function removalsIn({ rows }: PreparedImport): number {
  return rows.filter(({ reverses }) => reverses !== null).length;
}

/** The number of rows that the specified calls do not import, for any reason. */
export function faultyIn(prepared: PreparedImport): number {
  const { summary, questionCount } = prepared.content;
  return summary.errorCount + questionCount + removalsIn(prepared);
}

export function errorsOf(row: PreparedRow): string[] {
  return faultsOf(row).map((message) => `Row ${row.rowNumber}: ${message}`);
}

/** A duplicate by Id, of the store or within the file, is never written again, whatever the user chose. */
export function repeatsId(row: PreparedRow): boolean {
  return row.duplicate?.kind === 'sameId' || row.duplicate?.kind === 'sameIdInFile';
}

/** Why a row without errors adds nothing. */
export function whyLeftOut(row: PreparedRow): string {
  if (isCancelled(row)) return row.notes.join(' ');
  return row.duplicate === null ? 'Already stored with the same Id.' : matchDetails(row.duplicate);
}
