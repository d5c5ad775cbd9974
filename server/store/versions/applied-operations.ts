/** The operations that took effect, by the keys that their devices gave them: kept for good, so that none takes effect twice. */
import type { Db } from '../database/store.ts';

export type Operation =
  | { readonly kind: 'new' }
  /** It has taken effect; `recordId`: of the record that it made, where its request did not say. */
  | { readonly kind: 'applied'; readonly recordId: string | null }
  /** The key is that of another request. */
  | { readonly kind: 'mismatch' };

interface Row {
  readonly request_hash: string;
  readonly record_id: string | null;
}

/** In place of a request's hash: the key alone says which operation it is. */
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

/** What is known of a key as far as committed; a new one must still be noted. */
export async function findOperation(db: Db, userId: string, key: string, requestHash: string): Promise<Operation> {
  const row = await find(db, userId, key);
  return row === undefined ? { kind: 'new' } : operationOf(row, requestHash);
}

/**
 * Notes a key in the transaction of its effect. A request that runs at the same time with the same key waits here until the
 * first has committed, and then finds it applied. `now` is an ISO instant.
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
    .values({ user_id: userId, key, request_hash: requestHash, record_id: null, applied_at: now })
    .onConflict((oc) => oc.columns(['user_id', 'key']).doNothing())
    .executeTakeFirst();
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) > 0n) return { kind: 'new' };
  const row = await find(db, userId, key);
  if (row === undefined) throw new Error('the key that was there is gone');
  return operationOf(row, requestHash);
}

/** Notes which record an operation has made. */
export async function noteRecord(db: Db, userId: string, key: string, recordId: string): Promise<void> {
  await db.kysely
    .updateTable('applied_operations')
    .set({ record_id: recordId })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();
}
