/** The secret addresses of calendars, one per user: only their hashes are stored. */
import type { TaxDateFeed } from '../../../contract/tax-date-feed.ts';
import type { Db } from '../database/store.ts';

/** The user's feed; null without one. */
export async function findFeed(db: Db, userId: string): Promise<TaxDateFeed | null> {
  const row = await db.kysely
    .selectFrom('tax_date_feeds')
    .select(['with_names', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? null : { withNames: row.with_names === 1, createdAt: row.created_at };
}

export interface FeedOwner {
  readonly userId: string;
  readonly withNames: boolean;
}

/** The owner of the calendar with this secret's hash; null for an unknown one, or a user who may not sign in. */
export async function findFeedOwner(db: Db, secretHash: string): Promise<FeedOwner | null> {
  const row = await db.kysely
    .selectFrom('tax_date_feeds as f')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .select(['f.user_id', 'f.with_names'])
    .where('f.secret_hash', '=', secretHash)
    .where('u.disabled_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? null : { userId: row.user_id, withNames: row.with_names === 1 };
}

/** Sets the secret of the user's feed; the previous one becomes invalid. */
export async function saveFeed(
  db: Db,
  userId: string,
  secretHash: string,
  { withNames, createdAt }: TaxDateFeed,
): Promise<void> {
  const columns = { secret_hash: secretHash, with_names: withNames ? 1 : 0, created_at: createdAt };
  await db.kysely
    .insertInto('tax_date_feeds')
    .values({ user_id: userId, ...columns })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(columns))
    .execute();
}

export async function removeFeed(db: Db, userId: string): Promise<void> {
  await db.kysely.deleteFrom('tax_date_feeds').where('user_id', '=', userId).execute();
}
