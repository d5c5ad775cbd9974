/** The records that the words about waiting changes name. */
import type { Asset, Transaction } from '../../../domain/records/records.ts';
import { listAccounts } from '../../data/records/accounts.ts';
import { findAssetByIsin } from '../../data/records/assets.ts';
import { listBankNames } from '../../data/records/bank-names.ts';
import { listBrokers } from '../../data/records/brokers.ts';
import { listImports } from '../../data/imports/imports.ts';
import { isEntryOf, type OutboxEntry } from '../../data/database/outbox-entry.ts';
import { listProperties } from '../../data/records/properties.ts';
import { listSavingsAccounts } from '../../data/records/savings-accounts.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { getTransactions } from '../../data/records/transactions.ts';
import type { EntryContext } from './record-words.ts';

/** The securities that entries are about. */
async function assetsOf(
  db: HoldfastDatabase,
  entries: readonly OutboxEntry[],
  transactions: readonly Transaction[],
): Promise<ReadonlyMap<string, Asset>> {
  const isins = new Set<string>(transactions.map((transaction) => transaction.isin));
  for (const entry of entries) {
    if (!isEntryOf(entry, 'transaction')) continue;
    for (const copy of [entry.payload, entry.base, entry.theirs]) if (copy?.record) isins.add(copy.record.isin);
  }
  const assets = await Promise.all([...isins].map((isin) => findAssetByIsin(db, isin)));
  return new Map(assets.filter((asset) => asset !== null).map((asset) => [asset.isin, asset]));
}

/** The transactions that queued receipts belong to. */
async function transactionsOf(db: HoldfastDatabase, entries: readonly OutboxEntry[]): Promise<readonly Transaction[]> {
  const ids = entries
    .filter((entry) => isEntryOf(entry, 'receipt'))
    .flatMap(({ payload, base }) => (payload ?? base)?.record?.transactionId ?? []);
  return await getTransactions(db, [...new Set(ids)]);
}

function byId<R extends { readonly id: string }>(records: readonly R[]): ReadonlyMap<string, R> {
  return new Map(records.map((record) => [record.id, record]));
}

/** What the words of `entries` need, and those of `transactions` that are shown beside them. */
export async function entryContext(
  db: HoldfastDatabase,
  entries: readonly OutboxEntry[],
  transactions: readonly Transaction[] = [],
): Promise<EntryContext> {
  const [imports, accounts, brokers, banks, properties, savings, ofReceipts] = await Promise.all([
    listImports(db),
    listAccounts(db),
    listBrokers(db),
    listBankNames(db),
    listProperties(db),
    listSavingsAccounts(db),
    transactionsOf(db, entries),
  ]);
  return {
    assets: await assetsOf(db, entries, [...ofReceipts, ...transactions]),
    imports: byId(imports),
    accounts: byId(accounts),
    brokers: byId(brokers),
    banks: byId(banks),
    properties: byId(properties),
    savings: byId(savings),
    transactions: byId(ofReceipts),
  };
}
