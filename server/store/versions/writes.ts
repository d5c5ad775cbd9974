/**
 * When and from which device a user's versions were written. A write that assigns many versions has one row with the
 * last of them; they begin after those of the row before.
 */
import { sql } from 'kysely';
import type { Db } from '../database/store.ts';

/** A write that assigned versions. */
export interface Write {
  /** ISO instant. */
  readonly at: string;
  /** Browser and system of the device; null where they are unknown, or where it was not a device of the user. */
  readonly device: string | null;
}

/** Records a write at the end of its transaction, unless it took no version. */
export async function noteWrite(db: Db, userId: string, { at, device }: Write): Promise<void> {
  await sql`
    insert into writes (user_id, version, written_at, device)
    select id, change_counter, ${at}, ${device} from users where id = ${userId} and change_counter > 0
    on conflict (user_id, version) do nothing`.execute(db.kysely);
}

/** The write that assigned a version; null where it is unknown or forgotten. */
export async function findWrite(db: Db, userId: string, version: number): Promise<Write | null> {
  const writes = db.kysely.selectFrom('writes').select(['written_at', 'device']).where('user_id', '=', userId);
  const before = await writes.where('version', '<', version).limit(1).executeTakeFirst();
  const row = await writes.where('version', '>=', version).orderBy('version').limit(1).executeTakeFirst();
  return before === undefined || row === undefined ? null : { at: row.written_at, device: row.device };
}

/** Deletes up to `most` writes before an ISO instant, and returns how many these were. */
export async function forgetWrites(db: Db, before: string, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from writes where (user_id, version) in (
      select user_id, version from writes where written_at < ${before} limit ${sql.lit(most)}
    )`.execute(db.kysely);
  return Number(numAffectedRows);
}

/** Deletes up to `most` writes of a user up to a version, and returns how many these were. */
export async function forgetWritesUpTo(db: Db, userId: string, version: number, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from writes where user_id = ${userId} and version in (
      select version from writes where user_id = ${userId} and version <= ${version} order by version limit ${sql.lit(most)}
    )`.execute(db.kysely);
  return Number(numAffectedRows);
}
