/** Removes what has run out. */
import { millisecondsInDay } from 'date-fns/constants';
import { forgetLargeAnswers } from './idempotency.ts';
import type { Db } from './store.ts';
import { forgetDeletions } from './tombstones.ts';
import { forgetWrites } from './writes.ts';

/** Keys answer a repeated request for this long. */
const KEY_DAYS = 90;
/** Large answers go earlier: a device repeats a request within minutes of being back. */
const LARGE_ANSWER_DAYS = 7;
/** A conflict that is older says no more where the other side is from. */
const WRITE_DAYS = 90;
/** A device that was away for longer than this reads everything again. */
const DELETION_DAYS = 400;

/** Deletes expired sessions, resets, invitations, keys and deletions; `now` in milliseconds since 1970. */
export async function sweep(db: Db, now: number): Promise<void> {
  const instant = (before: number) => new Date(now - before).toISOString();
  await db.kysely.deleteFrom('sessions').where('expires_at', '<', instant(0)).execute();
  await db.kysely.deleteFrom('password_resets').where('expires_at', '<', instant(millisecondsInDay)).execute();
  await db.kysely.deleteFrom('invites').where('expires_at', '<', instant(millisecondsInDay)).execute();
  await db.kysely
    .deleteFrom('idempotency')
    .where('created_at', '<', instant(KEY_DAYS * millisecondsInDay))
    .execute();
  await forgetLargeAnswers(db, instant(LARGE_ANSWER_DAYS * millisecondsInDay));
  await forgetWrites(db, instant(WRITE_DAYS * millisecondsInDay));
  await forgetDeletions(db, instant(DELETION_DAYS * millisecondsInDay));
}
