/** The shapes of an import preview (000 §3.7, §2.11): what a file would add, before anything is written. */
import type { Pounds, Price, Quantity } from '../../values/amount.ts';
import type { IsoDate } from '../../values/dates.ts';
import type { SkippedLine } from '../profiles/source-row.ts';
import type { ImportQuestion } from '../questions/import-question.ts';
import type { ColumnReading } from '../tables/column-readings.ts';
import type { TransactionField } from '../tables/columns.ts';
import type { TotalsProof } from '../tables/file-totals.ts';
import type { BalanceProof } from '../tables/balance-lines.ts';

export type PreviewStatus = 'valid' | 'duplicate' | 'error';
/**
 * A row of transactions may also wait for an answer without having an error, or be cancelled: a reversal in the file,
 * or the row that it reverses. Neither adds anything, and neither can be selected.
 */
export type RowStatus = PreviewStatus | 'question' | 'cancelled';

export interface PreviewSummary {
  /** Transactions in the file, without headers, blank lines, totals and other lines. */
  readonly totalRows: number;
  readonly validCount: number;
  readonly duplicateCount: number;
  readonly errorCount: number;
  /** Lines that are neither blank nor transactions: titles, totals, notes, a second table. */
  readonly skippedRows: number;
}

/** A row's transaction in the preview; the text of the file where a cell could not be read. */
export interface PreviewTransaction {
  /** ISO day, or the file's text when it is not a day. */
  readonly transactionDate: IsoDate | string;
  readonly transactionTypeLabel: string;
  readonly isin: string;
  readonly assetName: string;
  readonly quantity: Quantity | null;
  readonly consideration: Pounds | null;
  /** The consideration's currency: pounds once it is converted, else the file's. */
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
  /**
   * The line of the file on which the row starts, counted from 1 with the header; identifies the row in
   * `import-selected`.
   */
  readonly rowNumber: number;
  readonly status: RowStatus;
  /** Whether the row is selected beforehand: valid rows without a note. */
  readonly selected: boolean;
  readonly duplicateInfo: { readonly matchDetails: string } | null;
  readonly errors: readonly PreviewError[];
  /** A warning to read before selecting the row, which is not selected beforehand; null for none. */
  readonly note: string | null;
  /** What was resolved while reading, as sentences; the row may be selected beforehand. */
  readonly remarks: readonly string[];
  /** The row's open questions, among the file's `questions`. */
  readonly questions: readonly { readonly key: string; readonly text: string }[];
  readonly transaction: PreviewTransaction;
  /** The row's cells as text, by field. */
  readonly source: Readonly<Partial<Record<TransactionField, string>>>;
}

/** An account that the file names and that is not stored; the import creates it. */
export interface NewAccount {
  readonly name: string;
  readonly rows: number;
  /** The rows that name it; they are left out unless the account is created. */
  readonly rowNumbers: readonly number[];
}

/** A broker that the file names and that is not stored, with the one that its rows get unless another is chosen. */
export interface UnknownBroker {
  /** Empty for rows that name none. */
  readonly name: string;
  readonly rows: number;
  /** Null when no stored broker can be proposed; the user must then choose one. */
  readonly brokerId: string | null;
  /** The rows that name it, where the user must choose. */
  readonly rowNumbers?: readonly number[];
}

/** A valid ISIN that the catalogue lacks; the import creates an unlisted asset for it. */
export interface UnlistedAsset {
  readonly isin: string;
  readonly name: string;
  readonly rows: number;
}

export interface ImportPreviewContent {
  /** How the file was read, for example `Holdfast export` or `Generic CSV`. */
  readonly profileName: string;
  readonly columns: readonly ColumnReading[];
  /** A broker's own file, whose columns its profile reads; the user may have it read by its columns instead. */
  readonly isBrokerFile: boolean;
  /**
   * True when nothing in the file decides between day/month and month/day: it is read as day/month, and the user must
   * be asked.
   */
  readonly datesAmbiguous: boolean;
  readonly summary: PreviewSummary;
  readonly newAccounts: readonly NewAccount[];
  readonly unknownBrokers: readonly UnknownBroker[];
  readonly unlistedAssets: readonly UnlistedAsset[];
  /** The questions, answered or not, in the order of the rows. */
  readonly questions: readonly ImportQuestion[];
  /** Number of rows that wait for an answer and have no error. */
  readonly questionCount: number;
  /** Number of purchases whose only charge looks like the sum of stamp duty and a dealing charge. */
  readonly chargeSplits: number;
  /** What the file's own running balance proves about its rows; null where it has none that can be followed. */
  readonly balance: BalanceProof | null;
  /** What the file's own totals line proves; null where it has none; absent for records other than transactions. */
  readonly totals?: TotalsProof | null;
  /** The first of the lines that were skipped. */
  readonly skipped: readonly SkippedLine[];
  /** Sentences about what was corrected, skipped or assumed. */
  readonly notices: readonly string[];
}
