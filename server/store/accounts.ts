/** A user's accounts. */
import type { AccountRecord } from '../../contract/accounts.ts';
import type { Account } from '../../domain/records.ts';
import { done, fail, type Outcome } from '../outcome.ts';
import { findOwned, type OwnedEntity } from './owned.ts';
import type { Db } from './store.ts';
import { byText } from './text.ts';
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

export const ACCOUNTS: OwnedEntity<Pick<Account, 'name'>, AccountRecord> = {
  entity: 'account',
  noun: 'Account',
  find: async (db, userId, id) =>
    (await db.kysely
      .selectFrom('accounts')
      .select(COLUMNS)
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()) ?? null,
  check: async () => await Promise.resolve(done(undefined)),
  insert: async (db, userId, id, { name }, version) =>
    await db.kysely.insertInto('accounts').values({ user_id: userId, id, name, version }).execute(),
  update: async (db, userId, id, { name }, version) =>
    await db.kysely
      .updateTable('accounts')
      .set({ name, version })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute(),
  written: (id, { name }, version) => ({ id, name, version }),
  checkRemoval: async (db, userId, id) => {
    const uses = await usesOfAccount(db, userId, id);
    return uses === null
      ? done(undefined)
      : fail('inUse', `This account cannot be deleted because it has ${uses.words}.`);
  },
  owned: async (db, userId, ids) =>
    (
      await db.kysely.selectFrom('accounts').select('id').where('user_id', '=', userId).where('id', 'in', ids).execute()
    ).map(({ id }) => id),
  erase: async (db, userId, ids) =>
    await db.kysely.deleteFrom('accounts').where('user_id', '=', userId).where('id', 'in', ids).execute(),
};

export async function findAccount(db: Db, userId: string, id: string): Promise<Outcome<AccountRecord>> {
  return await findOwned(ACCOUNTS, db, userId, id);
}
