/** Removes expired rows. */
import { millisecondsInDay } from 'date-fns/constants';
import type { Db } from '../database/store.ts';
import { forgetWrites } from '../versions/writes.ts';

/** An older write no longer matters for a conflict. */
const WRITE_DAYS = 90;

/**
 * Deletes expired sessions, resets and invitations; `now` in milliseconds since 1970. Applied operations and deletions
 * are remembered permanently, because a device may return after years.
 */
export async function sweep(db: Db, now: number): Promise<void> {
  const instant = (before: number) => new Date(now - before).toISOString();
  await db.kysely.deleteFrom('sessions').where('expires_at', '<', instant(0)).execute();
  await db.kysely.deleteFrom('password_resets').where('expires_at', '<', instant(millisecondsInDay)).execute();
  await db.kysely.deleteFrom('invites').where('expires_at', '<', instant(millisecondsInDay)).execute();
  await forgetWrites(db, instant(WRITE_DAYS * millisecondsInDay));
}
