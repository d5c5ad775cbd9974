/** Facts about the database itself: its epoch, and keys that the processes on it share. */
import type { Db } from './store.ts';

/** Answers the stored value of `key`; the first caller's `proposal` is stored for all. */
export async function metaValue(db: Db, key: string, proposal: () => string): Promise<string> {
  const read = async () => await db.kysely.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
  const known = await read();
  if (known !== undefined) return known.value;
  await db.kysely.insertInto('meta').values({ key, value: proposal() }).onConflict((oc) => oc.column('key').doNothing()).execute();
  const stored = await read();
  if (stored === undefined) throw new Error(`no value for ${key}`);
  return stored.value;
}
