/**
 * Operations that all entities of a user share: create with an id, change and delete at a known version, delete many.
 */
import type { Change } from '../../../contract/sync.ts';
import { done, fail, notFound, type Outcome } from '../../outcome.ts';
import { inBatches } from '../database/in-batches.ts';
import type { Db } from '../database/store.ts';
import { lockUser, takeUserVersions } from './counters.ts';
import { atVersion } from './stale.ts';
import { addTombstones, clearTombstones } from './tombstones.ts';

export interface NewRecord<F> {
  readonly id: string;
  readonly fields: F;
  readonly version: number;
}

/** The most records that are read together, such as all accounts of a user, or all receipts of a transaction. */
export interface OwnedLimit<F> {
  readonly most: number;
  /** The number that would be read together with a new record. */
  readonly count: (db: Db, userId: string, fields: F) => Promise<number>;
  /** Why one more is not saved. */
  readonly refusal: string;
}

/** `F` is the input of a request, `V` the record in a reply. */
export interface OwnedEntity<F, V extends object> {
  /** Its name among the changes of a user. */
  readonly entity: Change['entity'];
  /** Its name in a message, with a capital letter. */
  readonly noun: string;
  readonly find: (db: Db, userId: string, id: string) => Promise<(V & { readonly version: number }) | null>;
  /** Whether the references of the record exist: an account of another user returns 404, anything else 400. */
  readonly check: (db: Db, userId: string, fields: F) => Promise<Outcome<unknown>>;
  /**
   * The same for a new record, where one statement also checks whether its id is taken; otherwise that is checked
   * first.
   */
  readonly checkNew?: (db: Db, userId: string, id: string, fields: F) => Promise<Outcome<unknown> | 'taken'>;
  readonly limit?: OwnedLimit<F>;
  readonly insert: (db: Db, userId: string, records: readonly NewRecord<F>[]) => Promise<unknown>;
  readonly update: (db: Db, userId: string, id: string, fields: F, version: number) => Promise<unknown>;
  /** The record just written as a reply shows it, where its fields contain all of it; otherwise it is read. */
  readonly written?: (id: string, fields: F, version: number) => V & { readonly version: number };
  /** Whether a record may be deleted, where others can refer to it. */
  readonly checkRemoval?: (db: Db, userId: string, id: string) => Promise<Outcome<unknown>>;
  /** The ids that are the user's, with the versions of their records. */
  readonly owned: (
    db: Db,
    userId: string,
    ids: readonly string[],
  ) => Promise<readonly { readonly id: string; readonly version: number }[]>;
  /** Deletes the rows with these ids, which are the user's, and the rows that belong to them. */
  readonly erase: (db: Db, userId: string, ids: readonly string[], now: string) => Promise<unknown>;
}

export async function findOwned<F, V extends object>(
  entity: OwnedEntity<F, V>,
  db: Db,
  userId: string,
  id: string,
): Promise<Outcome<V & { readonly version: number }>> {
  const found = await entity.find(db, userId, id);
  return found === null ? notFound(entity.noun) : done(found);
}

/** Creates a record with the given id; 'already-exists' contains the record that has it. */
export async function createOwned<F, V extends object>(
  entity: OwnedEntity<F, V>,
  db: Db,
  userId: string,
  id: string,
  fields: F,
): Promise<Outcome<V & { readonly version: number }>> {
  // Taking a number locks the user's scope; a refusal rolls it back.
  const version = await takeUserVersions(db, userId, 1, 1);
  const checked = await checkNew(entity, db, userId, id, fields);
  if (!checked.ok) return checked;
  await entity.insert(db, userId, [{ id, fields, version }]);
  await clearTombstones(db, userId, entity.entity, [id]);
  return entity.written === undefined
    ? await findOwned(entity, db, userId, id)
    : done(entity.written(id, fields, version));
}

async function checkNew<F, V extends object>(
  entity: OwnedEntity<F, V>,
  db: Db,
  userId: string,
  id: string,
  fields: F,
): Promise<Outcome<unknown>> {
  const checked = await entity.checkNew?.(db, userId, id, fields);
  if (checked !== undefined && checked !== 'taken') return checked;
  const existing = await entity.find(db, userId, id);
  if (existing !== null)
    return fail('already-exists', `Another ${entity.noun.toLowerCase()} already has this id.`, { current: existing });
  const { limit } = entity;
  if (limit !== undefined && (await limit.count(db, userId, fields)) >= limit.most)
    return fail('tooLarge', limit.refusal);
  return await entity.check(db, userId, fields);
}

/**
 * Creates and changes many records, which were checked against what is stored since the user's scope was locked. A
 * shared record that was deleted meanwhile violates their references.
 */
