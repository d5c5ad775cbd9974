/** The worker's functions: one open database, its records in memory, and the results calculated from them. */
import { transactionWorkings } from '../domain/cgt/transaction-workings.ts';
import type { DisposalView } from '../domain/cgt/disposal-view.ts';
import { londonDate } from '../domain/dates.ts';
import { poundTotal } from '../domain/holdings/pound-total.ts';
import { databaseName } from '../src/data/database/database-name.ts';
import { closeDatabase, needsNoUpgrade, openExisting } from '../src/data/database/database.ts';
import { newestRates, readRatesFetchedAt, readServerRates } from '../src/data/records/rates.ts';
import type { Allocations } from './allocations.ts';
import type { Allowances } from './allowances.ts';
import type { Backups } from './backup/backups.ts';
import type { CashLedgers } from './cash-ledgers.ts';
import { csvExport } from './csv-export.ts';
import type { EntityImports } from './entity-imports.ts';
import type { Exports } from './exports.ts';
import { FigureKeeping } from './figure-keeping.ts';
import type { ImportUndos } from './import-undos.ts';
import type { Imports } from './imports.ts';
import type { Income } from './income.ts';
import { later } from './later.ts';
import { Lists } from './lists.ts';
import { LiveData } from './live-data.ts';
import type { MadePounds } from './made-pounds.ts';
import type { Plans } from './plans.ts';
import type { NetWorth } from './net-worth.ts';
import { Portfolio } from './portfolio.ts';
import { exchangeRatesView } from './rates-view.ts';
import type { PriceLines } from './price-lines.ts';
import type { Returns } from './returns.ts';
import { Search } from './search.ts';
import type { Securities } from './security.ts';
import type { TaxDates } from './tax-dates.ts';
import type { ComputeListener, HoldfastWorker } from './worker-api.ts';

/** Parts that the first figures do not need; their code loads on the first request. */
interface LateParts {
  readonly exports: Exports;
  readonly cashLedgers: CashLedgers;
  readonly plans: Plans;
  readonly returns: Returns;
  readonly income: Income;
  readonly madePounds: MadePounds;
  readonly allowances: Allowances;
  readonly allocations: Allocations;
  readonly netWorth: NetWorth;
  readonly securities: Securities;
  readonly priceLines: PriceLines;
  readonly taxDates: TaxDates;
  readonly imports: Imports;
  readonly undos: ImportUndos;
  readonly backups: Backups;
  readonly entityImports: EntityImports;
}

interface Opened {
  readonly data: LiveData;
  readonly lists: Lists;
  readonly search: Search;
  readonly portfolio: Portfolio;
  readonly keeping: FigureKeeping;
  readonly late: { readonly [Name in keyof LateParts]: () => Promise<LateParts[Name]> };
}

