/** Removes the records of deleted users, a few rows in each transaction, so that others write in between. */
import { sql } from 'kysely';
import type { Db } from '../database/store.ts';
import { disownAssets } from '../shared-records/assets.ts';
import type { Tables } from '../tables/schema.ts';
import { eraseReceiptsOfUser } from '../user-records/receipt-leftovers.ts';
import { lockUser } from '../versions/counters.ts';

/** The most rows that one transaction deletes. */
export const PIECE = 500;
/** A row of up to 256 KB, or one with rows of its own, counts as this many. */
const LARGE = 5;

/**
 * The tables with rows of users, children before parents: the column of the user, another whose order keeps deleted rows
 * close together, and what a row counts. Receipts come before them, and what is left goes with the user's own row.
 */
export const OWNED_ROWS: readonly (readonly [keyof Tables, string, string, number])[] = [
  ['transactions', 'user_id', 'version', 1],
  ['savings_accounts', 'user_id', 'version', 1],
  ['broker_cash_balances', 'user_id', 'version', 1],
  ['property_prices', 'user_id', 'version', 1],
  ['properties', 'user_id', 'version', 1],
  ['accounts', 'user_id', 'version', 1],
  ['extras', 'user_id', 'version', LARGE],
  ['applied_operations', 'user_id', 'key', 1],
  ['writes', 'user_id', 'version', 1],
  ['tombstones', 'scope', 'version', 1],
];

/** The deleted users with records that are left. */
export async function deletedUsers(db: Db): Promise<string[]> {
  const rows = await db.kysely.selectFrom('users').select('id').where('deleted_at', 'is not', null).execute();
  return rows.map(({ id }) => id);
}

interface Erased {
  /** Nothing is left of the user. */
  readonly isLast: boolean;
  /** The names of stored files that are no longer needed. */
  readonly files: readonly string[];
}

/** Deletes up to `PIECE` rows of a deleted user, in an order that can be resumed at any time. `now` is an ISO instant. */
export async function erasePiece(db: Db, userId: string, now: string): Promise<Erased> {
  await lockUser(db, userId);
  // A backup may have been restored meanwhile, in which the user was not deleted.
  if (!(await deletedUsers(db)).includes(userId)) return { isLast: true, files: [] };
  const files = await eraseReceiptsOfUser(db, userId, PIECE, now);
  let room = PIECE - files.length;
  for (const [table, owner, key, weight] of OWNED_ROWS) {
    const most = Math.floor(room / weight);
    if (most === 0) return { isLast: false, files };
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(owner)} = ${userId} and ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(owner)} = ${userId} order by ${sql.ref(key)} limit ${sql.lit(most)}
      )`.execute(db.kysely);
    room -= Number(numAffectedRows) * weight;
  }
  const most = Math.floor(room / LARGE);
  if (most <= 0 || (await disownAssets(db, userId, most, now)) === most) return { isLast: false, files };
  await db.kysely.deleteFrom('users').where('id', '=', userId).execute();
  return { isLast: true, files };
}
