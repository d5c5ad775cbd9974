/** Answers to requests that carried a key, stored in the transaction of their effect and kept 90 days. */
import type { Db } from './store.ts';

export interface StoredReply {
  readonly status: number;
  /** JSON text, or null for an empty body. */
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

export type Claim =
  | { readonly kind: 'new' }
  | { readonly kind: 'replay'; readonly reply: StoredReply }
  | { readonly kind: 'mismatch' };

/** What a key that was used before answers to this request. */
function answerOf(
  row: {
    readonly request_hash: string;
    readonly status: number;
    readonly body: string | null;
    readonly headers: string;
  },
  requestHash: string,
): Claim {
  if (row.request_hash !== requestHash) return { kind: 'mismatch' };
  return {
    kind: 'replay',
    reply: { status: row.status, body: row.body, headers: JSON.parse(row.headers) as Record<string, string> },
  };
}

/** What the key says as far as committed; a key that says nothing yet must still be claimed. */
export async function peekKey(db: Db, userId: string, key: string, requestHash: string): Promise<Claim> {
  const row = await db.kysely
    .selectFrom('idempotency')
    .selectAll()
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row === undefined ? { kind: 'new' } : answerOf(row, requestHash);
}

/**
 * Claims a key for this transaction. A request that runs at the same time with the same key waits here
 * until the first has committed, and then replays its answer.
 */
export async function claimKey(db: Db, userId: string, key: string, requestHash: string, now: string): Promise<Claim> {
  const inserted = await db.kysely
    .insertInto('idempotency')
    .values({ user_id: userId, key, request_hash: requestHash, status: 0, body: null, headers: '{}', created_at: now })
    .onConflict((oc) => oc.columns(['user_id', 'key']).doNothing())
    .executeTakeFirst();
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) > 0n) return { kind: 'new' };
  const row = await db.kysely
    .selectFrom('idempotency')
    .selectAll()
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return answerOf(row, requestHash);
}

/** Stores the answer under the claimed key. */
export async function storeReply(db: Db, userId: string, key: string, reply: StoredReply): Promise<void> {
  await db.kysely
    .updateTable('idempotency')
    .set({ status: reply.status, body: reply.body, headers: JSON.stringify(reply.headers) })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();
}
