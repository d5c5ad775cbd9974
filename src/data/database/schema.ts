/** The device's database: one per user, every table and the shape of its rows. */
import { Dexie, RangeSet, type ObservabilitySet, type Table, type Transaction as Upgrade } from 'dexie';
import type {
  Account,
  Asset,
  Broker,
  BrokerCashBalance,
  ExchangeRate,
  PricePoint,
  Property,
  PropertyPrice,
  SavingsAccount,
  TargetAllocation,
  Transaction,
} from '../../../domain/records/records.ts';
import type { OperatorFacts } from '../../../domain/facts/operator-facts.ts';
import type { HoldingView } from '../../../domain/holdings/holding-view.ts';
import type { DatedBankName, EntityName, EntityRecords, ExtraRecord, Stored } from '../entities/entities.ts';
import type { ImportChunk, ImportRecord } from './import-record.ts';
import type { HoldingKey, KeptName, SummaryRow } from './kept-rows.ts';
import { type StampedTable, TABLE_STAMPS, type TableStamp } from './stamps.ts';
import type { NewOutboxEntry, OutboxEntry } from './outbox-entry.ts';
import { PORTIONED_WRITES } from './portioned-writes.ts';
import type { Receipt, ReceiptFile } from '../entities/receipt-record.ts';
import { CHANGE_NOTES } from './change-notes.ts';
import type { CopyPart, TransactionChange } from './parts.ts';
import { upgradeNames } from './upgrade-names.ts';

/** Who owns the database, written when it is created: tells an erased database from an empty one. */
export interface OwnerRecord {
  readonly apiBase: string;
  readonly userId: string;
}

/** A single value under a name: owner, sync cursors, the lock's claim and the like. */
export interface MetaRow {
  readonly key: string;
  value: unknown;
}

/** The id that a record had on this device before the server gave it another. */
export interface Alias {
  readonly oldId: string;
  readonly newId: string;
}

/** A creation or a chunk of an import that the server acknowledged recently: a later pull may show a duplicate of it. */
export interface AcknowledgedCreation {
  /** A record's id, or `importId/index` for a chunk. */
  readonly id: string;
  /** The number of the claim under which it was sent. */
  readonly claimNumber: number;
  /** Made on a server that gives no versions and cannot tell a repeated request. */
  readonly isUnversioned?: true;
}

/** Records that the server did not show and that are too many to remove without asking. */
export interface Quarantine {
  readonly entity: EntityName;
  readonly ids: readonly string[];
  /** Why they were not shown: a list became shorter, or the server was restored from a backup. */
  readonly reason: 'vanished' | 'restoredFromBackup';
  /** ISO instant. */
  readonly at: string;
}

/** Public facts that the person who runs the server has added; there is one row, or none. */
export interface StoredOperatorFacts {
  readonly key: 'operator';
  /** The server's version of these facts. */
  readonly version: string;
  readonly facts: OperatorFacts;
}

/** An unfinished form, kept under the form's own key. */
export interface Draft {
  readonly key: string;
  readonly value: unknown;
  /** ISO instant. */
  readonly savedAt: string;
}

/**
 * Tables hold records whole; an index costs a third of an import's writing time, so only what is looked up by
 * something else than its key has one. Lists are answered by the worker from memory.
 */
const VERSION_8 = {
  accounts: 'id',
  brokers: 'id',
  assets: 'id, isin',
  transactions: 'id',
  prices: '[isin+priceDate]',
  rates: '[fromCurrency+toCurrency+rateDate]',
  bankNames: 'id',
  targetAllocations: 'id',
  savingsAccounts: 'id',
  brokerCashBalances: 'id',
  properties: 'id',
  propertyPrices: 'id, propertyId',
  receipts: 'id, transactionId',
  receiptFiles: 'id',
  extras: 'id, kind',
  // Waiting changes are found by their state and kind, however many wait.
  outbox: '++seq, localId, state, [entity+kind+seq]',
  imports: 'id',
  importChunks: '[importId+index]',
  aliases: 'oldId',
  touched: 'id',
  quarantine: 'entity',
  drafts: 'key',
  // What the operator of the server has added of public facts.
  operatorFacts: 'key',
  meta: 'key',
  // The transactions in one piece. Every later app must note its writes as `CHANGE_NOTES` does.
  transactionCopy: 'part',
  transactionChanges: '++seq',
  // The figures that were computed last. Every later app must stamp its writes as `TABLE_STAMPS` does.
  tableStamps: 'table',
  holdings: '[accountId+isin+taxWrapper]',
  summaries: 'name',
} as const;

/** Version 10 has the names that the code has: `upgradeNames` moves what was stored under earlier ones. */
const VERSION_10 = {
  acknowledgedCreations: 'id',
  touched: null,
} as const;

export type TableName = Exclude<keyof typeof VERSION_8 | keyof typeof VERSION_10, 'touched'>;

