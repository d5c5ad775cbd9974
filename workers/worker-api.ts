/**
 * What the compute worker answers. Types only: the page imports this file and never the worker's code.
 * All figures are JSON numbers as in the API (001 §3); functions reject with an Error only for a bug or a closed database.
 */
import type { Percent, Pounds, Price, Quantity } from '../domain/amount.ts';
import type { ImportPreviewContent, PreviewRow, PreviewStatus, Refusal } from '../domain/csv/preview.ts';
import type { IsoDate } from '../domain/dates.ts';
import type { AssetCategory, AssetType, TaxWrapper, TransactionType } from '../domain/enums.ts';
import type { TransactionListItem, TransactionPageOf, TransactionQuery } from '../domain/lists/transaction-query.ts';
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

/** One position (001 §3 Holding) without its transactions, which `holdingTransactions` answers on demand. */
export interface HoldingView {
  readonly accountId: string;
  readonly accountName: string;
  readonly assetId: string | null;
  readonly assetName: string;
  readonly isin: string;
  readonly assetType: AssetType;
  readonly assetCategory: AssetCategory;
  readonly quantityUnit: 'shares' | 'oz';
  readonly taxWrapper: TaxWrapper;
  readonly quantity: Quantity;
  readonly averagePrice: Price | null;
  readonly totalCost: Pounds;
  readonly currentPrice: Price | null;
  readonly currentPriceFormatted: string | null;
  readonly currentPriceDate: IsoDate | null;
  /** ISO instant. */
  readonly currentPriceFetchedAt: string | null;
  readonly currentValueInGBP: Pounds | null;
  readonly unrealizedGainLoss: Pounds | null;
  readonly unrealizedGainLossPercentage: Percent | null;
  /** True when more was disposed of than was held. */
  readonly oversold: boolean;
}

export interface HoldingKey {
  readonly accountId: string;
  readonly isin: string;
  readonly taxWrapper: TaxWrapper;
}

/** A transaction of a position (001 §3 Holding transaction). */
export interface HoldingTransactionView {
  readonly transactionId: string;
  readonly transactionType: TransactionType;
  readonly transactionTypeLabel: string;
  readonly transactionDate: IsoDate;
  readonly quantity: Quantity | null;
  readonly nativePrice: Price | null;
  readonly localPrice: Price | null;
  readonly consideration: Pounds;
  readonly brokerCharge: Pounds;
  readonly stampDuty: Pounds;
  readonly fxCharge: Pounds;
  readonly accruedInterest: Pounds;
}

