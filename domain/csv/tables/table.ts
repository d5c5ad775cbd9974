export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** A file as rows of cells. `lines[i]` is the line on which row `i` starts, counted from 1. */
export interface Table {
  readonly encoding: TextEncoding;
  readonly delimiter: string;
  readonly rows: readonly (readonly string[])[];
  readonly lines: readonly number[];
  /** Index of the header row, or -1 when no row names enough columns. */
  readonly headerIndex: number;
  /** Number of non-blank lines before the header, such as a title block or `sep=;`. */
  readonly preamble: number;
}

export function isBlankRow(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === '');
}
