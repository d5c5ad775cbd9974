/**
 * Change counters: every write of a record takes the next number of its scope inside its own transaction.
 * Taking a number locks the scope's row until the transaction ends, so numbers become visible in order.
 */
import type { Db } from '../database/store.ts';

/** The scope of records that all users share: catalogue, brokers, prices, rates, targets. */
export const SHARED = 'shared';

/** Thrown where a user's records would become more than the server stores of one user. */
export class TooManyRecords extends Error {
  readonly most: number;

  constructor(most: number) {
    super(`a user may have ${most} records`);
    this.most = most;
  }
}

/**
 * Takes `count` numbers of a user's scope and returns the first; throws where the user was deleted meanwhile. `added` is
 * the number of records that the caller creates, negative for those that it deletes. @throws TooManyRecords
 */
export async function takeUserVersions(db: Db, userId: string, count = 1, added = 0): Promise<number> {
  const taken = db.kysely
    .updateTable('users')
    .set((eb) => ({
      change_counter: eb('change_counter', '+', count),
      ...(added !== 0 && { record_count: eb('record_count', '+', added) }),
    }))
    .where('id', '=', userId)
    .where('deleted_at', 'is', null);
  const isLimited = added > 0 && db.recordsQuota !== Infinity;
  const row = await (isLimited ? taken.where('record_count', '<=', db.recordsQuota - added) : taken)
    .returning('change_counter')
    .executeTakeFirst();
  if (row !== undefined) return row.change_counter - count + 1;
  await checkRoom(db, userId, added);
  throw new Error('the user was deleted');
}

/** Throws where a user has no room for `added` more records. @throws TooManyRecords */
export async function checkRoom(db: Db, userId: string, added: number): Promise<void> {
  const row = await db.kysely
    .selectFrom('users')
    .select('record_count')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row !== undefined && row.record_count + added > db.recordsQuota) throw new TooManyRecords(db.recordsQuota);
}

/** Takes `count` numbers of the shared scope and returns the first. */
export async function takeSharedVersions(db: Db, count = 1): Promise<number> {
  const row = await db.kysely
    .updateTable('counters')
    .set((eb) => ({ value: eb('value', '+', count) }))
    .where('scope', '=', SHARED)
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value - count + 1;
}

/** The state of a scope: its last number, and the number up to which its deletions are forgotten. */
export interface CounterState {
  readonly value: number;
  readonly purgedTo: number;
}

/** Reads a scope's counter; `scope` is `shared` or a user's id. */
export async function readCounter(db: Db, scope: string): Promise<CounterState> {
  if (scope === SHARED) {
    const row = await db.kysely
      .selectFrom('counters')
      .select(['value', 'purged_to'])
      .where('scope', '=', SHARED)
      .executeTakeFirstOrThrow();
    return { value: row.value, purgedTo: row.purged_to };
  }
  const row = await db.kysely
    .selectFrom('users')
    .select(['change_counter', 'purged_to'])
    .where('id', '=', scope)
    .executeTakeFirstOrThrow();
  return { value: row.change_counter, purgedTo: row.purged_to };
}

/**
 * Locks the user's scope until the transaction ends: writes of one user run one after the other, so that a check (is
 * this account in use? is this version current?) still holds for the write that relies on it.
 */
export async function lockUser(db: Db, userId: string): Promise<void> {
  // A lock leaves no dead row behind; SQLite locks by writing.
  if (db.dialect === 'postgres') {
    await db.kysely.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    return;
  }
  await db.kysely
    .updateTable('users')
    .set((eb) => ({ change_counter: eb.ref('change_counter') }))
    .where('id', '=', userId)
    .execute();
}

/** Locks the shared scope until the transaction ends. */
export async function lockShared(db: Db): Promise<void> {
  await db.kysely
    .updateTable('counters')
    .set((eb) => ({ value: eb.ref('value') }))
    .where('scope', '=', SHARED)
    .execute();
}
