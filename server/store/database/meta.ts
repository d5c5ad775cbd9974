/** Facts about the database itself: its epoch, and keys that the processes on it share. */
import type { Db } from './store.ts';

/**
 * The name in the database since the first version: processes of two versions must read the same value during an
 * update.
 */
const SERVER_EPOCH_KEY = 'epoch';

/** Returns the stored value of `key`; the first caller's `proposal` is stored for all. */
export async function metaValue(db: Db, key: string, proposal: () => string): Promise<string> {
  const read = async () => await db.kysely.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
  const known = await read();
  if (known !== undefined) return known.value;
  await db.kysely
    .insertInto('meta')
    .values({ key, value: proposal() })
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
  const stored = await read();
  if (stored === undefined) throw new Error(`no value for ${key}`);
  return stored.value;
}

/** Gives the database a new epoch, so that every device reads everything again. */
export async function renewServerEpoch(db: Db, serverEpoch: string): Promise<void> {
  await db.kysely
    .insertInto('meta')
    .values({ key: SERVER_EPOCH_KEY, value: serverEpoch })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value: serverEpoch }))
    .execute();
}

/** The database's epoch; read each time, because a restore changes it while the server runs. */
export async function readServerEpoch(db: Db, proposal: () => string): Promise<string> {
  return await metaValue(db, SERVER_EPOCH_KEY, proposal);
}

/** The epoch as a part of another query; null before the first one is set. */
export function storedServerEpoch(db: Db) {
  return db.kysely.selectFrom('meta').select('value').where('key', '=', SERVER_EPOCH_KEY);
}

/** Writes a meaningless row; throws where the database accepts no writes. */
export async function tryWrite(db: Db): Promise<void> {
  const value = '';
  await db.kysely
    .insertInto('meta')
    .values({ key: 'written', value })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value }))
    .execute();
}

/** True for the only caller, of all processes, that may do a day's work; a later day can be claimed again. */
export async function claimDay(db: Db, key: string, day: string): Promise<boolean> {
  await db.kysely
    .insertInto('meta')
    .values({ key, value: '' })
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
  const { numUpdatedRows } = await db.kysely
    .updateTable('meta')
    .set({ value: day })
    .where('key', '=', key)
    .where('value', '<', day)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Undoes a claim whose work was not completed. */
export async function releaseDay(db: Db, key: string, day: string): Promise<void> {
  await db.kysely.updateTable('meta').set({ value: '' }).where('key', '=', key).where('value', '=', day).execute();
}
