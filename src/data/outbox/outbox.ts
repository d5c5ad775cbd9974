/** Queues the changes of records. Every function here runs inside the write that changes the record. */
import { parseBalanceHistoryKey } from '../../../domain/records/extra.ts';
import { countUnsaved } from './backup-state.ts';
import type { EntityName, EntityRecords, ExtraRecord, Stored } from '../entities/entities.ts';
import { changedFields, recordOf, sameContent } from '../entities/entity-fields.ts';
import { isinsIn, parentIds } from '../entities/entity-references.ts';
import { newId } from '../database/ids.ts';
import { chunkOf, openChunkOf } from './open-chunks.ts';
import { entriesAlike, entriesOfAny, waitingChunks } from './outbox-index.ts';
import {
  isRewritable,
  PAYLOAD_SCHEMA,
  type EntryError,
  type OutboxEntry,
  type RecordEntry,
  type ServerCopy,
} from '../database/outbox-entry.ts';
import { entityTable, type HoldfastDatabase } from '../database/schema.ts';
import { withVersion } from './row-versions.ts';

/** Tables that a write must name when it queues something. */
export const QUEUE_TABLES = ['outbox', 'importChunks', 'aliases', 'assets'] as const;

/** Entries of one record in the order of sending. */
export async function entriesOf(db: HoldfastDatabase, id: string): Promise<RecordEntry[]> {
  const entries = await db.outbox.where('localId').equals(id).sortBy('seq');
  return entries.filter((entry): entry is RecordEntry => entry.entity !== 'import');
}

/** The entries that must be sent before a change of this record: the parents that the server does not know yet. */
export async function parentsOf<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  record: EntityRecords[E],
): Promise<number[]> {
  if (entity === 'extra') return await statementsOf(db, record as EntityRecords['extra']);
  const isins = isinsIn(record);
  const securities = isins.length === 0 ? [] : await db.assets.where('isin').anyOf(isins).primaryKeys();
  const ids = [...parentIds(entity, record), ...securities];
  if (ids.length === 0) return [];
  const entries = await entriesOfAny(db, ids).toArray();
  const seqs = entries.filter((entry) => entry.kind === 'create').map((entry) => entry.seq);
  // A receipt's transaction may be a row of an import that is still to be sent.
  const row = entity === 'receipt' ? await db.transactions.get(ids[0] ?? '') : undefined;
  return row === undefined ? seqs : [...seqs, ...(await chunkOf(db, row))];
}

/**
 * The changes of a savings account that state its balance: until the server has them, its history does not include it,
 * and giving one up gives up its balance too.
 */
async function statementsOf(db: HoldfastDatabase, { kind, key }: ExtraRecord): Promise<number[]> {
  if (kind !== 'balance-history') return [];
  const entries = await entriesOf(db, parseBalanceHistoryKey(key).savingsAccountId);
  return entries.filter((entry) => entry.kind !== 'delete').map((entry) => entry.seq);
}

export function newEntry<E extends EntityName>(
  entity: E,
  id: string,
  now: number,
): Omit<RecordEntry<E>, 'seq' | 'kind'> {
  return {
    key: newId(),
    entity,
    localId: id,
    payload: null,
    base: null,
    theirs: null,
    dependsOn: [],
    state: 'queued',
    attempts: 0,
    nextAttemptAt: 0,
    queuedAt: new Date(now).toISOString(),
    error: null,
    resent: false,
    checks: 0,
  };
}

/** A record's creation, to be queued. */
export function newCreation<E extends EntityName>(
  entity: E,
  record: EntityRecords[E],
  dependsOn: readonly number[],
  now: number,
): Omit<RecordEntry<E>, 'seq'> {
  return {
    ...newEntry(entity, record.id, now),
    kind: 'create',
    payload: { schema: PAYLOAD_SCHEMA, record },
    dependsOn,
  };
}

/** Queues the creation of a record that is stored. */
export async function queueCreation<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  record: EntityRecords[E],
  now: number,
): Promise<void> {
  await db.outbox.add(newCreation(entity, record, await parentsOf(db, entity, record), now));
}

