/**
 * What the compute worker answers. Types only: the page imports this file and never the worker's code.
 * All figures are JSON numbers as in the API (001 §3); functions reject with an Error only for a bug or a closed database.
 */
import type { Pounds, Quantity } from '../domain/amount.ts';
import type { HealthView } from '../domain/cgt/data-health.ts';
import type { DisposalLine, DisposalView } from '../domain/cgt/disposal-view.ts';
import type { LedgerView } from '../domain/cgt/ledger-view.ts';
import type { SaleIdea, SaleSimulation } from '../domain/cgt/simulate-sale.ts';
import type { YearPanel } from '../domain/cgt/year-panel.ts';
import type { TransactionField } from '../domain/csv/columns.ts';
import type { RowEdit } from '../domain/csv/edited-rows.ts';
import type { ChosenDateOrder, ImportPreviewContent, PreviewRow, PreviewStatus, Refusal } from '../domain/csv/preview.ts';
import type { IsoDate } from '../domain/dates.ts';
import type { AssetCategory, TaxWrapper } from '../domain/enums.ts';
import type { CashBalance, DashboardSummary } from '../domain/holdings/dashboard.ts';
import type { HoldingTransactionView, HoldingView } from '../domain/holdings/holding-view.ts';
import type { PoundTotal } from '../domain/holdings/pound-total.ts';
import type { HistoryRange, ValueHistory } from '../domain/holdings/value-history.ts';
import type { AssetHit } from '../domain/lists/asset-search.ts';
import type { BrokerCashQuery } from '../domain/lists/broker-cash-list.ts';
import type { SavingsQuery } from '../domain/lists/savings-list.ts';
import type { AssetListItem, AssetPageOf, AssetQuery } from '../domain/lists/asset-list.ts';
import type { TransactionListItem, TransactionPageOf, TransactionQuery } from '../domain/lists/transaction-query.ts';
import type { Transaction } from '../domain/records.ts';
import type { DeviceSearchType, SearchHit } from '../domain/search.ts';
import type { TransferHalf } from '../domain/transfer-candidates.ts';
import type { TaxYear } from '../domain/tax-year.ts';

/** A row of the transactions list. `pending` rows have changes that the server has not got yet. */
export interface TransactionRow extends TransactionListItem {
  readonly pending: boolean;
}

export type TransactionPage = TransactionPageOf<TransactionRow>;

/** Exactly the named records, or everything that a filter shows in the given order. */
export type TransactionSelection = { readonly ids: readonly string[] } | { readonly query: TransactionQuery };

/** A file to save; the blob is CSV in UTF-8 with a byte order mark. */
export interface ExportFile {
  readonly fileName: string;
  readonly blob: Blob;
  readonly rows: number;
}

export interface HoldingKey {
  readonly accountId: string;
  readonly isin: string;
  readonly taxWrapper: TaxWrapper;
}

export interface HoldingsView {
  readonly asOf: IsoDate;
  /** Without their transactions, which `holdingTransactions` answers on demand. */
  readonly holdings: readonly HoldingView[];
  /** Of the holdings that can be valued. */
  readonly totalValue: Pounds;
  /** Number of holdings without a price or rate on that day. */
  readonly unvalued: number;
}

/** The value chart: the points of a range, and what is missing in it. */
export interface ValueHistoryView extends ValueHistory {
  readonly asOf: IsoDate;
}

/** Filters of the capital gains screen; they choose what is shown and never change a gain. */
export interface CapitalGainsFilter {
  readonly accountId?: string;
  readonly taxWrapper?: TaxWrapper | '';
  readonly assetCategory?: AssetCategory | '';
}

export interface CapitalGainsQuery extends CapitalGainsFilter {
  readonly taxYear: TaxYear;
}

/** Totals of the year over the shown, non-exempt disposals (001 §9). */
export interface CapitalGainsTotals {
  readonly totalGains: Pounds;
  /** A positive number. */
  readonly totalLosses: Pounds;
  readonly netGains: Pounds;
}

