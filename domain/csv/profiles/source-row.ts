/** The rows of any file as cells by field. */
import type { TaxWrapper } from '../../fields/enums.ts';
import { cleanText, shorten } from '../cells/cell-text.ts';
import type { ChosenDateOrder } from '../cells/day-text.ts';
import type { AmountReading } from '../cells/figure-proof.ts';
import type { DecimalMark } from '../cells/numbers.ts';
import type { UnknownCash } from '../questions/cash-type-question.ts';
import type { FileOrigin } from '../questions/remembered-answers.ts';
import { headerSignature, textKey, type ColumnReading } from '../tables/column-readings.ts';
import type { TransactionField } from '../tables/columns.ts';
import type { TotalsProof } from '../tables/file-totals.ts';
import type { BalanceProof } from '../tables/balance-lines.ts';

/** A line that is not a transaction, with the reason. */
export interface SkippedLine {
  readonly line: number;
  /** Its cells as shortened text. */
  readonly text: string;
  readonly reason: string;
}

/** What else of a file proves the row's own figures. */
export interface RowProof {
  /** The running balance of a file without a profile proves that money moved in the direction of the row's type. */
  readonly isDirectionProved?: boolean;
  /** The units held that such a file states prove the row's units, and that they were added or removed as its type says. */
  readonly areUnitsProved?: boolean;
  /** The amount paid or received, as the file writes it: negative for payments where the file has signs. */
  readonly net?: string;
  /**
   * The price in the currency of the amount as plain decimal text, where the row's own price is in another currency or
   * was derived.
   */
  readonly price?: string;
  /** No price is in the file: it is the amount of one unit. */
  readonly isPriceDerived?: boolean;
  /** The charge is not in the file: it is the difference between the amount and quantity x price. */
  readonly isChargeDerived?: boolean;
  /** The amount of an income per unit in another currency, for which the file states no rate. */
  readonly perUnitAbroad?: { readonly text: string; readonly currency: string } | null;
  /** Pounds for one unit of the amount's currency, as the file states it. */
  readonly rate?: string;
  /**
   * Units of the row's currency for one of the account's, which the file does not name: pounds, where the rate of the day
   * says so.
   */
  readonly accountRate?: string;
  /** The rate at which the profile converted the row's amounts to pounds, and their original currency. */
  readonly converted?: { readonly currency: string; readonly rate: string } | null;
}

/** One row of a file, read by field. A broker's profile returns such rows too, with cells of our own types. */
export interface SourceRow {
  readonly line: number;
  /** The cell of a field, untrimmed; empty when the file has no such column or cell. */
  get(field: TransactionField): string;
  /** The sentence that says why the row cannot be read at all; its cells are then ignored. */
  readonly fault: string | null;
  /** A warning to read before selecting the row, which is not selected beforehand. */
  readonly note: string | null;
  /** What was found while reading; the row may be selected beforehand. */
  readonly remark: string | null;
  /** The row reverses the transaction that its cells describe. */
  readonly isReversal: boolean;
  /** A text beside the row says that it may reverse another; `note` asks about it. */
  readonly mayReverse: boolean;
  readonly proof: RowProof | null;
  /** The row moves cash and the file does not name its type. */
  readonly unknownCash?: UnknownCash | undefined;
  /**
   * The same text on both sides of a transfer within the file; both get a link with an id of its own when both are
   * imported.
   */
  readonly pair?: string | undefined;
  /** A figure that a spreadsheet shortened to scientific notation, where the cells by field no longer show it. */
  readonly cutFigure: string | null;
  /** The number of cells and of columns when the row ends too early. */
  readonly cut: { readonly cells: number; readonly columns: number } | null;
}