/** The worker's functions over one database at a time. `now` returns milliseconds since 1970. */
export function createHoldfastWorker(now: () => number = Date.now): HoldfastWorker {
  const listeners = new Map<number, ComputeListener>();
  let subscriptions = 0;
  let version = 0;
  let opened: { readonly name: string; readonly database: Promise<Opened> } | null = null;

  const changed = (): void => {
    version += 1;
    for (const listener of listeners.values()) listener(version);
  };
  const openNow = async (name: string): Promise<Opened> => {
    const data = await LiveData.open(name, () => {
      keeping.changed();
      changed();
    });
    const portfolio = new Portfolio(data, now, () => {
      keeping.asked();
    });
    const keeping = new FigureKeeping(data.db, portfolio);
    const lists = new Lists(data, now);
    const returns = later(async () => new (await import('./returns.ts')).Returns(data, portfolio, now));
    const income = later(async () => new (await import('./income.ts')).Income(data, portfolio));
    return {
      data,
      lists,
      search: new Search(data, lists),
      portfolio,
      keeping,
      late: {
        cashLedgers: later(async () => new (await import('./cash-ledgers.ts')).CashLedgers(data)),
        exports: later(async () => new (await import('./exports.ts')).Exports(data.db, now)),
        plans: later(async () => new (await import('./plans.ts')).Plans(portfolio)),
        returns,
        netWorth: later(async () => new (await import('./net-worth.ts')).NetWorth(data, portfolio)),
        allocations: later(async () => new (await import('./allocations.ts')).Allocations(data, portfolio, returns)),
        income,
        madePounds: later(async () => new (await import('./made-pounds.ts')).MadePounds(data)),
        allowances: later(async () => new (await import('./allowances.ts')).Allowances(data, portfolio, income)),
        securities: later(async () => new (await import('./security.ts')).Securities(portfolio, income)),
        priceLines: later(async () => new (await import('./price-lines.ts')).PriceLines(data, portfolio)),
        taxDates: later(async () => new (await import('./tax-dates.ts')).TaxDates(data, portfolio, now)),
        imports: later(async () => new (await import('./imports.ts')).Imports(data, now)),
        undos: later(async () => new (await import('./import-undos.ts')).ImportUndos(data, now)),
        backups: later(async () => new (await import('./backup/backups.ts')).Backups(data, now)),
        entityImports: later(async () => new (await import('./entity-imports.ts')).EntityImports(data, now)),
      },
    };
  };
  const close = async (): Promise<void> => {
    const closing = opened;
    opened = null;
    // A database that could not be opened need not be closed, and the caller knows the reason.
    await closing?.database.then(
      ({ data, keeping }) => {
        keeping.stop();
        data.close();
      },
      () => undefined,
    );
  };
  const open = async (name: string): Promise<void> => {
    const closed = close();
    // At once, so that no later question is answered from the previous database.
    opened = { name, database: closed.then(async () => await openNow(name)) };
    await opened.database;
    changed();
  };
  const use = async (): Promise<Opened> => {
    if (opened === null) throw new Error('no database is open');
    return await opened.database;
  };
  const part = async <Name extends keyof LateParts>(name: Name): Promise<LateParts[Name]> =>
    await (await use()).late[name]();

  /** The disposals with the rates of their pounds; without these where the public rates could not be loaded. */
  const withRates = async (views: readonly DisposalView[]): Promise<readonly DisposalView[]> =>
    await (await part('madePounds')).withRates(views).catch(() => views);

  return {
    async prepare(owner) {
      const name = await databaseName(owner);
      const isReady = await needsNoUpgrade(name);
      // Another caller may have opened it in the meantime; the caller that opens it gets the reason for a failure.
      if (isReady && opened === null)
        open(name)
          .then(async () => {
            (await use()).data.readAhead();
          })
          .catch(() => undefined);
    },
    async open(name) {
      const isOpen =
        opened?.name === name &&
        (await opened.database.then(
          () => true,
          () => false,
        ));
      if (!isOpen) await open(name);
    },
    close,
    onChange(listener) {
      subscriptions += 1;
      listeners.set(subscriptions, listener);
      return Promise.resolve(subscriptions);
    },
    offChange(subscription) {
      listeners.delete(subscription);
      return Promise.resolve();
    },
    listTransactions: async (query) => await (await use()).lists.page(query),
    transactionIds: async (query) => await (await use()).lists.ids(query),
    exportTransactions: async (selection) => await (await use()).lists.export(selection),
    searchAssets: async (text, limit) => await (await use()).lists.searchAssets(text, limit),
    holdings: async ({ asOf }) => await (await use()).portfolio.holdings(asOf),
    holdingTransactions: async ({ asOf, ...key }) => await (await use()).portfolio.holdingTransactions(key, asOf),
    healthFindings: async () => {
      const { portfolio, late } = await use();
      const [found, rates] = await Promise.all([
        portfolio.healthFindings(),
        // Where the public rates could not be loaded, the findings about income say so.
        late
          .madePounds()
          .then(async (made) => await made.findings())
          .catch(() => []),
      ]);
      return [...found, ...rates];
    },
    taxYears: async () => await (await use()).portfolio.taxYears(),
    capitalGains: async (query) => await (await use()).portfolio.capitalGains(query),
    disposal: async (id) => {
      const view = await (await use()).portfolio.disposal(id);
      return view === null ? null : ((await withRates([view]))[0] ?? view);
    },
    transactionWorkings: async (id) => {
      const { basis, result } = await (await use()).portfolio.today();
      const workings = transactionWorkings(result, basis, id);
      if (workings === null || workings.disposal === null) return workings;
      const [disposal] = await withRates([workings.disposal]);
      return { ...workings, disposal: disposal ?? workings.disposal };
    },
    disposals: async ({ taxYear }) => await withRates(await (await use()).portfolio.disposals(taxYear)),
    gainsByYear: async () => await (await use()).portfolio.gainsByYear(),
    yearPanels: async ({ taxYear }) => await (await use()).portfolio.yearPanels(taxYear),
    poolLedgers: async (query) => await (await use()).portfolio.poolLedgers(query),
    simulateSale: async (idea) => await (await use()).portfolio.simulateSale(idea),
    plan: async (request, onProgress) => await (await part('plans')).plan(request, onProgress),
    ifAllSold: async () => await (await part('plans')).ifAllSold(),
    unitsForGain: async ({ idea, target }) => await (await use()).portfolio.unitsForGain(idea, target),
    exportCapitalGains: async (query) => {
      const { disposals } = await (await use()).portfolio.capitalGains(query);
      const { capitalGainsCsv, capitalGainsFileName } = await import('../domain/csv/exports/export-capital-gains.ts');
      return csvExport(capitalGainsFileName(query.taxYear), capitalGainsCsv(disposals), disposals.length);
    },
    priceLines: async () => await (await part('priceLines')).ofHoldings(),
    security: async (isin) => await (await part('securities')).view(isin),
    income: async (query) => await (await part('income')).year(query),
    incomeFindings: async () => await (await part('income')).findings(),
    incomeProposals: async (query) => await (await part('income')).proposals(query),
    exportIncome: async (query) => await (await part('income')).export(query),
    allowances: async (query) => await (await part('allowances')).view(query),
    taxDates: async () => await (await part('taxDates')).list(),
    exportTaxDates: async ({ withNames }) => await (await part('taxDates')).export(withNames),
    exchangeRates: async () => {
      const { db } = (await use()).data;
      return exchangeRatesView(await newestRates(db), await readRatesFetchedAt(db), await readServerRates(db));
    },
    poundTotal: async (amounts) => {
      const { data } = await use();
      const today = londonDate(now());
      const { rates } = await data.quotes.on(today, { isins: [], currencies: amounts.map(({ currency }) => currency) });
      return poundTotal(amounts, rates, today);
    },
    dashboardSummary: async ({ includeCash = true } = {}) => await (await use()).portfolio.dashboard(includeCash),
    netWorth: async ({ range }) => await (await part('netWorth')).view(range),
    savingsHistory: async () => await (await part('netWorth')).savings(londonDate(now())),
    allocation: async (query) => await (await part('allocations')).view(query),
    valueHistory: async ({ range }) => await (await use()).portfolio.valueHistory(range),
    returns: async (request) => await (await part('returns')).view(request),
    holdingReturns: async (period) => await (await part('returns')).holdings(period),
    returnsLines: async (request) => await (await part('returns')).lines(request),
    exportReturns: async (request) => await (await part('returns')).export(request),
    listAssets: async (query) => await (await use()).lists.assetPage(query),
    assetIds: async (query) => await (await use()).lists.assetIds(query),
    exportAssets: async (selection) => await (await use()).lists.exportAssets(selection),
    exportAccounts: async (selection) => await (await part('exports')).exportAccounts(selection),
    exportSavingsAccounts: async (selection) => await (await part('exports')).exportSavingsAccounts(selection),
    exportBrokerCash: async (selection) => await (await part('exports')).exportBrokerCash(selection),
    exportPrices: async (range) => await (await part('exports')).exportPrices(range),
    exportPropertyPrices: async (property) => await (await part('exports')).exportPropertyPrices(property),
    savingsTemplate: async () => await (await part('exports')).savingsTemplate(),
    previewEntities: async (file, onProgress) => await (await part('entityImports')).preview(file, onProgress),
    entityRows: async (query) => (await part('entityImports')).rows(query),
    correctEntities: async (correction) => await (await part('entityImports')).correct(correction),
    commitEntities: async (request) => await (await part('entityImports')).commit(request),
    discardEntities: async (previewId) => (await part('entityImports')).discard(previewId),
    cashLedger: async ({ place, limit }) => await (await part('cashLedgers')).view(place, limit),
    accountWrappers: async () => await (await use()).lists.accountWrappers(),
    transferCandidates: async (half) => await (await use()).lists.transferCandidates(half),
    search: async (query) => await (await use()).search.find(query),
    describeRecords: async (items) => await (await use()).search.describe(items),
    previewImport: async (file, onProgress) => await (await part('imports')).preview(file, onProgress),
    correctPreview: async (correction) => await (await part('imports')).correct(correction),
    importEffect: async (request) => await (await part('imports')).effect(request),
    reversedByImport: async (request) => (await part('imports')).reversedByImport(request),
    previewRows: async (query) => await (await part('imports')).rows(query),
    commitImport: async (request, onProgress) => await (await part('imports')).commit(request, onProgress),
    previewUndo: async (importId) => await (await part('undos')).preview(importId),
    undoImport: async (importId) => await (await part('undos')).undo(importId),
    cancelImport: async (previewId) => (await part('imports')).cancel(previewId),
    fillDevice: async (name, isMadeUp) => {
      const db = await openExisting(name);
      if (db === null) throw new Error('there is no database to fill');
      try {
        await (await import('./starter.ts')).fillDevice(db, isMadeUp, now());
      } finally {
        closeDatabase(db);
      }
    },
    exportEverything: async (options) => await (await part('backups')).export(options),
    sealingKey: async (passphrase) => await (await import('../backup/seal.ts')).sealingKey(passphrase),
    openBackup: async (bytes, passphrase) => await (await part('backups')).open(bytes, passphrase),
    copyRecords: async (from, { isAdministrator }) => await (await part('backups')).copyFrom(from, isAdministrator),
    restoreBackup: async ({ isAdministrator }) => await (await part('backups')).restore(isAdministrator),
    discardPreview: async (previewId) => (await part('imports')).discard(previewId),
  };
}