export interface CapitalGainsView {
  readonly taxYear: TaxYear;
  /** Non-exempt first, then newest first. */
  readonly disposals: readonly DisposalLine[];
  readonly totals: CapitalGainsTotals;
  /** Taxable disposals of the year that the filters hide. */
  readonly hiddenByFilters: number;
  /** False while a disposal of the year can still change or is not fully identified. */
  readonly final: boolean;
}

/** Age and coverage of the exchange rates on this device (001 §3). */
export interface ExchangeRatesView {
  /** More than 26 hours since the last update, or never updated. */
  readonly isDataStale: boolean;
  /** ISO instant of the newest rate: of its fetch where that is known, else the start of its day. */
  readonly lastUpdateTime: string | null;
  readonly totalCurrencies: number;
  /** Codes in alphabetical order. */
  readonly availableCurrencies: readonly string[];
}

/** A search over everything; the kinds of GET /search unless some are named. */
export interface SearchQuery {
  readonly query: string;
  readonly types?: readonly DeviceSearchType[];
  /** The most that is answered; 20 by default. */
  readonly limit?: number;
}

/** Names a record of any kind. */
export interface RecordRef {
  readonly type: DeviceSearchType;
  readonly id: string;
}

/** What rows take that name no account, broker or wrapper. */
export interface ImportDefaults {
  readonly accountId?: string;
  readonly brokerId?: string;
  readonly taxWrapper?: TaxWrapper;
}

/** How the user wants a file to be read, and what was put right in it. */
export interface FileReading {
  /** What each column holds, by position. Null forgets what was remembered for such files. */
  readonly columns?: readonly (TransactionField | null)[] | null;
  /** By its columns, though its broker is known. */
  readonly byColumns?: boolean;
  /** The answer where `datesAmbiguous` asked. */
  readonly dateOrder?: ChosenDateOrder;
  /** Charges of purchases are split into stamp duty and dealing charge where that fits. */
  readonly splitCharges?: boolean;
  readonly defaults?: ImportDefaults;
  /** What was typed over rows, by row number. */
  readonly edits?: Readonly<Record<number, RowEdit>>;
  /** ISIN of the asset chosen for an unknown security, by its key. */
  readonly securities?: Readonly<Record<string, string>>;
}

