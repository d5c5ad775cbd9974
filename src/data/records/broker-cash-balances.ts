/** The user's uninvested cash at brokers (002 §3). */
import type { BrokerCashListItem } from '../../../domain/lists/broker-cash-list.ts';
import type { BrokerCashBalance } from '../../../domain/records.ts';
import { listAccounts } from './accounts.ts';
import { listBrokers } from './brokers.ts';
import { getRecord, saveRecord, saveRecords, type Saved } from './records.ts';
import { removeRecords } from '../outbox/removals.ts';
import type { Removed } from '../database/removed.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import type { Written } from '../database/write.ts';

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

/** The cash balance with this id, or the one that the id had become; null when there is none. */
export async function getBrokerCashBalance(db: HoldfastDatabase, id: string): Promise<BrokerCashBalance | null> {
  return await getRecord(db, 'brokerCashBalance', id);
}

/**
 * Creates a cash balance, or replaces the one with the given id. The fields have passed `checkBrokerCashBalance`;
 * `lastUpdated` is the day on which the user states it.
 */
export async function saveBrokerCashBalance(
  db: HoldfastDatabase,
  fields: Saved<'brokerCashBalance'>,
  now = Date.now(),
): Promise<Written<BrokerCashBalance>> {
  return await saveRecord(db, 'brokerCashBalance', fields, now);
}

/** `saveBrokerCashBalance` of several in one step, all or none. */
export async function saveBrokerCashBalances(
  db: HoldfastDatabase,
  all: readonly Saved<'brokerCashBalance'>[],
  now = Date.now(),
): Promise<Written<number>> {
  return await saveRecords(db, 'brokerCashBalance', all, now);
}

/** Removes cash balances; their deletion is sent after 10 seconds, so that it can be undone until then. */
export async function removeBrokerCashBalances(
  db: HoldfastDatabase,
  ids: readonly string[],
  now = Date.now(),
): Promise<Written<Removed<'brokerCashBalance'>>> {
  return await removeRecords(db, 'brokerCashBalance', ids, now);
}
