/** The user's uninvested cash at brokers (002 §3). */
import type { BrokerCashListItem } from '../../../domain/lists/broker-cash-list.ts';
import type { BrokerCashBalance } from '../../../domain/records/records.ts';
import { listAccounts } from './accounts.ts';
import { listBrokers } from './brokers.ts';
import type { HoldfastDatabase } from '../database/schema.ts';

/** All cash balances in no particular order. */
export async function listBrokerCashBalances(db: HoldfastDatabase): Promise<BrokerCashBalance[]> {
  return await db.brokerCashBalances.toArray();
}

/** All cash balances with the names of their brokers and holders. */
export async function brokerCashListItems(db: HoldfastDatabase): Promise<readonly BrokerCashListItem[]> {
  const [accounts, brokers, balances] = await Promise.all([
    listAccounts(db),
    listBrokers(db),
    listBrokerCashBalances(db),
  ]);
  const accountNames = new Map(accounts.map(({ id, name }) => [id, name]));
  const brokerNames = new Map(brokers.map(({ id, name }) => [id, name]));
  return balances.map((balance) => ({
    ...balance,
    accountName: accountNames.get(balance.accountId) ?? '',
    brokerName: brokerNames.get(balance.brokerId) ?? '',
  }));
}
