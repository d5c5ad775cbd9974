/**
 * A broker's file, recognised by its header and told in our own words: each of its rows becomes the cells that our generic reader
 * takes, so that checks, look-ups and duplicates are the same for every file.
 */
import type { TransactionField } from '../columns.ts';

/** The cells of one transaction, by field: days as ISO, figures as plain text, pounds unless a currency stands before the figure. */
export type ProfileCells = Readonly<Partial<Record<TransactionField, string>>>;

/** What a profile makes of a line: a transaction, cash without a security, a line that says nothing, or a fault to show. */
export type ProfileRow =
  | { readonly kind: 'transaction'; readonly cells: ProfileCells }
  | { readonly kind: 'cash' }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'fault'; readonly message: string };

/** A row of the file by its column headings, as `headerKey` writes them. */
export interface BrokerRow {
  readonly line: number;
  /** The trimmed cell under a heading, or under the first of several; empty when the file has none of them. */
  get(...headings: readonly string[]): string;
}

export interface Profile {
  readonly id: string;
  /** The broker's name, as shown and as proposed for the rows. */
  readonly broker: string;
  /** Headings that a header row must have, with one of each `any`, and must not have. */
  readonly all: readonly string[];
  readonly any?: readonly (readonly string[])[];
  readonly none?: readonly string[];
  /** The sentence that refuses the file: a valuation, not a history. */
  readonly refusal?: string;
  /** Reads one row; `next` is the row after it, for what brokers write in two lines. */
  readonly read: (row: BrokerRow, next: BrokerRow | null) => ProfileRow;
}

/** A heading as signatures compare it: trimmed, in lower case, single spaces, and `?` for each character beyond ASCII. */
export function headerKey(cell: string): string {
  return cell.replace(/^[\uFEFF"]+|"+$/gu, '').trim().replace(/\s+/gu, ' ').toLowerCase().replace(/[^\u0020-\u007E]/gu, '?');
}

/** How many of a profile's headings a row has, or 0 when it is not the profile's header. */
export function headerMatch(profile: Profile, cells: readonly string[]): number {
  const keys = new Set(cells.map(headerKey));
  if (!profile.all.every((heading) => keys.has(heading))) return 0;
  if (profile.any?.some((choices) => !choices.some((heading) => keys.has(heading))) === true) return 0;
  if (profile.none?.some((heading) => keys.has(heading)) === true) return 0;
  return profile.all.length + (profile.any?.length ?? 0);
}
