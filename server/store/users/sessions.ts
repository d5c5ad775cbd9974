/** Issued tokens. A refresh replaces a token by another of the same family. */
import { storedEpoch } from '../database/meta.ts';
import type { Db } from '../database/store.ts';

export interface NewSession {
  readonly jti: string;
  readonly family: string;
  readonly userId: string;
  /** ISO instants. */
  readonly issuedAt: string;
  readonly expiresAt: string;
}

/** A token's row with the user it belongs to, whose role is read here on every request. */
export interface ActiveSession {
  readonly jti: string;
  readonly family: string;
  readonly userId: string;
  readonly firstName: string;
  readonly surname: string;
  readonly isAdmin: boolean;
  readonly used: boolean;
  /** ISO instant at which the token that replaced this one was first used; null while there is none in use. */
  readonly replacementUsedAt: string | null;
  /** The database's, read with the session because every request of a device asks about both. */
  readonly epoch: string;
}

export async function addSession(db: Db, session: NewSession): Promise<void> {
  await db.kysely
    .insertInto('sessions')
    .values({
      jti: session.jti,
      family: session.family,
      user_id: session.userId,
      issued_at: session.issuedAt,
      expires_at: session.expiresAt,
      first_used_at: null,
      replaced_by: null,
    })
    .execute();
}

/** The session of a token that has not run out, or null when it was revoked or never issued. */
export async function findSession(db: Db, jti: string, now: string): Promise<ActiveSession | null> {
  const row = await db.kysely
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('sessions as r', 'r.jti', 's.replaced_by')
    .select([
      's.jti',
      's.family',
      's.user_id',
      's.first_used_at',
      's.replaced_by',
      'u.first_name',
      'u.surname',
      'u.is_admin',
      'r.first_used_at as replacement_used_at',
      storedEpoch(db).as('epoch'),
    ])
    .where('s.jti', '=', jti)
    .where('s.expires_at', '>', now)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    jti: row.jti,
    family: row.family,
    userId: row.user_id,
    firstName: row.first_name,
    surname: row.surname,
    isAdmin: row.is_admin === 1,
    used: row.first_used_at !== null,
    replacementUsedAt: row.replacement_used_at,
    epoch: row.epoch ?? '',
  };
}

export async function markSessionUsed(db: Db, jti: string, now: string): Promise<void> {
  await db.kysely
    .updateTable('sessions')
    .set({ first_used_at: now })
    .where('jti', '=', jti)
    .where('first_used_at', 'is', null)
    .execute();
}

export async function replaceSession(db: Db, jti: string, replacement: string): Promise<void> {
  await db.kysely.updateTable('sessions').set({ replaced_by: replacement }).where('jti', '=', jti).execute();
}

/** Ends every token that came from one sign-in. */
export async function endFamily(db: Db, family: string): Promise<void> {
  await db.kysely.deleteFrom('sessions').where('family', '=', family).execute();
}

/** Ends every session of a user. */
export async function endSessionsOf(db: Db, userId: string): Promise<void> {
  await db.kysely.deleteFrom('sessions').where('user_id', '=', userId).execute();
}