export async function writeManyOwned<F, V extends object>(
  entity: OwnedEntity<F, V>,
  db: Db,
  userId: string,
  records: readonly { readonly id: string; readonly fields: F; readonly isNew: boolean }[],
): Promise<void> {
  if (records.length === 0) return;
  const first = await takeUserVersions(db, userId, records.length, records.filter(({ isNew }) => isNew).length);
  const versioned = records.map((record, index) => ({ ...record, version: first + index }));
  const created = versioned.filter(({ isNew }) => isNew);
  await entity.insert(db, userId, created);
  await clearTombstones(
    db,
    userId,
    entity.entity,
    created.map(({ id }) => id),
  );
  for (const { id, fields, version, isNew } of versioned)
    if (!isNew) await entity.update(db, userId, id, fields, version);
}

/** Changes a record; with `ifVersion` only when that is its version. */
export async function updateOwned<F, V extends object>(
  entity: OwnedEntity<F, V>,
  db: Db,
  userId: string,
  id: string,
  fields: F,
  ifVersion: number | null,
): Promise<Outcome<V & { readonly version: number }>> {
  const version = await takeUserVersions(db, userId);
  const current = atVersion(await findOwned(entity, db, userId, id), ifVersion);
  if (!current.ok) return current;
  const references = await entity.check(db, userId, fields);
  if (!references.ok) return references;
  await entity.update(db, userId, id, fields, version);
  return entity.written === undefined
    ? await findOwned(entity, db, userId, id)
    : done(entity.written(id, fields, version));
}

/** Deletes a record; with `ifVersion` only when that is its version. `now` is an ISO instant. */
export async function removeOwned<F, V extends object>(
  entity: OwnedEntity<F, V>,
  db: Db,
  userId: string,
  id: string,
  ifVersion: number | null,
  now: string,
): Promise<Outcome<undefined>> {
  await lockUser(db, userId);
  const current = atVersion(await findOwned(entity, db, userId, id), ifVersion);
  if (!current.ok) return current;
  const removed = await removeAll(entity, db, userId, [id], now);
  return removed.ok ? done(undefined) : removed;
}

/** The reply to a deletion that was carried out in parts. */
export function deletedTogether(parts: readonly { readonly deletedCount: number }[]): { deletedCount: number } {
  return { deletedCount: parts.reduce((sum, { deletedCount }) => sum + deletedCount, 0) };
}

/**
 * Deletes the named records together, or none where one may not be deleted; ids that are not (or no longer) the user's
 * are skipped.
 */
export async function removeManyOwned<F, V extends object>(
  entity: OwnedEntity<F, V>,
  db: Db,
  userId: string,
  ids: readonly string[],
  now: string,
): Promise<Outcome<{ deletedCount: number }>> {
  await lockUser(db, userId);
  const owned = await inBatches([...new Set(ids)], async (batch) => await entity.owned(db, userId, batch));
  return await removeAll(
    entity,
    db,
    userId,
    owned.map(({ id }) => id),
    now,
  );
}

/** The same, but records whose version differs from the one named with their id stay, and `left` contains them. */
export async function removeManyAtVersions<F, V extends object>(
  entity: OwnedEntity<F, V>,
  db: Db,
  userId: string,
  versions: ReadonlyMap<string, number>,
  now: string,
): Promise<Outcome<{ deletedCount: number; left: (V & { readonly version: number })[] }>> {
  await lockUser(db, userId);
  const owned = await inBatches([...versions.keys()], async (batch) => await entity.owned(db, userId, batch));
  const isKnown = ({ id, version }: (typeof owned)[number]) => versions.get(id) === version;
  const removed = await removeAll(
    entity,
    db,
    userId,
    owned.filter(isKnown).map(({ id }) => id),
    now,
  );
  if (!removed.ok) return removed;
  const left: (V & { readonly version: number })[] = [];
  for (const row of owned) {
    const record = isKnown(row) ? null : await entity.find(db, userId, row.id);
    if (record !== null) left.push(record);
  }
  return done({ ...removed.value, left });
}

async function removeAll<F, V extends object>(
  entity: OwnedEntity<F, V>,
  db: Db,
  userId: string,
  ids: readonly string[],
  now: string,
): Promise<Outcome<{ deletedCount: number }>> {
  if (entity.checkRemoval !== undefined)
    for (const id of ids) {
      const removal = await entity.checkRemoval(db, userId, id);
      if (!removal.ok) return removal;
    }
  await inBatches(ids, async (batch) => [await entity.erase(db, userId, batch, now)]);
  await addOwnedTombstones(db, userId, entity.entity, ids, now);
  return done({ deletedCount: ids.length });
}

/** Records the deletion of these records of a user. */
export async function addOwnedTombstones(
  db: Db,
  userId: string,
  entity: Change['entity'],
  ids: readonly string[],
  now: string,
): Promise<void> {
  if (ids.length === 0) return;
  const first = await takeUserVersions(db, userId, ids.length, -ids.length);
  await addTombstones(
    db,
    ids.map((id, index) => ({ scope: userId, entity, id, version: first + index, deletedAt: now })),
  );
}
