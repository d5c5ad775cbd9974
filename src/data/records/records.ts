/** Saving a record of any entity: what the repositories of the entities share. */
import type { EntityName, EntityRecords } from '../entities/entities.ts';
import { newId } from '../database/ids.ts';
import { recordOf } from '../entities/entity-fields.ts';
import { mergeRecords } from '../entities/merge.ts';
import { currentId, currentIds, putAndQueue, QUEUE_TABLES } from '../outbox/outbox.ts';
import { referencesOf, withNames } from '../entities/entity-references.ts';
import { ENTITY_TABLES, entityTable, type HoldfastDatabase } from '../database/schema.ts';
import { write, WriteRefused, type Written } from '../database/write.ts';

/** Which record is saved: one without an id is new. */
export interface Opened<E extends EntityName> {
  readonly id?: string;
  /** The record that a form was filled with: what was changed since, in another tab or by another device, is kept. */
  readonly opened?: EntityRecords[E] | null;
}

/** A record to save; its fields have passed their entity's check. */
export type Saved<E extends EntityName> = Omit<EntityRecords[E], 'id'> & Opened<E>;

/** Inside a write: creates the record, or replaces the one with the given id; refuses `notFound` when that is gone, and as `onStored`. */
export async function putRecord<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  { opened = null, ...fields }: Saved<E>,
  now: number,
): Promise<EntityRecords[E]> {
  const id = fields.id === undefined ? newId() : await currentId(db, fields.id);
  if (fields.id !== undefined && (await entityTable(db, entity).get(id)) === undefined)
    throw new WriteRefused({ code: 'notFound' });
  const entered = { ...(await withPresentNames(db, entity, fields)), id } as unknown as EntityRecords[E];
  const record = await onStored(db, entity, entered, opened);
  await putAndQueue(db, entity, record, now);
  return record;
}

/** A record with the present ids of the records that it names. */
export async function withPresentNames<R extends object>(
  db: HoldfastDatabase,
  entity: EntityName,
  record: R,
): Promise<R> {
  const names = referencesOf(entity).map(([field]) => Reflect.get(record, field) as string);
  const present = await currentIds(db, names);
  return withNames(entity, record, (id) => present[names.indexOf(id)] ?? id);
}

/** By the record that a form was filled with, the stored version that its user was told about. */
const told = new WeakMap<object, EntityRecords[EntityName]>();

/**
 * The entered values on top of the stored record: by field, what only one side changed since the form was `opened` is
 * taken from it. Refuses `changedMeanwhile`, and the next time replaces the version that this refusal reported.
 */
export async function onStored<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  entered: EntityRecords[E],
  opened: EntityRecords[E] | null,
): Promise<EntityRecords[E]> {
  const row = await entityTable(db, entity).get(entered.id);
  if (row === undefined || opened === null) return entered;
  const stored = recordOf(entity, row);
  const base = await withPresentNames(db, entity, (told.get(opened) ?? opened) as EntityRecords[E]);
  const merge = mergeRecords(entity, base, entered, stored);
  if (merge.kind === 'merged') return merge.record;
  told.set(opened, stored);
  throw new WriteRefused({ code: 'changedMeanwhile', fields: merge.fields.map(String) });
}

/** Creates a record, or replaces the one with the given id. */
export async function saveRecord<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  fields: Saved<E>,
  now = Date.now(),
): Promise<Written<EntityRecords[E]>> {
  return await write(
    db,
    [ENTITY_TABLES[entity], ...QUEUE_TABLES],
    async () => await putRecord(db, entity, fields, now),
  );
}

/**
 * Replaces a record by the result of `change` on it as it is stored now, which a list on screen may not show yet;
 * refuses `notFound`.
 */
export async function changeRecord<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  id: string,
  change: (record: EntityRecords[E]) => Saved<E>,
  now = Date.now(),
): Promise<Written<EntityRecords[E]>> {
  return await write(db, [ENTITY_TABLES[entity], ...QUEUE_TABLES], async () => {
    const stored = await entityTable(db, entity).get(await currentId(db, id));
    if (stored === undefined) throw new WriteRefused({ code: 'notFound' });
    return await putRecord(db, entity, change(recordOf(entity, stored)), now);
  });
}

/** `saveRecord` of several in one step, all or none; returns how many. */
export async function saveRecords<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  all: readonly Saved<E>[],
  now = Date.now(),
): Promise<Written<number>> {
  return await write(db, [ENTITY_TABLES[entity], ...QUEUE_TABLES], async () => {
    for (const fields of all) await putRecord(db, entity, fields, now);
    return all.length;
  });
}

/** The record with this id, or the one that the id had become; null when there is none. */
export async function getRecord<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  id: string,
): Promise<EntityRecords[E] | null> {
  return (await entityTable(db, entity).get(await currentId(db, id))) ?? null;
}
