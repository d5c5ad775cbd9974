/** Removing records from the device and the queue, and restoring them. Every function runs inside a write. */
import type { AnyRecord, EntityName, EntityRecords, Stored } from '../entities/entities.ts';
import { changedFields, recordOf, sameContent } from '../entities/entity-fields.ts';
import { parentIds, withNames } from '../entities/entity-references.ts';
import { chunkOf, putIntoChunks, takeFromChunks } from './open-chunks.ts';
import {
  DELETED_ELSEWHERE,
  isRewritable,
  type NewOutboxEntry,
  type RecordEntry,
  type ServerCopy,
} from '../database/outbox-entry.ts';
import { baseFor, currentIds, entriesOf, metaOf, newEntry, newQuestion, parentsOf, queueCreation } from './outbox.ts';
import { mapRecords } from './rekey.ts';
import type { Removal, Taken } from '../database/removed.ts';
import { entityTable, type HoldfastDatabase } from '../database/schema.ts';

interface RemovalOptions {
  readonly now: number;
  /** How long the deletion waits, in milliseconds. */
  readonly holdMs: number;
  readonly dependsOn?: readonly number[];
}

/**
 * Removes records and queues their deletion, or only removes their creation when that was never sent; unknown ids are
 * ignored.
 */
export async function removeAndQueue<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  ids: readonly string[],
  options: RemovalOptions,
): Promise<Removal<E>[]> {
  const table = entityTable(db, entity);
  const rows = (await table.bulkGet([...new Set(ids)])).filter((row) => row !== undefined);
  await table.bulkDelete(rows.map((row) => row.id));
  const places = await takeFromChunks(db, rows);
  const removals: Removal<E>[] = [];
  for (const row of rows) {
    const place = places.get(row.id) ?? null;
    removals.push(
      place === null
        ? await queueRemoval(db, entity, row, options)
        : { entity, row, replaced: [], seq: null, place, chunk: null },
    );
  }
  return removals;
}

async function queueRemoval<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  row: Stored<EntityRecords[E]>,
  options: RemovalOptions,
): Promise<Removal<E>> {
  const entries = await entriesOf(db, row.id);
  const replaced = entries.slice(lastFixed(entries) + 1);
  await db.outbox.bulkDelete(replaced.map((entry) => entry.seq));
  const first = replaced[0];
  const theirs = (replaced.at(-1)?.theirs ?? null) as ServerCopy<EntityRecords[E]> | null;
  // Another device may have created it in the meantime: then its deletion has to be reconciled with that.
  if (first?.kind === 'create' && (theirs === null || theirs.record === null))
    return { entity, row, replaced, seq: null, place: null, chunk: null };
  const base =
    first === undefined
      ? await baseFor(db, entity, row, entries.at(-1))
      : ((first.base as ServerCopy<EntityRecords[E]> | null) ?? (await baseFor(db, entity, row, first)));
  const chunks = await chunkOf(db, row);
  const seq = await db.outbox.add({
    ...newEntry(entity, row.id, options.now),
    kind: 'delete',
    base,
    theirs,
    nextAttemptAt: options.holdMs === 0 ? 0 : options.now + options.holdMs,
    dependsOn: [...(options.dependsOn ?? []), ...chunks],
  });
  return { entity, row, replaced, seq, place: null, chunk: chunks[0] ?? null };
}

/** Index of the last entry that a sender may have sent; those after it may be replaced. */
function lastFixed(entries: readonly RecordEntry[]): number {
  return entries.findLastIndex((entry) => !isRewritable(entry));
}

/**
 * Restores what `removeAndQueue` removed, then what was removed with it. False when one of the deletions has already
 * been claimed; then the write must be rolled back.
 */
export async function restoreRemovals(
  db: HoldfastDatabase,
  removals: readonly Removal[],
  children: readonly Taken[],
  now: number,
): Promise<boolean> {
  const nameOf = await currentNames(db, [...removals, ...children]);
  await restoreChunkRows(
    db,
    removals.flatMap(({ place, ...taken }) => (place === null ? [] : [{ ...renamed(taken, nameOf), place }])),
    now,
  );
  for (const removal of removals) {
    if (removal.place !== null) continue;
    const taken = renamed(removal, nameOf);
    if (removal.seq === null) await restoreTaken(db, taken);
    else if (!(await restoreDeleted(db, taken, { seq: removal.seq, chunk: removal.chunk }, now))) return false;
  }
  for (const child of children) await restoreTaken(db, renamed(child, nameOf));
  return true;
}

