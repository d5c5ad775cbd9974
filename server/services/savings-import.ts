/**
 * Imports of savings accounts: preview, selected rows, and the import page that may update stored accounts (002 §2,
 * §4).
 */
import type { z } from 'zod';
import type { savingsImportResult, savingsPreview } from '../../contract/savings-accounts.ts';
import { readEntityFile } from '../../domain/csv/entities/entity-file.ts';
import { summaryOf } from '../../domain/csv/entities/entity-import.ts';
import { prepareSavings, SAVINGS_COLUMNS, type SavingsImportRow } from '../../domain/csv/entities/savings-accounts.ts';
import type { SavingsAccountFields } from '../../domain/records/savings-account.ts';
import { done, type Outcome } from '../outcome.ts';
import { findAccount, listAccounts } from '../store/user-records/accounts.ts';
import { listBankNames } from '../store/shared-records/bank-names.ts';
import { SAVINGS_ACCOUNTS, savingsShown } from '../store/user-records/savings-accounts.ts';
import { importRows, ownedWriter, previewRows, type EntityImportResult, type RowWriter } from './entity-import.ts';
import { csvTools, refused, type ImportContext, type ImportSelection } from './import-context.ts';
import { lockedReading, type ReadAhead } from './read-ahead.ts';

type Preview = z.input<typeof savingsPreview>;
type PageResult = z.infer<typeof savingsImportResult>;

/** The import page's limit (002 §5). */
const PAGE_LIMIT = 10 * 1024 * 1024;

export interface PageImport {
  /** The account of rows that name none; when absent, the user's first. */
  readonly defaultAccountId: string | undefined;
  /** Rows that duplicate a stored account change it. */
  readonly updateExisting: boolean;
}

/** Rows of a file, checked against what is stored. */
export type SavingsRows = readonly SavingsImportRow[];

export async function readSavings(
  { db, userId }: ImportContext,
  bytes: Uint8Array,
  defaultAccountId?: string,
  limit?: number,
): Promise<Outcome<SavingsRows>> {
  const file = readEntityFile(bytes, csvTools, SAVINGS_COLUMNS, limit === undefined ? {} : { limit });
  if (!file.ok) return refused(file);
  const accounts = await listAccounts(db, userId);
  return done(
    prepareSavings(file, {
      accounts,
      bankNames: await listBankNames(db, true),
      savingsAccounts: await savingsShown(db, userId, { includeClosedAccounts: true }),
      defaultAccountId: defaultAccountId ?? accounts[0]?.id ?? null,
    }),
  );
}

/** The result that an import of the file would have; writes nothing. */
export async function previewSavings(
  context: ImportContext,
  bytes: Uint8Array,
  defaultAccountId?: string,
): Promise<Outcome<Preview>> {
  const rows = await readSavings(context, bytes, defaultAccountId);
  if (!rows.ok) return rows;
  return done({
    summary: summaryOf(rows.value),
    previewSavingsAccounts: previewRows(rows.value, (savingsAccount) => ({ savingsAccount })),
  });
}

function writer(context: ImportContext): RowWriter<SavingsAccountFields> {
  return {
    nouns: ['savings account', 'savings accounts'],
    canReplace: false,
    write: ownedWriter(SAVINGS_ACCOUNTS, context),
  };
}

export async function importSavingsSelected(
  context: ImportContext,
  selection: ImportSelection,
  ahead: ReadAhead<SavingsRows>,
): Promise<Outcome<EntityImportResult>> {
  const rows = await lockedReading(context, ahead);
  return rows.ok ? await importRows(rows.value, selection, writer(context)) : rows;
}

/** Reads the import page's file. */
export async function readSavingsPage(
  context: ImportContext,
  bytes: Uint8Array,
  { defaultAccountId }: PageImport,
): Promise<Outcome<SavingsRows>> {
  if (defaultAccountId !== undefined) {
    const account = await findAccount(context.db, context.userId, defaultAccountId);
    if (!account.ok) return account;
  }
  return await readSavings(context, bytes, defaultAccountId, PAGE_LIMIT);
}

/** Imports every valid row and names the others; a duplicate changes the stored account or is ignored. */
export async function importSavingsPage(
  context: ImportContext,
  { updateExisting }: PageImport,
  ahead: ReadAhead<SavingsRows>,
): Promise<Outcome<PageResult>> {
  const prepared = await lockedReading(context, ahead);
  if (!prepared.ok) return prepared;
  const rows = prepared.value;
  const repeated = updateExisting ? rows.filter((row) => row.duplicateOf !== null) : [];
  const updated = await writer(context).write(
    repeated.flatMap(({ duplicateOf, record }) =>
      record === null ? [] : [{ replaces: duplicateOf, id: null, record }],
    ),
  );
  if (!updated.ok) return updated;
  const created = await importRows(
    rows,
    {
      rows: new Set(rows.filter((row) => row.status === 'valid').map(({ rowNumber }) => rowNumber)),
      skipDuplicateCheck: false,
    },
    writer(context),
  );
  if (!created.ok) return created;
  const errorCount = rows.filter((row) => row.status === 'error').length;
  const duplicateCount = rows.filter((row) => row.status === 'duplicate').length - repeated.length;
  const successCount = created.value.importedCount + repeated.length;
  const skipped =
    duplicateCount === 0 ? '' : ` ${duplicateCount} duplicate${duplicateCount === 1 ? ' was' : 's were'} skipped.`;
  return done({
    successCount,
    skippedCount: errorCount,
    updatedCount: repeated.length,
    duplicateCount,
    message: `Imported ${successCount} savings account${successCount === 1 ? '' : 's'} successfully.${skipped}`,
    errors: rows.flatMap((row) => row.errors.map(({ message }) => ({ rowNumber: row.rowNumber, message }))),
  });
}
