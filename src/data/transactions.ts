/** The user's transactions. Lists over them are answered by the worker; here they are read and written. */
import type { Transaction } from '../../domain/records.ts';
import type { TransactionFields } from '../../domain/transaction.ts';
import { rowsOf } from './batches.ts';
import { currentId } from './outbox.ts';
import { saveRecord, type Opened } from './records.ts';
import { removeRecords, undoRemovals, type Removed } from './removals.ts';
import type { HoldfastDatabase, Stored } from './schema.ts';
import { COPY_TABLES, readTable } from './transaction-copy/store.ts';
import type { Written } from './write.ts';

/** The ids of imports that are being written; their rows are not to be seen yet. */
async function writingImports(db: HoldfastDatabase): Promise<ReadonlySet<string>> {
  const imports = await db.imports.toArray();
  return new Set(imports.filter((entry) => entry.state === 'writing').map((entry) => entry.id));
}

function isVisible(row: Stored<Transaction>, writing: ReadonlySet<string>): boolean {
  return row.importId === undefined || !writing.has(row.importId);
}

/** All transactions in the order of their ids. Meant for the worker: the page never loads the whole table. */
export async function listTransactions(db: HoldfastDatabase): Promise<Transaction[]> {
  return await db.transaction('r', [...COPY_TABLES, 'imports'], async () => {
    const [writing, { rows }] = await Promise.all([writingImports(db), readTable(db)]);
    return rows.filter((row) => isVisible(row, writing));
  });
}

/** Those of the given transactions that exist and may be seen. */
export async function getTransactions(db: HoldfastDatabase, ids: readonly string[]): Promise<Transaction[]> {
  return await db.transaction('r', [db.transactions, db.imports], async () => {
    const writing = await writingImports(db);
    return (await rowsOf(db.transactions, ids)).filter((row) => isVisible(row, writing));
  });
}

/** The transaction with this id, or the one that the id had become; null when there is none. */
export async function getTransaction(db: HoldfastDatabase, id: string): Promise<Transaction | null> {
  return (await getTransactions(db, [await currentId(db, id)]))[0] ?? null;
}

/** Creates a transaction, or replaces the one with the given id. The fields have passed `checkTransaction`. */
export async function saveTransaction(
  db: HoldfastDatabase,
  fields: TransactionFields & Opened<'transaction'>,
  now = Date.now(),
): Promise<Written<Transaction>> {
  return await saveRecord(db, 'transaction', fields, now);
}

/** What `removeTransactions` took away, for `undoRemovals`. */
export type RemovedTransactions = Removed<'transaction'>;

/**
 * Removes transactions in one step; ids that do not exist are passed over. Their deletion is sent only after
 * 10 seconds, so that it can be undone until then.
 */
export async function removeTransactions(
  db: HoldfastDatabase,
  ids: readonly string[],
  now = Date.now(),
): Promise<Written<RemovedTransactions>> {
  return await removeRecords(db, 'transaction', ids, now);
}

/** Puts removed transactions back, all or none: `tooLate` when the deletion of one is already being sent. */
export async function undoRemoval(
  db: HoldfastDatabase,
  removed: RemovedTransactions,
  now = Date.now(),
): Promise<Written<null>> {
  return await undoRemovals(db, removed, now);
}
