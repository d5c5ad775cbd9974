/**
 * The functions of the compute worker. Types only: of the worker's files, the page imports only this one (a test checks
 * it). All figures are JSON numbers as in the API (001 §3); functions reject with an Error only for a bug or a closed
 * database.
 */
import type { SealingKey } from '../../backup/seal.ts';
import type { KeptName } from '../../src/data/database/kept-rows.ts';
import type { Pounds, Quantity } from '../../domain/values/amount.ts';
import type { CashPlace } from '../../domain/cash-ledger/cash-ledger.ts';
import type { CashLedgerView } from '../../domain/cash-ledger/ledger-view.ts';
import type { HealthView } from '../../domain/cgt/matching/data-health.ts';
import type { DisposalView } from '../../domain/cgt/views/disposal-view.ts';
import type { HolderGains } from '../../domain/cgt/tax/gains-by-year.ts';
import type { LedgerView } from '../../domain/cgt/views/ledger-view.ts';
import type { SaleIdea, SaleSimulation } from '../../domain/cgt/planned-sale/simulate-sale.ts';
import type { Refusal } from '../../domain/csv/tables/file-kind.ts';
import type { PlanAnswer } from '../../domain/plans/plan.ts';
import type { TransactionWorkings } from '../../domain/cgt/views/transaction-workings.ts';
import type { YearPanel } from '../../domain/cgt/tax/year-panel.ts';
import type { ImportEffect } from '../../domain/csv/import/import-effect.ts';
import type { PreviewRow } from '../../domain/csv/row-figures/preview.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import type { TaxWrapper } from '../../domain/fields/enums.ts';
import type { DashboardSummary } from '../../domain/holdings/dashboard.ts';
import type { HoldingTransactionView } from '../../domain/holdings/holding-view.ts';
import type { HoldingReturn } from '../../domain/returns/answers/holding-returns.ts';
import type { PriceLine } from '../../domain/holdings/price-line.ts';
import type { PoundTotal, CashBalance } from '../../domain/holdings/pound-total.ts';
import type { HistoryRange } from '../../domain/holdings/value-history.ts';
import type { IncomeFindingView } from '../../domain/income/income-findings.ts';
import type { AssetQuery } from '../../domain/lists/asset-list.ts';
import type { AssetHit } from '../../domain/lists/asset-search.ts';
import type { TransactionQuery } from '../../domain/lists/transaction-query.ts';
import type { Transaction } from '../../domain/records/records.ts';
import type { DeviceSearchType, SearchHit } from '../../domain/lists/search.ts';
import type { TaxYear } from '../../domain/values/tax-year.ts';
import type { TransferHalf } from '../../domain/records/transfer-candidates.ts';
import type { OwnerRecord } from '../../src/data/database/schema.ts';
import type {
  BackupExport,
  ExportFile,
  ExportOptions,
  OpenedBackup,
  RestoreFault,
  RestoreResult,
} from './export-types.ts';
import type {
  AllocationQuery,
  AllocationView,
  CapitalGainsQuery,
  CapitalGainsView,
  ExchangeRatesView,
  TypedFigure,
  HoldingKey,
  HoldingsView,
  NetWorthView,
  SavingsPoint,
  ValueHistoryView,
} from './figure-types.ts';
import type {
  EntityImportFile,
  EntityPreviewRow,
  ImportFile,
  ImportOutcome,
  ImportProgress,
  ImportRequest,
  PreviewCorrection,
  PreviewRowsQuery,
  RecordPreview,
  TransactionPreview,
  UndoOutcome,
  UndoneImport,
} from './import-types.ts';
import type { AllowancesQuery, AllowancesView } from './allowance-types.ts';
import type { IncomeQuery, IncomeView } from './income-types.ts';
import type {
  AssetPage,
  AssetSelection,
  BrokerCashSelection,
  RecordRef,
  SavingsSelection,
  SearchQuery,
  TransactionPage,
  TransactionSelection,
} from './list-types.ts';
import type { IfAllSold, PlanProgress, PlanRequest } from './plan-types.ts';
import type { SecurityView } from './security-types.ts';
import type { TaxDatesView } from './tax-date-types.ts';
import type {
  HoldingReturnsPeriod,
  ReturnsAnswer,
  ReturnsLine,
  ReturnsLinesRequest,
  ReturnsRequest,
} from './returns-types.ts';

