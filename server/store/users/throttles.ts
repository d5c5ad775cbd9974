/** Counts of tries in a period of time, shared by all processes on the database. */
import { sql } from 'kysely';
import type { Db } from '../database/store.ts';

export interface ThrottleState {
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/**
 * Counts a try and returns the key's count; an expired period starts again. A period that ends later than a new one
 * would was counted by a clock that has been set back since, and ends like a new one.
 */
export async function countTry(db: Db, key: string, now: number, windowMs: number): Promise<ThrottleState> {
  return await db.kysely
    .insertInto('throttles')
    .values({ key, count: 1, until: now + windowMs })
    .onConflict((oc) =>
      oc.column('key').doUpdateSet({
        count: sql<number>`case when throttles.until <= ${now} then 1 else throttles.count + 1 end`,
        until: sql<number>`case when throttles.until <= ${now} or throttles.until > excluded.until
          then excluded.until else throttles.until end`,
      }),
    )
    .returning(['count', 'until'])
    .executeTakeFirstOrThrow();
}

/** True while a key has tries that count. */
export async function hasTries(db: Db, key: string, now: number): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('throttles')
    .select('count')
    .where('key', '=', key)
    .where('until', '>', now)
    .executeTakeFirst();
  return row !== undefined && row.count > 0;
}

/** Removes one try from the count. */
export async function uncountTry(db: Db, key: string): Promise<void> {
  await db.kysely
    .updateTable('throttles')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute();
}

/** Removes a key's count. */
export async function forgetTries(db: Db, key: string): Promise<void> {
  await db.kysely.deleteFrom('throttles').where('key', '=', key).execute();
}

/** Removes the counts whose period has expired. */
export async function forgetOldTries(db: Db, now: number): Promise<void> {
  await db.kysely.deleteFrom('throttles').where('until', '<=', now).execute();
}
