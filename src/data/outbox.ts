/** Queues the changes of records. Every function here runs inside the write that changes the record. */
import { changedFields, recordOf } from './entity-fields.ts';
import { parentIds } from './entity-references.ts';
import { newId } from './ids.ts';
import { hasDoubles } from './import-doubles.ts';
import type { ImportChunk } from './import-record.ts';
import { isRewritable, PAYLOAD_SCHEMA, type OutboxEntry, type RecordEntry, type ServerCopy } from './outbox-entry.ts';
import { entityTable, type EntityName, type EntityRecords, type HoldfastDatabase, type Stored } from './schema.ts';

/** Tables that a write must name when it queues something. */
export const QUEUE_TABLES = ['outbox', 'importChunks', 'aliases'] as const;

/** Hold a delete this long, in milliseconds, while 'Undo' is offered. */
export const UNDO_MS = 10_000;

/** Entries of one record in the order of sending. */
export async function entriesOf(db: HoldfastDatabase, id: string): Promise<RecordEntry[]> {
  const entries = await db.outbox.where('localId').equals(id).sortBy('seq');
  return entries.filter((entry): entry is RecordEntry => entry.entity !== 'import');
}

/** The not yet sent chunk of an import that will carry the row as it then is; null when there is none. */
async function openChunkOf(db: HoldfastDatabase, row: Stored<unknown>): Promise<{ readonly importId: string; readonly index: number } | null> {
  const { importId, importIndex } = row;
  if (importId === undefined || importIndex === undefined) return null;
  const chunk = await db.importChunks.get([importId, importIndex]);
  if (chunk === undefined || chunk.sentCsv !== null) return null;
  const entry = await chunkEntry(db, importId, importIndex);
  return entry !== undefined && isRewritable(entry) ? { importId, index: importIndex } : null;
}

async function chunkEntry(db: HoldfastDatabase, importId: string, index: number): Promise<OutboxEntry | undefined> {
  return await db.outbox.where('localId').equals(importId).and((entry) => entry.entity === 'import' && entry.index === index).first();
}

/** The entries that must be sent before a change of this record: the parents that the server does not know yet. */
export async function parentsOf<E extends EntityName>(db: HoldfastDatabase, entity: E, record: EntityRecords[E]): Promise<number[]> {
  const ids = parentIds(entity, record);
  if (ids.length === 0) return [];
  const entries = await db.outbox.where('localId').anyOf(ids).toArray();
  const seqs = entries.filter((entry) => entry.kind === 'create').map((entry) => entry.seq);
  // A receipt's transaction may be a row of an import that is still to be sent.
  const row = entity === 'receipt' ? await db.transactions.get(ids[0] ?? '') : undefined;
  return row === undefined ? seqs : [...seqs, ...(await chunkOf(db, row))];
}

/** The chunk that will tell the server of this row, when it has not been acknowledged yet. */
async function chunkOf(db: HoldfastDatabase, row: Stored<unknown>): Promise<number[]> {
  const entry = row.importId === undefined ? undefined : await chunkEntry(db, row.importId, row.importIndex ?? 0);
  return entry === undefined ? [] : [entry.seq];
}

export function newEntry<E extends EntityName>(entity: E, id: string, now: number): Omit<RecordEntry<E>, 'seq' | 'kind'> {
  return {
    key: newId(), entity, localId: id, payload: null, base: null, theirs: null, dependsOn: [], state: 'queued', epoch: 0,
    attempts: 0, nextAttemptAt: 0, queuedAt: new Date(now).toISOString(), error: null, resent: false, checks: 0,
  };
}

/** What an entry's fields are reset to when it is written anew: a changed payload is another request. */
export function renewed(): Pick<RecordEntry, 'key' | 'attempts' | 'nextAttemptAt' | 'error' | 'resent' | 'checks'> {
  return { key: newId(), attempts: 0, nextAttemptAt: 0, error: null, resent: false, checks: 0 };
}

