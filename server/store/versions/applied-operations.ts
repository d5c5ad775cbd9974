/** The operations that took effect, by the keys from their devices, so that none takes effect twice. */
import { sql } from 'kysely';
import type { Db } from '../database/store.ts';

export type Operation =
  | { readonly kind: 'new' }
  /** The operation has taken effect; `recordId` is the record that it created, where its request did not name one. */
  | { readonly kind: 'applied'; readonly recordId: string | null }
  /** The key belongs to another request. */
  | { readonly kind: 'mismatch' };

interface Row {
  readonly request_hash: string;
  readonly record_id: string | null;
}

/** The newest keys of a user that are stored: more than all devices of a user together have on their way. */
export const MOST_KEYS = 100_000;
/** Older ones are removed this many at a time. */
const KEYS_AT_ONCE = 100;

/** Used instead of a request's hash where the key alone identifies the operation. */
export const ANY_REQUEST = '';

function operationOf(row: Row, requestHash: string): Operation {
  return requestHash === ANY_REQUEST || row.request_hash === requestHash
    ? { kind: 'applied', recordId: row.record_id }
    : { kind: 'mismatch' };
}

async function find(db: Db, userId: string, key: string): Promise<Row | undefined> {
  return await db.kysely
    .selectFrom('applied_operations')
    .select(['request_hash', 'record_id'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** The committed state of a key; a new key must still be recorded. */
export async function findOperation(db: Db, userId: string, key: string, requestHash: string): Promise<Operation> {
  const row = await find(db, userId, key);
  return row === undefined ? { kind: 'new' } : operationOf(row, requestHash);
}

/**
 * Records a key in the transaction of its effect. A simultaneous request with the same key waits here until the first
 * has committed, and then finds it applied. `now` is an ISO instant.
 */
export async function noteOperation(
  db: Db,
  userId: string,
  key: string,
  requestHash: string,
  now: string,
): Promise<Operation> {
  const inserted = await db.kysely
    .insertInto('applied_operations')
    .values((eb) => ({
      user_id: userId,
      key,
      request_hash: requestHash,
      record_id: null,
      applied_at: now,
      place: eb
        .selectFrom('applied_operations')
        .select(sql<number>`coalesce(max(place), 0) + 1`.as('place'))
        .where('user_id', '=', userId),
    }))
    .onConflict((oc) => oc.columns(['user_id', 'key']).doNothing())
    .returning('place')
    .executeTakeFirst();
  if (inserted !== undefined) {
    if (inserted.place > MOST_KEYS && inserted.place % KEYS_AT_ONCE === 0)
      await db.kysely
        .deleteFrom('applied_operations')
        .where('user_id', '=', userId)
        .where('place', '<=', inserted.place - MOST_KEYS)
        .execute();
    return { kind: 'new' };
  }
  const row = await find(db, userId, key);
  if (row === undefined) throw new Error('the idempotency key no longer exists');
  return operationOf(row, requestHash);
}

/** Records which record an operation has created. */
export async function noteRecord(db: Db, userId: string, key: string, recordId: string): Promise<void> {
  await db.kysely
    .updateTable('applied_operations')
    .set({ record_id: recordId })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();
}

/** Keys of clients have no tilde. */
const markKey = (mark: string): string => `~${mark}`;

/** What an interrupted operation with this mark has left behind, or null. */
export async function findMark(db: Db, userId: string, mark: string): Promise<string | null> {
  return (await find(db, userId, markKey(mark)))?.record_id ?? null;
}

/** Marks an operation as begun, until `removeMark`; `left` is for its repetition. `now` is an ISO instant. */
export async function leaveMark(db: Db, userId: string, mark: string, left: string, now: string): Promise<void> {
  await noteOperation(db, userId, markKey(mark), ANY_REQUEST, now);
  await noteRecord(db, userId, markKey(mark), left);
}

export async function removeMark(db: Db, userId: string, mark: string): Promise<void> {
  await db.kysely
    .deleteFrom('applied_operations')
    .where('user_id', '=', userId)
    .where('key', '=', markKey(mark))
    .execute();
}
