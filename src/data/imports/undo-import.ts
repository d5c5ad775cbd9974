/** Undoing an import as a whole: its rows are removed; those that were changed since stay and are named. */
import type { Transaction } from '../../../domain/records/records.ts';
import type { Stored } from '../entities/entities.ts';
import { recordOf } from '../entities/entity-fields.ts';
import type { ImportChunk, ImportRecord } from '../database/import-record.ts';
import { chunksOf } from '../database/import-rows.ts';
import type { NewOutboxEntry } from '../database/outbox-entry.ts';
import { chunkEntry, isOpen, putChunkIds } from '../outbox/open-chunks.ts';
import { currentIds, newEntry, pendingAmong, QUEUE_TABLES } from '../outbox/outbox.ts';
import { removeAndQueue } from '../outbox/queued-removals.ts';
import { rowMark } from '../outbox/row-mark.ts';
import { withVersions } from '../outbox/row-versions.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { restoreReversed, RECEIPT_TABLES } from './reversed-transactions.ts';
import { write, WriteRefused, type Written } from '../database/write.ts';

/** What became of an import's rows. Rows that were deleted before are neither. */
export interface UndoneImport {
  readonly removed: number;
  /** Changed since the import: they stay. */
  readonly kept: readonly Transaction[];
  /** Stored transactions that the import reversed and that are restored, with their receipts. */
  readonly restored: number;
}

interface ChunkRows {
  readonly chunk: ImportChunk;
  readonly untouched: readonly Stored<Transaction>[];
  readonly changed: readonly Stored<Transaction>[];
}

const TABLES = ['transactions', 'imports', ...RECEIPT_TABLES, ...QUEUE_TABLES] as const;

/** The rows of an import that are still there: as they were imported, or changed or given a receipt since. Accounts and securities that it made stay. */
async function rowsOf(db: HoldfastDatabase, importId: string): Promise<readonly ChunkRows[]> {
  const chunks = await chunksOf(db, importId);
  const record = await db.imports.get(importId);
  const [accounts, brokers] = [Object.keys(record?.accountNames ?? {}), Object.keys(record?.brokerNames ?? {})];
  const answers: ChunkRows[] = [];
  for (const chunk of chunks) {
    const ids = chunk.imported?.ids ?? chunk.ids;
    const isOtherAccount = await otherParent(db, chunk.imported?.accountIds, accounts);
    const isOtherBroker = await otherParent(db, chunk.imported?.brokerIds, brokers);
    const rows = await db.transactions.bulkGet(await currentIds(db, ids));
    const found = rows.filter((row) => row !== undefined).map((row) => row.id);
    const withReceipt = new Set(
      (await db.receipts.where('transactionId').anyOf(found).toArray()).map((receipt) => receipt.transactionId),
    );
    const untouched: Stored<Transaction>[] = [];
    const changed: Stored<Transaction>[] = [];
    rows.forEach((row, at) => {
      if (row === undefined) return;
      const isMoved = isOtherAccount(row.accountId, at) || isOtherBroker(row.brokerId, at);
      const isUntouched = chunk.imported?.marks[at] === rowMark(row) && !withReceipt.has(row.id) && !isMoved;
      (isUntouched ? untouched : changed).push(row);
    });
    answers.push({ chunk, untouched, changed });
  }
  return answers;
}

/**
 * Whether a row's account or broker is another one than at its import. Of rows of older versions only those of the whole
 * import may be known (`ofAll`).
 */
async function otherParent(
  db: HoldfastDatabase,
  ofRows: readonly string[] | undefined,
  ofAll: readonly string[],
): Promise<(id: string, at: number) => boolean> {
  const ids = await currentIds(db, ofRows ?? ofAll);
  if (ofRows === undefined) return (id) => ids.length > 0 && !ids.includes(id);
  return (id, at) => id !== (ids[at] ?? ids[0]);
}

/** How many rows undoing an import would remove, and which would stay. Writes nothing. */
export async function previewUndo(db: HoldfastDatabase, importId: string): Promise<UndoneImport> {
  return await db.transaction(
    'r',
    [db.transactions, db.receipts, db.imports, db.importChunks, db.aliases],
    async () => {
      const chunks = await rowsOf(db, importId);
      return {
        removed: chunks.reduce((sum, { untouched }) => sum + untouched.length, 0),
        kept: chunks.flatMap(({ changed }) => changed),
        restored: (await db.imports.get(importId))?.takenBack?.removed.count ?? 0,
      };
    },
  );
}

/** Undoes an import in one step; `notFound` when there is none, or it was undone before. */
export async function undoImport(
  db: HoldfastDatabase,
  importId: string,
  now = Date.now(),
): Promise<Written<UndoneImport>> {
  return await write(db, TABLES, async () => {
    const record = await db.imports.get(importId);
    if (record?.state !== 'committed') throw new WriteRefused({ code: 'notFound' });
    const chunks = await rowsOf(db, importId);
    for (const rows of chunks) await removeRows(db, rows, now);
    const kept = chunks.flatMap(({ changed }) => changed.map((row) => recordOf('transaction', row)));
    const removed = chunks.reduce((sum, { untouched }) => sum + untouched.length, 0);
    const { takenBack, ...rest } = record;
    const restored = takenBack === undefined ? 0 : await restoreReversed(db, takenBack, now);
    const undone: ImportRecord = {
      ...rest,
      state: 'undone',
      undone: { at: new Date(now).toISOString(), removed, kept: kept.length },
    };
    await db.imports.put(undone);
    return { removed, kept, restored };
  });
}

async function removeRows(db: HoldfastDatabase, { chunk, untouched }: ChunkRows, now: number): Promise<void> {
  const ids = untouched.map((row) => row.id);
  const entry = await chunkEntry(db, chunk.importId, chunk.index);
  if (entry !== undefined && isOpen(entry)) {
    // The server never had them: they just leave the chunk.
    const gone = new Set(ids);
    const left = chunk.ids.filter((id) => !gone.has(id));
    await db.transactions.bulkDelete(ids);
    await putChunkIds(db, chunk, left);
    if (left.length === 0) await db.outbox.delete(entry.seq);
    return;
  }
  // A chunk that may be on its way to the server is settled first: sent once more it would restore what was deleted
  // before it.
  const dependsOn = entry === undefined ? [] : [entry.seq];
  const queued = await pendingAmong(db, ids);
  const known = await withVersions(
    db,
    untouched.filter((row) => !queued.has(row.id)),
  );
  await db.transactions.bulkDelete(known.map((row) => row.id));
  await db.outbox.bulkAdd(
    known.map((row): NewOutboxEntry => ({
      ...newEntry('transaction', row.id, now),
      kind: 'delete',
      base: { record: recordOf('transaction', row), version: row.version },
      dependsOn,
    })),
  );
  await removeAndQueue(db, 'transaction', [...queued], { now, holdMs: 0 });
}
