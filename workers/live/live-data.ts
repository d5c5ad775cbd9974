/** A user's records in the worker's memory, kept up to date as the database reports changes. */
import { readAccountSettings, type AccountSettings } from '../../domain/records/account-settings.ts';
import { balancesByAccount, type StatedBalances } from '../../domain/holdings/stated-balances.ts';
import { readAmountsByYear } from '../../domain/cgt/tax/year-panel.ts';
import { readStatedIncome, type StatedIncome } from '../../domain/income/stated-income.ts';
import type { Exact } from '../../domain/values/decimal.ts';
import { NO_OPERATOR_FACTS, type OperatorFacts } from '../../domain/facts/operator-facts.ts';
import type { ExcessIncome } from '../../domain/facts/excess-income.ts';
import { readNatureStatements, readOwnExcess } from '../../domain/income/income-statements.ts';
import type { NatureStatement } from '../../domain/income/nature.ts';
import type { RateLookup } from '../../domain/holdings/valuation.ts';
import type { TaxYear } from '../../domain/values/tax-year.ts';
import type {
  Account,
  Asset,
  BankName,
  Broker,
  BrokerCashBalance,
  Property,
  PropertyPrice,
  SavingsAccount,
  TargetAllocation,
  Transaction,
} from '../../domain/records/records.ts';
import { listAccounts } from '../../src/data/records/accounts.ts';
import { listAssets } from '../../src/data/records/assets.ts';
import { listBankNames } from '../../src/data/records/bank-names.ts';
import { listBrokerCashBalances } from '../../src/data/records/broker-cash-balances.ts';
import { listBrokers } from '../../src/data/records/brokers.ts';
import { watchTables } from '../../src/data/database/change-feed.ts';
import { closeDatabase, isAlone, openExisting } from '../../src/data/database/database.ts';
import { readOperatorFacts } from '../../src/data/records/operator-facts.ts';
import { pendingRows } from '../../src/data/outbox/outbox.ts';
import { listExtras } from '../../src/data/records/extras.ts';
import { listPrices } from '../../src/data/records/prices.ts';
import { listProperties, listPropertyPrices } from '../../src/data/records/properties.ts';
import { listRates } from '../../src/data/records/rates.ts';
import type { HoldfastDatabase, TableName } from '../../src/data/database/schema.ts';
import { listSavingsAccounts } from '../../src/data/records/savings-accounts.ts';
import { renewCopy } from '../../src/data/transaction-copy/store.ts';
import { listTargetAllocations } from '../../src/data/records/target-allocations.ts';
import { readTransactions, TRANSACTION_TABLES, type TransactionsRead } from '../../src/data/records/transactions.ts';
import { ChangeNotices } from './change-notices.ts';
import { LatestQuotes } from './latest-quotes.ts';
import { LivePart } from './live-part.ts';
import { priceLookup, rateLookup, type AllQuotes } from '../../domain/holdings/quotes.ts';
import { ReadStamps } from './read-stamps.ts';
import { Renewal } from './renewal.ts';

export type ById<T> = ReadonlyMap<string, T>;

/** The holders' statements about their transactions, by account id. */
export interface Statements {
  readonly settings: ReadonlyMap<string, AccountSettings>;
  readonly lossesBroughtForward: ReadonlyMap<string, ReadonlyMap<TaxYear, Exact<'pounds'>>>;
}

/** Statements about income, of all holders. */
export interface IncomeStatements {
  /** By ISIN. */
  readonly natures: ReadonlyMap<string, readonly NatureStatement[]>;
  readonly ownExcess: readonly ExcessIncome[];
  /** By account id. */
  readonly holders: ReadonlyMap<string, StatedIncome>;
}

/** The copy of the transactions is written after this long without changes, because an import writes repeatedly. */
const COPY_AFTER_MS = 5000;

/** The tables that each part of an import writes to before it is committed. */
const IMPORT_TABLES: ReadonlySet<TableName> = new Set<TableName>(['transactions', 'imports', 'importChunks']);

/** What is read again after it was marked. */
interface Markable {
  readonly mark: () => void;
}

