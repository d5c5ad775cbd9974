/** Saving a record of any entity: what the repositories of the entities share. */
import { newId } from './ids.ts';
import { recordOf } from './entity-fields.ts';
import { currentId, putAndQueue, QUEUE_TABLES } from './outbox.ts';
import { referencesOf } from './entity-references.ts';
import { ENTITY_TABLES, entityTable, type EntityName, type EntityRecords, type HoldfastDatabase } from './schema.ts';
import { write, WriteRefused, type Written } from './write.ts';

/** A record without an id when it is new; its fields have passed their entity's check. */
export type Saved<E extends EntityName> = Omit<EntityRecords[E], 'id'> & { readonly id?: string };

/** Inside a write: creates the record, or replaces the one with the given id; refuses `notFound` when that is gone. */
export async function putRecord<E extends EntityName>(db: HoldfastDatabase, entity: E, fields: Saved<E>, now: number): Promise<EntityRecords[E]> {
  const id = fields.id === undefined ? newId() : await currentId(db, fields.id);
  if (fields.id !== undefined && (await entityTable(db, entity).get(id)) === undefined) throw new WriteRefused({ code: 'notFound' });
  const renamed: Record<string, string> = {};
  for (const [field] of referencesOf(entity)) renamed[field] = await currentId(db, Reflect.get(fields, field) as string);
  const record = { ...fields, ...renamed, id } as unknown as EntityRecords[E];
  await putAndQueue(db, entity, record, now);
  return record;
}

/** Creates a record, or replaces the one with the given id. */
export async function saveRecord<E extends EntityName>(db: HoldfastDatabase, entity: E, fields: Saved<E>, now: number): Promise<Written<EntityRecords[E]>> {
  return await write(db, [ENTITY_TABLES[entity], ...QUEUE_TABLES], async () => await putRecord(db, entity, fields, now));
}

/** Replaces a record by what `change` makes of it as it is stored now, which a list on screen may not show yet; refuses `notFound`. */
export async function changeRecord<E extends EntityName>(
  db: HoldfastDatabase, entity: E, id: string, change: (record: EntityRecords[E]) => Saved<E>, now: number,
): Promise<Written<EntityRecords[E]>> {
  return await write(db, [ENTITY_TABLES[entity], ...QUEUE_TABLES], async () => {
    const stored = await entityTable(db, entity).get(await currentId(db, id));
    if (stored === undefined) throw new WriteRefused({ code: 'notFound' });
    return await putRecord(db, entity, change(recordOf(entity, stored)), now);
  });
}

/** `saveRecord` of several in one step, all or none; answers how many. */
export async function saveRecords<E extends EntityName>(db: HoldfastDatabase, entity: E, all: readonly Saved<E>[], now: number): Promise<Written<number>> {
  return await write(db, [ENTITY_TABLES[entity], ...QUEUE_TABLES], async () => {
    for (const fields of all) await putRecord(db, entity, fields, now);
    return all.length;
  });
}

/** The record with this id, or the one that the id had become; null when there is none. */
export async function getRecord<E extends EntityName>(db: HoldfastDatabase, entity: E, id: string): Promise<EntityRecords[E] | null> {
  return (await entityTable(db, entity).get(await currentId(db, id))) ?? null;
}
