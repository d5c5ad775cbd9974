/** The shapes of an import preview (000 §3.7, §2.11): what a file would add, before anything is written. */
import type { Pounds, Price, Quantity } from '../../amount.ts';
import type { IsoDate } from '../../dates.ts';
import type { SkippedLine } from '../profiles/source-row.ts';
import type { ImportQuestion } from '../questions/import-question.ts';
import type { ColumnReading } from '../tables/column-readings.ts';
import type { TransactionField } from '../tables/columns.ts';
import type { TotalsProof } from '../tables/file-totals.ts';
import type { BalanceProof } from '../tables/running-balance.ts';

export type PreviewStatus = 'valid' | 'duplicate' | 'error';
/**
 * A row of transactions may also wait for the answer to a question, without any fault of its own, or be cancelled: a trade that
 * another row of the file takes back, or the row that takes it back. Such a pair leaves nothing, and cannot be chosen.
 */
export type RowStatus = PreviewStatus | 'question' | 'cancelled';

export interface PreviewSummary {
  /** Transactions in the file; headers, blank lines, totals and other lines that are none are not counted. */
  readonly totalRows: number;
  readonly validCount: number;
  readonly duplicateCount: number;
  readonly errorCount: number;
  /** Non-blank lines that are no transactions: title lines, totals, notes, a second table. */
  readonly skippedRows: number;
}

/** What a preview row shows of its transaction. Text is as the file gave it where it could not be read. */
export interface PreviewTransaction {
  /** ISO day, or the file's text when it is no day. */
  readonly transactionDate: IsoDate | string;
  readonly transactionTypeLabel: string;
  readonly isin: string;
  readonly assetName: string;
  readonly quantity: Quantity | null;
  readonly consideration: Pounds | null;
  /** Of the consideration: pounds once it was changed to them, else what the file states. */
  readonly considerationCurrency: string;
  readonly localPrice: Price | null;
  readonly accountName: string;
  readonly brokerName: string;
  readonly taxWrapper: string;
  readonly brokerDealReference: string;
}

export interface PreviewError {
  /** One sentence that names the column, the value and what was expected. */
  readonly message: string;
  readonly field: TransactionField | null;
}

export interface PreviewRow {
  /** The line of the file on which the row starts, counted from 1 with the header; identifies the row in `import-selected`. */
  readonly rowNumber: number;
  readonly status: RowStatus;
  /** Pre-selection: valid rows without a note. */
  readonly selected: boolean;
  readonly duplicateInfo: { readonly matchDetails: string } | null;
  readonly errors: readonly PreviewError[];
  /** What to know before choosing the row, which is then not pre-selected; null for none. */
  readonly note: string | null;
  /** What was settled on the way: sentences of a row that may be chosen beforehand all the same. */
  readonly remarks: readonly string[];
  /** The open questions that the row waits for, among the file's `questions`. */
  readonly questions: readonly { readonly key: string; readonly text: string }[];
  readonly transaction: PreviewTransaction;
  /** The row's cells as text, by the field that each column was read as. */
  readonly source: Readonly<Partial<Record<TransactionField, string>>>;
}

/** An account that the file names and the store does not have; created with the import. */
export interface NewAccount {
  readonly name: string;
  readonly rows: number;
  /** The rows that name it: they are left out while it is not to be created. */
  readonly rowNumbers: readonly number[];
}

/** A broker that the file names and the store does not have, and the one its rows are given to unless another is chosen. */
export interface UnknownBroker {
  /** Empty for rows that name none. */
  readonly name: string;
  readonly rows: number;
  /** Null when the store has no broker to propose; one must then be chosen. */
  readonly brokerId: string | null;
  /** The rows that name it, where one must be chosen. */
  readonly rowNumbers?: readonly number[];
}

/** A valid ISIN that the catalogue does not have; an unlisted asset is made for it. */
export interface UnlistedAsset {
  readonly isin: string;
  readonly name: string;
  readonly rows: number;
}

export interface ImportPreviewContent {
  /** How the file was read, for example `Holdfast export` or `Generic CSV`. */
  readonly profileName: string;
  readonly columns: readonly ColumnReading[];
  /** A broker's own file, whose columns the profile reads; the user may have it read by its columns instead. */
  readonly isBrokerFile: boolean;
  /** True when nothing in the file decides between day/month and month/day: the user must be asked; read as day/month. */
  readonly datesAmbiguous: boolean;
  readonly summary: PreviewSummary;
  readonly newAccounts: readonly NewAccount[];
  readonly unknownBrokers: readonly UnknownBroker[];
  readonly unlistedAssets: readonly UnlistedAsset[];
  /** What the file leaves open, answered or not, in the order in which its rows raise it. */
  readonly questions: readonly ImportQuestion[];
  /** Rows that wait for an answer and have no fault. */
  readonly questionCount: number;
  /** Purchases whose one charge looks like stamp duty and a dealing charge together. */
  readonly chargeSplits: number;
  /** What the file's own running balance proves of its rows; null where it has none that can be followed. */
  readonly balance: BalanceProof | null;
  /** What its own totals line proves; null, or absent for other records than transactions, where it has none. */
  readonly totals?: TotalsProof | null;
  /** Lines that were passed over, the first of them. */
  readonly skipped: readonly SkippedLine[];
  /** Sentences about what was corrected, skipped or assumed. */
  readonly notices: readonly string[];
}