function baseFor<E extends EntityName>(entity: E, row: Stored<EntityRecords[E]>, last: RecordEntry | undefined): ServerCopy<EntityRecords[E]> {
  // What an earlier entry will have made of it; the acknowledgement puts the server's own copy in its place.
  if (last?.payload) return { record: last.payload.record as EntityRecords[E], version: null };
  return { record: recordOf(entity, row), version: row.version };
}

/**
 * Writes a record and queues its creation or edit. Changes that were not sent yet are joined: a create and its edits
 * are one create, several edits are one, and an edit that puts everything back is none.
 */
export async function putAndQueue<E extends EntityName>(db: HoldfastDatabase, entity: E, record: EntityRecords[E], now: number): Promise<void> {
  const table = entityTable(db, entity);
  const row = await table.get(record.id);
  if (row === undefined) {
    await table.add({ ...record, version: null });
    await db.outbox.add({
      ...newEntry(entity, record.id, now), kind: 'create',
      payload: { schema: PAYLOAD_SCHEMA, record }, dependsOn: await parentsOf(db, entity, record),
    });
    return;
  }
  if (changedFields(entity, recordOf(entity, row), record).length === 0) return;
  await table.put({ ...record, ...metaOf(row) });
  if ((await openChunkOf(db, row)) !== null) return;
  const entries = await entriesOf(db, record.id);
  const last = entries.at(-1);
  const payload = { schema: PAYLOAD_SCHEMA, record };
  const dependsOn = [...(await parentsOf(db, entity, record)), ...(await chunkOf(db, row))];
  if (last !== undefined && last.kind !== 'delete' && isRewritable(last)) {
    const base = last.base?.record;
    // Not where the server is known to have something newer, which the next request must meet.
    if (last.kind === 'update' && last.state === 'queued' && last.theirs === null && base && changedFields(entity, base as EntityRecords[E], record).length === 0) {
      await db.outbox.delete(last.seq);
      return;
    }
    // A conflict stays one until the user has chosen; its text is kept as edited.
    const state = last.state === 'conflict' ? 'conflict' : 'queued';
    await db.outbox.put({ ...last, ...renewed(), ...(state === 'conflict' ? { error: last.error } : {}), state, payload, dependsOn });
    return;
  }
  if (last?.kind === 'delete' && last.state === 'failed') {
    // The server would not delete it, and now the user goes on using it.
    await db.outbox.put({ ...last, ...renewed(), kind: 'update', state: 'queued', payload, dependsOn });
    return;
  }
  await db.outbox.add({ ...newEntry(entity, record.id, now), kind: 'update', payload, base: baseFor(entity, row, last), dependsOn });
}

export function metaOf(row: Stored<unknown>): Pick<Stored<unknown>, 'version' | 'importId' | 'importIndex'> {
  return {
    version: row.version,
    ...(row.importId === undefined ? {} : { importId: row.importId }),
    ...(row.importIndex === undefined ? {} : { importIndex: row.importIndex }),
  };
}

/** What a delete took away, so that it can be undone while its entry has not been sent. */
export interface Removal<E extends EntityName = EntityName> {
  readonly entity: E;
  readonly row: Stored<EntityRecords[E]>;
  /** Entries that the delete replaced. */
  readonly replaced: readonly OutboxEntry[];
  /** The delete's own entry; null when the server never knew the record. */
  readonly seq: number | null;
  /** The open chunk that the row was taken out of, with the row's place in it. */
  readonly chunk: { readonly importId: string; readonly index: number; readonly position: number } | null;
}

