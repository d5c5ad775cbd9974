/**
 * Rows that take another back, such as a cancelled trade or a reversed dividend: each is paired with what it takes back, in the file
 * or among the stored transactions, so that the pair leaves nothing. What it takes back is of its account, security and type, of its
 * quantity and amount, and at most ten days older.
 */
import { daysBetween } from '../dates.ts';
import { labelOf, TRANSACTION_TYPES } from '../enums.ts';
import type { Transaction } from '../records.ts';
import type { TransactionFields } from '../transaction.ts';

const MOST_DAYS = 10;
/** More candidates than these are told apart by nobody. */
const MOST_LIKES = 20;

/** A checked row of the file as pairing sees it. */
export interface PairedRow {
  readonly line: number;
  readonly takesBack: boolean;
  /** Null for a row with faults or open questions. */
  readonly fields: TransactionFields | null;
  /** The stored transaction that the row is a duplicate of, or null. */
  readonly stored: Transaction | null;
}

/** What a row takes back. */
export type TakenBack =
  | { readonly kind: 'row'; readonly line: number; readonly stored: Transaction | null }
  | { readonly kind: 'stored'; readonly stored: Transaction }
  | { readonly kind: 'several'; readonly lines: readonly number[]; readonly stored: readonly Transaction[] }
  | { readonly kind: 'nothing' };

export interface TakenBackRows {
  /** By the line of the row that takes back. */
  readonly pairs: ReadonlyMap<number, TakenBack>;
  /** By the line of a row that is or may be taken back: the line that takes it. */
  readonly takenBy: ReadonlyMap<number, number>;
}

function pairKey(fields: TransactionFields): string {
  return `${likeKey(fields)}|${fields.quantity ?? ''}|${fields.consideration}`;
}

/** What a pair has in common where a charge or a tax makes the amounts differ. */
function likeKey(fields: TransactionFields): string {
  return `${fields.accountId}|${fields.isin}|${fields.transactionType}`;
}

/** True where `later` can take `earlier` back: on its day or at most ten days after it. */
function isWithin(earlier: TransactionFields, later: TransactionFields): boolean {
  const days = daysBetween(earlier.transactionDate, later.transactionDate);
  // What takes a trade back may have its settlement date in place of the day of the trade.
  const isTrade = later.transactionType === 'BUY' || later.transactionType === 'SELL';
  return days >= (isTrade ? -3 : 0) && days <= MOST_DAYS;
}

/** Pairs the rows that take back; `stored` is walked once, and only where something is taken back. */
export function takenBackRows(rows: readonly PairedRow[], stored: Iterable<Transaction>): TakenBackRows {
  const pairs = new Map<number, TakenBack>();
  const takenBy = new Map<number, number>();
  const takers = rows.filter((row) => row.takesBack && row.fields !== null);
  if (takers.length === 0) return { pairs, takenBy };
  const keys = new Set(takers.map((row) => (row.fields === null ? '' : pairKey(row.fields))));
  const inFile = groupRows(rows, keys, pairKey);
  const inStore = new Map<string, Transaction[]>();
  for (const transaction of stored) {
    const key = pairKey(transaction);
    if (!keys.has(key)) continue;
    const group = inStore.get(key);
    if (group === undefined) inStore.set(key, [transaction]);
    else group.push(transaction);
  }
  const likes = groupRows(rows, new Set(takers.map(({ fields }) => (fields === null ? '' : likeKey(fields)))), likeKey);
  const used = new Set<number | string>();
  for (const row of takers) {
    const { fields } = row;
    if (fields === null) continue;
    const key = pairKey(fields);
    const candidates = (inFile.get(key) ?? []).filter(
      (other) => !used.has(other.line) && other.fields !== null && isWithin(other.fields, fields),
    );
    const imported = new Set(rows.length > 0 ? candidates.map((other) => other.stored?.id) : []);
    const kept = (inStore.get(key) ?? []).filter(
      (other) => !used.has(other.id) && !imported.has(other.id) && isWithin(other, fields),
    );
    const found = pairOf(row, candidates, kept);
    const pair = found.kind === 'nothing' ? likePair(likes.get(likeKey(fields)) ?? [], row, used) : found;
    pairs.set(row.line, pair);
    for (const line of pair.kind === 'row' ? [pair.line] : pair.kind === 'several' ? pair.lines : []) {
      if (pair.kind === 'row') used.add(line);
      takenBy.set(line, row.line);
    }
    if (pair.kind === 'stored') used.add(pair.stored.id);
    if (pair.kind === 'row' && pair.stored !== null) used.add(pair.stored.id);
  }
  return { pairs, takenBy };
}

