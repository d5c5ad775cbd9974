/** The rows of an import's chunk, read to be sent, and whether they are still the same when the answer is written. */
import type { Transaction } from '../../../domain/records/records.ts';
import { rowsOf } from '../database/batches.ts';
import type { ImportChunk } from '../database/import-record.ts';
import type { ImportEntry } from '../database/outbox-entry.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import type { Stored } from '../entities/entities.ts';
import type { RowsAsRead } from './outcome.ts';

type Rows = ReadonlyMap<string, Stored<Transaction>>;

/** The chunk's rows as they are to be sent: those that were not deleted since, in file order. */
export async function readChunk(
  db: HoldfastDatabase,
  entry: ImportEntry,
): Promise<{ readonly chunk: ImportChunk | null; readonly rows: readonly Stored<Transaction>[] }> {
  const chunk = (await db.importChunks.get([entry.localId, entry.index])) ?? null;
  return { chunk, rows: chunk === null ? [] : await rowsNamed(db, chunk.ids) };
}

/** A chunk's rows as they are to be sent, with what shows later whether they are still the same. */
export async function readChunkToSend(db: HoldfastDatabase, entry: ImportEntry): Promise<RowsAsRead> {
  // Read before the rows: what is written in between makes them count as changed.
  const stamp = await transactionsStamp(db);
  return { stamp, rows: (await readChunk(db, entry)).rows };
}

/** Inside the settlement of a chunk: the rows of these ids, which are read again only where any transaction was written since. */
export async function rowsNow(db: HoldfastDatabase, ids: readonly string[], sent: RowsAsRead): Promise<Rows> {
  const known = byId(sent.rows);
  const isAsSent = sent.stamp === (await transactionsStamp(db)) && ids.every((id) => known.has(id));
  return isAsSent ? known : byId(await rowsNamed(db, ids));
}

function byId(rows: readonly Stored<Transaction>[]): Rows {
  return new Map(rows.map((row) => [row.id, row]));
}

/** Rows read at once: sending runs beside the user's work, which must never wait for long. */
const ROWS_AT_ONCE = 1000;

/** The rows of those ids that exist, in the order of the ids. */
async function rowsNamed(db: HoldfastDatabase, ids: readonly string[]): Promise<Stored<Transaction>[]> {
  const known = new Map<string, Stored<Transaction>>();
  const sorted = ids.toSorted();
  for (let at = 0; at < sorted.length; at += ROWS_AT_ONCE)
    for (const row of await rowsOf(db.transactions, sorted.slice(at, at + ROWS_AT_ONCE))) known.set(row.id, row);
  return ids.flatMap((id) => known.get(id) ?? []);
}

async function transactionsStamp(db: HoldfastDatabase): Promise<string | null> {
  return (await db.tableStamps.get('transactions'))?.stamp ?? null;
}
