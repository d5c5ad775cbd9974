/** Imports of checked rows: which are written, which are skipped, and the reply. */
import type { z } from 'zod';
import type { importResult } from '../../contract/imports.ts';
import type { EntityImportRow } from '../../domain/csv/entities/entity-import.ts';
import { done, type Outcome } from '../outcome.ts';
import { writeManyOwned, type OwnedEntity } from '../store/versions/owned.ts';
import { EVERY_ROW, type ImportContext, type ImportSelection } from './import-context.ts';

export type EntityImportResult = Readonly<z.output<typeof importResult>>;

/** A row that becomes a record. */
export interface RowToWrite<R> {
  /** The record that it replaces; null for a new one. */
  readonly replaces: string | null;
  /** The id of a new record; null for any. */
  readonly id: string | null;
  readonly record: R;
}

export interface RowWriter<R> {
  /** `one|many`, for the message. */
  readonly nouns: readonly [string, string];
  /** Whether a selected duplicate replaces the record that it repeats; otherwise it becomes a record of its own. */
  readonly canReplace: boolean;
  readonly write: (rows: readonly RowToWrite<R>[]) => Promise<Outcome<unknown>>;
}

/** Writes rows as a user's records, all of them in a few statements: others wait while the transaction is open. */
export function ownedWriter<R, V extends object>(
  entity: OwnedEntity<R, V>,
  { db, userId, newId }: ImportContext,
): RowWriter<R>['write'] {
  return async (rows) => {
    const records = rows.map(({ replaces, id, record }) => ({
      id: replaces ?? id ?? newId(),
      fields: record,
      isNew: replaces === null,
    }));
    return done(await writeManyOwned(entity, db, userId, records));
  };
}

type Row<R> = EntityImportRow<R, unknown>;

function errorsOf<R>(rows: readonly Row<R>[]): string[] {
  return rows.flatMap((row) => row.errors.map((error) => `Row ${row.rowNumber}: ${error.message}`));
}

/** The rows of a preview; `shownAs` gives what a row shows the name that it has there. */
export function previewRows<S, N>(rows: readonly EntityImportRow<unknown, S>[], shownAs: (shown: S) => N) {
  return rows.map(({ rowNumber, status, selected, duplicateInfo, errors, shown }) => ({
    rowNumber,
    status,
    selected,
    duplicateInfo,
    errors: errors.map(({ message }) => ({ message })),
    ...shownAs(shown),
  }));
}

/**
 * Imports the selected rows. A duplicate by our Id or within the file is never written again, whatever was selected.
 * Without a selection every valid row, or nothing when the file has a faulty one (002 §4).
 */
export async function importRows<R>(
  rows: readonly Row<R>[],
  selection: ImportSelection | null,
  writer: RowWriter<R>,
): Promise<Outcome<EntityImportResult>> {
  const { rows: chosen, skipDuplicateCheck } = selection ?? EVERY_ROW;
  const selected = rows.filter((row) => chosen === 'all' || chosen.has(row.rowNumber));
  const faulty = selected.filter((row) => row.status === 'error');
  if (selection === null && faulty.length > 0)
    return done({
      importedCount: 0,
      duplicateCount: 0,
      errorCount: faulty.length,
      message: 'Import failed with validation errors',
      errors: errorsOf(faulty),
      duplicates: [],
    });
  const duplicates: Row<R>[] = [];
  const wanted: RowToWrite<R>[] = [];
  for (const row of selected) {
    if (row.record === null) continue;
    if (row.status === 'duplicate' && !(skipDuplicateCheck && isWritable(row, writer))) {
      duplicates.push(row);
      continue;
    }
    wanted.push({
      replaces: writer.canReplace ? row.duplicateOf : null,
      id: row.repeats === null ? row.fileId : null,
      record: row.record,
    });
  }
  const written = await writer.write(wanted);
  if (!written.ok) return written;
  const importedCount = wanted.length;
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
  return row.repeats === 'match' || (row.repeats === 'id' && writer.canReplace);
}
