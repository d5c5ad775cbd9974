/** Facts about the database itself: its epoch, and keys that the processes on it share. */
import type { Db } from './store.ts';

const EPOCH = 'epoch';

/** Answers the stored value of `key`; the first caller's `proposal` is stored for all. */
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

/** Gives the database a new epoch: every device then reads everything again. */
export async function renewEpoch(db: Db, epoch: string): Promise<void> {
  await db.kysely
    .insertInto('meta')
    .values({ key: EPOCH, value: epoch })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value: epoch }))
    .execute();
}

/** The database's epoch; read each time, because a restore changes it under a running server. */
export async function readEpoch(db: Db, proposal: () => string): Promise<string> {
  return await metaValue(db, EPOCH, proposal);
}

/** The epoch as a part of another query; null before the first one is chosen. */
export function storedEpoch(db: Db) {
  return db.kysely.selectFrom('meta').select('value').where('key', '=', EPOCH);
}

/** Writes a row that means nothing; throws where the database takes no writes. */
export async function tryWrite(db: Db): Promise<void> {
  const value = '';
  await db.kysely
    .insertInto('meta')
    .values({ key: 'written', value })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value }))
    .execute();
}

/** True for the one caller, of all processes, that may do what is due on a day; a later day is claimed anew. */
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
