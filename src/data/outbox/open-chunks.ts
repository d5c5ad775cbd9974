/**
 * Chunks of imports that wait to be sent: rows are changed and removed in them without entries of their own. Every
 * function runs inside a write.
 */
import { groupBy } from '../../../domain/values/group-by.ts';
import type { Stored } from '../entities/entities.ts';
import type { ImportChunk } from '../database/import-record.ts';
import { isRewritable, type OutboxEntry } from '../database/outbox-entry.ts';
import type { HoldfastDatabase } from '../database/schema.ts';

/** The entry that is to send a chunk. */
export async function chunkEntry(
  db: HoldfastDatabase,
  importId: string,
  index: number,
): Promise<OutboxEntry | undefined> {
  return await db.outbox
    .where('localId')
    .equals(importId)
    .and((entry) => entry.entity === 'import' && entry.index === index)
    .first();
}

/** True while the server certainly has nothing of a chunk: it was never sent, or the only try was refused. */
export function isOpen(entry: OutboxEntry): boolean {
  return isRewritable(entry) && entry.attempts <= 1;
}

/** The unsent chunk that will send the row as it then is; null when there is none. */
export async function openChunkOf(
  db: HoldfastDatabase,
  { importId, importIndex }: Stored<object>,
): Promise<ImportChunk | null> {
  if (importId === undefined || importIndex === undefined) return null;
  // A chunk is long: it is read only where there is something to send.
  const entry = await chunkEntry(db, importId, importIndex);
  if (entry === undefined || !isOpen(entry)) return null;
  return (await db.importChunks.get([importId, importIndex])) ?? null;
}

/** The chunk that will send this row, when it has not been acknowledged yet. */
export async function chunkOf(db: HoldfastDatabase, row: Stored<object>): Promise<number[]> {
  const entry = row.importId === undefined ? undefined : await chunkEntry(db, row.importId, row.importIndex ?? 0);
  return entry === undefined ? [] : [entry.seq];
}

/** Returns which rows a waiting chunk carries. */
export async function putChunkIds(db: HoldfastDatabase, chunk: ImportChunk, ids: readonly string[]): Promise<void> {
  const { imported } = chunk;
  await db.importChunks.put({
    ...chunk,
    ids,
    ...(imported !== undefined && { imported: { ...imported, ids: imported.ids ?? chunk.ids } }),
  });
  const entry = await chunkEntry(db, chunk.importId, chunk.index);
  if (entry?.entity === 'import') await db.outbox.put({ ...entry, rows: ids.length });
}

/** A row with what else is known of it. */
interface WithRow<R extends object> {
  readonly row: R;
}

/** By chunk, the items whose rows an import wrote. */
function byChunk<T extends WithRow<Stored<object>>>(items: readonly T[]): (readonly T[])[] {
  const imported = items.filter(({ row }) => row.importId !== undefined && row.importIndex !== undefined);
  return [...groupBy(imported, ({ row }) => `${row.importId ?? ''}/${row.importIndex ?? 0}`).values()];
}

/** The open chunk of a group of rows; null where they are in none. */
async function chunkOfAll(
  db: HoldfastDatabase,
  [first]: readonly WithRow<Stored<object>>[],
): Promise<ImportChunk | null> {
  return first === undefined ? null : await openChunkOf(db, first.row);
}

/**
 * Removes rows from the chunks that would send them, each chunk written once; returns their places by id, where they
 * had one.
 */
export async function takeFromChunks(
  db: HoldfastDatabase,
  rows: readonly Stored<{ readonly id: string }>[],
): Promise<ReadonlyMap<string, number>> {
  const places = new Map<string, number>();
  for (const group of byChunk(rows.map((row) => ({ row })))) {
    const chunk = await chunkOfAll(db, group);
    if (chunk === null) continue;
    const positions = new Map(chunk.ids.map((id, position) => [id, position]));
    for (const {
      row: { id },
    } of group)
      places.set(id, positions.get(id) ?? chunk.ids.length);
    await putChunkIds(
      db,
      chunk,
      chunk.ids.filter((id) => !places.has(id)),
    );
  }
  return places;
}

/** Restores rows at the places that `takeFromChunks` returned; returns those whose chunk has been sent without them. */
export async function putIntoChunks<T extends WithRow<Stored<{ readonly id: string }>> & { readonly place: number }>(
  db: HoldfastDatabase,
  taken: readonly T[],
): Promise<T[]> {
  const left: T[] = [];
  for (const group of byChunk(taken)) {
    const chunk = await chunkOfAll(db, group);
    if (chunk === null) {
      left.push(...group);
      continue;
    }
    const ids = [...chunk.ids];
    // In order: each place counts those before it.
    for (const { row, place } of group.toSorted((a, b) => a.place - b.place)) ids.splice(place, 0, row.id);
    await putChunkIds(db, chunk, ids);
  }
  return left;
}
