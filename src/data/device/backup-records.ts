/**
 * All of a user's records on the device, for an export; and restoring them into an empty account, through the queue.
 */
import { extraId } from '../../../domain/records/extra.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import type { EntityName, EntityRecords, Stored } from '../entities/entities.ts';
import { recordOf } from '../entities/entity-fields.ts';
import { referencesOf } from '../entities/entity-references.ts';
import { isRewritable } from '../database/outbox-entry.ts';
import { currentId, currentIds, entriesOf, putAndQueue, QUEUE_TABLES } from '../outbox/outbox.ts';
import { entriesAlike } from '../outbox/outbox-index.ts';
import { writingImports } from '../database/import-rows.ts';
import type { Receipt, ReceiptFile } from '../entities/receipt-record.ts';
import { ENTITY_TABLES, entityTable, RECORD_TABLES, type HoldfastDatabase } from '../database/schema.ts';
import { write, type Written } from '../database/write.ts';

/** All records by entity. */
export type AllRecords = { readonly [E in EntityName]: readonly EntityRecords[E][] };

const ENTITIES = Object.keys(ENTITY_TABLES) as EntityName[];
/** What belongs to the user; the other entities are the server's, shared by all. */
export const OWN_ENTITIES = [
  'account',
  'savingsAccount',
  'brokerCashBalance',
  'property',
  'propertyPrice',
  'transaction',
  'receipt',
  'extra',
] as const satisfies readonly EntityName[];

/** Every record that the device has, without what it keeps beside them; rows of an unfinished import are left out. */
export async function readAllRecords(db: HoldfastDatabase): Promise<AllRecords> {
  return await db.transaction('r', [...RECORD_TABLES, 'imports'], async () => {
    const writing = await writingImports(db);
    const all: Partial<Record<EntityName, readonly unknown[]>> = {};
    for (const entity of ENTITIES) {
      const rows = (await entityTable(db, entity).toArray()) as Stored<EntityRecords[EntityName]>[];
      all[entity] = rows
        .filter((row) => row.importId === undefined || !writing.has(row.importId))
        .map((row) => recordOf<EntityName>(entity, row));
    }
    return all as unknown as AllRecords;
  });
}

/** The files of receipts that are on the device. */
export async function readAllFiles(db: HoldfastDatabase): Promise<ReceiptFile[]> {
  return await db.receiptFiles.toArray();
}

/**
 * True when the device has records of the user's that are not among these, under whatever ids. An account without
 * records or statements does not count.
 */
export async function hasOtherRecords(
  db: HoldfastDatabase,
  records: { readonly [E in (typeof OWN_ENTITIES)[number]]: AllRecords[E] },
): Promise<boolean> {
  for (const entity of OWN_ENTITIES) {
    // What is recorded in an account is found by itself; extras are named by what they belong to, whose new ids they follow.
    if (entity === 'account' || entity === 'extra') continue;
    const known = new Set<string>();
    for (const { id } of records[entity]) known.add(id).add(await currentId(db, id));
    const present = await entityTable(db, entity).toCollection().primaryKeys();
    if (present.some((id) => !known.has(id))) return true;
  }
  // Both of the kinds that are looked at have the id of an account as their key.
  const given = new Map<string, string>();
  for (const { kind, key, value } of records.extra)
    given.set(extraId(kind, await currentId(db, key)), JSON.stringify(value));
  const stated = await db.extras.where('kind').anyOf(['account-settings', 'losses-brought-forward']).toArray();
  return stated.some(({ id, value }) => given.get(id) !== JSON.stringify(value));
}

/** True when the device has records of the user's, apart from accounts without records or statements. */
export async function hasRecords(db: HoldfastDatabase): Promise<boolean> {
  return await hasOtherRecords(db, {
    account: [],
    savingsAccount: [],
    brokerCashBalance: [],
    property: [],
    propertyPrice: [],
    transaction: [],
    receipt: [],
    extra: [],
  });
}

/** Inside a write: queues a record that is to be restored, unless an earlier try has restored it. */
async function putAgain<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  record: EntityRecords[E],
  now: number,
): Promise<void> {
  const id = await currentId(db, record.id);
  if ((await entityTable(db, entity).get(id)) !== undefined) return;
  const renamed: Record<string, string> = {};
  for (const [field] of referencesOf(entity))
    renamed[field] = await currentId(db, Reflect.get(record, field) as string);
  await withdrawDeletion(db, entity, id);
  await putAndQueue(db, entity, { ...record, ...renamed, id }, now);
}

/**
 * Inside a write: where the deletion of a record was not sent yet, it is not sent, and the record is there again as the
 * server has it. Sent, it would take with it what belongs to the record and was never removed here.
 */
async function withdrawDeletion(db: HoldfastDatabase, entity: EntityName, id: string): Promise<void> {
  const last = (await entriesOf(db, id)).at(-1);
  if (last?.kind !== 'delete' || !isRewritable(last) || last.theirs !== null) return;
  if (last.base === null || last.base.record === null) return;
  // The server is only being told of the row by its chunk.
  const before = await db.outbox.bulkGet([...last.dependsOn]);
  if (before.some((entry) => entry?.entity === 'import')) return;
  await db.outbox.delete(last.seq);
  await entityTable(db, entity).put({ ...last.base.record, version: last.base.version });
}

/** Restores records, parents first, in one step; each is sent like any other change. */
export async function restoreRecords(
  db: HoldfastDatabase,
  records: { readonly [E in EntityName]?: readonly EntityRecords[E][] },
  now: number,
): Promise<Written<null>> {
  return await write(db, [...RECORD_TABLES, ...QUEUE_TABLES], async () => {
    for (const entity of ENTITIES)
      for (const record of records[entity] ?? []) await putAgain<EntityName>(db, entity, record, now);
    return null;
  });
}

/** Restores those of the transactions whose deletion was not sent yet; the others have to be sent again. */
export async function restoreDeletedHere(
  db: HoldfastDatabase,
  transactions: readonly Transaction[],
  now: number,
): Promise<Written<null>> {
  return await write(db, [...RECORD_TABLES, ...QUEUE_TABLES], async () => {
    const deletions = await entriesAlike(db, { entity: 'transaction', kind: 'delete' }).toArray();
    if (deletions.length === 0) return null;
    const deleted = new Set(deletions.map(({ localId }) => localId));
    const ids = await currentIds(
      db,
      transactions.map(({ id }) => id),
    );
    for (const [index, record] of transactions.entries())
      if (deleted.has(ids[index] ?? '')) await putAgain(db, 'transaction', record, now);
    return null;
  });
}

/** Restores one receipt with its file. */
export async function restoreReceipt(
  db: HoldfastDatabase,
  receipt: Receipt,
  file: ReceiptFile,
  now: number,
): Promise<Written<null>> {
  return await write(db, ['transactions', 'receipts', 'receiptFiles', ...QUEUE_TABLES], async () => {
    const id = await currentId(db, receipt.id);
    if ((await db.receipts.get(id)) === undefined) await db.receiptFiles.put({ ...file, id });
    await putAgain(db, 'receipt', receipt, now);
    return null;
  });
}
