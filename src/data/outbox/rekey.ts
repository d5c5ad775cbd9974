/** Gives a record the id that the server chose for it, everywhere on the device. Runs inside a write. */
import type { Table } from 'dexie';
import { parseExtraId } from '../../../domain/records/extra.ts';
import { withCurrentIds } from '../../../domain/records/extra-references.ts';
import { eachBatch } from '../database/batches.ts';
import type { EntityName, EntityRecords, Stored } from '../entities/entities.ts';
import { isOwned, referrersOf, withRenamed } from '../entities/entity-references.ts';
import type { OutboxEntry, RecordEntry } from '../database/outbox-entry.ts';
import { entityTable, RECORD_TABLES, type HoldfastDatabase, type TableName } from '../database/schema.ts';

/** Tables that a write must name when it re-keys. */
export const REKEY_TABLES: readonly TableName[] = [
  ...RECORD_TABLES,
  'receiptFiles',
  'outbox',
  'aliases',
  'acknowledgedCreations',
  'drafts',
];

/** An id made by a device; only an id of that length can be looked for in the key of a draft. */
const UUID_LENGTH = 36;

interface Renaming {
  readonly entity: EntityName;
  readonly oldId: string;
  readonly newId: string;
}

/** Renames a record, what refers to it and what waits to be sent about it, and keeps the old id as an alias. */
export async function rekeyRecord(
  db: HoldfastDatabase,
  entity: EntityName,
  oldId: string,
  newId: string,
): Promise<void> {
  if (oldId === newId) return;
  const renaming = { entity, oldId, newId };
  await renameRow(entityTable(db, entity), renaming);
  if (entity === 'receipt') await renameRow(db.receiptFiles, renaming);
  // An id that a server uses a second time is no alias any more.
  await db.aliases.delete(newId);
  await db.aliases.put({ oldId, newId });
  await renameDrafts(db, renaming);
  const referrers = referrersOf(entity);
  const renamed = [oldId, ...(await renameInExtras(db, renaming))];
  for (const [referrer, field] of referrers) renamed.push(...(await renameInTable(db, referrer, field, renaming)));
  // When thousands of records are renamed one after the other whose children never change parents, rows tell which
  // entries to look at.
  const isAllOwned = referrers.every(([referrer]) => isOwned(referrer));
  await renameInOutbox(
    db,
    renaming,
    await (isAllOwned ? db.outbox.where('localId').anyOf(renamed) : db.outbox).toArray(),
  );
}

async function renameRow<R extends { readonly id: string }>(
  table: Table<R, string>,
  { oldId, newId }: Renaming,
): Promise<void> {
  const row = await table.get(oldId);
  if (row === undefined) return;
  await table.delete(oldId);
  await table.put({ ...row, id: newId });
}

/** Returns the ids of the rows that named it. */
async function renameInTable<E extends EntityName>(
  db: HoldfastDatabase,
  name: E,
  field: string,
  { entity, oldId, newId }: Renaming,
): Promise<string[]> {
  const table = entityTable(db, name);
  const ids: string[] = [];
  const rename = async (rows: Stored<EntityRecords[E]>[]): Promise<void> => {
    const changed = rows.filter((row) => Reflect.get(row, field) === oldId);
    ids.push(...changed.map((row) => row.id));
    await table.bulkPut(changed.map((row) => withRenamed(name, row, entity, oldId, newId) as Stored<EntityRecords[E]>));
  };
  if (isOwned(name)) await rename(await table.where(field).equals(oldId).toArray());
  else await eachBatch(table, rename);
  return ids;
}

/** Returns the ids of the extras that named it, before and now. */
async function renameInExtras(db: HoldfastDatabase, renaming: Renaming): Promise<string[]> {
  const ids: string[] = [];
  for (const row of await db.extras.toArray()) {
    const renamed = withCurrentIds(row, newIdsOf(renaming));
    if (renamed === row) continue;
    ids.push(row.id, renamed.id);
    await db.extras.delete(row.id);
    await db.extras.put(renamed);
  }
  return ids;
}

