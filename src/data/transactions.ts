/** The user's transactions. Lists over them are answered by the worker; here they are read and written. */
import type { Transaction } from '../../domain/records.ts';
import type { TransactionFields } from '../../domain/transaction.ts';
import { newId } from './ids.ts';
import { currentId, putAndQueue, QUEUE_TABLES, removeAndQueue, restoreRemoval, UNDO_MS, type Removal } from './outbox.ts';
import type { HoldfastDatabase, Stored } from './schema.ts';
import { write, WriteRefused, type Written } from './write.ts';

/** Rows read at once: large enough to be fast, small enough to let the thread breathe. */
const BATCH = 5000;

/** The ids of imports that are being written; their rows are not to be seen yet. */
async function writingImports(db: HoldfastDatabase): Promise<ReadonlySet<string>> {
  const imports = await db.imports.toArray();
  return new Set(imports.filter((entry) => entry.state === 'writing').map((entry) => entry.id));
}

function isVisible(row: Stored<Transaction>, writing: ReadonlySet<string>): boolean {
  return row.importId === undefined || !writing.has(row.importId);
}

/** Reads all rows of the table in key order, `BATCH` at a time, rows of unfinished imports included. */
async function eachBatch(db: HoldfastDatabase, visit: (rows: Stored<Transaction>[]) => void): Promise<void> {
  let after = '';
  for (;;) {
    const rows = await db.transactions.where('id').above(after).limit(BATCH).toArray();
    visit(rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.id;
  }
}

/** How many transactions satisfy a condition. */
export async function countTransactionsWhere(db: HoldfastDatabase, condition: (transaction: Transaction) => boolean): Promise<number> {
  let count = 0;
  await eachBatch(db, (rows) => {
    count += rows.filter(condition).length;
  });
  return count;
}

/** All transactions in no particular order. Meant for the worker: the page never loads the whole table. */
export async function listTransactions(db: HoldfastDatabase): Promise<Transaction[]> {
  return await db.transaction('r', [db.transactions, db.imports], async () => {
    const writing = await writingImports(db);
    const all: Transaction[] = [];
    await eachBatch(db, (rows) => {
      for (const row of rows) if (isVisible(row, writing)) all.push(row);
    });
    return all;
  });
}

/** Those of the given transactions that exist and may be seen. */
export async function getTransactions(db: HoldfastDatabase, ids: readonly string[]): Promise<Transaction[]> {
  return await db.transaction('r', [db.transactions, db.imports], async () => {
    const writing = await writingImports(db);
    const rows = await db.transactions.bulkGet([...ids]);
    return rows.filter((row) => row !== undefined).filter((row) => isVisible(row, writing));
  });
}

/** The transaction with this id, or the one that the id had become; null when there is none. */
export async function getTransaction(db: HoldfastDatabase, id: string): Promise<Transaction | null> {
  return (await getTransactions(db, [await currentId(db, id)]))[0] ?? null;
}

/** Creates a transaction, or replaces the one with the given id. The fields have passed `checkTransaction`. */
export async function saveTransaction(db: HoldfastDatabase, fields: TransactionFields & { readonly id?: string }, now = Date.now()): Promise<Written<Transaction>> {
  return await write(db, ['transactions', ...QUEUE_TABLES], async () => {
    const id = fields.id === undefined ? newId() : await currentId(db, fields.id);
    if (fields.id !== undefined && (await db.transactions.get(id)) === undefined) throw new WriteRefused({ code: 'notFound' });
    const transaction: Transaction = {
      ...fields, id, accountId: await currentId(db, fields.accountId), brokerId: await currentId(db, fields.brokerId),
    };
    await putAndQueue(db, 'transaction', transaction, now);
    return transaction;
  });
}

/** What `removeTransactions` took away, for `undoRemoval`. */
export interface RemovedTransactions {
  readonly count: number;
  readonly removals: readonly Removal<'transaction'>[];
  /** Milliseconds since 1970 until which the removal can be undone. */
  readonly undoUntil: number;
}

/**
 * Removes transactions in one step; ids that do not exist are passed over. Their deletion is sent only after
 * 10 seconds, so that it can be undone until then.
 */
export async function removeTransactions(db: HoldfastDatabase, ids: readonly string[], now = Date.now()): Promise<Written<RemovedTransactions>> {
  return await write(db, ['transactions', ...QUEUE_TABLES], async () => {
    const removals: Removal<'transaction'>[] = [];
    for (const id of ids) {
      const removal = await removeAndQueue(db, 'transaction', await currentId(db, id), { now, holdMs: UNDO_MS });
      if (removal !== null) removals.push(removal);
    }
    return { count: removals.length, removals, undoUntil: now + UNDO_MS };
  });
}

/** Puts removed transactions back, all or none: `tooLate` when the deletion of one is already being sent. */
export async function undoRemoval(db: HoldfastDatabase, removed: RemovedTransactions, now = Date.now()): Promise<Written<null>> {
  return await write(db, ['transactions', ...QUEUE_TABLES], async () => {
    for (const removal of removed.removals) {
      if (!(await restoreRemoval(db, removal, now))) throw new WriteRefused({ code: 'tooLate' });
    }
    return null;
  });
}
