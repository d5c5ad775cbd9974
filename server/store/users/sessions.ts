/** Issued tokens. A refresh replaces a token by another of the same family. */
import { storedHeldUser, storedServerEpoch } from '../database/meta.ts';
import type { Db } from '../database/store.ts';
import { lockUser } from '../versions/counters.ts';

export interface NewSession {
  readonly jti: string;
  readonly family: string;
  readonly userId: string;
  /** Browser and system; null where they are unknown. */
  readonly device: string | null;
  /** ISO instant of the sign-in from which the family came. */
  readonly signedInAt: string;
  /** ISO instants. */
  readonly issuedAt: string;
  readonly expiresAt: string;
}

/** A token's row with its user, whose role is read here on every request. */
export interface ActiveSession {
  readonly jti: string;
  readonly family: string;
  readonly userId: string;
  readonly firstName: string;
  readonly surname: string;
  readonly isAdmin: boolean;
  readonly used: boolean;
  readonly device: string | null;
  /** ISO instants. */
  readonly signedInAt: string;
  readonly lastSeenAt: string;
  /** ISO instant at which the token that replaced this one was first used; null before that. */
  readonly replacementUsedAt: string | null;
  /** The database's epoch, read together with the session because every request of a device needs both. */
  readonly serverEpoch: string;
  /** A merger has changed some of the user's transactions and not all: they are neither read nor written until then. */
  readonly isHeld: boolean;
}

/** The most tokens of a user, who can refresh without end, and whose tokens are listed and ended together. */
export const MOST_SESSIONS = 500;

/** Adds a token, and removes the user's oldest beyond the limit. */
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
      device: session.device,
      signed_in_at: session.signedInAt,
      last_seen_at: session.issuedAt,
    })
    .execute();
  // Their ids are in the order of their creation.
  await db.kysely
    .deleteFrom('sessions')
    .where('user_id', '=', session.userId)
    .where('jti', '<=', (eb) =>
      eb
        .selectFrom('sessions')
        .select('jti')
        .where('user_id', '=', session.userId)
        .orderBy('jti', 'desc')
        .limit(1)
        .offset(MOST_SESSIONS),
    )
    .execute();
}

/** The session of a token that has not expired, or null when it was revoked or never issued. */
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
      's.device',
      's.signed_in_at',
      's.last_seen_at',
      'u.first_name',
      'u.surname',
      'u.is_admin',
      'r.first_used_at as replacement_used_at',
      storedServerEpoch(db).as('serverEpoch'),
      storedHeldUser(db).as('heldUser'),
    ])
    .where('s.jti', '=', jti)
    .where('s.expires_at', '>', now)
    .where('u.disabled_at', 'is', null)
    .where('u.deleted_at', 'is', null)
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
    device: row.device,
    signedInAt: row.signed_in_at,
    lastSeenAt: row.last_seen_at,
    replacementUsedAt: row.replacement_used_at,
    serverEpoch: row.serverEpoch ?? '',
    isHeld: row.heldUser === row.user_id,
  };
}

/** Records that a token was used at the ISO instant `now`. */
export async function noteSessionUse(db: Db, jti: string, now: string): Promise<void> {
  await db.kysely
    .updateTable('sessions')
    .set((eb) => ({ first_used_at: eb.fn.coalesce('first_used_at', eb.val(now)), last_seen_at: now }))
    .where('jti', '=', jti)
    .execute();
}

export async function replaceSession(db: Db, jti: string, replacement: string): Promise<void> {
  await db.kysely.updateTable('sessions').set({ replaced_by: replacement }).where('jti', '=', jti).execute();
}

// Whatever ends sessions locks the user first: a refresh under way waits, and then gives no token.

/** Ends every token that came from one sign-in of a user. */
export async function endFamily(db: Db, userId: string, family: string): Promise<void> {
  await lockUser(db, userId);
  await db.kysely.deleteFrom('sessions').where('user_id', '=', userId).where('family', '=', family).execute();
}

/** A sign-in that is still valid, with all its tokens. */
export interface SignIn {
  readonly family: string;
  readonly device: string | null;
  /** ISO instants. */
  readonly signedInAt: string;
  readonly lastSeenAt: string;
}

/** The sign-ins of a user with a token that has not expired at the ISO instant `now`, last seen first. */
export async function listSignIns(db: Db, userId: string, now: string): Promise<SignIn[]> {
  return await db.kysely
    .selectFrom('sessions')
    .select(({ fn }) => [
      'family',
      fn.max('device').as('device'),
      fn.min<string>('signed_in_at').as('signedInAt'),
      fn.max<string>('last_seen_at').as('lastSeenAt'),
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .groupBy('family')
    .orderBy('lastSeenAt', 'desc')
    .orderBy('family')
    .execute();
}

/** Ends every session of a user except those of one family. */
export async function endOtherSessionsOf(db: Db, userId: string, family: string): Promise<void> {
  await lockUser(db, userId);
  await db.kysely.deleteFrom('sessions').where('user_id', '=', userId).where('family', '!=', family).execute();
}

/** Ends every session of a user. */
export async function endSessionsOf(db: Db, userId: string): Promise<void> {
  await lockUser(db, userId);
  await db.kysely.deleteFrom('sessions').where('user_id', '=', userId).execute();
}
