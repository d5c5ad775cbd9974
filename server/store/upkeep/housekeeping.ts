/** Removes expired rows, and what one user's history has beyond its limits. */
import { millisecondsInDay } from 'date-fns/constants';
import { giveWay } from '../database/in-parts.ts';
import { commit, type Db, type Store } from '../database/store.ts';
import { forgetDeletions } from '../versions/tombstones.ts';
import { forgetWrites, forgetWritesUpTo } from '../versions/writes.ts';

/** An older write no longer matters for a conflict. */
const WRITE_DAYS = 90;
/** The most rows that one transaction deletes. */
const PIECE = 1000;

/** What is stored of a user's history at most. */
export interface HistoryLimits {
  /** Versions whose writes are known. */
  readonly writes: number;
  readonly deletions: number;
}

const HISTORY_LIMITS: HistoryLimits = { writes: 1_000_000, deletions: 500_000 };

async function inPieces(store: Store, remove: (tx: Db) => Promise<number>): Promise<void> {
  for (let count = PIECE; count >= PIECE; await giveWay()) count = await commit(store, remove);
}

/** Deletes expired sessions, resets, invitations and notes of writes; `now` in milliseconds since 1970. */
export async function sweep(store: Store, now: number): Promise<void> {
  const { kysely } = store;
  const instant = (before: number) => new Date(now - before).toISOString();
  await kysely.deleteFrom('sessions').where('expires_at', '<', instant(0)).execute();
  await kysely.deleteFrom('password_resets').where('expires_at', '<', instant(millisecondsInDay)).execute();
  await kysely.deleteFrom('invites').where('expires_at', '<', instant(millisecondsInDay)).execute();
  await inPieces(store, async (tx) => await forgetWrites(tx, instant(WRITE_DAYS * millisecondsInDay), PIECE));
}

/**
 * Forgets the oldest writes and deletions of users who have more than the limits. Within them deletions are remembered
 * permanently, because a device may return after years.
 */
export async function boundHistories(store: Store, limits: HistoryLimits = HISTORY_LIMITS): Promise<void> {
  const least = Math.min(limits.writes, limits.deletions);
  const users = store.kysely.selectFrom('users').select(['id', 'change_counter']);
  for (const { id, change_counter: last } of await users.where('change_counter', '>', least).execute()) {
    await inPieces(store, async (tx) => await forgetWritesUpTo(tx, id, last - limits.writes, PIECE));
    await inPieces(store, async (tx) => await forgetDeletions(tx, id, limits.deletions, PIECE));
  }
}
