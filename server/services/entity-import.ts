/** Imports of checked rows: which are written, which are skipped, and the reply. */
import type { z } from 'zod';
import type { importResult } from '../../contract/imports.ts';
import type { EntityImportRow } from '../../domain/csv/entities/entity-import.ts';
import { done, type Outcome } from '../outcome.ts';
import type { ImportSelection } from './import-context.ts';

export type EntityImportResult = Readonly<z.output<typeof importResult>>;

export interface RowWriter<R> {
  /** `one|many`, for the message. */
  readonly nouns: readonly [string, string];
  readonly create: (id: string | null, record: R) => Promise<Outcome<unknown>>;
  /**
   * Replaces the record of which the row is a duplicate; without it a selected duplicate becomes a record of its own.
   */
  readonly replace?: (id: string, record: R) => Promise<Outcome<unknown>>;
}

type Row<R> = EntityImportRow<R, unknown>;

function errorsOf<R>(rows: readonly Row<R>[]): string[] {
  return rows.flatMap((row) => row.errors.map((error) => `Row ${row.rowNumber}: ${error.message}`));
}

/** Imports every valid row, or nothing when the file has a faulty one (002 §4). */
export async function importEvery<R>(
  rows: readonly Row<R>[],
  writer: RowWriter<R>,
): Promise<Outcome<EntityImportResult>> {
  const faulty = rows.filter((row) => row.status === 'error');
  if (faulty.length > 0)
    return done({
      importedCount: 0,
      duplicateCount: 0,
      errorCount: faulty.length,
      message: 'Import failed with validation errors',
      errors: errorsOf(faulty),
      duplicates: [],
    });
  return await importChosen(rows, { rows: 'all', skipDuplicateCheck: false }, writer);
}

/**
 * Imports the selected rows. A duplicate by our Id or within the file is never written again, whatever was selected.
 */
export async function importChosen<R>(
  rows: readonly Row<R>[],
  { rows: chosen, skipDuplicateCheck }: ImportSelection,
  writer: RowWriter<R>,
): Promise<Outcome<EntityImportResult>> {
  const selected = rows.filter((row) => chosen === 'all' || chosen.has(row.rowNumber));
  const faulty = selected.filter((row) => row.status === 'error');
  const duplicates: Row<R>[] = [];
  let importedCount = 0;
  for (const row of selected) {
    if (row.record === null) continue;
    if (row.status === 'duplicate' && !(skipDuplicateCheck && isWritable(row, writer))) {
      duplicates.push(row);
      continue;
    }
    const written = await writeRow(row, row.record, writer);
    if (!written.ok) return written;
    importedCount += 1;
  }
  const [one, many] = writer.nouns;
  const skipped =
    duplicates.length === 0 ? '' : `, skipped ${duplicates.length} duplicate${duplicates.length === 1 ? '' : 's'}`;
  return done({
    importedCount,
    duplicateCount: duplicates.length,
    errorCount: faulty.length,
    message: `Imported ${importedCount} ${importedCount === 1 ? one : many}${skipped}`,
    errors: errorsOf(faulty),
    duplicates: duplicates.map((row) => `Row ${row.rowNumber}: ${row.duplicateInfo?.matchDetails ?? ''}`),
  });
}

function isWritable<R>(row: Row<R>, writer: RowWriter<R>): boolean {
  return row.repeats === 'match' || (row.repeats === 'id' && writer.replace !== undefined);
}

async function writeRow<R>(row: Row<R>, record: R, writer: RowWriter<R>): Promise<Outcome<unknown>> {
  if (row.duplicateOf !== null && writer.replace !== undefined) return await writer.replace(row.duplicateOf, record);
  return await writer.create(row.repeats === null ? row.fileId : null, record);
}
