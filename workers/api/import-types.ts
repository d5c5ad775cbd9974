/** Files to read, their previews and the results of their imports. Types only, for the page too. */
import type { TransactionField } from '../../domain/csv/tables/columns.ts';
import type { ChosenDateOrder } from '../../domain/csv/cells/day-text.ts';
import type { RowEdit } from '../../domain/csv/source/edited-rows.ts';
import type { ImportAnswers } from '../../domain/csv/questions/import-question.ts';
import type {
  ImportPreviewContent,
  PreviewStatus,
  PreviewSummary,
  RowStatus,
} from '../../domain/csv/row-figures/preview.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import type { TaxWrapper } from '../../domain/fields/enums.ts';

/** The account, broker or wrapper of rows that name none. */
export interface ImportDefaults {
  readonly accountId?: string;
  readonly brokerId?: string;
  readonly taxWrapper?: TaxWrapper;
}

/** How the user wants a file to be read, with the corrections. */
export interface FileReading {
  /** The field of each column, by position. Null forgets the stored choice for such files. */
  readonly columns?: readonly (TransactionField | null)[] | null;
  /** Read by its columns, although its broker is known. */
  readonly byColumns?: boolean;
  /** The user's answer to `datesAmbiguous`. */
  readonly dateOrder?: ChosenDateOrder;
  /** Charges of purchases are split into stamp duty and dealing charge where that fits. */
  readonly splitCharges?: boolean;
  readonly defaults?: ImportDefaults;
  /** The values typed over cells, by row number. */
  readonly edits?: Readonly<Record<number, RowEdit>>;
  /** The answers, by the keys of the questions. */
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
  /** The answer to a question, for all its rows. */
  readonly answer?: { readonly key: string; readonly value: string };
}

/** The fields of every preview that do not depend on its rows. */
interface PreviewOfRows {
  readonly ok: true;
  readonly previewId: string;
  readonly fileName: string;
  /** Row numbers by status, for `Select All Valid` and `Include duplicate transactions`. */
  readonly rowNumbers: Readonly<Record<RowStatus, readonly number[]>>;
  /** Valid rows that are not selected beforehand. */
  readonly heldRows: readonly number[];
  /** Increases with each correction: rows that were read before are out of date. */
  readonly revision: number;
}

/** The preview of a file of transactions; `previewRows` returns its rows. */
export interface TransactionPreview extends PreviewOfRows, ImportPreviewContent {
  readonly kind: 'transactions';
  /** Those of them that remove stored transactions, which the user must select one by one. */
  readonly removalRows?: readonly number[];
  /** The user chose the columns, now or earlier for such a file. */
  readonly columnsChosen: boolean;
}

/** The preview of a file of other records, which has no questions; `entityRows` returns its rows. */
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
  /** Names of `newAccounts` that are to be created; rows of the others are not imported. */
  readonly createAccounts: readonly string[];
  /** Broker id by the name of an unknown broker, where the user chose another than the proposed one. */
  readonly brokerChoices?: Readonly<Record<string, string>>;
}

/** In rows, or in bytes while a file is read. */
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
  /**
   * Prices are written by the server: the page sends the chosen rows itself. Rates are written where there is no
   * server.
   */
  readonly kind:
    | 'account'
    | 'asset'
    | 'price'
    | 'securityPrice'
    | 'exchangeRate'
    | 'propertyPrice'
    | 'savingsAccount'
    | 'brokerCashBalance';
  /** The account of rows that name none; by default the user's first by name. Only for savings accounts. */
  readonly defaultAccountId?: string;
  /** A chosen duplicate replaces the stored savings account; without it, it becomes a separate account. */
  readonly updateExisting?: boolean;
  /** The security of the prices. */
  readonly isin?: string;
  /** The day of prices of many securities without a day; today by default. */
  readonly day?: IsoDate;
  /** The property of the prices. */
  readonly propertyId?: string;
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

/** A row of such a file; what it shows depends on the kind. */
export interface EntityPreviewRow {
  readonly rowNumber: number;
  readonly status: PreviewStatus;
  readonly duplicateInfo: { readonly matchDetails: string } | null;
  /** A warning to read before selecting the row, which is not selected beforehand; null for none. */
  readonly note: string | null;
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
  /** The first of those that were changed since the import and remain. */
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
