/** The worker's functions: one open database at a time, and the results calculated from it. */
import type { HealthView } from '../../domain/cgt/matching/data-health.ts';
import type { DisposalView } from '../../domain/cgt/views/disposal-view.ts';
import { transactionWorkings, type TransactionWorkings } from '../../domain/cgt/views/transaction-workings.ts';
import { type IsoDate, londonDate } from '../../domain/values/dates.ts';
import { type CashBalance, type PoundTotal, poundTotal } from '../../domain/holdings/pound-total.ts';
import { databaseName } from '../../src/data/database/database-name.ts';
import { closeDatabase, needsNoUpgrade, openExisting } from '../../src/data/database/database.ts';
import { newestRates, readRatesFetchedAt, readServerRates } from '../../src/data/records/rates.ts';
import { areFinal } from '../../src/data/kept-figures/kept-figures.ts';
import { csvExport } from '../lists/csv-export.ts';
import { CurrentDatabase } from './current-database.ts';
import type { LiveData } from '../live/live-data.ts';
import type { LateParts, OpenDatabase } from './open-database.ts';
import { exchangeRatesView } from '../figures/rates-view.ts';
import type {
  CapitalGainsQuery,
  ComputeListener,
  ExchangeRatesView,
  ExportFile,
  HoldfastWorker,
} from '../api/worker-api.ts';

/** The worker's functions over one database at a time. `now` returns milliseconds since 1970. */
export function createHoldfastWorker(now: () => number = Date.now): HoldfastWorker {
  const listeners = new Map<number, ComputeListener>();
  let subscriptions = 0;
  let version = 0;
  const current = new CurrentDatabase(now, () => {
    version += 1;
    for (const listener of listeners.values()) listener(version);
  });
  const use = async (): Promise<OpenDatabase> => await current.use();
  const part = async <Name extends keyof LateParts>(name: Name): Promise<LateParts[Name]> =>
    await (await use()).late[name]();

  return {
    async prepare(owner, stored) {
      const name = await databaseName(owner);
      const isReady = await needsNoUpgrade(name);
      // Another caller may have opened it in the meantime; the caller that opens it gets the reason for a failure.
      if (isReady && current.isClosed)
        current
          .open(name)
          .then(async () => {
            const { data } = await use();
            // The first screen has the device to itself.
            if (!(await areFinal(data.db, stored, londonDate(now())))) data.readAhead();
          })
          .catch(() => undefined);
    },
    open: async (name) => {
      await current.open(name);
    },
    close: async () => {
      await current.close();
    },
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
    healthFindings: async () => await healthFindings(await use()),
    taxYears: async () => await (await use()).portfolio.taxYears(),
    capitalGains: async (query) => await (await use()).portfolio.capitalGains(query),
    disposal: async (id) => {
      const database = await use();
      const view = await database.portfolio.disposal(id);
      return view && (await withRates(database, view));
    },
    transactionWorkings: async (id) => await workingsOf(await use(), id),
    disposals: async ({ taxYear }) => {
      const database = await use();
      return await allWithRates(database, await database.portfolio.disposals(taxYear));
    },
    gainsByYear: async () => await (await use()).portfolio.gainsByYear(),
    yearPanels: async ({ taxYear }) => await (await use()).portfolio.yearPanels(taxYear),
    poolLedgers: async (query) => await (await use()).portfolio.poolLedgers(query),
    simulateSale: async (idea) => await (await use()).portfolio.simulateSale(idea),
    plan: async (request, onProgress) => await (await part('plans')).plan(request, onProgress),
    ifAllSold: async () => await (await part('plans')).ifAllSold(),
    unitsForGain: async ({ idea, target }) => await (await use()).portfolio.unitsForGain(idea, target),
    exportCapitalGains: async (query) => await capitalGainsFile(await use(), query),
    priceLines: async () => await (await part('priceLines')).ofHoldings(),
    security: async (isin) => await (await part('securities')).view(isin),
    income: async (query) => await (await part('income')).year(query),
    incomeFindings: async () => await (await part('income')).findings(),
    incomeProposals: async (query) => await (await part('income')).proposals(query),
    exportIncome: async (query) => await (await part('income')).export(query),
    allowances: async (query) => await (await part('allowances')).view(query),
    taxDates: async () => await (await part('taxDates')).list(),
    exportTaxDates: async ({ withNames }) => await (await part('taxDates')).export(withNames),
    exchangeRates: async () => await readExchangeRates((await use()).data),
    farFigure: async (typed, options) => await (await part('typedFigures')).note(typed, options),
    poundTotal: async (amounts) => await poundTotalOn((await use()).data, amounts, londonDate(now())),
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
      await fillExisting(name, isMadeUp, now());
    },
    exportEverything: async (options) => await (await part('backups')).export(options),
    sealingKey: async (passphrase) => await (await import('../../backup/seal.ts')).sealingKey(passphrase),
    openBackup: async (bytes, passphrase) => await (await part('backups')).open(bytes, passphrase),
    copyRecords: async (from, { isAdministrator }) => await (await part('backups')).copyFrom(from, isAdministrator),
    restoreBackup: async ({ isAdministrator }) => await (await part('backups')).restore(isAdministrator),
    discardPreview: async (previewId) => (await part('imports')).discard(previewId),
  };
}

