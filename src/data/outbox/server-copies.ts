/** Inside a settlement: how a copy of a record from the server is combined with the one on this device. */
import type { AnyRecord, EntityName, EntityRecords, Stored } from '../entities/entities.ts';
import { changedFields, recordOf, sameContent } from '../entities/entity-fields.ts';
import {
  isRewritable,
  type EntryError,
  type PresentCopy,
  type RecordEntry,
  type ServerCopy,
} from '../database/outbox-entry.ts';
import { entriesOf, metaOf, newQuestion } from './outbox.ts';
import { forgetChildren } from './removals.ts';
import { entityTable, type HoldfastDatabase } from '../database/schema.ts';

/** Whether one copy of a record has a later version than another. */
export function isLater(copy: ServerCopy<AnyRecord>, than: ServerCopy<AnyRecord>): boolean {
  return copy.version !== null && than.version !== null && copy.version > than.version;
}

/**
 * What a pull had noted before the claim, when it is newer than the copy in a reply: older servers answer a repeated
 * request as the first time, although others may have edited the record since. During the claim nobody pulls.
 */
export function newerThan(copy: ServerCopy<AnyRecord>, { theirs }: RecordEntry): ServerCopy<AnyRecord> | null {
  return theirs !== null && isLater(theirs, copy) ? theirs : null;
}

/** Inside a settlement: removes the records that belong to one that the server no longer has. */
export async function forgetDeleted(db: HoldfastDatabase, entity: EntityName, id: string): Promise<void> {
  await forgetChildren(db, entity, id);
  if (entity === 'receipt') await db.receiptFiles.delete(id);
}

/** Makes the server's copy the row, which goes where the server has no record. */
export async function putCopy(
  db: HoldfastDatabase,
  entity: EntityName,
  id: string,
  { record, version }: ServerCopy<AnyRecord>,
): Promise<void> {
  const table = entityTable(db, entity);
  if (record === null) await table.delete(id);
  else await table.put({ ...record, ...metaOf(await table.get(id)), version });
}

/**
 * A row of which the server has another version: it stays as it is, as one of that version, and the user is asked where
 * they differ. Returns the row, to be written.
 */
export async function keepMine<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  row: Stored<EntityRecords[E]>,
  theirs: PresentCopy<EntityRecords[E]>,
  { now, error }: { readonly now: number; readonly error: EntryError },
): Promise<Stored<EntityRecords[E]>> {
  const record = recordOf(entity, row);
  if (!sameContent(entity, record, theirs.record))
    await db.outbox.add(newQuestion<EntityName>(entity, record, { base: theirs, theirs }, error, now));
  return { ...record, ...metaOf(row), version: theirs.version };
}

/**
 * Makes a copy that the server just confirmed, or its later version, the row's content; or the base of what was
 * changed here since.
 */
export async function acceptCopy(
  db: HoldfastDatabase,
  entity: EntityName,
  copy: PresentCopy,
  since: ServerCopy<AnyRecord> | null,
): Promise<void> {
  const table = entityTable(db, entity);
  const row = await table.get(copy.record.id);
  const [next] = await entriesOf(db, copy.record.id);
  const newest = (since ?? copy).record;
  if (next !== undefined && !isDone(next, copy.record) && (newest === null || !isQuestionOf(next, newest))) {
    // A user who is being asked sees what the server has now.
    await db.outbox.put({ ...next, base: copy, theirs: since ?? (next.state === 'conflict' ? copy : null) });
    if (row !== undefined) await table.put({ ...recordOf(entity, row), ...metaOf(row), version: copy.version });
    return;
  }
  if (next !== undefined) await db.outbox.delete(next.seq);
  if (row === undefined) return;
  await putCopy(db, entity, row.id, since ?? copy);
}

/** Whether the user is asked to choose between this text and one with the same content. */
export function isQuestionOf(entry: RecordEntry, theirs: AnyRecord): boolean {
  return (
    entry.state === 'conflict' &&
    entry.kind === 'update' &&
    entry.payload !== null &&
    sameContent(entry.entity, entry.payload.record, theirs)
  );
}

/** Whether a later edit asks only for what the server has confirmed. */
function isDone(next: RecordEntry, confirmed: AnyRecord): boolean {
  return (
    next.kind === 'update' &&
    next.payload !== null &&
    isRewritable(next) &&
    changedFields(next.entity, next.payload.record, confirmed).length === 0
  );
}
