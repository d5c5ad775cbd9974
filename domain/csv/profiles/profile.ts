/**
 * A broker's file, recognised by its header: each of its rows becomes the cells of our own transaction types, so that
 * checks, look-ups and duplicates are the same for every file.
 */
import type { TaxWrapper } from '../../fields/enums.ts';
import type { ChosenDateOrder } from '../cells/day-text.ts';
import type { TransactionField } from '../tables/columns.ts';
import type { BalanceLine } from '../tables/balance-lines.ts';
import type { CashRow } from './cash.ts';
import type { RowProof } from './source-row.ts';

/**
 * The cells of one transaction, by field: days as the file writes them, figures as plain text, pounds unless a currency
 * is beside the figure.
 */
export type ProfileCells = Readonly<Partial<Record<TransactionField, string>>>;

/**
 * A line as its profile reads it: a transaction, a movement of cash without a security, a line to ignore, a line whose
 * figures belong to another line's row, or a fault with the cells that could be read. A transaction with a note is not
 * selected beforehand.
 */
export type ProfileRow =
  | {
      readonly kind: 'transaction';
      readonly cells: ProfileCells;
      readonly note?: string;
      /** The row reverses the transaction that its cells describe. */
      readonly isReversal?: boolean;
      /** What was resolved while reading; the row may be selected beforehand. */
      readonly remark?: string;
      readonly proof?: RowProof;
    }
  /** The movements of the line, such as both sides of a conversion and its fee. */
  | { readonly kind: 'cash'; readonly moves: readonly CashRow[] }
  /** `reason` says why the line is ignored, where the kind does not. */
  | { readonly kind: 'ignored'; readonly reason?: string }
  /** `to` is the line of the row that this line is read together with. */
  | { readonly kind: 'joined'; readonly to: number }
  | { readonly kind: 'fault'; readonly message: string; readonly cells?: ProfileCells };

/** A row of the file by its column headings, as `headerKey` writes them. */
export interface BrokerRow {
  readonly line: number;
  /** The cells as in the file, untrimmed; empty for one such as `n/a` or `-`, which says that there is no value. */
  readonly cells: readonly string[];
  /** The trimmed cell under a heading, or under the first of several that the file has; empty when it has none of them. */
  get(...headings: readonly string[]): string;
  /** True if the header above the row has the heading. */
  has(heading: string): boolean;
  /** A word in the file, which was removed from the cells, marks the row as a reversal. */
  readonly isReversed: boolean;
  /** The row with other cells under the same headings. */
  withCells(cells: readonly string[], isReversed?: boolean): BrokerRow;
}

/** A whole file: its rows below the header, without blank ones, and the rows above. */
export interface BrokerFile {
  readonly header: readonly string[];
  readonly before: readonly (readonly string[])[];
  readonly rows: readonly BrokerRow[];
}

/** A row that may be a header: its cells, and their keys as headings. */
export interface HeadingRow {
  readonly cells: readonly string[];
  readonly keys: ReadonlySet<string>;
}

export interface Profile {
  /** The broker's name, shown to the user and proposed for the rows. */
  readonly broker: string;
  /** The headings of its header, or how many of them a row has; 0 when it is not the profile's header. */
  readonly header: Headings | ((row: HeadingRow) => number);
  /** The sentence that refuses the file because it is a valuation and not a history. */
  readonly refusal?: string;
  /** The profile itself reads rows that are wider than the header. */
  readonly ragged?: boolean;
  /** Rows name their currency, in all files or in these; one that does not is marked for the user to check. */
  readonly statesCurrency?: boolean | ((file: BrokerFile) => boolean);
  /** Amounts are in the account's currency, which only the lines above the header may name. */
  readonly hidesCurrency?: boolean;
  /** The profile itself reads figures with decimal commas. */
  readonly readsCommas?: boolean;
  /** In all files of this broker payments are negative and receipts positive. */
  readonly paysNegative?: boolean;
  /** References belong to orders, so that several fills share one. */
  readonly orderReference?: boolean;
  /**
   * The order of day and month where the file proves none; day first where it is absent. Null where the broker writes
   * no such days, or any: the user is asked.
   */
  readonly dateOrder?: ChosenDateOrder | null;
  /** The profile itself reads what became of an order. */
  readonly readsStatus?: boolean;
  /** The account of a row, where the profile reads it or no column has it in all rows; empty for one that is not named. */
  readonly accountOf?: (file: BrokerFile) => (row: BrokerRow) => string;
  /** Repairs a row that the broker is known to write wrongly. */
  readonly mend?: (cells: readonly string[]) => readonly string[];
  /** The wrapper in the file's name or title, for rows that name none. */
  readonly wrapperOf?: (file: BrokerFile, fileName: string) => TaxWrapper | null;
  /** The amount that each row adds to its account and the balance after it, in a file that states a balance. */
  readonly balance?: (file: BrokerFile) => readonly BalanceLine[];
  /**
   * Other full names for a name in the broker's file, with the broker's own prefix or suffix or without it; used where
   * exactly one fits.
   */
  readonly nameForms?: (name: string) => readonly string[];
  /** Reads the file: one result for each row, in order. */
  readonly read: (file: BrokerFile) => readonly ProfileRow[];
}

