/**
 * The number of statements for each write of a user's record, because each is a round trip to the database. Run on
 * every database.
 */
import type { KyselyPlugin } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Pounds } from '../../../domain/values/amount.ts';
import type { TransactionFields } from '../../../domain/records/transaction.ts';
import type { Outcome } from '../../outcome.ts';
import type { Db, Store } from '../database/store.ts';
import { ACCOUNTS } from '../user-records/accounts.ts';
import { TRANSACTIONS } from '../user-records/transactions.ts';
import { createOwned, removeManyOwned, removeOwned, updateOwned } from '../versions/owned.ts';

/** What the specification uses from the file that runs it. */
export interface StatementSetting {
  readonly store: () => Store;
  readonly newId: () => string;
  readonly newUser: () => Promise<string>;
  readonly newAccount: (userId: string) => Promise<string>;
  readonly newFields: (accountId: string) => TransactionFields;
}

const NOW = '2026-01-15T12:00:00.000Z';

export function describeStatements({ store, newId, newUser, newAccount, newFields }: StatementSetting): void {
  /** The statements of a transaction that succeeds. */
  async function statementsOf(work: (tx: Db) => Promise<Outcome<unknown>>): Promise<number> {
    let count = 0;
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        count += 1;
        return await Promise.resolve(result);
      },
    };
    const outcome = await store().transact(async (tx) => await work({ ...tx, kysely: tx.kysely.withPlugin(counter) }));
    expect(outcome).toMatchObject({ ok: true });
    return count;
  }

  describe('statements', () => {
    it('of a transaction are few, and as many for several that are deleted as for one', async () => {
      const user = await newUser();
      const fields = newFields(await newAccount(user));
      const changed = { ...fields, consideration: 1 as Pounds };
      const [id, ...others] = [newId(), newId(), newId()];
      expect(await statementsOf(async (tx) => await createOwned(TRANSACTIONS, tx, user, id, fields))).toBe(4);
      expect(await statementsOf(async (tx) => await updateOwned(TRANSACTIONS, tx, user, id, changed, null))).toBe(4);
      expect(await statementsOf(async (tx) => await removeOwned(TRANSACTIONS, tx, user, id, null, NOW))).toBe(6);
      for (const other of others)
        await statementsOf(async (tx) => await createOwned(TRANSACTIONS, tx, user, other, fields));
      expect(await statementsOf(async (tx) => await removeManyOwned(TRANSACTIONS, tx, user, others, NOW))).toBe(6);
    });

    it('of an account are few', async () => {
      const user = await newUser();
      const id = newId();
      // One of them counts the user's accounts, of which there is a most.
      expect(await statementsOf(async (tx) => await createOwned(ACCOUNTS, tx, user, id, { name: 'One' }))).toBe(5);
      expect(await statementsOf(async (tx) => await updateOwned(ACCOUNTS, tx, user, id, { name: 'Two' }, 1))).toBe(3);
    });
  });
}