function groupRows(
  rows: readonly PairedRow[],
  keys: ReadonlySet<string>,
  keyOf: (fields: TransactionFields) => string,
): ReadonlyMap<string, readonly PairedRow[]> {
  const groups = new Map<string, PairedRow[]>();
  for (const row of rows) {
    if (row.takesBack || row.fields === null) continue;
    const key = keyOf(row.fields);
    if (!keys.has(key)) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

/** Rows of another amount that a row may take back: a charge or a tax may be in one of them. */
function likePair(rows: readonly PairedRow[], row: PairedRow, used: ReadonlySet<number | string>): TakenBack {
  const { fields } = row;
  const lines: number[] = [];
  for (const other of rows) {
    if (lines.length === MOST_LIKES) break;
    if (fields !== null && other.fields !== null && !used.has(other.line) && isWithin(other.fields, fields))
      lines.push(other.line);
  }
  return lines.length === 0 ? { kind: 'nothing' } : { kind: 'several', lines, stored: [] };
}

/** Rows of one day are equal in all that counts, so the nearest of them is taken; of several days the user must say which. */
function pairOf(row: PairedRow, candidates: readonly PairedRow[], kept: readonly Transaction[]): TakenBack {
  const days = new Set([
    ...candidates.map((other) => other.fields?.transactionDate),
    ...kept.map((other) => other.transactionDate),
  ]);
  if (days.size > 1) return { kind: 'several', lines: candidates.map((other) => other.line), stored: kept };
  const nearest = candidates.reduce<PairedRow | null>(
    (best, other) => (best === null || Math.abs(other.line - row.line) < Math.abs(best.line - row.line) ? other : best),
    null,
  );
  if (nearest !== null) return { kind: 'row', line: nearest.line, stored: nearest.stored };
  const [first] = kept;
  return first === undefined ? { kind: 'nothing' } : { kind: 'stored', stored: first };
}

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 12 });
const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });
const day = (date: string): string => date.split('-').toReversed().join('/');

/** `Buy of 100 GB00BH4HKS39 on 06/05/2025 for £71.54`. */
export function describeTrade(fields: TransactionFields): string {
  const quantity = fields.quantity === null ? '' : ` of ${figures.format(fields.quantity)}`;
  return `${labelOf(TRANSACTION_TYPES, fields.transactionType)}${quantity} ${fields.isin} on ${day(fields.transactionDate)} for ${pounds.format(fields.consideration)}`;
}

/** The sentence of a row that takes back. */
export function takenBackText(pair: TakenBack, fields: TransactionFields): string {
  switch (pair.kind) {
    case 'row':
      return pair.stored === null
        ? `Takes back line ${pair.line}, which is left out too.`
        : `Takes back line ${pair.line}, which is stored already: ${describeTrade(pair.stored)}.`;
    case 'stored':
      return `Takes back the stored ${describeTrade(pair.stored)}.`;
    case 'several': {
      const lines = pair.lines.length === 0 ? [] : [`line ${pair.lines.join(', line ')}`];
      const stored = pair.stored.map((other) => `the stored ${describeTrade(other)}`);
      return `May take back any of these: ${[...lines, ...stored].join('; ')}. Say which.`;
    }
    case 'nothing':
      return `Takes back a ${describeTrade(fields)} or up to ${MOST_DAYS} days before, which is neither in this file nor stored.`;
  }
}
