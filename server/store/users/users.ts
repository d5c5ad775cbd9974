/** Users, invitations and password resets. */
import type { Db } from '../database/store.ts';
import { lockUser } from '../versions/counters.ts';
import { endSessionsOf } from './sessions.ts';
import { removeFeed } from './tax-date-feeds.ts';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly surname: string;
  readonly passwordHash: string;
  readonly isAdmin: boolean;
}

/** E-mail addresses are compared without case. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

interface UserRow {
  id: string;
  email: string;
  first_name: string;
  surname: string;
  password_hash: string;
  is_admin: number;
}

const COLUMNS = ['id', 'email', 'first_name', 'surname', 'password_hash', 'is_admin'] as const;

function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    surname: row.surname,
    passwordHash: row.password_hash,
    isAdmin: row.is_admin === 1,
  };
}

/** All users; deleted ones, whose records are still being removed, are none. */
function users(db: Db) {
  return db.kysely.selectFrom('users').where('deleted_at', 'is', null);
}

export async function findUserByEmail(db: Db, email: string): Promise<User | null> {
  const row = await users(db).select(COLUMNS).where('email', '=', normaliseEmail(email)).executeTakeFirst();
  return row === undefined ? null : toUser(row);
}

export async function findUser(db: Db, id: string): Promise<User | null> {
  const row = await users(db).select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toUser(row);
}

export async function countUsers(db: Db): Promise<number> {
  const row = await users(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** All users by e-mail. */
export async function listUsers(db: Db): Promise<User[]> {
  return (await users(db).select(COLUMNS).orderBy('email').execute()).map(toUser);
}

export async function setAdmin(db: Db, userId: string, isAdmin: boolean): Promise<void> {
  await db.kysely
    .updateTable('users')
    .set({ is_admin: isAdmin ? 1 : 0 })
    .where('id', '=', userId)
    .execute();
}

/**
 * Deletes a user for everybody: nobody can sign in, read or write as them, and their address is free again. Their
 * records are removed afterwards (`erasePiece`), because that takes long. `now` is an ISO instant.
 */
export async function deleteUser(db: Db, userId: string, now: string): Promise<void> {
  await endSessionsOf(db, userId);
  await removePasswordResets(db, userId);
  await removeFeed(db, userId);
  await db.kysely
    .updateTable('users')
    // No address is an id.
    .set({ deleted_at: now, email: userId, first_name: '', surname: '', password_hash: '', is_admin: 0 })
    .where('id', '=', userId)
    .execute();
}

/** Adds a user, or returns false when the e-mail is taken. */
export async function addUser(db: Db, user: User, createdAt: string): Promise<boolean> {
  const result = await db.kysely
    .insertInto('users')
    .values({
      id: user.id,
      email: normaliseEmail(user.email),
      first_name: user.firstName,
      surname: user.surname,
      password_hash: user.passwordHash,
      is_admin: user.isAdmin ? 1 : 0,
      change_counter: 0,
      purged_to: 0,
      created_at: createdAt,
      last_visit_at: null,
      disabled_at: null,
    })
    .onConflict((oc) => oc.column('email').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Changes name and address of a user, or returns false when another user has the e-mail. */
export async function updateUser(
  db: Db,
  userId: string,
  { email, firstName, surname }: Pick<User, 'email' | 'firstName' | 'surname'>,
): Promise<boolean> {
  const other = await findUserByEmail(db, email);
  if (other !== null && other.id !== userId) return false;
  await db.kysely
    .updateTable('users')
    .set({ email: normaliseEmail(email), first_name: firstName, surname })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute();
  return true;
}

export async function setPasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.kysely.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

/** Stores another hash of the same password, unless the password has changed meanwhile. */
export async function rehashPassword(db: Db, user: User, passwordHash: string): Promise<void> {
  await db.kysely
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', user.id)
    .where('password_hash', '=', user.passwordHash)
    .execute();
}

/**
 * Locks a user until the transaction ends. False when the password that was checked before it is no longer theirs, or
 * they may no longer sign in: checking takes long enough for a new password to come between.
 */
export async function lockUserWithPassword(db: Db, { id, passwordHash }: User): Promise<boolean> {
  await lockUser(db, id);
  const row = await users(db)
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores an invitation by the hash of its code. Instants are ISO text. */
export async function addInvite(db: Db, codeHash: string, createdAt: string, expiresAt: string): Promise<void> {
  await db.kysely
    .insertInto('invites')
    .values({ code_hash: codeHash, created_at: createdAt, expires_at: expiresAt, used_at: null })
    .execute();
}

/** Uses up an invitation; false when it is unknown, used or expired. */
export async function redeemInvite(db: Db, codeHash: string, now: string): Promise<boolean> {
  const result = await db.kysely
    .updateTable('invites')
    .set({ used_at: now })
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Stores a reset by the hash of its token; earlier unused resets of the user become invalid. */
export async function addPasswordReset(db: Db, tokenHash: string, userId: string, expiresAt: string): Promise<void> {
  await removePasswordResets(db, userId);
  await db.kysely
    .insertInto('password_resets')
    .values({ token_hash: tokenHash, user_id: userId, expires_at: expiresAt, used_at: null })
    .execute();
}

/** Makes the reset links of a user invalid. */
export async function removePasswordResets(db: Db, userId: string): Promise<void> {
  await db.kysely.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

/** Uses up a reset and returns its user; null when it is unknown, used or expired. */
export async function redeemPasswordReset(db: Db, tokenHash: string, now: string): Promise<string | null> {
  const row = await db.kysely
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}
