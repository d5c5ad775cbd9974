/** A file's transactions as cells by field, whatever form the file has. */
import type { TaxWrapper } from '../../enums.ts';
import { cleanText, shorten } from '../cells/cell-text.ts';
import type { ChosenDateOrder } from '../cells/day-text.ts';
import type { DecimalMark } from '../cells/numbers.ts';
import type { UnknownCash } from '../questions/cash-type-question.ts';
import type { FileOrigin } from '../questions/remembered-answers.ts';
import { headerSignature, textKey, type ColumnReading } from '../tables/column-readings.ts';
import type { TransactionField } from '../tables/columns.ts';
import type { TotalsProof } from '../tables/file-totals.ts';
import type { BalanceProof } from '../tables/running-balance.ts';

/** A line that is no transaction, and why. */
export interface SkippedLine {
  readonly line: number;
  /** Its cells, shortened. */
  readonly text: string;
  readonly reason: string;
}

/** What a broker's file states beside a row's own figures, to prove them by. */
export interface RowProof {
  /** What was paid or received, as the file writes it: negative for money that went out where the file signs it. */
  readonly net?: string;
  /** The price in the currency of the amount as plain decimal text, where the row's own is another or was derived. */
  readonly price?: string;
  /** Pounds for one unit of the amount's currency, as the file states it. */
  readonly rate?: string;
  /** The rate at which the profile itself changed the row's amounts to pounds, and what they were in. */
  readonly converted?: { readonly currency: string; readonly rate: string } | null;
}

/** One row of a file, read by field. A broker's profile answers the same with cells in our own words. */
export interface SourceRow {
  readonly line: number;
  /** The cell of a field, untrimmed; empty when the file has no such column or cell. */
  get(field: TransactionField): string;
  /** Why the row cannot be read at all, as a sentence; its cells are then not trusted. */
  readonly fault: string | null;
  /** What to know before the row is chosen; it is not chosen beforehand. */
  readonly note: string | null;
  /** What was found on the way; the row may be chosen beforehand all the same. */
  readonly remark: string | null;
  /** The row takes another back: its cells say which. */
  readonly takesBack: boolean;
  readonly proof: RowProof | null;
  /** The row moves cash, and the file does not say as what. */
  readonly unknownCash?: UnknownCash | undefined;
  /** The same on both sides of a transfer within the file: the link gets an id of its own when both rows are imported. */
  readonly pair?: string | undefined;
  /** A figure of the row that a spreadsheet has cut by scientific notation, where the cells by field no longer show it. */
  readonly cutFigure: string | null;
  /** Cells present and columns expected, when the row is cut short. */
  readonly cut: { readonly cells: number; readonly columns: number } | null;
}

/** A file's rows with what is known about its columns. */
export interface SourceRows {
  readonly profileName: string;
  /** Our own export: text cells carry the formula guard. */
  readonly guarded: boolean;
  readonly rows: readonly SourceRow[];
  readonly columns: readonly ColumnReading[];
  readonly isBrokerFile: boolean;
  readonly has: (field: TransactionField) => boolean;
  /** The heading of a field as the file writes it. */
  readonly heading: (field: TransactionField) => string;
  /** The heading says that the column is in pence. */
  readonly pence: (field: TransactionField) => boolean;
  /** The heading says that the column is in pounds, whatever a currency column says of the row. */
  readonly pounds: (field: TransactionField) => boolean;
  /** Other full names that a security called so by this broker may have. */
  readonly nameForms: (name: string) => readonly string[];
  /** What the file's name or title says about rows without a wrapper. */
  readonly wrapper: TaxWrapper | null;
  /** A profile's figures are plain text; null where the cells decide. */
  readonly mark: DecimalMark | null;
  /** How the broker is known to write days, where the file proves nothing; null when it is not known. */
  readonly dateOrder: ChosenDateOrder | null;
  /** What the file's own running balance proves; null where it has none. */
  readonly balance: BalanceProof | null;
  /** What the file's own totals line proves; null where it has none. */
  readonly totals: TotalsProof | null;
  /** The reference is each row's own; false where it is an order's, which its fills share. */
  readonly hasRowReference: boolean;
  /** What was paid is negative in all files of this broker, and what was received positive. */
  readonly paysNegative: boolean;
  /** Non-blank lines that are no transactions. */
  readonly skippedRows: number;
  /** The first of these that can be shown, each with its reason. */
  readonly skipped: readonly SkippedLine[];
  readonly notices: readonly string[];
}

/** Whose file it is, for answers that hold for the next one too; null when nothing tells. */
export function originOf({ profileName, isBrokerFile, guarded, columns }: SourceRows): FileOrigin | null {
  if (isBrokerFile || guarded) return { key: profileName, label: profileName };
  const signature = headerSignature(columns);
  if (signature === null) return null;
  const headings = columns.map(({ header }) => header).filter((header) => header !== '');
  return { key: textKey(signature), label: shorten(`Files with the columns ${headings.join(', ')}`, 120) };
}

/** More skipped lines than anyone reads through. */
export const MOST_SKIPPED = 500;

/** A skipped line as it is shown. */
export function skippedLine(line: number, cells: readonly string[], reason: string): SkippedLine {
  const text = cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(', ');
  return { line, text: shorten(cleanText(text), 160), reason };
}

export const NO_ROWS = 'The file has a header row but no transactions.';

/** Why a row that is wider than its header is not read. */
export function tooWide(cells: number, columns: number): string {
  return `Row has ${cells} columns, the header has ${columns}. A comma inside a number or a name may need quotation marks.`;
}

/** Index of the last cell that is not blank, or -1. */
export function lastFilled(cells: readonly string[]): number {
  let last = cells.length - 1;
  while (last >= 0 && (cells[last] ?? '').trim() === '') last -= 1;
  return last;
}