/** The present ids of the records that these name: servers may have given them ids of their own since. */
async function currentNames(db: HoldfastDatabase, all: readonly Taken[]): Promise<(id: string) => string> {
  const records = all.flatMap(({ entity, row, replaced }) =>
    [row, ...replaced.flatMap(recordsIn)].map((record) => ({ entity, record })),
  );
  const ids = [...new Set(records.flatMap(({ entity, record }) => parentIds(entity, record)))];
  const current = await currentIds(db, ids);
  const names = new Map(ids.map((id, index) => [id, current[index] ?? id]));
  return (id) => names.get(id) ?? id;
}

function recordsIn({ payload, base, theirs }: RecordEntry): AnyRecord[] {
  return [payload?.record, base?.record, theirs?.record].filter((record) => record != null);
}

function renamed({ entity, row, replaced }: Taken, nameOf: (id: string) => string): Taken {
  return {
    entity,
    row: withNames(entity, row, nameOf),
    replaced: replaced.map((entry) => mapRecords(entry, (record) => withNames(entity, record, nameOf))),
  };
}

async function restoreChunkRows(
  db: HoldfastDatabase,
  taken: readonly (Taken & { readonly place: number })[],
  now: number,
): Promise<void> {
  // Their chunk has been sent without them, so the server does not know them.
  const left = await putIntoChunks(db, taken);
  for (const { entity, row } of taken) await entityTable(db, entity).put(row);
  for (const { entity, row } of left) await queueCreation(db, entity, recordOf(entity, row), now);
}

/** Restores a row that the server never had, with its entries. */
async function restoreTaken(db: HoldfastDatabase, { entity, row, replaced }: Taken): Promise<void> {
  await entityTable(db, entity).put(row);
  await requeue(db, replaced);
}

/**
 * Queues a record's entries in their old places, or at the end where an entry that they need comes after these places
 * now.
 */
async function requeue(db: HoldfastDatabase, entries: readonly RecordEntry[]): Promise<void> {
  const again: RecordEntry[] = [];
  let isLate = false;
  for (const entry of entries) {
    const parents = entry.payload === null ? [] : await parentsOf(db, entry.entity, entry.payload.record);
    isLate ||= parents.some((seq) => seq > entry.seq);
    again.push({ ...entry, dependsOn: [...new Set([...entry.dependsOn, ...parents])] });
  }
  if (isLate) await db.outbox.bulkAdd(again.map(({ seq: _seq, ...entry }): NewOutboxEntry => entry));
  else await db.outbox.bulkPut(again);
}

/** Puts a record back that the server has, or will have; what was newer there meanwhile is not undone. */
async function restoreDeleted(
  db: HoldfastDatabase,
  taken: Taken,
  { seq, chunk }: { readonly seq: number; readonly chunk: number | null },
  now: number,
): Promise<boolean> {
  const deletion = await db.outbox.get(seq);
  if (deletion === undefined || deletion.entity === 'import' || !isRewritable(deletion)) return false;
  await db.outbox.delete(seq);
  const { entity } = taken;
  // An acknowledgement may have given it its id, and the deletion its base, since.
  const { localId: id, base, theirs } = deletion;
  const row = { ...taken.row, id, version: base?.version ?? taken.row.version };
  const table = entityTable(db, entity);
  // Its chunk has left without it meanwhile, so nobody else will tell the server of it.
  if (chunk !== null && base?.version == null && theirs === null && (await db.outbox.get(chunk)) === undefined) {
    await table.put(row);
    await queueCreation(db, entity, recordOf(entity, row), now);
    return true;
  }
  if (taken.replaced.length > 0) {
    const [first, ...others] = taken.replaced.map((entry) =>
      mapRecords({ ...entry, localId: id, theirs: theirs ?? entry.theirs }, (record) => ({ ...record, id })),
    );
    await restoreTaken(db, { entity, row, replaced: first === undefined ? others : [onBase(first, base), ...others] });
    return true;
  }
  // A change elsewhere while the last edit was being sent asks no question, but is not ignored either.
  const newest = theirs ?? (base?.record != null && changedFields(entity, row, base.record).length > 0 ? base : null);
  if (newest === null) {
    await table.put(row);
    return true;
  }
  if (newest.record !== null) {
    await table.put({ ...newest.record, ...metaOf(row), version: newest.version ?? row.version });
    return true;
  }
  await table.put(row);
  const record = recordOf(entity, row);
  await db.outbox.add(
    newQuestion(entity, record, { base: { record, version: row.version }, theirs }, DELETED_ELSEWHERE, now),
  );
  return true;
}

/**
 * Bases a change on the record's copy under the version known now; where the copy is another now, the server is read
 * before it is sent.
 */
function onBase(entry: RecordEntry, now: ServerCopy<AnyRecord> | null): RecordEntry {
  const record = entry.base?.record ?? null;
  if (entry.kind === 'create' || record === null || now === null || now.record === null) return entry;
  return { ...entry, base: { record, version: sameContent(entry.entity, record, now.record) ? now.version : null } };
}
