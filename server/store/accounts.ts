/** A user's accounts. */
import type { AccountRecord } from '../../contract/accounts.ts';
import { done, fail, notFound, type Outcome } from '../outcome.ts';
import { lockUser, takeUserVersions } from './counters.ts';
import { byText } from './text.ts';
import { stale } from './stale.ts';
import type { Db } from './store.ts';
import { bury, unbury } from './tombstones.ts';
import { usesOfAccount } from './uses.ts';

const COLUMNS = ['id', 'name', 'version'] as const;

export async function listAccounts(db: Db, userId: string): Promise<AccountRecord[]> {
  return await db.kysely
    .selectFrom('accounts')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy(byText(db, 'accounts.name'))
    .orderBy('id')
    .execute();
}

export async function findAccount(db: Db, userId: string, id: string): Promise<Outcome<AccountRecord>> {
  const row = await db.kysely
    .selectFrom('accounts')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? notFound('Account') : done(row);
}

/** Creates an account under the given id; 'already-exists' carries the record that has it. */
export async function createAccount(
  db: Db,
  userId: string,
  account: { readonly id: string; readonly name: string },
): Promise<Outcome<AccountRecord>> {
  await lockUser(db, userId);
  const existing = await findAccount(db, userId, account.id);
  if (existing.ok)
    return fail('already-exists', 'An account with this id exists already.', { current: existing.value });
  const record = { ...account, version: await takeUserVersions(db, userId) };
  await db.kysely
    .insertInto('accounts')
    .values({ user_id: userId, ...record })
    .execute();
  await unbury(db, userId, 'account', [account.id]);
  return done(record);
}

/** Renames an account; with `ifVersion` only when that is its version. */
export async function updateAccount(
  db: Db,
  userId: string,
  id: string,
  fields: { readonly name: string },
  ifVersion: number | null,
): Promise<Outcome<AccountRecord>> {
  await lockUser(db, userId);
  const current = await findAccount(db, userId, id);
  if (!current.ok) return current;
  if (ifVersion !== null && current.value.version !== ifVersion) return stale(current.value);
  const record = { id, ...fields, version: await takeUserVersions(db, userId) };
  await db.kysely
    .updateTable('accounts')
    .set({ ...fields, version: record.version })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
  return done(record);
}

/** Deletes an account that nothing uses. `now` is an ISO instant. */
export async function removeAccount(
  db: Db,
  userId: string,
  id: string,
  ifVersion: number | null,
  now: string,
): Promise<Outcome<undefined>> {
  await lockUser(db, userId);
  const current = await findAccount(db, userId, id);
  if (!current.ok) return current;
  if (ifVersion !== null && current.value.version !== ifVersion) return stale(current.value);
  const uses = await usesOfAccount(db, userId, id);
  if (uses !== null) return fail('inUse', `This account cannot be deleted because it has ${uses.words}.`);
  await db.kysely.deleteFrom('accounts').where('user_id', '=', userId).where('id', '=', id).execute();
  await bury(db, [
    { scope: userId, entity: 'account', id, version: await takeUserVersions(db, userId), deletedAt: now },
  ]);
  return done(undefined);
}