export class LiveData {
  readonly db: HoldfastDatabase;
  readonly accounts: LivePart<ById<Account>>;
  readonly brokers: LivePart<ById<Broker>>;
  /** By ISIN. */
  readonly assets: LivePart<ById<Asset>>;
  /** In the order in which they were made; the array is replaced after each change. */
  readonly transactions: LivePart<readonly Transaction[]>;
  readonly quotes: LatestQuotes;
  /** Every price and rate of every day, for results over many days. */
  readonly allQuotes: LivePart<AllQuotes>;
  /** Every rate of every day, for receipts in other currencies. */
  readonly allRates: LivePart<RateLookup>;
  readonly savingsAccounts: LivePart<readonly SavingsAccount[]>;
  readonly brokerCash: LivePart<readonly BrokerCashBalance[]>;
  readonly properties: LivePart<readonly Property[]>;
  readonly propertyPrices: LivePart<readonly PropertyPrice[]>;
  readonly statedBalances: LivePart<StatedBalances>;
  readonly bankNames: LivePart<ById<BankName>>;
  readonly targets: LivePart<readonly TargetAllocation[]>;
  readonly statements: LivePart<Statements>;
  readonly incomeStatements: LivePart<IncomeStatements>;
  /** Facts that the operator of the server has added. */
  readonly operatorFacts: LivePart<OperatorFacts>;
  /** The table states that the parts' values show. */
  readonly stamps: ReadStamps;
  private readonly renewal: Renewal;
  private readonly stopWatching: () => void;
  private readonly notices: ChangeNotices;

  /**
   * Opens the database of that name; rejects when it was removed in the meantime. `onChange` is called after changes
   * by anyone.
   */
  static async open(databaseName: string, onChange: () => void): Promise<LiveData> {
    const db = await openExisting(databaseName);
    if (db === null) throw new Error('the database is gone');
    return new LiveData(db, onChange);
  }

  /** Starts reading the records for most figures before they are requested. */
  readAhead(): void {
    // A caller that requests one is told why it cannot be read.
    for (const part of [this.transactions, this.assets, this.accounts, this.statements])
      part.get().catch(() => undefined);
  }

  private constructor(db: HoldfastDatabase, onChange: () => void) {
    this.db = db;
    const stamps = new ReadStamps(db);
    this.stamps = stamps;
    this.accounts = new LivePart(
      async () => await stamps.read(['accounts'], async () => byKey(await listAccounts(db), (account) => account.id)),
    );
    this.brokers = new LivePart(async () => byKey(await listBrokers(db), (broker) => broker.id));
    this.assets = new LivePart(
      async () => await stamps.read(['assets'], async () => byKey(await listAssets(db), (asset) => asset.isin)),
    );
    const transactions = transactionsPart(db, stamps, () => {
      this.renewal.later();
    });
    this.transactions = transactions.part;
    this.renewal = new Renewal(async () => {
      // What was read last may be from before the latest writes.
      await transactions.part.get();
      await renewCopy(db, undefined, transactions.wholeTable());
    }, COPY_AFTER_MS);
    this.quotes = new LatestQuotes(db, stamps);
    this.allQuotes = new LivePart<AllQuotes>(
      async () => await stamps.read(['prices', 'rates'], async () => await readAllQuotes(db)),
    );
    this.allRates = new LivePart<RateLookup>(async () => rateLookup(await listRates(db)));
    this.savingsAccounts = new LivePart<readonly SavingsAccount[]>(
      async () => await stamps.read(['savingsAccounts'], async () => await listSavingsAccounts(db)),
    );
    this.brokerCash = new LivePart<readonly BrokerCashBalance[]>(
      async () => await stamps.read(['brokerCashBalances'], async () => await listBrokerCashBalances(db)),
    );
    this.properties = new LivePart<readonly Property[]>(async () => await listProperties(db));
    this.propertyPrices = new LivePart<readonly PropertyPrice[]>(async () => await listPropertyPrices(db));
    this.statedBalances = new LivePart<StatedBalances>(async () =>
      balancesByAccount(await listExtras(db, 'balance-history')),
    );
    this.bankNames = new LivePart(async () => byKey<BankName>(await listBankNames(db), (bank) => bank.id));
    this.targets = new LivePart<readonly TargetAllocation[]>(
      async () => await stamps.read(['targetAllocations'], async () => await listTargetAllocations(db)),
    );
    this.statements = new LivePart<Statements>(
      async () => await stamps.read(['extras'], async () => await readStatements(db)),
    );
    this.incomeStatements = new LivePart<IncomeStatements>(async () => await readIncomeStatements(db));
    this.operatorFacts = new LivePart<OperatorFacts>(
      async () => (await readOperatorFacts(db))?.facts ?? NO_OPERATOR_FACTS,
    );
    const parts = this.partsByTable();
    this.notices = new ChangeNotices(onChange);
    this.stopWatching = watchTables(db, Object.keys(parts) as TableName[], (changes) => {
      for (const table of changes.keys()) for (const part of parts[table] ?? []) part.mark();
      if (changes.has('transactions')) this.renewal.later();
      // Rows of an import that is being written are hidden until its last commit, which also queues them.
      if (changes.has('importChunks') && [...changes.keys()].every((table) => IMPORT_TABLES.has(table))) return;
      this.notices.changed([...changes.values()].reduce((sum, count) => sum + count, 0));
    });
  }

