/** A file's columns as the user recognises them, and the signature of its header. */
import { cleanText, shorten } from '../cells/cell-text.ts';
import { textMark } from '../../values/text-mark.ts';
import { normaliseHeader, type TransactionField } from './columns.ts';
import type { Table } from './table.ts';

/** The field as which a column of the file is read. */
export interface ColumnReading {
  readonly header: string;
  /** The column's first cell that is not blank. */
  readonly sample: string;
  readonly field: TransactionField | null;
  /** True for what the file states in titles, texts or headings instead of in a column. */
  readonly isDerived?: true;
}

/** The most rows searched for a cell that is not blank. */
const SAMPLE_ROWS = 50;
/** The most columns that are listed. */
const MOST_COLUMNS = 200;

/**
 * Each column with its heading, its first cell that is not blank, and the field as which it is read. The file itself has
 * `ownColumns`; those after them are derived.
 */
export function columnReadings(
  table: Pick<Table, 'rows' | 'headerIndex'>,
  fields: readonly (TransactionField | null)[],
  ownColumns = Infinity,
): readonly ColumnReading[] {
  const header = table.rows[table.headerIndex] ?? [];
  const rows = table.rows.slice(table.headerIndex + 1, table.headerIndex + 1 + SAMPLE_ROWS);
  const width = Math.min(MOST_COLUMNS, Math.max(header.length, ...rows.map((row) => row.length)));
  return Array.from({ length: width }, (_column, position): ColumnReading => ({
    header: shorten(cleanText(header[position] ?? '')),
    sample: shorten(cleanText(rows.find((row) => (row[position] ?? '').trim() !== '')?.[position] ?? ''), 40),
    field: fields[position] ?? null,
    ...(position >= ownColumns && { isDerived: true as const }),
  }));
}

/** The same for two files of the same source: their headings, in order; null for a file without any. */
export function headerSignature(columns: readonly ColumnReading[]): string | null {
  const signature = columns.map((column) => normaliseHeader(column.header)).join('|');
  return /[a-z]/u.test(signature) ? signature : null;
}

/** A short key for a text, the same on every device: 106 bits of two marks, in base 36. */
export function textKey(text: string): string {
  return textMark(text, 0).toString(36) + textMark(text, 1).toString(36);
}