export interface HoldingsView {
  readonly asOf: IsoDate;
  readonly holdings: readonly HoldingView[];
  /** Of the holdings that can be valued. */
  readonly totalValue: Pounds;
  /** Number of holdings without a price or rate on that day. */
  readonly unvalued: number;
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

/** By which rule a part of a disposal was identified (RULES-REFERENCE 3.1). */
export type MatchRule = 'SAME_DAY' | 'THIRTY_DAY' | 'SECTION_104' | 'LATER_ACQUISITION' | 'UNMATCHED';

export interface PoolView {
  readonly quantity: Quantity;
  readonly cost: Pounds;
}

/** A part of a disposal with the acquisition or pool that it was matched with. */
export interface MatchView {
  readonly rule: MatchRule;
  readonly quantity: Quantity;
  /** The day of the matched acquisition; null for the pool and for what is unmatched. */
  readonly acquisitionDate: IsoDate | null;
  readonly cost: Pounds;
  readonly proceeds: Pounds;
  /** Set for SECTION_104. */
  readonly poolBefore: PoolView | null;
  readonly poolAfter: PoolView | null;
}

export interface DisposalTransactionView {
  readonly transactionId: string;
  readonly transactionType: TransactionType;
  readonly transactionTypeLabel: string;
  readonly transactionDate: IsoDate;
  readonly taxWrapper: TaxWrapper;
  readonly quantity: Quantity | null;
  readonly consideration: Pounds;
}

/** One disposal: an account, security and day, taxable or exempt (001 §3 Disposal, DECISIONS 'Accounts, wrappers, pools'). */
export interface DisposalView {
  /** The day's first sale; identifies the disposal. */
  readonly disposalTransactionId: string;
  /** All sales of the day that make up the disposal. */
  readonly transactionIds: readonly string[];
  readonly disposalDate: IsoDate;
  readonly assetName: string;
  readonly isin: string;
  readonly assetCategory: AssetCategory | null;
  readonly accountId: string;
  readonly accountName: string;
  /** The wrapper of the first sale; `taxWrappers` has all. */
  readonly taxWrapper: TaxWrapper;
  readonly taxWrappers: readonly TaxWrapper[];
  readonly quantityDisposed: Quantity;
  readonly disposalProceeds: Pounds;
  readonly allowableCost: Pounds;
  readonly capitalGain: Pounds;
  readonly isExemptFromCGT: boolean;
  /** More than 0 when more was sold than could be identified; the year is then not final. */
  readonly unmatchedQuantity: Quantity;
  /** Broker charge and stamp duty of the day's sales; with the costs of the matches they make up `allowableCost`. */
  readonly disposalCharges: Pounds;
  /** FX charges of the day's sales, shown in the workings. */
  readonly fxCharges: Pounds;
  /** True when the account counts FX charges as allowable; they are then part of `disposalCharges` and of the costs. */
  readonly fxChargeAllowable: boolean;
  /** The last day on which a purchase can still change the matching (the 30th after the sale); null once it has passed or when all is matched on the day. */
  readonly provisionalUntil: IsoDate | null;
  /** In the order received; the screen shows them reversed (001 §9). */
  readonly holdingTransactions: readonly DisposalTransactionView[];
  readonly matches: readonly MatchView[];
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
  readonly disposals: readonly DisposalView[];
  readonly totals: CapitalGainsTotals;
  /** Taxable disposals of the year that the filters hide. */
  readonly hiddenByFilters: number;
  /** False while a disposal of the year is not fully identified. */
  readonly final: boolean;
}

/** A row of the dashboard's table (000 §3.2). */
export interface AssetClassSummary {
  /** The category's value; `assetClassLabel` is its name. */
  readonly assetClass: AssetCategory;
  readonly assetClassLabel: string;
  readonly target: Percent;
  readonly targetAmount: Pounds;
  readonly cost: Pounds;
  readonly value: Pounds;
  readonly increaseAmount: Pounds;
  readonly increasePercent: Percent | null;
  readonly currentPercent: Percent;
  readonly rebalance: Pounds;
}

export interface DashboardSummary {
  readonly totalPortfolioValue: Pounds;
  readonly assetClassSummaries: readonly AssetClassSummary[];
  /** Holdings that could not be valued and so count as nil. */
  readonly unvalued: number;
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

export interface AssetHit {
  readonly id: string;
  readonly name: string;
  readonly isin: string;
  readonly type: AssetType;
  readonly category: AssetCategory;
}

/** What rows take that name no account, broker or wrapper. */
export interface ImportDefaults {
  readonly accountId?: string;
  readonly brokerId?: string;
  readonly taxWrapper?: TaxWrapper;
}

export interface ImportFile {
  readonly name: string;
  readonly bytes: ArrayBuffer;
  readonly defaults?: ImportDefaults;
}

/** A preview kept in the worker until it is committed or discarded; `previewRows` answers its rows. */
export interface ImportPreview extends ImportPreviewContent {
  readonly ok: true;
  readonly previewId: string;
  readonly fileName: string;
  /** Row numbers by status, for `Select All Valid` and `Include duplicate transactions`. */
  readonly rowNumbers: Readonly<Record<PreviewStatus, readonly number[]>>;
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

export interface ImportProgress {
  readonly done: number;
  readonly total: number;
}

/** What an import did. Rows that became duplicates since the preview are skipped and counted. */
export interface ImportOutcome {
  readonly ok: true;
  readonly importId: string;
  readonly importedCount: number;
  readonly duplicateCount: number;
  /** One line for each skipped duplicate. */
  readonly duplicates: readonly string[];
}

/** What changed since the last notice; `version` grows with every change. */
export type ComputeListener = (version: number) => void;

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

  /** Tax years with a disposal, newest first. */
  taxYears(): Promise<readonly TaxYear[]>;
  capitalGains(query: CapitalGainsQuery): Promise<CapitalGainsView>;
  /** The columns of 001 §7 as `capital-gains-{taxYear}.csv`. */
  exportCapitalGains(query: CapitalGainsQuery): Promise<ExportFile>;

  exchangeRates(): Promise<ExchangeRatesView>;

  dashboardSummary(options?: { readonly includeCash?: boolean }): Promise<DashboardSummary>;
  /** Assets whose name, ISIN or SEDOL contains the text, best first; nothing for fewer than 2 characters. */
  searchAssets(text: string, limit: number): Promise<readonly AssetHit[]>;

  /** Reads and checks a file; nothing is written. Transfer the bytes rather than copy them. */
  previewImport(file: ImportFile): Promise<ImportPreview | Refusal>;
  previewRows(query: PreviewRowsQuery): Promise<readonly PreviewRow[]>;
  /** Writes the selected rows, all or nothing. */
  commitImport(request: ImportRequest, onProgress?: (progress: ImportProgress) => void): Promise<ImportOutcome | Refusal>;
  /** Stops a running import, which then adds nothing. */
  cancelImport(previewId: string): Promise<void>;
  discardPreview(previewId: string): Promise<void>;
}

