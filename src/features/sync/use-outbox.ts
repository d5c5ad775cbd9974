import type { Asset, Transaction } from '../../../domain/records.ts';
import { listAccounts } from '../../data/accounts.ts';
import { findAssetByIsin } from '../../data/assets.ts';
import { listBankNames } from '../../data/bank-names.ts';
import { listBrokers } from '../../data/brokers.ts';
import { currentDatabase } from '../../data/database.ts';
import { listImports } from '../../data/imports.ts';
import { readSyncState, type UnreadList } from '../../data/meta.ts';
import { listNotices, noticeKey, type Notice } from '../../data/notices.ts';
import { listOutbox } from '../../data/outbox.ts';
import { isEntryOf, type OutboxEntry } from '../../data/outbox-entry.ts';
import { possibleDuplicates, type PossibleDuplicates } from '../../data/possible-duplicates.ts';
import { listProperties } from '../../data/properties.ts';
import { listSavingsAccounts } from '../../data/savings-accounts.ts';
import { listQuarantine } from '../../data/quarantine.ts';
import type { HoldfastDatabase, Quarantine } from '../../data/schema.ts';
import { getTransactions } from '../../data/transactions.ts';
import type { Live } from '../../ui/use-live.ts';
import { useStored } from '../../ui/use-stored.ts';
import type { EntryContext } from './record-words.ts';

export interface OutboxView {
  readonly entries: readonly OutboxEntry[];
  readonly context: EntryContext;
  readonly quarantine: readonly Quarantine[];
  readonly unreadLists: readonly UnreadList[];
  readonly duplicates: PossibleDuplicates;
  /** Without those that the duplicates tell of. */
  readonly notices: readonly Notice[];
}

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

async function readOutbox(): Promise<OutboxView> {
  const db = currentDatabase();
  const [entries, imports, accounts, brokers, banks, properties, savings, quarantine, all, duplicates] =
    await Promise.all([
      listOutbox(db),
      listImports(db),
      listAccounts(db),
      listBrokers(db),
      listBankNames(db),
      listProperties(db),
      listSavingsAccounts(db),
      listQuarantine(db),
      listNotices(db),
      possibleDuplicates(db),
    ]);
  const transactions = await transactionsOf(db, entries);
  const doubled = duplicates.pairs.flatMap((pair) => (pair.entity === 'transaction' ? [pair.own as Transaction] : []));
  const told = new Set(
    duplicates.pairs.flatMap(({ reason }) => (reason.kind === 'resent' ? [noticeKey(reason.notice)] : [])),
  );
  const context = {
    assets: await assetsOf(db, entries, [...transactions, ...doubled]),
    imports: byId(imports),
    accounts: byId(accounts),
    brokers: byId(brokers),
    banks: byId(banks),
    properties: byId(properties),
    savings: byId(savings),
    transactions: byId(transactions),
  };
  const { unreadLists } = await readSyncState(db);
  const notices = all.filter((notice) => !told.has(noticeKey(notice)));
  return { entries, context, quarantine, unreadLists, duplicates, notices };
}

/** All that waits for the server or for the user, kept up to date. */
export function useOutbox(): Live<OutboxView> {
  return useStored(readOutbox, []);
}
