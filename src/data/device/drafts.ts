/** Unfinished forms, kept in the user's own database so that nobody else on the device sees them. */
import { currentIds } from '../outbox/outbox.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { write, type Written } from '../database/write.ts';

const DEVICE_ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gu;

/** The key with the present ids of the records that it names: the server may have given them others since. */
async function currentKey(db: HoldfastDatabase, key: string): Promise<string> {
  const ids = key.match(DEVICE_ID) ?? [];
  if (ids.length === 0) return key;
  const current = await currentIds(db, ids);
  return ids.reduce((renamed, id, index) => renamed.replaceAll(id, current[index] ?? id), key);
}

/** The draft of a form by its key, as it was saved; null when there is none. */
export async function readDraft(db: HoldfastDatabase, key: string): Promise<unknown> {
  return (await db.drafts.get(await currentKey(db, key)))?.value ?? null;
}

/** Keeps a form's state under its key; null removes it. The value must be plain data. */
export async function saveDraft(
  db: HoldfastDatabase,
  key: string,
  value: unknown,
  now = Date.now(),
): Promise<Written<null>> {
  return await write(db, ['drafts', 'aliases'], async () => {
    const current = await currentKey(db, key);
    if (value === null) await db.drafts.delete(current);
    else await db.drafts.put({ key: current, value, savedAt: new Date(now).toISOString() });
    return null;
  });
}