export type * from './allowance-types.ts';
export type * from './export-types.ts';
export type * from './figure-types.ts';
export type * from './import-types.ts';
export type * from './income-types.ts';
export type * from './list-types.ts';
export type * from './plan-types.ts';
export type * from './returns-types.ts';
export type * from './security-types.ts';
export type * from './tax-date-types.ts';

/** The changes since the last notice; `version` grows with every change. */
export type ComputeListener = (version: number) => void;

export interface HoldfastWorker {
  /**
   * Starts opening and reading the database of the user who is likely to use the app. A database that does not exist,
   * or must be upgraded, waits for `open`: the page opens it first, and is told what prevents it. Where the stored
   * figures that the first screen shows, `stored`, are final, nothing is read before a screen asks.
   */
  prepare(owner: OwnerRecord, stored: readonly KeptName[]): Promise<void>;
  /** Opens a user's database by name and reads it; calling it again with another name switches. */
  open(databaseName: string): Promise<void>;
  close(): Promise<void>;
  /** Calls the (proxied) listener whenever a result may have changed; returns a number for `offChange`. */
  onChange(listener: ComputeListener): Promise<number>;
  offChange(subscription: number): Promise<void>;

  listTransactions(query: TransactionQuery): Promise<TransactionPage>;
  /** All ids that match the filter, in its order. */
  transactionIds(query: TransactionQuery): Promise<readonly string[]>;
  exportTransactions(selection: TransactionSelection): Promise<ExportFile>;

  holdings(query: { readonly asOf?: IsoDate }): Promise<HoldingsView>;
  /** The transactions of one position up to `asOf`, newest first. */
  holdingTransactions(key: HoldingKey & { readonly asOf?: IsoDate }): Promise<readonly HoldingTransactionView[]>;

  /** The last year's prices of each security held today, where the device has two or more. */
  priceLines(): Promise<readonly PriceLine[]>;
  /** One security with all of its records, by its ISIN or a former one; null where nothing is recorded. */
  security(isin: string): Promise<SecurityView>;

  /**
   * Missing or contradictory data in the transactions (RULES 10); findings that keep figures from being final come
   * first.
   */
  healthFindings(): Promise<readonly HealthView[]>;
  /** Tax years with a disposal, newest first. */
  taxYears(): Promise<readonly TaxYear[]>;
  capitalGains(query: CapitalGainsQuery): Promise<CapitalGainsView>;
  /**
   * A disposal with its workings; null when no disposal has that id any more. Its `holdingTransactions` are in the
   * order received; the screen reverses them (001 §9).
   */
  disposal(disposalTransactionId: string): Promise<DisposalView | null>;
  /** The gains of a transaction; null where there is no calculation for it. */
  transactionWorkings(id: string): Promise<TransactionWorkings | null>;
  /** The year's disposals with their workings, in the order of `capitalGains`. */
  disposals(query: { readonly taxYear: TaxYear }): Promise<readonly DisposalView[]>;
  /**
   * Totals, losses, exempt amount, rates and boxes of the year for each account holder, by name; independent of
   * filters.
   */
  yearPanels(query: { readonly taxYear: TaxYear }): Promise<readonly YearPanel[]>;
  /** The gains of each account holder in every tax year, by name; independent of filters. */
  gainsByYear(): Promise<readonly HolderGains[]>;
  /** The pools of a security in an account, with every event that changed them. */
  poolLedgers(query: { readonly accountId: string; readonly isin: string }): Promise<readonly LedgerView[]>;
  /** The result of a sale; null when the input is incomplete. Nothing is stored. */
  simulateSale(idea: SaleIdea): Promise<SaleSimulation | null>;
  /**
   * Trades that reach a goal, each plan as the engine works it out; null when it was stopped. `onProgress` is called
   * between portions and returns false to stop.
   */
  plan(request: PlanRequest, onProgress?: PlanProgress): Promise<PlanAnswer | null>;
  /** What would be left of each holder's securities if all were sold today. */
  ifAllSold(): Promise<IfAllSold>;
  /** The most units whose sale stays within the target; null when there are none. */
  unitsForGain(query: { readonly idea: Omit<SaleIdea, 'quantity'>; readonly target: Pounds }): Promise<Quantity | null>;
  /** The columns of 001 §7 as `capital-gains-{taxYear}.csv`. */
  exportCapitalGains(query: CapitalGainsQuery): Promise<ExportFile>;

