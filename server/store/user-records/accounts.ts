/** A user's accounts. */
import type { AccountRecord } from '../../../contract/accounts.ts';
import type { Account } from '../../../domain/records/records.ts';
import { done, fail, type Outcome } from '../../outcome.ts';
import type { Db } from '../database/store.ts';
import { byText } from '../database/text.ts';
import { usesOfAccount } from '../shared-records/uses.ts';
import { ownedLimit, ownedTable } from '../versions/owned-table.ts';
import { findOwned, type OwnedEntity } from '../versions/owned.ts';

/** Every form and search reads all accounts of its user. */
const MOST_ACCOUNTS = 1000;

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
  limit: ownedLimit('accounts', {
    most: MOST_ACCOUNTS,
    refusal: `This was not saved: you have ${MOST_ACCOUNTS.toLocaleString('en-GB')} accounts, the most that this server stores for one user. Delete some that you no longer need.`,
  }),
  ...ownedTable('accounts', ({ name }: Pick<Account, 'name'>) => ({ name })),
  written: (id, { name }, version) => ({ id, name, version }),
  checkRemoval: async (db, userId, id) => {
    const uses = await usesOfAccount(db, userId, id);
    return uses === null
      ? done(undefined)
      : fail('inUse', `This account cannot be deleted because it has ${uses.words}.`);
  },
};

export async function findAccount(db: Db, userId: string, id: string): Promise<Outcome<AccountRecord>> {
  return await findOwned(ACCOUNTS, db, userId, id);
}
