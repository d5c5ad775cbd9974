/** Unfinished forms, kept in the user's own database so that nobody else on the device sees them. */
import type { HoldfastDatabase } from './schema.ts';
import { write, type Written } from './write.ts';

/** The draft of a form by its key, as it was saved; null when there is none. */
export async function readDraft(db: HoldfastDatabase, key: string): Promise<unknown> {
  return (await db.drafts.get(key))?.value ?? null;
}

/** Keeps a form's state under its key; null removes it. The value must be plain data. */
export async function saveDraft(db: HoldfastDatabase, key: string, value: unknown, now = Date.now()): Promise<Written<null>> {
  return await write(db, ['drafts'], async () => {
    if (value === null) await db.drafts.delete(key);
    else await db.drafts.put({ key, value, savedAt: new Date(now).toISOString() });
    return null;
  });
}