/** The findings about all records, and those about rates. */
async function healthFindings({ portfolio, late }: OpenDatabase): Promise<readonly HealthView[]> {
  const [found, rates] = await Promise.all([
    portfolio.healthFindings(),
    // Where the public rates could not be loaded, the findings about income say so.
    late
      .madePounds()
      .then(async (made) => await made.findings())
      .catch(() => []),
  ]);
  return [...found, ...rates];
}

/** The disposals with the rates of their pounds; without these where the public rates could not be loaded. */
async function allWithRates({ late }: OpenDatabase, views: readonly DisposalView[]): Promise<readonly DisposalView[]> {
  return await (await late.madePounds()).withRates(views).catch(() => views);
}

async function withRates(database: OpenDatabase, view: DisposalView): Promise<DisposalView> {
  return (await allWithRates(database, [view]))[0] ?? view;
}

/** The gains of a transaction; null where there is no calculation for it. */
async function workingsOf(database: OpenDatabase, transactionId: string): Promise<TransactionWorkings | null> {
  const { basis, result } = await database.portfolio.today();
  const workings = transactionWorkings(result, basis, transactionId);
  if (workings === null || workings.disposal === null) return workings;
  return { ...workings, disposal: await withRates(database, workings.disposal) };
}

async function capitalGainsFile({ portfolio }: OpenDatabase, query: CapitalGainsQuery): Promise<ExportFile> {
  const { disposals } = await portfolio.capitalGains(query);
  const { capitalGainsCsv, capitalGainsFileName } = await import('../../domain/csv/exports/export-capital-gains.ts');
  return csvExport(capitalGainsFileName(query.taxYear), capitalGainsCsv(disposals), disposals.length);
}

async function readExchangeRates({ db }: LiveData): Promise<ExchangeRatesView> {
  return exchangeRatesView(await newestRates(db), await readRatesFetchedAt(db), await readServerRates(db));
}

async function poundTotalOn({ quotes }: LiveData, amounts: readonly CashBalance[], day: IsoDate): Promise<PoundTotal> {
  const { rates } = await quotes.on(day, { isins: [], currencies: amounts.map(({ currency }) => currency) });
  return poundTotal(amounts, rates, day);
}

/** Writes the records of a new device into its database, which exists already. */
async function fillExisting(name: string, isMadeUp: boolean, now: number): Promise<void> {
  const db = await openExisting(name);
  if (db === null) throw new Error('there is no database to fill');
  try {
    await (await import('./starter.ts')).fillDevice(db, isMadeUp, now);
  } finally {
    closeDatabase(db);
  }
}