/** Removes a record and queues its deletion, or just forgets its creation when that was never sent. Null when there is no such record. */
export async function removeAndQueue<E extends EntityName>(
  db: HoldfastDatabase, entity: E, id: string, options: { readonly now: number; readonly holdMs: number; readonly dependsOn?: readonly number[] },
): Promise<Removal<E> | null> {
  const table = entityTable(db, entity);
  const row = await table.get(id);
  if (row === undefined) return null;
  await table.delete(id);
  const chunk = await openChunkOf(db, row);
  if (chunk !== null) return { entity, row, replaced: [], seq: null, chunk: await takeFromChunk(db, chunk, id) };
  const entries = await entriesOf(db, id);
  const replaced = entries.slice(lastFixed(entries) + 1);
  await db.outbox.bulkDelete(replaced.map((entry) => entry.seq));
  const first = replaced[0];
  const theirs = (replaced.at(-1)?.theirs ?? null) as ServerCopy<EntityRecords[E]> | null;
  // Another device may have made it there meanwhile: then its deletion has to meet that.
  if (first?.kind === 'create' && (theirs === null || theirs.record === null)) return { entity, row, replaced, seq: null, chunk: null };
  const base = first === undefined ? baseFor(entity, row, entries.at(-1)) : (first.base as ServerCopy<EntityRecords[E]> | null) ?? baseFor(entity, row, first);
  const seq = await db.outbox.add({
    ...newEntry(entity, id, options.now), kind: 'delete', base, theirs,
    nextAttemptAt: options.holdMs === 0 ? 0 : options.now + options.holdMs, dependsOn: [...(options.dependsOn ?? []), ...(await chunkOf(db, row))],
  });
  return { entity, row, replaced, seq, chunk: null };
}

/** Index of the last entry that a sender may have sent; those after it may be replaced. */
function lastFixed(entries: readonly RecordEntry[]): number {
  return entries.findLastIndex((entry) => !isRewritable(entry));
}

/** Says which rows a chunk carries that waits to be sent. */
export async function putChunkIds(db: HoldfastDatabase, chunk: ImportChunk, ids: readonly string[]): Promise<void> {
  const { imported } = chunk;
  await db.importChunks.put({ ...chunk, ids, ...(imported !== undefined && { imported: { ...imported, ids: imported.ids ?? chunk.ids } }) });
  const entry = await chunkEntry(db, chunk.importId, chunk.index);
  if (entry?.entity === 'import') await db.outbox.put({ ...entry, rows: ids.length });
}

async function takeFromChunk(db: HoldfastDatabase, at: { readonly importId: string; readonly index: number }, id: string): Promise<Removal['chunk']> {
  const chunk = await db.importChunks.get([at.importId, at.index]);
  if (chunk === undefined) return null;
  const ids = chunk.ids.filter((other) => other !== id);
  await putChunkIds(db, chunk, ids);
  return { ...at, position: chunk.ids.indexOf(id) };
}

/** Puts back what `removeAndQueue` took away. False, with nothing changed, when a sender has already taken the delete. */
export async function restoreRemoval(db: HoldfastDatabase, removal: Removal, now: number): Promise<boolean> {
  const { chunk, seq, row } = removal;
  if (chunk !== null) {
    const known = await db.importChunks.get([chunk.importId, chunk.index]);
    if (known !== undefined && (await openChunkOf(db, row)) !== null) {
      await putChunkIds(db, known, known.ids.toSpliced(chunk.position, 0, row.id));
    } else {
      // The chunk has left without the row, so the server does not know it.
      const record = recordOf(removal.entity, row) as EntityRecords[EntityName];
      await db.outbox.add({
        ...newEntry<EntityName>(removal.entity, row.id, now), kind: 'create',
        payload: { schema: PAYLOAD_SCHEMA, record }, dependsOn: await parentsOf(db, removal.entity, record),
      });
    }
  } else if (seq !== null) {
    const entry = await db.outbox.get(seq);
    if (entry === undefined || !isRewritable(entry)) return false;
    await db.outbox.delete(seq);
    if (entry.entity !== 'import' && entry.theirs !== null) return await restoreOnto(db, removal, entry.theirs, now);
  }
  await db.outbox.bulkPut([...removal.replaced]);
  await entityTable(db, removal.entity).put(row as Stored<EntityRecords[EntityName]>);
  return true;
}

