/**
 * The names of an imported entity, the look of its preview, and its import functions: import screens differ only in
 * these.
 */
import type { Refusal } from '../../../../domain/csv/tables/file-kind.ts';
import type { ImportEffect } from '../../../../domain/csv/import/import-effect.ts';
import type { RowStatus } from '../../../../domain/csv/row-figures/preview.ts';
import type {
  FileReading,
  ImportOutcome,
  ImportPreview,
  ImportProgress,
  ImportRequest,
  PreviewCorrection,
  PreviewRowsQuery,
} from '../../../../workers/api/worker-api.ts';
import type { SearchAssets } from '../../../ui/forms/asset-field.tsx';
import type { EditableCell } from './row-editor.tsx';

/** A row of any preview; the entity's own record is beside these. */
export interface PreviewItem {
  readonly rowNumber: number;
  readonly status: RowStatus;
  readonly duplicateInfo: { readonly matchDetails: string } | null;
  readonly errors: readonly {
    readonly message: string;
    /** Of its column; null for the row as a whole. */ readonly field: string | null;
  }[];
  /** What to check before choosing it. */
  readonly note?: string | null;
  /** What was settled while reading; the row may be chosen beforehand all the same. */
  readonly remarks?: readonly string[];
  /** The open questions that it waits for. */
  readonly questions?: readonly { readonly text: string }[];
}

/**
 * How a column's values are written; `code` is monospaced, figures are right-aligned, and an `amount` is money whose
 * currency is in another column.
 */
export type CellKind = 'text' | 'code' | 'date' | 'number' | 'amount' | 'currency' | 'percent';

export interface PreviewColumn<Row> {
  readonly header: string;
  readonly kind: CellKind;
  /** Absent values and empty text show as '-'. */
  readonly value: (row: Row) => string | number | null;
  /** The currency of a `currency` cell, where it is not pounds. */
  readonly currency?: (row: Row) => string;
  /** The column's track of the grid at desktop width, for example `minmax(160px, 2fr)`. */
  readonly track: string;
  /** Its place when a phone shows the row as a card. */
  readonly place: 'title' | 'figure' | 'meta';
}

export interface ImportEntity<Row> {
  /** 'transaction' */
  readonly singular: string;
  /** 'transactions' */
  readonly plural: string;
  readonly columns: readonly PreviewColumn<Row>[];
  /** The width, in pixels, under which the preview's rows are cards; 760 unless the columns need more. */
  readonly cardsBelow?: number;
  /** What a quick import says, where the specification words it otherwise than for transactions. */
  readonly quick?: {
    readonly failed: string;
    readonly skipped: (imported: number, duplicates: number) => string;
    /** The dialog then closes by itself after this many milliseconds. */
    readonly closesAfterMs: number;
  };
  /** The cells that can be typed over; without it rows cannot be corrected. */
  readonly cells?: (row: Row) => readonly EditableCell[];
}

/** The result of an import; its id where it can be undone. */
export type ImportResult = Omit<ImportOutcome, 'importId'> & Partial<Pick<ImportOutcome, 'importId'>>;

/** Reads and writes one entity's files; a rejection is a bug or a lost worker, everything expected is a Refusal. */
export interface ImportSource<Row> {
  /** `onProgress` returns false to stop, which refuses with 'cancelled'. */
  readonly preview: (
    file: File,
    reading: FileReading,
    onProgress: (progress: ImportProgress) => boolean,
  ) => Promise<ImportPreview | Refusal>;
  readonly rows: (request: PreviewRowsQuery) => Promise<readonly Row[]>;
  readonly commit: (
    request: ImportRequest,
    onProgress: (progress: ImportProgress) => void,
  ) => Promise<ImportResult | Refusal>;
  /** Finds assets for securities that are otherwise unknown. */
  readonly searchAssets?: SearchAssets;
  /** Corrects rows of the preview; absent where rows cannot be corrected. */
  readonly correct?: (correction: PreviewCorrection) => Promise<ImportPreview | Refusal>;
  /** The changes that the chosen rows would make; absent where none are worked out. */
  readonly effect?: (request: ImportRequest) => Promise<ImportEffect | null>;
  /** Stops a running commit, which then adds nothing. */
  readonly cancel: (previewId: string) => Promise<void>;
  readonly discard: (previewId: string) => Promise<void>;
}

/** '1 transaction', '2 transactions': the count's own form of the entity's name. */
export function nameFor(count: number, entity: Pick<ImportEntity<never>, 'singular' | 'plural'>): string {
  return count === 1 ? entity.singular : entity.plural;
}
