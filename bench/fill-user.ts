/** A user of a server's store with many transactions, for benchmarks. */
import { done } from '../server/outcome.ts';
import { ACCOUNTS } from '../server/store/user-records/accounts.ts';
import { createUnlistedAssets } from '../server/store/shared-records/assets.ts';
import { createBroker } from '../server/store/shared-records/brokers.ts';
import { createOwned } from '../server/store/versions/owned.ts';
import type { Store } from '../server/store/database/store.ts';
import { insertTransactions } from '../server/store/user-records/transactions.ts';
import { manyTransactions } from './many-transactions.ts';

/** Gives the store's only user `rows` transactions of four account holders. Returns the id of one of these. */
export async function fillOnlyUser(store: Store, rows: number): Promise<string> {
  const { id: userId } = await store.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const { accounts, brokers, assets, transactions } = manyTransactions(rows);
  const filled = await store.transact(async (tx) => {
    for (const { id, ...fields } of accounts) await createOwned(ACCOUNTS, tx, userId, id, fields);
    for (const broker of brokers) await createBroker(tx, { id: broker.id, name: `${broker.name} of the bench` });
    await createUnlistedAssets(tx, userId, assets);
    return done(await insertTransactions(tx, userId, transactions));
  });
  if (!filled.ok) throw new Error(filled.message);
  return accounts[0]?.id ?? '';
}