export interface ImportFile extends FileReading {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

/** A correction of an open preview; the rows that it touches are checked again. */
export interface PreviewCorrection {
  readonly previewId: string;
  /** What was typed over a row's cells; null gives the file's own cells back. */
  readonly row?: { readonly rowNumber: number; readonly edit: RowEdit | null };
  /** The asset for an unknown security, for all rows that name it. */
  readonly security?: { readonly key: string; readonly isin: string };
}

/** A preview kept in the worker until it is committed or discarded; `previewRows` answers its rows. */
export interface ImportPreview extends ImportPreviewContent {
  readonly ok: true;
  readonly previewId: string;
  readonly fileName: string;
  /** Row numbers by status, for `Select All Valid` and `Include duplicate transactions`. */
  readonly rowNumbers: Readonly<Record<PreviewStatus, readonly number[]>>;
  /** Valid rows that are not chosen beforehand. */
  readonly heldRows: readonly number[];
  /** The columns are as the user said, now or for such a file before. */
  readonly columnsChosen: boolean;
  /** Grows with each correction: what was read of the rows before is out of date. */
  readonly revision: number;
}

export interface PreviewRowsQuery {
  readonly previewId: string;
  readonly status: PreviewStatus | 'all';
  readonly offset: number;
  readonly limit: number;
}

export interface ImportRequest {
  readonly previewId: string;
  readonly selectedRowNumbers: readonly number[];
  /** Names out of `newAccounts` that are to be created; rows of others are not imported. */
  readonly createAccounts: readonly string[];
  /** Broker id by the name of an unknown broker, where the user chose another than the proposed one. */
  readonly brokerChoices?: Readonly<Record<string, string>>;
}

/** Of rows, or while a file is read of its bytes. */
export interface ImportProgress {
  readonly done: number;
  readonly total: number;
  readonly unit?: 'bytes';
}

/** What an import did. Rows that became duplicates since the preview are skipped and counted. */
export interface ImportOutcome {
  readonly ok: true;
  /** Null when nothing was left to write. */
  readonly importId: string | null;
  readonly importedCount: number;
  readonly duplicateCount: number;
  /** One line for each skipped duplicate. */
  readonly duplicates: readonly string[];
}

/** A row of the asset list; `pending` as in `TransactionRow`. */
export interface AssetRow extends AssetListItem {
  readonly pending: boolean;
}

export type AssetPage = AssetPageOf<AssetRow>;

/** Exactly the named assets, or everything that a query shows. */
export type AssetSelection = { readonly ids: readonly string[] } | { readonly query: AssetQuery };

export type SavingsSelection = { readonly ids: readonly string[] } | { readonly query: SavingsQuery };
export type BrokerCashSelection = { readonly ids: readonly string[] } | { readonly query: BrokerCashQuery };

/** A file of records other than transactions. */
export interface EntityImportFile {
  /** Prices are written by the server: the page sends the chosen rows itself. */
  readonly kind: 'account' | 'asset' | 'price' | 'propertyPrice' | 'savingsAccount' | 'brokerCashBalance';
  /** The account of rows that name none; the user's first by name unless it is given. Savings accounts only. */
  readonly defaultAccountId?: string;
  /** A chosen duplicate replaces the savings account that it repeats; without it, it becomes one of its own. */
  readonly updateExisting?: boolean;
  /** The security whose prices they are. */
  readonly isin?: string;
  /** The property whose prices they are. */
  readonly propertyId?: string;
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

/** A row of such a file; what it shows depends on the kind. */
export interface EntityPreviewRow {
  readonly rowNumber: number;
  readonly status: PreviewStatus;
  readonly duplicateInfo: { readonly matchDetails: string } | null;
  /** Each with the field of its column. */
  readonly errors: readonly { readonly message: string; readonly field: string }[];
  /** The cells of a row with errors that say something or should, as text, for putting it right. */
  readonly cells: readonly { readonly field: string; readonly label: string; readonly text: string }[];
  readonly shown: unknown;
}

/** What becomes of an import's rows when it is taken back; rows deleted before are neither. */
export interface UndoneImport {
  readonly removed: number;
  readonly kept: number;
  /** The first of those that were changed since and stay. */
  readonly keptRows: readonly { readonly id: string; readonly transactionDate: IsoDate; readonly typeLabel: string; readonly assetName: string }[];
}

export interface UndoOutcome extends UndoneImport {
  readonly ok: true;
}

/** What changed since the last notice; `version` grows with every change. */
export type ComputeListener = (version: number) => void;

/** Counts and exact totals (decimal text), each under a label. */
export interface BackupSummary {
  readonly counts: readonly (readonly [label: string, count: number])[];
  readonly totals: readonly (readonly [label: string, total: string])[];
}

export interface ExportOptions {
  /** Closes the file; empty for none. */
  readonly passphrase: string;
  /** Files of receipts that the page has fetched because they were on the server alone. */
  readonly fetched: readonly { readonly id: string; readonly bytes: ArrayBuffer }[];
}

export interface BackupExport {
  readonly fileName: string;
  readonly blob: Blob;
  readonly summary: BackupSummary;
}

/** Names in an export that the server's shared lists lack. */
export interface MissingNames {
  readonly brokers: readonly string[];
  readonly banks: readonly string[];
}

/** An export that was read and may be restored. */
export interface OpenedBackup {
  readonly ok: true;
  /** ISO instant. */
  readonly createdAt: string;
  readonly summary: BackupSummary;
  readonly missing: MissingNames;
}

/**
 * Why an export is not restored.
 * - `notOurs`, `newer`, `damaged`: the file
 * - `needsPassphrase`, `wrongPassphrase`: it is closed
 * - `notEmpty`: the account has records of its own
 * - `missingBanks`, `missingBrokers`: the server's lists lack names that only an administrator may add
 * - `notWritten`: the device could not; `message` says why
 */
export type RestoreFault =
  | { readonly ok: false; readonly code: 'notOurs' | 'newer' | 'damaged' | 'needsPassphrase' | 'wrongPassphrase' | 'notEmpty' | 'missingBanks' | 'missingBrokers' }
  | { readonly ok: false; readonly code: 'notWritten'; readonly message: string };

/** What was restored, beside what the file holds; `differences` names the lines that do not agree. */
export interface RestoreResult {
  readonly ok: true;
  readonly before: BackupSummary;
  readonly after: BackupSummary;
  readonly differences: readonly string[];
}

export interface HoldfastWorker {
  /** Opens a user's database by name and reads it; calling it again with another name switches. */
  open(databaseName: string): Promise<void>;
  close(): Promise<void>;
  /** Calls the (proxied) listener whenever an answer may have changed; answers a number for `offChange`. */
  onChange(listener: ComputeListener): Promise<number>;
  offChange(subscription: number): Promise<void>;