  /** The parts that each watched table is read into. */
  private partsByTable(): Readonly<Partial<Record<TableName, readonly Markable[]>>> {
    return {
      accounts: [this.accounts],
      brokers: [this.brokers],
      assets: [this.assets],
      transactions: [this.transactions],
      // The rows of an import become visible when it is committed.
      imports: [this.transactions],
      prices: [this.quotes, this.allQuotes],
      rates: [this.quotes, this.allQuotes, this.allRates],
      savingsAccounts: [this.savingsAccounts],
      brokerCashBalances: [this.brokerCash],
      // The prices of a deleted property are not read.
      properties: [this.properties, this.propertyPrices],
      propertyPrices: [this.propertyPrices],
      bankNames: [this.bankNames],
      targetAllocations: [this.targets],
      extras: [this.statements, this.incomeStatements, this.statedBalances],
      operatorFacts: [this.operatorFacts],
      // Pending changes are read for the rows of a list only, because thousands may be pending.
      outbox: [],
      importChunks: [],
    };
  }

  /** The ids of those rows with changes that the server does not have; none where there is no server. */
  async pendingRows(
    entity: 'transaction' | 'asset',
    rows: readonly { readonly id: string }[],
  ): Promise<ReadonlySet<string>> {
    if (await isAlone(this.db)) return new Set();
    return await pendingRows(
      this.db,
      entity,
      rows.map(({ id }) => id),
    );
  }

  close(): void {
    this.stopWatching();
    this.renewal.stop();
    this.notices.stop();
    closeDatabase(this.db);
  }
}

function byKey<T>(rows: readonly T[], keyOf: (row: T) => string): ById<T> {
  return new Map(rows.map((row) => [keyOf(row), row]));
}

async function readStatements(db: HoldfastDatabase): Promise<Statements> {
  const [settings, losses] = await Promise.all([
    listExtras(db, 'account-settings'),
    listExtras(db, 'losses-brought-forward'),
  ]);
  return {
    settings: new Map(settings.map(({ key, value }) => [key, readAccountSettings(value)])),
    lossesBroughtForward: new Map(losses.map(({ key, value }) => [key, readAmountsByYear(value)])),
  };
}

async function readIncomeStatements(db: HoldfastDatabase): Promise<IncomeStatements> {
  const [natures, excess, others] = await Promise.all([
    listExtras(db, 'income-nature'),
    listExtras(db, 'excess-income'),
    listExtras(db, 'other-income'),
  ]);
  return {
    natures: new Map(natures.map(({ key, value }) => [key, readNatureStatements(value)])),
    ownExcess: excess.flatMap(({ key, value }) => readOwnExcess(key, value)),
    holders: new Map(others.map(({ key, value }) => [key, readStatedIncome(value)])),
  };
}

async function readAllQuotes(db: HoldfastDatabase): Promise<AllQuotes> {
  const [prices, rates] = await Promise.all([listPrices(db), listRates(db)]);
  return { prices: priceLookup(prices), rates: rateLookup(rates) };
}

/**
 * Returns the same array until a row changes. `wholeTable`: the table as it was read last, or null where rows were left
 * out. `onFirstRead` is called when all of it was read.
 */
function transactionsPart(
  db: HoldfastDatabase,
  stamps: ReadStamps,
  onFirstRead: () => void,
): { readonly part: LivePart<readonly Transaction[]>; readonly wholeTable: () => TransactionsRead | null } {
  let read: TransactionsRead | null = null;
  const part = new LivePart<readonly Transaction[]>(async (previous) => {
    const before = previous === null ? null : read;
    return await stamps.read(
      ['transactions', 'imports'],
      async () => {
        read = await readTransactions(db, before);
        if (before === null) onFirstRead();
        return read.rows;
      },
      TRANSACTION_TABLES,
    );
  });
  return { part, wholeTable: () => (read?.writing.size === 0 ? read : null) };
}