/** A question about a row: whether its content here is to replace the server's. */
export function newQuestion<E extends EntityName>(
  entity: E,
  record: EntityRecords[E],
  { base, theirs }: Pick<RecordEntry<E>, 'base' | 'theirs'>,
  error: EntryError,
  now: number,
): Omit<RecordEntry<E>, 'seq'> {
  return {
    ...newEntry(entity, record.id, now),
    kind: 'update',
    payload: { schema: PAYLOAD_SCHEMA, record },
    base,
    theirs,
    state: 'conflict',
    error,
  };
}

/** What an entry's fields are reset to when it is written again: a changed payload is another request. */
export function renewed(): Pick<RecordEntry, 'key' | 'attempts' | 'nextAttemptAt' | 'error' | 'resent' | 'checks'> {
  return { key: newId(), attempts: 0, nextAttemptAt: 0, error: null, resent: false, checks: 0 };
}

/** The base of a change of a row. */
export async function baseFor<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  row: Stored<EntityRecords[E]>,
  last: RecordEntry | undefined,
): Promise<ServerCopy<EntityRecords[E]>> {
  // What an earlier entry will have made of it; the acknowledgement replaces it with the server's own copy.
  if (last?.payload) return { record: last.payload.record as EntityRecords[E], version: null };
  return { record: recordOf(entity, row), version: (await withVersion(db, row)).version };
}

/**
 * Writes a record and queues its creation or edit. Changes that were not sent yet are joined: a create and its edits
 * become one create, several edits one edit, and an edit that restores the original none.
 */
export async function putAndQueue<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  record: EntityRecords[E],
  now: number,
): Promise<void> {
  const table = entityTable(db, entity);
  const row = await table.get(record.id);
  if (row === undefined) {
    await countUnsaved(db, 1);
    await table.add({ ...record, version: null });
    await queueCreation(db, entity, record, now);
    return;
  }
  if (changedFields(entity, recordOf(entity, row), record).length === 0) return;
  await countUnsaved(db, 1);
  await table.put({ ...record, ...metaOf(row) });
  if ((await openChunkOf(db, row)) !== null) return;
  const entries = await entriesOf(db, record.id);
  const last = entries.at(-1);
  const payload = { schema: PAYLOAD_SCHEMA, record };
  const dependsOn = [...(await parentsOf(db, entity, record)), ...(await chunkOf(db, row))];
  if (last !== undefined && last.kind !== 'delete' && isRewritable(last)) {
    const base = last.base?.record;
    // Not where the server is known to have a newer version: the next request must be reconciled with it.
    if (
      last.kind === 'update' &&
      last.state === 'queued' &&
      last.theirs === null &&
      base &&
      changedFields(entity, base as EntityRecords[E], record).length === 0
    ) {
      await db.outbox.delete(last.seq);
      return;
    }
    const theirs = last.state === 'conflict' && last.kind === 'update' ? last.theirs : null;
    if (theirs !== null && theirs.record !== null && sameContent(entity, theirs.record as EntityRecords[E], record)) {
      // Typing the other side's value also answers the question.
      await db.outbox.delete(last.seq);
      await table.put({ ...(theirs.record as EntityRecords[E]), ...metaOf(row), version: theirs.version });
      return;
    }
    // A conflict remains until the user has chosen; its text is kept as edited.
    const state = last.state === 'conflict' ? 'conflict' : 'queued';
    await db.outbox.put({
      ...last,
      ...renewed(),
      ...(state === 'conflict' ? { error: last.error } : {}),
      state,
      payload,
      dependsOn,
    });
    return;
  }
  if (last?.kind === 'delete' && last.state === 'failed') {
    // The server refused the deletion, and now the user goes on using the record.
    await db.outbox.put({ ...last, ...renewed(), kind: 'update', state: 'queued', payload, dependsOn });
    return;
  }
  await db.outbox.add({
    ...newEntry(entity, record.id, now),
    kind: 'update',
    payload,
    base: await baseFor(db, entity, row, last),
    dependsOn,
  });
}