/** Reads a file row by row; `next` is the row after it. */
export function eachRow(read: (row: BrokerRow, next: BrokerRow | null) => ProfileRow): Profile['read'] {
  return ({ rows }) => rows.map((row, index) => read(row, rows[index + 1] ?? null));
}

/** The result of a line that moves cash once. */
export function cash(row: CashRow): ProfileRow {
  return { kind: 'cash', moves: [row] };
}

/** The notes that apply as one note; none where none applies. */
export function joinNotes(...notes: readonly (string | false | undefined)[]): { readonly note?: string } {
  const said = notes.filter((note) => note !== false && note !== undefined);
  return said.length === 0 ? {} : { note: said.join(' ') };
}

/** The note on a sale that opens a position, or a purchase that closes one. */
export const SOLD_SHORT = 'Units that were not held may have been sold. Check the row.';

/** A heading as it is compared: trimmed, in lower case, with single spaces, and `?` for each character beyond ASCII. */
export function headerKey(cell: string): string {
  return cell
    .replace(/^[\uFEFF"]+|(?<!")"+$/gu, '')
    .trim()
    .replace(/\s+/gu, ' ')
    .toLowerCase()
    .replace(/[^\u0020-\u007E]/gu, '?');
}

/** A row as one that may be a header. */
export function headingRow(cells: readonly string[]): HeadingRow {
  return { cells, keys: new Set(cells.map(headerKey)) };
}

/** How many of the profile's headings a row has; 0 when it is not the profile's header. */
export function headingsIn({ header }: Profile, row: HeadingRow): number {
  return typeof header === 'function' ? header(row) : countHeadings(header, row);
}

/** Headings that a header row must have (`all`, and one of each group in `any`) and must not have (`none`). */
export interface Headings {
  readonly all: readonly string[];
  readonly any?: readonly (readonly string[])[];
  readonly none?: readonly string[];
}

/** How many of the headings a row has, in any order; 0 when one is missing or must not be there. */
export function countHeadings(headings: Headings, row: HeadingRow): number {
  return missingHeadings(headings, row)?.length === 0 ? choicesOf(headings).length : 0;
}

/** The headings that a row lacks, by the first name of each; null when it has one that must not be there. */
export function missingHeadings(headings: Headings, { keys }: HeadingRow): readonly string[] | null {
  if (headings.none?.some((heading) => keys.has(heading)) === true) return null;
  return choicesOf(headings).flatMap((choices) =>
    choices.some((heading) => keys.has(heading)) ? [] : choices.slice(0, 1),
  );
}

/** Each heading of a header by its names. */
export function choicesOf({ all, any = [] }: Headings): readonly (readonly string[])[] {
  return [...all.map((heading) => [heading]), ...any];
}

/** The fault of a row whose kind the profile does not know; the kind is never guessed. */
export function unknownKind(broker: string, what: string, value: string, cells: ProfileCells): ProfileRow {
  return {
    kind: 'fault',
    message: `Unrecognised ${broker} ${what} '${value}'. Choose a type for this row or leave it out.`,
    cells,
  };
}
