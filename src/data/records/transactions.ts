/** The user's transactions. Lists over them are answered by the worker; here they are read and written. */
import type { Transaction } from '../../../domain/records/records.ts';
import type { TransactionFields } from '../../../domain/records/transaction.ts';
import { isEmpty, rowsOf } from '../database/batches.ts';
import { chunksOf, writingImports } from '../database/import-rows.ts';
import type { Stored } from '../entities/entities.ts';
import { currentId, QUEUE_TABLES } from '../outbox/outbox.ts';
import { putRecord } from './records.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { changesSince, COPY_TABLES, readTable } from '../transaction-copy/store.ts';
import { write, type Written } from '../database/write.ts';

function isVisible(row: Stored<Transaction>, writing: ReadonlySet<string>): boolean {
  return row.importId === undefined || !writing.has(row.importId);
}

/** All transactions as they were read, and up to which write. */
export interface TransactionsRead {
  /** In the order in which they were made. */
  readonly rows: readonly Stored<Transaction>[];
  /** The last write that they include. */
  readonly seq: number;
  /** Imports whose rows were left out. */
  readonly writing: ReadonlySet<string>;
}

/** The tables that reading transactions needs. */
export const TRANSACTION_TABLES = [...COPY_TABLES, 'imports', 'importChunks'] as const;

/** Whether any transaction is stored, without reading the table. */
export async function hasTransactions(db: HoldfastDatabase): Promise<boolean> {
  return !(await isEmpty(db.transactions));
}

/** All transactions in the order of their ids. Meant for the worker: the page never loads the whole table. */
export async function listTransactions(db: HoldfastDatabase): Promise<Transaction[]> {
  return [...(await readTransactions(db, null)).rows];
}

/**
 * All transactions: those of `before` with later writes, where these are known row by row, else read again. Returns
 * the same `rows` as `before` when nothing of them has changed.
 */
export async function readTransactions(
  db: HoldfastDatabase,
  before: TransactionsRead | null,
): Promise<TransactionsRead> {
  return await db.transaction('r', TRANSACTION_TABLES, async () => {
    const writing = await writingImports(db);
    const changes = before === null ? null : await changesSince(db, before.seq);
    if (before === null || changes === null) {
      const { rows, seq } = await readTable(db);
      return { rows: rows.filter((row) => isVisible(row, writing)), seq, writing };
    }
    const ids = new Set(changes.ids);
    // Rows become visible when their import has committed, without being written again.
    for (const id of before.writing) if (!writing.has(id)) for (const row of await importedIds(db, id)) ids.add(row);
    if (ids.size === 0) return { rows: before.rows, seq: changes.seq, writing };
    const rows = (await rowsOf(db.transactions, [...ids])).filter((row) => isVisible(row, writing));
    return { rows: withChanges(before.rows, ids, rows), seq: changes.seq, writing };
  });
}

async function importedIds(db: HoldfastDatabase, importId: string): Promise<string[]> {
  const chunks = await chunksOf(db, importId);
  return chunks.flatMap((chunk) => [...(chunk.imported?.ids ?? []), ...chunk.ids]);
}

/** Changed rows keep their place and new ones follow. */
function withChanges(
  before: readonly Stored<Transaction>[],
  ids: ReadonlySet<string>,
  rows: readonly Stored<Transaction>[],
): Stored<Transaction>[] {
  const changed = new Map(rows.map((row) => [row.id, row]));
  const all: Stored<Transaction>[] = [];
  for (const row of before) {
    const now = ids.has(row.id) ? changed.get(row.id) : row;
    if (now !== undefined) all.push(now);
    changed.delete(row.id);
  }
  for (const row of changed.values()) all.push(row);
  return all;
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

/** Creates transactions in one step, all or none; returns them with their ids. */
export async function addTransactions(
  db: HoldfastDatabase,
  all: readonly TransactionFields[],
  now = Date.now(),
): Promise<Written<readonly Transaction[]>> {
  return await write(db, ['transactions', ...QUEUE_TABLES], async () => {
    const added: Transaction[] = [];
    for (const fields of all) added.push(await putRecord(db, 'transaction', fields, now));
    return added;
  });
}
