/** Removes what has run out. */
import { millisecondsInDay } from 'date-fns/constants';
import type { Db } from '../database/store.ts';
import { forgetWrites } from '../versions/writes.ts';

/** A conflict that is older says no more where the other side is from. */
const WRITE_DAYS = 90;

/**
 * Deletes expired sessions, resets and invitations; `now` in milliseconds since 1970. What was applied and what was deleted is
 * remembered for good: a device may come back after years.
 */
export async function sweep(db: Db, now: number): Promise<void> {
  const instant = (before: number) => new Date(now - before).toISOString();
  await db.kysely.deleteFrom('sessions').where('expires_at', '<', instant(0)).execute();
  await db.kysely.deleteFrom('password_resets').where('expires_at', '<', instant(millisecondsInDay)).execute();
  await db.kysely.deleteFrom('invites').where('expires_at', '<', instant(millisecondsInDay)).execute();
  await forgetWrites(db, instant(WRITE_DAYS * millisecondsInDay));
}