  /** The income of a holder's tax year, the gaps in it, and the expected income of the next twelve months. */
  income(query: IncomeQuery): Promise<IncomeView>;
  /**
   * The findings about the income of every holder, each with the year in which the missing figure can be typed
   * (income/RULES.md 4.11).
   */
  incomeFindings(): Promise<readonly IncomeFindingView[]>;
  /** The notional distributions of the year's proposals; of doubtful figures only the one named by ISIN and period. */
  incomeProposals(query: IncomeQuery & { readonly implausible?: string }): Promise<readonly Omit<Transaction, 'id'>[]>;
  /** A line for each box that a row belongs to, as `income-{taxYear}.csv`. */
  exportIncome(query: IncomeQuery): Promise<ExportFile>;

  /** The allowances of holders in a tax year with their rows, and the holders' statements. */
  allowances(query: AllowancesQuery): Promise<AllowancesView>;

  /** Tax dates of the next twelve months. */
  taxDates(): Promise<TaxDatesView>;
  /** The same as a calendar file, `tax-dates.ics`; names of holders and records only on request. */
  exportTaxDates(options: { readonly withNames: boolean }): Promise<ExportFile>;

  exchangeRates(): Promise<ExchangeRatesView>;
  /**
   * The sentence about a typed figure that is far from those known; null where it is not, or nothing is known. While
   * values are hidden it states no figure of the user's records.
   */
  farFigure(typed: TypedFigure, options: { readonly areValuesHidden: boolean }): Promise<string | null>;
  /** Amounts in any currencies as one total in pounds, at the newest rates of this device. */
  poundTotal(amounts: readonly CashBalance[]): Promise<PoundTotal>;

  dashboardSummary(options?: { readonly includeCash?: boolean }): Promise<DashboardSummary>;
  /** Securities, cash, savings and properties day by day; a stated value holds until the next statement. */
  netWorth(query: { readonly range: HistoryRange }): Promise<NetWorthView>;
  /** The total of all savings accounts on each day up to today, from the first statement on. */
  savingsHistory(): Promise<readonly SavingsPoint[]>;
  /** Today's portfolio by wrapper, holder or broker. */
  allocation(query: AllocationQuery): Promise<AllocationView>;
  /** The daily value of the securities held and the money invested in them, up to today. */
  valueHistory(query: { readonly range: HistoryRange }): Promise<ValueHistoryView>;
  /** Time-weighted and money-weighted returns, the bridge, its parts and the years of a scope and period (domain/returns/RULES.md). */
  returns(request: ReturnsRequest): Promise<ReturnsAnswer>;
  /** The returns of all holdings in that period, which ends today at the latest (RULES 1.6). */
  holdingReturns(period: HoldingReturnsPeriod): Promise<readonly HoldingReturn[]>;
  /** The rows of one part of the bridge, in date order; they add up to it. */
  returnsLines(request: ReturnsLinesRequest): Promise<readonly ReturnsLine[]>;
  exportReturns(request: ReturnsRequest): Promise<ExportFile>;
  /** Assets whose name, ISIN or SEDOL contains the text, best first; empty for fewer than 2 characters. */
  searchAssets(text: string, limit: number): Promise<readonly AssetHit[]>;

  listAssets(query: AssetQuery): Promise<AssetPage>;
  /** All ids that match the query, by name. */
  assetIds(query: AssetQuery): Promise<readonly string[]>;
  exportAssets(selection: AssetSelection): Promise<ExportFile>;

  /** The accounts whose name contains the text. */
  exportAccounts(selection: { readonly query: string }): Promise<ExportFile>;
  exportSavingsAccounts(selection: SavingsSelection): Promise<ExportFile>;
  exportBrokerCash(selection: BrokerCashSelection): Promise<ExportFile>;
  /** The closing prices of a security on this device in a period, newest first. */
  exportPrices(range: {
    readonly isin: string;
    readonly from: IsoDate | null;
    readonly to: IsoDate | null;
  }): Promise<ExportFile>;
  exportPropertyPrices(property: { readonly propertyId: string }): Promise<ExportFile>;
  /** The template of the savings import page, with only its columns. */
  savingsTemplate(): Promise<ExportFile>;

