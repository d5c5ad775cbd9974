/** Facts about the database itself: its epoch, and keys that the processes on it share. */
import { addDays, type IsoDate } from '../../../domain/values/dates.ts';
import type { Db } from './store.ts';

/**
 * The name in the database since the first version: processes of two versions must read the same value during an
 * update.
 */
const SERVER_EPOCH_KEY = 'epoch';

/** The merger of two securities that is not completed. */
export const MERGER_KEY = 'merger';
/** The user of whose transactions a merger has changed some and not all. */
export const HELD_USER_KEY = 'merger-user';
/** The merger that ended last. */
export const ENDED_MERGER_KEY = 'merger-ended';

/** The value of `key`; null where there is none. */
export async function readMeta(db: Db, key: string): Promise<string | null> {
  const row = await db.kysely.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

/** Stores or replaces the value of `key`. */
export async function putMeta(db: Db, key: string, value: string): Promise<void> {
  await db.kysely
    .insertInto('meta')
    .values({ key, value })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value }))
    .execute();
}

/** Removes `key` and its value. */
export async function forgetMeta(db: Db, key: string): Promise<void> {
  await db.kysely.deleteFrom('meta').where('key', '=', key).execute();
}

/** Returns the stored value of `key`; the first caller's `proposal` is stored for all. */
export async function metaValue(db: Db, key: string, proposal: () => string): Promise<string> {
  const known = await readMeta(db, key);
  if (known !== null) return known;
  await db.kysely
    .insertInto('meta')
    .values({ key, value: proposal() })
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
  const stored = await readMeta(db, key);
  if (stored === null) throw new Error(`no value for ${key}`);
  return stored;
}

/** Gives the database a new epoch, so that every device reads everything again. */
export async function renewServerEpoch(db: Db, serverEpoch: string): Promise<void> {
  await putMeta(db, SERVER_EPOCH_KEY, serverEpoch);
}

/** The database's epoch; read each time, because a restore changes it while the server runs. */
export async function readServerEpoch(db: Db, proposal: () => string): Promise<string> {
  return await metaValue(db, SERVER_EPOCH_KEY, proposal);
}

/** The epoch as a part of another query; null before the first one is set. */
export function storedServerEpoch(db: Db) {
  return db.kysely.selectFrom('meta').select('value').where('key', '=', SERVER_EPOCH_KEY);
}

/** The held user as a part of another query; null where there is none. */
export function storedHeldUser(db: Db) {
  return db.kysely.selectFrom('meta').select('value').where('key', '=', HELD_USER_KEY);
}

/** Writes a meaningless row; throws where the database accepts no writes. */
export async function tryWrite(db: Db): Promise<void> {
  await putMeta(db, 'written', '');
}

/**
 * True for the only caller, of all processes, that may do a day's work; a later day can be claimed again. The clocks of
 * processes differ by at most a day, so a claim of a day after the next was made by a clock that has been set back since.
 */
export async function claimDay(db: Db, key: string, day: IsoDate): Promise<boolean> {
  await db.kysely
    .insertInto('meta')
    .values({ key, value: '' })
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
  const { numUpdatedRows } = await db.kysely
    .updateTable('meta')
    .set({ value: day })
    .where('key', '=', key)
    .where((eb) => eb.or([eb('value', '<', day), eb('value', '>', addDays(day, 1))]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Undoes a claim whose work was not completed. */
export async function releaseDay(db: Db, key: string, day: string): Promise<void> {
  await db.kysely.updateTable('meta').set({ value: '' }).where('key', '=', key).where('value', '=', day).execute();
}