function newIdsOf({ entity, oldId, newId }: Renaming): (named: EntityName, id: string) => string {
  return (named, id) => (named === entity && id === oldId ? newId : id);
}

/** Unfinished forms are kept under the ids of their records, and name others in their fields. */
async function renameDrafts(db: HoldfastDatabase, { oldId, newId }: Renaming): Promise<void> {
  if (oldId.length !== UUID_LENGTH) return;
  for (const draft of await db.drafts.toArray()) {
    const key = draft.key.replaceAll(oldId, newId);
    const value = withFieldsRenamed(draft.value, oldId, newId);
    if (key === draft.key && value === draft.value) continue;
    await db.drafts.delete(draft.key);
    await db.drafts.put({ ...draft, key, value });
  }
}

/** Plain data with the old id replaced wherever it occurs; the same object where it does not. */
function withFieldsRenamed(value: unknown, oldId: string, newId: string): unknown {
  if (value === oldId) return newId;
  if (typeof value !== 'object' || value === null) return value;
  const renamed = Object.entries(value).map(([name, part]) => [name, withFieldsRenamed(part, oldId, newId)] as const);
  if (renamed.every(([name, part]) => part === Reflect.get(value, name))) return value;
  return Array.isArray(value) ? renamed.map(([, part]) => part) : Object.fromEntries(renamed);
}

async function renameInOutbox(
  db: HoldfastDatabase,
  renaming: Renaming,
  entries: readonly OutboxEntry[],
): Promise<void> {
  const changed: OutboxEntry[] = [];
  for (const entry of entries) {
    if (entry.entity === 'import') continue;
    const renamed = entry.entity === renaming.entity ? renamedItself(entry, renaming) : renamedWithin(entry, renaming);
    if (renamed !== entry) changed.push(renamed);
  }
  await db.outbox.bulkPut(changed);
}

function renamedItself(entry: RecordEntry, { oldId, newId }: Renaming): RecordEntry {
  return entry.localId === oldId
    ? mapRecords({ ...entry, localId: newId }, (record) => ({ ...record, id: newId }))
    : entry;
}

function renamedWithin(entry: RecordEntry, { entity, oldId, newId }: Renaming): RecordEntry {
  if (isExtraEntry(entry)) return renamedExtraEntry(entry, newIdsOf({ entity, oldId, newId }));
  return mapRecords(entry, (record) => withRenamed(entry.entity, record, entity, oldId, newId));
}

function isExtraEntry(entry: RecordEntry): entry is RecordEntry<'extra'> {
  return entry.entity === 'extra';
}

/** A deletion carries no record: its extra is named by the entry alone. */
function renamedExtraEntry(entry: RecordEntry<'extra'>, currentId: ReturnType<typeof newIdsOf>): RecordEntry<'extra'> {
  const named = parseExtraId(entry.localId);
  const localId =
    named === null ? entry.localId : withCurrentIds({ ...named, id: entry.localId, value: {} }, currentId).id;
  return mapRecords(localId === entry.localId ? entry : { ...entry, localId }, (record) =>
    withCurrentIds(record, currentId),
  );
}

type RecordIn<E extends EntityName> = NonNullable<RecordEntry<E>['payload']>['record'];

/** An entry with each record in it changed; the same object where none is. */
export function mapRecords<E extends EntityName>(
  entry: RecordEntry<E>,
  change: (record: RecordIn<E>) => RecordIn<E>,
): RecordEntry<E> {
  const { payload, base, theirs } = entry;
  let isChanged = false;
  const within = <C extends { readonly record: RecordIn<E> | null }>(copy: C | null): C | null => {
    if (copy === null || copy.record === null) return copy;
    const record = change(copy.record);
    isChanged ||= record !== copy.record;
    return { ...copy, record };
  };
  const changed = { ...entry, payload: within(payload), base: within(base), theirs: within(theirs) };
  return isChanged ? changed : entry;
}
