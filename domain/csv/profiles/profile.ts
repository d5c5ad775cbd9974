/**
 * A broker's file, recognised by its header and put into our own words: each of its rows becomes the cells that our
 * generic reader takes, so that checks, look-ups and duplicates are the same for every file.
 */
import type { TaxWrapper } from '../../enums.ts';
import type { ChosenDateOrder } from '../cells/day-text.ts';
import type { TransactionField } from '../tables/columns.ts';
import type { BalanceLine } from '../tables/running-balance.ts';
import type { CashRow } from './cash.ts';
import type { RowProof } from './source-row.ts';

/** The cells of one transaction, by field: days as the file writes them, figures as plain text, pounds unless a currency stands beside the figure. */
export type ProfileCells = Readonly<Partial<Record<TransactionField, string>>>;

/**
 * What a profile makes of a line: a transaction, cash that moves without a security, a line that says nothing, one whose figures are in
 * another line's row, or a fault to show with the cells that could be read. A transaction with a note is not chosen beforehand.
 */
export type ProfileRow =
  | {
      readonly kind: 'transaction';
      readonly cells: ProfileCells;
      readonly note?: string;
      /** The row takes the transaction back that its cells describe. */
      readonly takesBack?: boolean;
      /** What was settled on the way; the row may be chosen beforehand. */
      readonly remark?: string;
      readonly proof?: RowProof;
    }
  /** What the line moves: both sides of a conversion, say, and its fee. */
  | { readonly kind: 'cash'; readonly moves: readonly CashRow[] }
  /** `reason` says why it is passed over, where the kind does not. */
  | { readonly kind: 'ignored'; readonly reason?: string }
  /** `to` is the line of the row that it is read together with. */
  | { readonly kind: 'joined'; readonly to: number }
  | { readonly kind: 'fault'; readonly message: string; readonly cells?: ProfileCells };

/** A row of the file by its column headings, as `headerKey` writes them. */
export interface BrokerRow {
  readonly line: number;
  /** As the file has them, untrimmed. */
  readonly cells: readonly string[];
  /** The trimmed cell under a heading, or under the first of several; empty when the file has none of them. */
  get(...headings: readonly string[]): string;
  /** The row with other cells under the same headings. */
  withCells(cells: readonly string[]): BrokerRow;
}

/** A whole file: its rows below the header, without blank ones, and what stands above. */
export interface BrokerFile {
  readonly header: readonly string[];
  readonly before: readonly (readonly string[])[];
  readonly rows: readonly BrokerRow[];
}

/** A row that may be a header: its cells, and what they say as headings. */
export interface HeadingRow {
  readonly cells: readonly string[];
  readonly keys: ReadonlySet<string>;
}

export interface Profile {
  /** The broker's name, as shown and as proposed for the rows. */
  readonly broker: string;
  /** How many headings a row has of the profile's header, or 0 when it is not that. */
  readonly match: (row: HeadingRow) => number;
  /** The sentence that refuses the file: a valuation, not a history. */
  readonly refusal?: string;
  /** Rows wider than the header are the profile's own business. */
  readonly ragged?: boolean;
  /** A row's currency is stated; one that names none is said. */
  readonly statesCurrency?: boolean;
  /** What was paid is negative in all its files, and what was received positive. */
  readonly paysNegative?: boolean;
  /** The reference is an order's, which several fills share. */
  readonly orderReference?: boolean;
  /** How days are written where the file proves nothing; day first unless said. */
  readonly dateOrder?: ChosenDateOrder;
  /** Puts a row right that the broker is known to write wrongly. */
  readonly mend?: (cells: readonly string[]) => readonly string[];
  /** The wrapper that the file's name or title tells, for rows that name none. */
  readonly wrapperOf?: (file: BrokerFile, fileName: string) => TaxWrapper | null;
  /** What each row adds to its account and the balance after it, in a file that states one. */
  readonly balance?: (file: BrokerFile) => readonly BalanceLine[];
  /** Other full names that a security called so by the broker may have, without its own prefix or suffix or with it; taken where exactly one fits. */
  readonly nameForms?: (name: string) => readonly string[];
  /** Reads the file: one answer for each row, in order. */
  readonly read: (file: BrokerFile) => readonly ProfileRow[];
}

/** Reads a file row by row; `next` is the row after it. */
export function eachRow(read: (row: BrokerRow, next: BrokerRow | null) => ProfileRow): Profile['read'] {
  return ({ rows }) => rows.map((row, index) => read(row, rows[index + 1] ?? null));
}

/** The answer of a line that moves cash once. */
export function cash(row: CashRow): ProfileRow {
  return { kind: 'cash', moves: [row] };
}

/** A heading as signatures compare it: trimmed, in lower case, single spaces, and `?` for each character beyond ASCII. */
export function headerKey(cell: string): string {
  return cell
    .replace(/^[\uFEFF"]+|(?<!")"+$/gu, '')
    .trim()
    .replace(/\s+/gu, ' ')
    .toLowerCase()
    .replace(/[^\u0020-\u007E]/gu, '?');
}

/** Headings that a header row must have, with one of each `any`, and must not have. */
export interface Headings {
  readonly all: readonly string[];
  readonly any?: readonly (readonly string[])[];
  readonly none?: readonly string[];
}

/** Matches a header row by its headings, in whatever order. */
export function byHeadings({ all, any = [], none = [] }: Headings): Profile['match'] {
  return ({ keys }) => {
    if (!all.every((heading) => keys.has(heading))) return 0;
    if (any.some((choices) => !choices.some((heading) => keys.has(heading)))) return 0;
    return none.some((heading) => keys.has(heading)) ? 0 : all.length + any.length;
  };
}

/** The fault of a row whose kind the profile does not know: shown, never guessed. */
export function unknownKind(broker: string, what: string, value: string, cells: ProfileCells): ProfileRow {
  return {
    kind: 'fault',
    message: `Unrecognised ${broker} ${what} '${value}'. Choose a type for this row or leave it out.`,
    cells,
  };
}