/** What the device keeps beside a record that is written over its row, where there is one. */
export function metaOf(
  row: Stored<unknown> | undefined,
): Pick<Stored<unknown>, 'version' | 'importId' | 'importIndex'> {
  const { version = null, importId, importIndex } = row ?? {};
  return {
    version,
    ...(importId !== undefined && { importId }),
    ...(importIndex !== undefined && { importIndex }),
  };
}

/** A record that was created again gets a further id; more often than this is a cycle. */
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

/** As `currentIds`, for very many ids: all aliases are read at once. */
export async function readCurrentIds(db: HoldfastDatabase): Promise<(id: string) => string> {
  const renamed = new Map((await db.aliases.toArray()).map(({ oldId, newId: later }) => [oldId, later]));
  return (id) => {
    let current = id;
    for (let times = 0; times < MOST_RENAMINGS; times += 1) {
      const later = renamed.get(current);
      if (later === undefined) break;
      current = later;
    }
    return current;
  };
}

/** The id under which a record is stored now. */
export async function currentId(db: HoldfastDatabase, id: string): Promise<string> {
  return (await currentIds(db, [id]))[0] ?? id;
}

/** The records of an entity that no server has yet, as far as the queue says. */
export async function createdHere(db: HoldfastDatabase, entity: EntityName): Promise<ReadonlySet<string>> {
  const creations = await entriesAlike(db, { entity, kind: 'create' }).toArray();
  return new Set(creations.map(({ localId }) => localId));
}

/** Whether a transaction, or an import with one, waits to be sent. */
export async function hasQueuedTransactions(db: HoldfastDatabase): Promise<boolean> {
  for (const waiting of [
    waitingChunks(db),
    entriesAlike(db, { entity: 'transaction', kind: 'create' }),
    entriesAlike(db, { entity: 'transaction', kind: 'update' }),
  ])
    if ((await waiting.first()) !== undefined) return true;
  return false;
}

/**
 * Those of the records that have changes which the server does not have. Not for rows of imports, which wait with
 * their chunk.
 */
export async function pendingAmong(db: HoldfastDatabase, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await entriesOfAny(db, ids).toArray()).map((entry) => entry.localId));
}

function chunkKey(importId: string, index: number): string {
  return `${importId}/${index}`;
}

/** Those of the stored records that have changes which the server does not have, including rows of unsent imports. */
export async function pendingRows(
  db: HoldfastDatabase,
  entity: 'transaction' | 'asset',
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return await db.transaction('r', [entityTable(db, entity), db.outbox], async () => {
    const stored: readonly (Stored<{ readonly id: string }> | undefined)[] = await entityTable(db, entity).bulkGet([
      ...ids,
    ]);
    const imported = stored.filter((row) => row?.importId !== undefined).filter((row) => row !== undefined);
    const importIds = [...new Set(imported.map(({ importId }) => importId ?? ''))];
    const entries = await entriesOfAny(db, importIds).toArray();
    const chunks = new Set(
      entries.flatMap((entry) => (entry.entity === 'import' ? [chunkKey(entry.localId, entry.index)] : [])),
    );
    const inChunks = imported.filter(({ importId = '', importIndex = 0 }) =>
      chunks.has(chunkKey(importId, importIndex)),
    );
    return new Set([...(await pendingAmong(db, ids)), ...inChunks.map(({ id }) => id)]);
  });
}

/** The records, each with whether it has such changes. */
export async function withPending<R extends { readonly id: string }>(
  db: HoldfastDatabase,
  rows: readonly R[],
): Promise<(R & { readonly pending: boolean })[]> {
  const pending = await pendingAmong(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, pending: pending.has(row.id) }));
}

/** All entries in the order of sending. */
export async function listOutbox(db: HoldfastDatabase): Promise<OutboxEntry[]> {
  return await db.outbox.orderBy('seq').toArray();
}
