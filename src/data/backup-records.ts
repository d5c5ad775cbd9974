/** Everything of a user's on the device, whole, for an export; and putting it into an empty account again, through the queue. */
import { recordOf } from './entity-fields.ts';
import { referencesOf } from './entity-references.ts';
import { currentId, putAndQueue, QUEUE_TABLES } from './outbox.ts';
import type { Receipt, ReceiptFile } from './receipt-record.ts';
import {
  ENTITY_TABLES,
  entityTable,
  RECORD_TABLES,
  type EntityName,
  type EntityRecords,
  type HoldfastDatabase,
  type Stored,
} from './schema.ts';
import { write, type Written } from './write.ts';

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
    const writing = new Set((await db.imports.toArray()).filter((one) => one.state === 'writing').map((one) => one.id));
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

/** True when the device has records of the user's that are not among those with these ids, whatever ids a server gave them since. */
export async function hasOtherRecords(db: HoldfastDatabase, ids: ReadonlySet<string>): Promise<boolean> {
  const known = new Set(ids);
  for (const id of ids) known.add(await currentId(db, id));
  for (const entity of OWN_ENTITIES) {
    // Named by what they belong to, whose new ids they follow.
    if (entity === 'extra') continue;
    const present = await entityTable(db, entity).toCollection().primaryKeys();
    if (present.some((id) => !known.has(id))) return true;
  }
  return false;
}

/** Inside a write: queues a record that is to be made again, unless it is there already from an earlier try. */
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
  await putAndQueue(db, entity, { ...record, ...renamed, id }, now);
}

/** Makes records again, parents first, in one step; each is sent as any other change. */
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

/** Makes one receipt again with its file. */
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