  listTransactions(query: TransactionQuery): Promise<TransactionPage>;
  /** All ids that the filter shows, in its order. */
  transactionIds(query: TransactionQuery): Promise<readonly string[]>;
  exportTransactions(selection: TransactionSelection): Promise<ExportFile>;

  holdings(query: { readonly asOf?: IsoDate }): Promise<HoldingsView>;
  /** The transactions of one position up to `asOf`, newest first. */
  holdingTransactions(key: HoldingKey & { readonly asOf?: IsoDate }): Promise<readonly HoldingTransactionView[]>;

  /** What is missing or contradictory in the transactions (RULES 10), what keeps figures from being final first. */
  healthFindings(): Promise<readonly HealthView[]>;
  /** Tax years with a disposal, newest first. */
  taxYears(): Promise<readonly TaxYear[]>;
  capitalGains(query: CapitalGainsQuery): Promise<CapitalGainsView>;
  /** A disposal with its workings; null when there is none of that id any more. Its `holdingTransactions` are in the order received; the screen reverses them (001 §9). */
  disposal(disposalTransactionId: string): Promise<DisposalView | null>;
  /** The year's disposals with their workings, in the order of `capitalGains`. */
  disposals(query: { readonly taxYear: TaxYear }): Promise<readonly DisposalView[]>;
  /** Totals, losses, exempt amount, rates and boxes of the year for each account holder, by name; filters never touch them. */
  yearPanels(query: { readonly taxYear: TaxYear }): Promise<readonly YearPanel[]>;
  /** The pools of a security in an account, with every event that made them what they are. */
  poolLedgers(query: { readonly accountId: string; readonly isin: string }): Promise<readonly LedgerView[]>;
  /** What a sale would come to; null when it says nothing. Nothing is stored. */
  simulateSale(idea: SaleIdea): Promise<SaleSimulation | null>;
  /** The most units whose sale brings no more than the target; null when there are none. */
  unitsForGain(query: { readonly idea: Omit<SaleIdea, 'quantity'>; readonly target: Pounds }): Promise<Quantity | null>;
  /** The columns of 001 §7 as `capital-gains-{taxYear}.csv`. */
  exportCapitalGains(query: CapitalGainsQuery): Promise<ExportFile>;

  exchangeRates(): Promise<ExchangeRatesView>;
  /** Amounts in any currencies as one total in pounds, at the newest rates of this device. */
  poundTotal(amounts: readonly CashBalance[]): Promise<PoundTotal>;

  dashboardSummary(options?: { readonly includeCash?: boolean }): Promise<DashboardSummary>;
  /** The daily value of the securities held and the money put into them, up to today. */
  valueHistory(query: { readonly range: HistoryRange }): Promise<ValueHistoryView>;
  /** Assets whose name, ISIN or SEDOL contains the text, best first; nothing for fewer than 2 characters. */
  searchAssets(text: string, limit: number): Promise<readonly AssetHit[]>;

