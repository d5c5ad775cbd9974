/**
 * The rows of an import's chunk, read to be sent. Those of the next chunk are read while the server answers about the
 * one before, and used only if no transaction has been written since except by that chunk's settlement.
 */
import type { Transaction } from '../../../domain/records/records.ts';
import { rowsOf } from '../database/batches.ts';
import type { ImportChunk } from '../database/import-record.ts';
import type { ImportEntry } from '../database/outbox-entry.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import type { Stored } from '../entities/entities.ts';
import type { RowsAsRead } from './outcome.ts';

type Rows = ReadonlyMap<string, Stored<Transaction>>;

/** Rows read before their chunk is claimed. */
interface RowsAhead {
  readonly importId: string;
  readonly index: number;
  /** By the ids that were looked up; null for one without a row. Null where reading failed. */
  readonly rows: Promise<ReadonlyMap<string, Stored<Transaction> | null> | null>;
  /** The stamp of the table with which these rows are current. */
  stamp: string;
}

const rowsAhead = new WeakMap<HoldfastDatabase, RowsAhead>();

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
  const ahead = rowsAhead.get(db);
  rowsAhead.delete(db);
  // Read before the rows: what is written in between makes them count as changed.
  const stamp = await transactionsStamp(db);
  if (ahead === undefined || ahead.stamp !== stamp || ahead.importId !== entry.localId || ahead.index !== entry.index)
    return { stamp, rows: (await readChunk(db, entry)).rows };
  const [chunk, read] = await Promise.all([db.importChunks.get([entry.localId, entry.index]), ahead.rows]);
  const ids = chunk?.ids ?? [];
  const isComplete = read !== null && ids.every((id) => read.has(id));
  return { stamp, rows: isComplete ? ids.flatMap((id) => read.get(id) ?? []) : await rowsNamed(db, ids) };
}

/**
 * Starts reading the rows of the chunk after a claimed one, whose rows were read with this stamp. Storage that keeps
 * no stamps is not read ahead.
 */
export function readNextChunk(db: HoldfastDatabase, { localId, index }: ImportEntry, { stamp }: RowsAsRead): void {
  if (stamp === null) return;
  const read = async (): Promise<ReadonlyMap<string, Stored<Transaction> | null>> => {
    const ids = (await db.importChunks.get([localId, index + 1]))?.ids ?? [];
    const known = byId(await rowsNamed(db, ids));
    return new Map(ids.map((id) => [id, known.get(id) ?? null]));
  };
  // What fails here is read again, and fails again, when the chunk is sent.
  rowsAhead.set(db, { importId: localId, index: index + 1, stamp, rows: read().catch(() => null) });
}

/** Inside the settlement of a chunk: the rows of these ids, and whether they are still as they were sent. */
export async function rowsNow(
  db: HoldfastDatabase,
  ids: readonly string[],
  { stamp, rows }: RowsAsRead,
): Promise<{ readonly rows: Rows; readonly isAsSent: boolean }> {
  const known = byId(rows);
  const isAsSent = ids.every((id) => known.has(id)) && (await transactionsStamp(db)) === stamp;
  return { rows: isAsSent ? known : byId(await rowsNamed(db, ids)), isAsSent };
}

/** Inside the settlement of a chunk whose rows were as sent: what it has written leaves the rows of the next current. */
export async function keepRowsAhead(db: HoldfastDatabase, { stamp }: RowsAsRead): Promise<void> {
  const ahead = rowsAhead.get(db);
  if (ahead !== undefined && ahead.stamp === stamp) ahead.stamp = (await transactionsStamp(db)) ?? stamp;
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
