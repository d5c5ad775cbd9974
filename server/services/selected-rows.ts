/** The selected rows of a transaction file: what becomes of each, the records that they need, and the reply about them. */
import type { z } from 'zod';
import type { transactionImportResult, TransactionRecord } from '../../contract/transactions.ts';
import { acceptRows, brokerIdIn, type AcceptedRows } from '../../domain/csv/import/accept-rows.ts';
import { nameKey } from '../../domain/csv/cells/cell-text.ts';
import type { PreparedRow } from '../../domain/csv/import/import-content.ts';
import type { PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import type { Transaction } from '../../domain/records/records.ts';
import type { Outcome } from '../outcome.ts';
import type { isinsBeyondLimit } from '../store/shared-records/assets.ts';
import { SHARED } from '../store/versions/counters.ts';
import type { Db } from '../store/database/store.ts';
import { deletedAmong } from '../store/versions/tombstones.ts';
import { transactionsNamed } from '../store/user-records/transactions.ts';
import type { ImportContext, ImportSelection } from './import-context.ts';
import { errorsOf, isCancelled, repeatsId, whyLeftOut } from './import-rows.ts';
import { recordReplies } from './imported-records.ts';
import { createNamed } from './row-places.ts';
import { rowsBeyondLimit } from './unlisted-limit.ts';

export type ImportResult = z.infer<typeof transactionImportResult>;

const plural = (count: number): string => `${count} transaction${count === 1 ? '' : 's'}`;

/** The selected rows of a file, by what becomes of them. */
export interface SelectedRows {
  readonly chosen: readonly PreparedRow[];
  readonly stored: readonly TransactionRecord[];
  readonly leftOut: readonly PreparedRow[];
  readonly faulty: readonly PreparedRow[];
  readonly wantedCount: number;
  readonly beyondLimit: ReadonlyMap<number, string>;
  /** Brokers to create again. */
  readonly lost: readonly { readonly id: string; readonly name: string }[];
  readonly accepted: AcceptedRows;
  /** The rows to write. */
  readonly records: readonly Transaction[];
}

export async function selectRows(
  { db, userId, newId }: ImportContext,
  prepared: PreparedImport,
  selection: ImportSelection,
  beyond: typeof isinsBeyondLimit,
): Promise<SelectedRows> {
  const chosen = prepared.rows.filter((row) => selection.rows === 'all' || selection.rows.has(row.rowNumber));
  const stored = await transactionsNamed(db, userId, [...new Set(chosen.flatMap((row) => row.fileId ?? []))]);
  const known = new Set(stored.map(({ id }) => id));
  const isLeftOut = (row: PreparedRow): boolean =>
    isCancelled(row) ||
    (row.fields !== null &&
      (repeatsId(row) ||
        (row.fileId !== null && known.has(row.fileId)) ||
        (row.status === 'duplicate' && !selection.skipDuplicateCheck)));
  const leftOut = chosen.filter(isLeftOut);
  const others = chosen.filter((row) => !isLeftOut(row));
  const faulty = others.filter((row) => row.fields === null);
  const wanted = new Set(others.filter((row) => row.fields !== null).map((row) => row.rowNumber));
  const beyondLimit = await rowsBeyondLimit(
    prepared,
    chosen.filter((row) => wanted.has(row.rowNumber)),
    async (isins) => await beyond(db, userId, isins),
  );
  for (const rowNumber of beyondLimit.keys()) wanted.delete(rowNumber);
  const lost = await deletedBrokers(
    db,
    chosen.filter((row) => wanted.has(row.rowNumber)),
  );
  const accepted = acceptRows(prepared, {
    selected: wanted,
    createAccounts: prepared.content.newAccounts.map((account) => account.name),
    keepsAccountIds: true,
    keptBrokerIds: new Set(lost.map(({ id }) => id)),
    newId,
  });
  const records = accepted.transactions.map((transaction, index) => ({
    ...transaction,
    id: accepted.rows[index]?.fileId ?? transaction.id,
  }));
  return { chosen, stored, leftOut, faulty, wantedCount: wanted.size, beyondLimit, lost, accepted, records };
}

/** The reply, with the records that were written. */
export function resultOf(
  { chosen, stored, leftOut, faulty, wantedCount, beyondLimit, lost, accepted }: SelectedRows,
  written: readonly TransactionRecord[],
): ImportResult {
  const withoutBroker = accepted.brokersToChoose.map(
    (name) => `Broker "${name}" is not known: create it, or choose another.`,
  );
  const importedCount = written.length;
  const skipped = leftOut.length === 0 ? '' : `, skipped ${leftOut.length} duplicate${leftOut.length === 1 ? '' : 's'}`;
  return {
    importedCount,
    duplicateCount: leftOut.length,
    errorCount: faulty.length + beyondLimit.size + wantedCount - importedCount,
    message: `Imported ${plural(importedCount)}${skipped}`,
    errors: [
      ...faulty.flatMap(errorsOf),
      ...[...beyondLimit].map(([rowNumber, message]) => `Row ${rowNumber}: ${message}`),
      ...withoutBroker,
    ],
    duplicates: leftOut.map((row) => `Row ${row.rowNumber}: ${whyLeftOut(row)}`),
    newAccounts: accepted.newAccounts.map(({ id }) => id),
    newBrokers: lost.map(({ id }) => id),
    records: recordReplies(chosen, stored, written),
  };
}

const LONGEST_NAME = 100;

/**
 * Brokers that the rows name by Id and that were deleted here before the rows arrived: they are created again, as
 * accounts are, because a broker in use could not have been deleted. An Id that was never ours creates nothing.
 */
async function deletedBrokers(
  db: Db,
  rows: readonly PreparedRow[],
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const names = new Map<string, string>();
  for (const row of rows) {
    const { unknownBroker: name } = row;
    if (name !== null && name !== '' && name.length <= LONGEST_NAME && brokerIdIn(row) !== '')
      names.set(brokerIdIn(row), name);
  }
  const deleted = await deletedAmong(db, SHARED, 'broker', [...names.keys()]);
  // Each name is created once.
  const byName = new Map(
    [...names].filter(([id]) => deleted.has(id)).map(([id, name]) => [nameKey(name), { id, name }]),
  );
  return [...byName.values()];
}

/** Creates the brokers, accounts and securities that the rows need. */
export async function createParents(
  context: ImportContext,
  { accepted, lost }: SelectedRows,
): Promise<Outcome<undefined>> {
  return await createNamed(context, {
    brokers: lost,
    accounts: accepted.newAccounts,
    securities: accepted.unlistedAssets,
  });
}