/** Puts a record back that was changed or deleted elsewhere while its removal waited: what was newer there is not undone. */
async function restoreOnto(db: HoldfastDatabase, { entity, row, replaced }: Removal, theirs: ServerCopy<EntityRecords[EntityName]>, now: number): Promise<boolean> {
  const table = entityTable(db, entity);
  const changes = replaced.filter((entry): entry is RecordEntry => entry.entity !== 'import');
  if (changes.length === 0 && theirs.record !== null) {
    await table.put({ ...theirs.record, ...metaOf(row), version: theirs.version } as Stored<EntityRecords[EntityName]>);
    return true;
  }
  await table.put(row as Stored<EntityRecords[EntityName]>);
  await db.outbox.bulkPut(changes.map((entry) => ({ ...entry, theirs })));
  if (changes.length > 0) return true;
  const record = recordOf(entity, row) as EntityRecords[EntityName];
  await db.outbox.add({
    ...newEntry<EntityName>(entity, row.id, now), kind: 'update', payload: { schema: PAYLOAD_SCHEMA, record }, base: { record, version: row.version }, theirs,
    state: 'conflict', error: { status: 404, code: 'deletedElsewhere', message: '' },
  });
  return true;
}

/** A record that was made again gets a further id; more often than this it is no chain, but a circle. */
const MOST_RENAMINGS = 10;

/** The ids under which records are stored now, when the server has given them others since. */
export async function currentIds(db: HoldfastDatabase, ids: readonly string[]): Promise<string[]> {
  let current = [...ids];
  for (let times = 0; times < MOST_RENAMINGS; times += 1) {
    const aliases = await db.aliases.bulkGet(current);
    if (aliases.every((alias) => alias === undefined)) break;
    current = current.map((id, index) => aliases[index]?.newId ?? id);
  }
  return current;
}

/** The id under which a record is stored now. */
export async function currentId(db: HoldfastDatabase, id: string): Promise<string> {
  return (await currentIds(db, [id]))[0] ?? id;
}

/** The ids of records with changes that the server has not got yet, rows of unsent imports included. */
export async function pendingRecordIds(db: HoldfastDatabase): Promise<Set<string>> {
  return await db.transaction('r', [db.outbox, db.importChunks], async () => {
    const ids = new Set<string>();
    for (const entry of await db.outbox.toArray()) {
      if (entry.entity !== 'import') ids.add(entry.localId);
      else for (const id of (await db.importChunks.get([entry.localId, entry.index]))?.ids ?? []) ids.add(id);
    }
    return ids;
  });
}

/** Those of the records that have changes which the server has not got. Not for rows of imports, which wait with their chunk. */
export async function pendingAmong(db: HoldfastDatabase, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await db.outbox.where('localId').anyOf([...ids]).toArray()).map((entry) => entry.localId));
}

/** The records, each with whether it has such changes. */
export async function withPending<R extends { readonly id: string }>(db: HoldfastDatabase, rows: readonly R[]): Promise<(R & { readonly pending: boolean })[]> {
  const pending = await pendingAmong(db, rows.map(({ id }) => id));
  return rows.map((row) => ({ ...row, pending: pending.has(row.id) }));
}

/** How many changes wait to be sent, rows of imports counted one by one, and how many wait for the user. */
export async function countOutbox(db: HoldfastDatabase): Promise<{ readonly waiting: number; readonly attention: number }> {
  // However many rows were imported twice, that is one question.
  const questions = Number(await hasDoubles(db));
  return await db.transaction('r', [db.outbox, db.importChunks, db.quarantine], async () => {
    let waiting = 0;
    let attention = questions + (await db.quarantine.count());
    for (const entry of await db.outbox.toArray()) {
      if (entry.state === 'failed' || entry.state === 'conflict') attention += 1;
      else waiting += entry.entity !== 'import' ? 1 : (entry.rows ?? (await db.importChunks.get([entry.localId, entry.index]))?.ids.length ?? 0);
    }
    return { waiting, attention };
  });
}

/** All entries in the order of sending. */
export async function listOutbox(db: HoldfastDatabase): Promise<OutboxEntry[]> {
  return await db.outbox.orderBy('seq').toArray();
}