  listAssets(query: AssetQuery): Promise<AssetPage>;
  /** All ids that the query shows, by name. */
  assetIds(query: AssetQuery): Promise<readonly string[]>;
  exportAssets(selection: AssetSelection): Promise<ExportFile>;

  /** The accounts whose name contains the text. */
  exportAccounts(selection: { readonly query: string }): Promise<ExportFile>;
  exportSavingsAccounts(selection: SavingsSelection): Promise<ExportFile>;
  exportBrokerCash(selection: BrokerCashSelection): Promise<ExportFile>;
  /** The closing prices of a security on this device in a period, newest first. */
  exportPrices(range: { readonly isin: string; readonly from: IsoDate | null; readonly to: IsoDate | null }): Promise<ExportFile>;
  exportPropertyPrices(property: { readonly propertyId: string }): Promise<ExportFile>;
  /** The file that the import page of savings accounts has filled in: its columns alone. */
  savingsTemplate(): Promise<ExportFile>;

  /** As `previewImport`, of a file of other records. */
  previewEntities(file: EntityImportFile, onProgress?: (progress: ImportProgress) => boolean): Promise<ImportPreview | Refusal>;
  entityRows(query: PreviewRowsQuery): Promise<readonly EntityPreviewRow[]>;
  /** Takes what was typed over a row's cells and checks the file again: another row may repeat this one now. */
  correctEntities(correction: PreviewCorrection): Promise<ImportPreview | Refusal>;
  /** Writes the selected rows, all or nothing; a selected duplicate replaces what it repeats, or is named among the skipped ones. */
  commitEntities(request: ImportRequest): Promise<ImportOutcome | Refusal>;
  discardEntities(previewId: string): Promise<void>;

  /** Stored rows that may be the other half of a transfer, the likeliest first. */
  transferCandidates(half: TransferHalf): Promise<readonly Transaction[]>;
  /** Records and the catalogue, best finds first, without any amount; nothing for fewer than 2 characters. */
  search(query: SearchQuery): Promise<readonly SearchHit<DeviceSearchType>[]>;
  /** The named records as the search shows them, in the given order; those that are gone are left out. */
  describeRecords(items: readonly RecordRef[]): Promise<readonly SearchHit<DeviceSearchType>[]>;

  /** Reads and checks a file; nothing is written. Transfer the bytes rather than copy them. */
  /** `onProgress` is asked above 5,000 rows and answers false to stop. */
  previewImport(file: ImportFile, onProgress?: (progress: ImportProgress) => boolean): Promise<ImportPreview | Refusal>;
  previewRows(query: PreviewRowsQuery): Promise<readonly PreviewRow[]>;
  correctPreview(correction: PreviewCorrection): Promise<ImportPreview | Refusal>;
  /** Writes the selected rows, all or nothing. */
  commitImport(request: ImportRequest, onProgress?: (progress: ImportProgress) => void): Promise<ImportOutcome | Refusal>;
  /** Transactions of an import that taking it back would remove, and those changed since, which stay. */
  previewUndo(importId: string): Promise<UndoneImport>;
  /** Takes an import back, all or nothing. */
  undoImport(importId: string): Promise<UndoOutcome | Refusal>;
  /** Stops a running import, which then adds nothing. */
  cancelImport(previewId: string): Promise<void>;
  discardPreview(previewId: string): Promise<void>;

  /** Everything of the user's in one file. */
  exportEverything(options: ExportOptions): Promise<BackupExport>;
  /** Reads and checks an export; nothing is written. */
  openBackup(bytes: ArrayBuffer, passphrase: string): Promise<OpenedBackup | RestoreFault>;
  /** Puts the export that was opened last into the account, through the queue. */
  restoreBackup(user: { readonly isAdministrator: boolean }): Promise<RestoreResult | RestoreFault>;
}

