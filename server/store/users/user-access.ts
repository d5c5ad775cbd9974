/** Who may use the server, and when each user last did. */
import { sql } from 'kysely';
import { advisoryKey } from '../database/job-lock.ts';
import type { Db } from '../database/store.ts';

/**
 * Lets one transaction at a time decide who may use the server: who is the first user, has an e-mail address, remains as
 * administrator. Users' own rows are locked before it, because their writes may take long. SQLite has one writer.
 */
export async function lockAccess(db: Db): Promise<void> {
  if (db.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${advisoryKey('access')})`.execute(db.kysely);
}

export interface UserAccess {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly surname: string;
  readonly isAdmin: boolean;
  readonly isDisabled: boolean;
  /** ISO instants. */
  readonly createdAt: string;
  readonly lastVisitAt: string | null;
}

/** All users by e-mail. */
export async function listUserAccess(db: Db): Promise<UserAccess[]> {
  const rows = await db.kysely
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'surname', 'is_admin', 'created_at', 'last_visit_at', 'disabled_at'])
    .where('deleted_at', 'is', null)
    .orderBy('email')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    surname: row.surname,
    isAdmin: row.is_admin === 1,
    isDisabled: row.disabled_at !== null,
    createdAt: row.created_at,
    lastVisitAt: row.last_visit_at,
  }));
}

const isActingAdmin = ({ isAdmin, isDisabled }: UserAccess): boolean => isAdmin && !isDisabled;

/** Whether other users would have no administrator who can sign in, without this user. */
export async function isNeededAdmin(db: Db, userId: string): Promise<boolean> {
  const others = (await listUserAccess(db)).filter(({ id }) => id !== userId);
  return others.length > 0 && !others.some(isActingAdmin);
}

/** Whether this user is the only administrator who can sign in. */
export async function isLastAdmin(db: Db, userId: string): Promise<boolean> {
  const users = await listUserAccess(db);
  const user = users.find(({ id }) => id === userId);
  return user?.isAdmin === true && !users.some((other) => other.id !== userId && isActingAdmin(other));
}

export async function isDisabled(db: Db, userId: string): Promise<boolean> {
  const row = await db.kysely.selectFrom('users').select('disabled_at').where('id', '=', userId).executeTakeFirst();
  return row !== undefined && row.disabled_at !== null;
}

/** @param now ISO instant */
export async function noteVisit(db: Db, userId: string, now: string): Promise<void> {
  await db.kysely.updateTable('users').set({ last_visit_at: now }).where('id', '=', userId).execute();
}

/** @param since ISO instant, or null for a user who may sign in again */
export async function setDisabled(db: Db, userId: string, since: string | null): Promise<void> {
  await db.kysely.updateTable('users').set({ disabled_at: since }).where('id', '=', userId).execute();
}

/** The users who may not sign in, by id, with the instant since when. */
export async function disabledUsers(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.kysely
    .selectFrom('users')
    .select(['id', 'disabled_at'])
    .where('disabled_at', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.disabled_at ?? '']));
}
