/** What an imported entity is called, how its preview looks, and where its answers come from: every import screen differs in these alone. */
import type { ChosenDateOrder, PreviewError, PreviewStatus, Refusal } from '../../../domain/csv/preview.ts';
import type { ImportOutcome, ImportPreview, ImportProgress, ImportRequest, PreviewRowsQuery } from '../../../workers/worker-api.ts';

/** A row of any preview; the entity's own record stands beside these. */
export interface PreviewItem {
  readonly rowNumber: number;
  readonly status: PreviewStatus;
  readonly duplicateInfo: { readonly matchDetails: string } | null;
  readonly errors: readonly PreviewError[];
}

/** How a column's values are written; `code` is monospaced, figures are right-aligned. */
export type CellKind = 'text' | 'code' | 'date' | 'number' | 'currency' | 'percent';

export interface PreviewColumn<Row> {
  readonly header: string;
  readonly kind: CellKind;
  /** Absent values and empty text show as '-'. */
  readonly value: (row: Row) => string | number | null;
  /** The column's track of the grid at desktop width, for example `minmax(160px, 2fr)`. */
  readonly track: string;
  /** Where it stands when a phone shows the row as a card. */
  readonly place: 'title' | 'figure' | 'meta';
}

export interface ImportEntity<Row> {
  /** 'transaction' */
  readonly singular: string;
  /** 'transactions' */
  readonly plural: string;
  readonly columns: readonly PreviewColumn<Row>[];
}

/** What the user said of a file that does not say it itself. */
export interface FileReading {
  readonly dateOrder?: ChosenDateOrder;
}

/** What an import did. */
export type ImportResult = Omit<ImportOutcome, 'importId'>;

/** Reads and writes one entity's files; a rejection is a bug or a lost worker, everything expected is a Refusal. */
export interface ImportSource<Row> {
  readonly preview: (file: File, reading: FileReading) => Promise<ImportPreview | Refusal>;
  readonly rows: (request: PreviewRowsQuery) => Promise<readonly Row[]>;
  readonly commit: (request: ImportRequest, onProgress: (progress: ImportProgress) => void) => Promise<ImportResult | Refusal>;
  /** Stops a running commit, which then adds nothing. */
  readonly cancel: (previewId: string) => Promise<void>;
  readonly discard: (previewId: string) => Promise<void>;
}

/** '1 transaction', '2 transactions': the count's own form of the entity's name. */
export function nameFor(count: number, entity: Pick<ImportEntity<never>, 'singular' | 'plural'>): string {
  return count === 1 ? entity.singular : entity.plural;
}