  /** As `previewImport`, for a file of other records. */
  previewEntities(
    file: EntityImportFile,
    onProgress?: (progress: ImportProgress) => boolean,
  ): Promise<RecordPreview | Refusal>;
  entityRows(query: PreviewRowsQuery): Promise<readonly EntityPreviewRow[]>;
  /**
   * Applies the typed cells of a row and checks the file again, because another row may now be a duplicate of this one.
   */
  correctEntities(correction: PreviewCorrection): Promise<RecordPreview | Refusal>;
  /**
   * Writes the selected rows, all or nothing; a selected duplicate replaces the stored record, or is named among the
   * skipped ones.
   */
  commitEntities(request: ImportRequest): Promise<ImportOutcome | Refusal>;
  discardEntities(previewId: string): Promise<void>;

  /** The newest entries of the cash ledger of a place with its stated balances; null where there is no ledger. */
  cashLedger(query: { readonly place: CashPlace; readonly limit: number }): Promise<CashLedgerView | null>;
  /** The wrappers in which each account has transactions or cash, by account. */
  accountWrappers(): Promise<ReadonlyMap<string, ReadonlySet<TaxWrapper>>>;
  /** Stored rows that may be the other half of a transfer, the likeliest first. */
  transferCandidates(half: TransferHalf): Promise<readonly Transaction[]>;
  /** Records and the catalogue, best results first, without any amount; empty for fewer than 2 characters. */
  search(query: SearchQuery): Promise<readonly SearchHit<DeviceSearchType>[]>;
  /** The search results for the named records, in the given order; deleted ones are left out. */
  describeRecords(items: readonly RecordRef[]): Promise<readonly SearchHit<DeviceSearchType>[]>;

  /**
   * Reads and checks a file; nothing is written. Transfer the bytes instead of copying them. `onProgress` is called
   * above 5,000 rows and returns false to stop.
   */
  /** `onProgress` is called above 5,000 rows and returns false to stop. */
  previewImport(
    file: ImportFile,
    onProgress?: (progress: ImportProgress) => boolean,
  ): Promise<TransactionPreview | Refusal>;
  previewRows(query: PreviewRowsQuery): Promise<readonly PreviewRow[]>;
  correctPreview(correction: PreviewCorrection): Promise<TransactionPreview | Refusal>;
  /** The changes that the chosen rows would make; null for a preview that is no longer open. */
  importEffect(request: ImportRequest): Promise<ImportEffect | null>;
  /** The ids of the stored transactions that the chosen rows reverse. */
  reversedByImport(request: ImportRequest): Promise<readonly string[]>;
  /** Writes the selected rows, all or nothing. */
  commitImport(
    request: ImportRequest,
    onProgress?: (progress: ImportProgress) => void,
  ): Promise<ImportOutcome | Refusal>;
  /** The transactions of an import that undoing it would remove, and those changed since, which remain. */
  previewUndo(importId: string): Promise<UndoneImport>;
  /** Undoes an import, all or nothing. */
  undoImport(importId: string): Promise<UndoOutcome | Refusal>;
  /** Stops a running import, which then adds nothing. */
  cancelImport(previewId: string): Promise<void>;
  discardPreview(previewId: string): Promise<void>;

  /** Fills the named database, which has no server, with the first lists, or with made-up records. */
  fillDevice(name: string, isMadeUp: boolean): Promise<void>;

  /** All of the user's data in one file. */
  exportEverything(options: ExportOptions): Promise<BackupExport>;
  /** The key derived from a passphrase, to be stored for later backups. */
  sealingKey(passphrase: string): Promise<SealingKey>;
  /** Reads and checks an export; nothing is written. */
  openBackup(bytes: ArrayBuffer, passphrase: string): Promise<OpenedBackup | RestoreFault>;
  /**
   * Copies everything from another database of this device into the account, through the queue; a repeat adds nothing.
   */
  copyRecords(from: string, user: { readonly isAdministrator: boolean }): Promise<RestoreResult | RestoreFault>;
  /** Restores the export that was opened last into the account, through the queue. */
  restoreBackup(user: { readonly isAdministrator: boolean }): Promise<RestoreResult | RestoreFault>;
}
