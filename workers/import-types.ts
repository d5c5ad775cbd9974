/** Files that are read, their previews and the result of their import. Types only, for the page too. */
import type { TransactionField } from '../domain/csv/tables/columns.ts';
import type { ChosenDateOrder } from '../domain/csv/cells/day-text.ts';
import type { RowEdit } from '../domain/csv/source/edited-rows.ts';
import type { ImportAnswers } from '../domain/csv/questions/import-question.ts';
import type {
  ImportPreviewContent,
  PreviewStatus,
  PreviewSummary,
  RowStatus,
} from '../domain/csv/row-figures/preview.ts';
import type { IsoDate } from '../domain/dates.ts';
import type { TaxWrapper } from '../domain/enums.ts';

/** The account, broker or wrapper of rows that name none. */
export interface ImportDefaults {
  readonly accountId?: string;
  readonly brokerId?: string;
  readonly taxWrapper?: TaxWrapper;
}

/** How the user wants a file to be read, and the corrections. */
export interface FileReading {
  /** What each column holds, by position. Null forgets the stored choice for such files. */
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
  /** What was answered, by a question's key. */
  readonly answers?: ImportAnswers;
}

export interface ImportFile extends FileReading {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

/** A correction of an open preview; the affected rows are checked again. */
export interface PreviewCorrection {
  readonly previewId: string;
  /** The typed cells of a row; null restores the file's own. */
  readonly row?: { readonly rowNumber: number; readonly edit: RowEdit | null };
  /** The answer to a question, for all rows that raise it. */
  readonly answer?: { readonly key: string; readonly value: string };
}

/** The part of every preview that does not depend on its rows. */
interface PreviewOfRows {
  readonly ok: true;
  readonly previewId: string;
  readonly fileName: string;
  /** Row numbers by status, for `Select All Valid` and `Include duplicate transactions`. */
  readonly rowNumbers: Readonly<Record<RowStatus, readonly number[]>>;
  /** Grows with each correction: rows that were read before are out of date. */
  readonly revision: number;
}

/** Of a file of transactions; `previewRows` answers its rows. */
export interface TransactionPreview extends PreviewOfRows, ImportPreviewContent {
  readonly kind: 'transactions';
  /** Valid rows that are not chosen beforehand. */
  readonly heldRows: readonly number[];
  /** Those of them that remove what is stored: only the user chooses them, one by one. */
  readonly removalRows?: readonly number[];
  /** The columns are as the user said, now or earlier for such a file. */
  readonly columnsChosen: boolean;
}

/** Of a file of other records, which leaves nothing open; `entityRows` answers its rows. */
export interface RecordPreview extends PreviewOfRows {
  readonly kind: 'records';
  readonly summary: Omit<PreviewSummary, 'skippedRows'>;
  /** Sentences about how the file was read. */
  readonly notices: readonly string[];
}

/** A preview kept in the worker until it is committed or discarded. */
export type ImportPreview = TransactionPreview | RecordPreview;

export interface PreviewRowsQuery {
  readonly previewId: string;
  readonly status: RowStatus | 'all';
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

/** The result of an import. Rows that became duplicates since the preview are skipped and counted. */
export interface ImportOutcome {
  readonly ok: true;
  /** Null when nothing was left to write. */
  readonly importId: string | null;
  readonly importedCount: number;
  /** Number of stored transactions that the chosen rows reversed; absent for none. */
  readonly reversedCount?: number;
  readonly duplicateCount: number;
  /** One line for each skipped duplicate. */
  readonly duplicates: readonly string[];
}

/** A file of records other than transactions. */
export interface EntityImportFile {
  /** Prices are written by the server: the page sends the chosen rows itself. Rates are written where there is no server. */
  readonly kind:
    | 'account'
    | 'asset'
    | 'price'
    | 'securityPrice'
    | 'exchangeRate'
    | 'propertyPrice'
    | 'savingsAccount'
    | 'brokerCashBalance';
  /** The account of rows that name none; the user's first by name unless it is given. Savings accounts only. */
  readonly defaultAccountId?: string;
  /** A chosen duplicate replaces the savings account that it repeats; without it, it becomes one of its own. */
  readonly updateExisting?: boolean;
  /** The security whose prices they are. */
  readonly isin?: string;
  /** The day of prices of many securities that name none; today unless it is given. */
  readonly day?: IsoDate;
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
  /** The cells of a row with errors that have or need a text, for correction. */
  readonly cells: readonly { readonly field: string; readonly label: string; readonly text: string }[];
  readonly shown: unknown;
}

/** The result of undoing an import; rows deleted before are in neither list. */
export interface UndoneImport {
  readonly removed: number;
  readonly kept: number;
  /** Number of stored transactions that the import reversed and that are restored. */
  readonly restored: number;
  /** The first of those that were changed since and stay. */
  readonly keptRows: readonly {
    readonly id: string;
    readonly transactionDate: IsoDate;
    readonly typeLabel: string;
    readonly assetName: string;
  }[];
}

export interface UndoOutcome extends UndoneImport {
  readonly ok: true;
}
