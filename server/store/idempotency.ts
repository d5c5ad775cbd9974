/** Answers to requests that carried a key, stored in the transaction of their effect and kept 90 days. */
import { sql } from 'kysely';
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
  /** It was done, and its answer is no longer kept. */
  | { readonly kind: 'forgotten' }
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
  const headers = JSON.parse(row.headers) as Record<string, string>;
  if (row.body === null && headers['content-type'] !== undefined) return { kind: 'forgotten' };
  return { kind: 'replay', reply: { status: row.status, body: row.body, headers } };
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

/** An answer of more characters than this is large: it counts against its user's room, and is kept for days, not months. */
const LARGE_ANSWER = 16 * 1024;

/** The characters that a user's large answers take. */
export async function keptAnswerBytes(db: Db, userId: string): Promise<number> {
  const { total } = await db.kysely
    .selectFrom('idempotency')
    .select(sql<number | string | null>`sum(length(body))`.as('total'))
    .where('user_id', '=', userId)
    .where(sql<number>`length(body)`, '>', LARGE_ANSWER)
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

/** Forgets large answers given before an ISO instant; their keys stay, and a repetition is told that it was done. */
export async function forgetLargeAnswers(db: Db, before: string): Promise<void> {
  await db.kysely
    .updateTable('idempotency')
    .set({ body: null })
    .where('created_at', '<', before)
    .where(sql<number>`length(body)`, '>', LARGE_ANSWER)
    .execute();
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