/**
 * What an app of a version before 8 did not know (a table, cash events, junior ISAs, which savings accounts are cash
 * ISAs), it skipped: everything is to be read from the server once more, when it is next asked.
 */
async function readEverythingAgain(transaction: Upgrade): Promise<void> {
  const meta = transaction.table<MetaRow, string>('meta');
  await meta
    .where('key')
    .equals('sync')
    .modify((row) => {
      row.value = { ...(row.value as object), userCursor: null, sharedCursor: null, fullReadAt: null };
    });
  // Where version 2 divided the transactions for reading.
  await meta.delete('transactionCuts');
}

/** One user's database. Opened by `openUserDatabase` or `openDatabase`; features reach it through repositories. */
export class HoldfastDatabase extends Dexie {
  declare readonly accounts: Table<Stored<Account>, string>;
  declare readonly brokers: Table<Stored<Broker>, string>;
  declare readonly assets: Table<Stored<Asset>, string>;
  declare readonly bankNames: Table<Stored<DatedBankName>, string>;
  declare readonly targetAllocations: Table<Stored<TargetAllocation>, string>;
  declare readonly savingsAccounts: Table<Stored<SavingsAccount>, string>;
  declare readonly brokerCashBalances: Table<Stored<BrokerCashBalance>, string>;
  declare readonly properties: Table<Stored<Property>, string>;
  declare readonly propertyPrices: Table<Stored<PropertyPrice>, string>;
  declare readonly transactions: Table<Stored<Transaction>, string>;
  declare readonly receipts: Table<Stored<Receipt>, string>;
  declare readonly receiptFiles: Table<ReceiptFile, string>;
  declare readonly extras: Table<Stored<ExtraRecord>, string>;
  declare readonly prices: Table<PricePoint, [string, string]>;
  declare readonly rates: Table<ExchangeRate, [string, string, string]>;
  declare readonly outbox: Table<OutboxEntry, number, NewOutboxEntry & { seq?: number }>;
  declare readonly imports: Table<ImportRecord, string>;
  declare readonly importChunks: Table<ImportChunk, [string, number]>;
  declare readonly aliases: Table<Alias, string>;
  declare readonly acknowledgedCreations: Table<AcknowledgedCreation, string>;
  declare readonly quarantine: Table<Quarantine, EntityName>;
  declare readonly drafts: Table<Draft, string>;
  declare readonly operatorFacts: Table<StoredOperatorFacts, 'operator'>;
  declare readonly meta: Table<MetaRow, string>;
  declare readonly transactionCopy: Table<CopyPart, string>;
  declare readonly transactionChanges: Table<TransactionChange, number>;
  declare readonly tableStamps: Table<TableStamp, StampedTable>;
  declare readonly holdings: Table<HoldingView, HoldingKey>;
  declare readonly summaries: Table<SummaryRow, KeptName>;
  /** The browser has erased it while it was open here; this connection is closed for good. */
  isErased = false;

  constructor(name: string) {
    // Strict durability: 'Saved' must survive a crash of the machine, not only of the tab.
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled' });
    // Every start pays for each version that is declared: each is parsed again with the next one. One step leads from
    // all before 8 to it, and 9, which only closed tabs of earlier apps, needs none.
    this.version(8).stores(VERSION_8).upgrade(readEverythingAgain);
    this.version(10).stores(VERSION_10).upgrade(upgradeNames);
    // Tabs of an app that looks for the versions of imported rows in the rows alone, or counts claimed entries beside
    // the claims of the lock, are closed by this version.
    this.version(12);
    this.use(TABLE_STAMPS);
    this.use(CHANGE_NOTES);
    this.use(PORTIONED_WRITES);
  }

  /** Makes every query of any database run again, in this tab, others and their workers. */
  tellAllChanged(): void {
    Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) });
  }

  /**
   * Calls `listener` with the keys that a commit in any tab or worker changed, of any database. Returns how to stop.
   */
  onMutation(listener: (parts: ObservabilitySet) => void): () => void {
    Dexie.on('storagemutated', listener);
    return () => {
      Dexie.on.storagemutated.unsubscribe(listener);
    };
  }
}

/** The table that holds an entity's records. */
export const ENTITY_TABLES = {
  account: 'accounts',
  broker: 'brokers',
  asset: 'assets',
  bankName: 'bankNames',
  targetAllocation: 'targetAllocations',
  savingsAccount: 'savingsAccounts',
  brokerCashBalance: 'brokerCashBalances',
  property: 'properties',
  propertyPrice: 'propertyPrices',
  transaction: 'transactions',
  receipt: 'receipts',
  extra: 'extras',
} as const satisfies Record<EntityName, TableName>;

/** The tables of all entities, for a write that may concern any of them. */
export const RECORD_TABLES: readonly TableName[] = Object.values(ENTITY_TABLES);

/** An entity's table, typed by the entity. */
export function entityTable<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
): Table<Stored<EntityRecords[E]>, string> {
  return db.table(ENTITY_TABLES[entity]);
}