/** A file's rows with the properties of its columns. */
export interface SourceRows {
  readonly profileName: string;
  /** Our own export, whose text cells are protected from formulas. */
  readonly guarded: boolean;
  readonly rows: readonly SourceRow[];
  readonly columns: readonly ColumnReading[];
  readonly isBrokerFile: boolean;
  readonly has: (field: TransactionField) => boolean;
  /** The heading of a field as the file writes it. */
  readonly heading: (field: TransactionField) => string;
  /** The heading states that the column is in pence. */
  readonly pence: (field: TransactionField) => boolean;
  /** The heading states that the column is in pounds, whatever the row's currency column contains. */
  readonly pounds: (field: TransactionField) => boolean;
  /** Other full names for a security's name in this broker's files. */
  readonly nameForms: (name: string) => readonly string[];
  /** The wrapper in the file's name or title, for rows without one. */
  readonly wrapper: TaxWrapper | null;
  /** A profile's figures are plain text; null where the cells decide. */
  readonly mark: DecimalMark | null;
  /** The broker's known order of day and month, where the file proves none; null when it is not known. */
  readonly dateOrder: ChosenDateOrder | null;
  /** No column names a security, and none can: all rows are about one, which the user is asked for. */
  readonly namesNoSecurity: boolean;
  /** The broker's files are known to state amounts in pounds, or name their currency. */
  readonly isCurrencyKnown: boolean;
  /** The currency that the lines above the header name for the amounts; null for none. */
  readonly titleCurrency: string | null;
  /** What the file's own running balance proves; null where it has none. */
  readonly balance: BalanceProof | null;
  /** Whether amounts include the charges, as the running balance of a file without a profile proves; null for nothing. */
  readonly amountReading: AmountReading | null;
  /** What the file's own totals line proves; null where it has none. */
  readonly totals: TotalsProof | null;
  /** References belong to single rows; false where they belong to orders, whose fills share them. */
  readonly hasRowReference: boolean;
  /** In all files of this broker payments are negative and receipts positive. */
  readonly paysNegative: boolean;
  /** Number of lines that are neither blank nor transactions. */
  readonly skippedRows: number;
  /** The first of these lines, each with its reason. */
  readonly skipped: readonly SkippedLine[];
  readonly notices: readonly string[];
}

/** The source of a file, for answers that also apply to its next file; null when it is unknown. */
export function originOf({ profileName, isBrokerFile, guarded, columns }: SourceRows): FileOrigin | null {
  if (isBrokerFile || guarded) return { key: profileName, label: profileName };
  const signature = headerSignature(columns);
  if (signature === null) return null;
  const headings = columns.map(({ header }) => header).filter((header) => header !== '');
  return { key: textKey(signature), label: shorten(`Files with the columns ${headings.join(', ')}`, 120) };
}

/** More skipped lines than a user reads. */
export const MOST_SKIPPED = 500;

/** A skipped line as it is shown. */
export function skippedLine(line: number, cells: readonly string[], reason: string): SkippedLine {
  const text = cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(', ');
  return { line, text: shorten(cleanText(text), 160), reason };
}

/** The first lines of several, by their numbers, for a sentence. */
export function namedLines(lines: readonly number[]): string {
  const named = lines.slice(0, 5).join(', ') + (lines.length > 5 ? ', …' : '');
  return lines.length === 1 ? `line ${named}` : `lines ${named}`;
}

/** The reason why a line of another table is not read. */
export const IN_SECOND_TABLE = 'It is in a second table.';

/** The sentence that says where a second table starts, and how many rows it has below its header. */
export function secondTableNotice(line: number, rows: number): string {
  return `A second table starts on line ${line}. Its ${rows === 1 ? '1 row was' : `${rows} rows were`} not read.`;
}

export const NO_ROWS = 'The file has a header row but no transactions.';

/** The reason why a row that is wider than its header is not read. */
export function tooWide(cells: number, columns: number): string {
  return `Row has ${cells} columns, the header has ${columns}. A comma inside a number or a name may need quotation marks.`;
}

/** Index of the last cell that is not blank, or -1. */
export function lastFilled(cells: readonly string[]): number {
  let last = cells.length - 1;
  while (last >= 0 && (cells[last] ?? '').trim() === '') last -= 1;
  return last;
}
