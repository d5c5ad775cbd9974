/**
 * Reversals, such as cancelled trades or reversed dividends: each is paired with the transaction that it reverses, in
 * the file or among the stored ones, so that neither counts. Both have the same account, security, type, quantity and
 * amount, and the reversed one is at most ten days older.
 */
import { daysBetween } from '../../values/dates.ts';
import { isCashEvent } from '../../fields/enums.ts';
import type { Transaction } from '../../records/records.ts';
import type { TransactionFields } from '../../records/transaction.ts';
import { questionKey, type ImportAnswers, type Proposal, type RowQuestion } from '../questions/import-question.ts';
import { describeTrade } from '../stored/describe-trade.ts';

const MOST_DAYS = 10;
/** Nobody can distinguish more candidates. */
const MOST_LIKES = 20;

/** The fields of a checked row that pairing needs. */
export interface PairedRow {
  readonly line: number;
  readonly isReversal: boolean;
  /** Null for a row with errors or open questions. */
  readonly fields: TransactionFields | null;
  /** The stored transaction of which the row is a duplicate, or null. */
  readonly stored: Transaction | null;
}

/** The transaction that a reversal reverses. */
export type ReversalMatch =
  | { readonly kind: 'row'; readonly line: number; readonly stored: Transaction | null }
  | { readonly kind: 'stored'; readonly stored: Transaction }
  | Several
  /** The user chose none of several. */
  | { readonly kind: 'none' }
  | { readonly kind: 'nothing' };

/** The user must choose; `lines` and `stored` are in the order of the file and of the store. */
interface Several {
  readonly kind: 'several';
  readonly lines: readonly number[];
  readonly stored: readonly Transaction[];
}

/** The reversed transaction, and the candidates where the user was asked. */
export interface ReversalPair {
  readonly pair: ReversalMatch;
  readonly choices: Several | null;
}

export interface ReversalPairs {
  /** By the line of the reversal. */
  readonly pairs: ReadonlyMap<number, ReversalPair>;
  /** By the line of a row that is or may be reversed: the line of the reversal. */
  readonly reversedBy: ReadonlyMap<number, number>;
}

function pairKey(fields: TransactionFields): string {
  return `${likeKey(fields)}|${fields.quantity ?? ''}|${fields.consideration}`;
}

/** What the two have in common where a charge or a tax makes the amounts differ; for cash the amounts must be equal. */
function likeKey(fields: TransactionFields): string {
  const moved = isCashEvent(fields.transactionType)
    ? `|${fields.taxWrapper}|${fields.cashAmount ?? ''}|${fields.cashCurrency ?? ''}`
    : '';
  return `${fields.accountId}|${fields.isin}|${fields.transactionType}${moved}`;
}

/** True where `later` can reverse `earlier`: on the same day or at most ten days later. */
function isWithin(earlier: TransactionFields, later: TransactionFields): boolean {
  const days = daysBetween(earlier.transactionDate, later.transactionDate);
  // A reversed trade may be dated by its settlement day instead of the trade's day.
  const isTrade = later.transactionType === 'BUY' || later.transactionType === 'SELL';
  return days >= (isTrade ? -3 : 0) && days <= MOST_DAYS;
}

/** Pairs the reversals; `stored` is iterated once, and only when there are reversals. */
export function pairReversals(
  rows: readonly PairedRow[],
  stored: Iterable<Transaction>,
  answers: ImportAnswers = {},
): ReversalPairs {
  const pairs = new Map<number, ReversalPair>();
  const reversedBy = new Map<number, number>();
  const reversals = rows.filter((row) => row.isReversal && row.fields !== null);
  if (reversals.length === 0) return { pairs, reversedBy };
  const keysOf = (keyOf: (fields: TransactionFields) => string): ReadonlySet<string> =>
    new Set(reversals.map(({ fields }) => (fields === null ? '' : keyOf(fields))));
  const [keys, likeKeys] = [keysOf(pairKey), keysOf(likeKey)];
  const inFile = groupRows(rows, keys, pairKey);
  const likesInFile = groupRows(rows, likeKeys, likeKey);
  const inStore = new Map<string, Transaction[]>();
  const likesInStore = new Map<string, Transaction[]>();
  for (const transaction of stored) {
    const like = likeKey(transaction);
    if (!likeKeys.has(like)) continue;
    addTo(likesInStore, like, transaction);
    const key = pairKey(transaction);
    if (keys.has(key)) addTo(inStore, key, transaction);
  }
  const used = new Set<number | string>();
  const linesOf = new Map(rows.map((row) => [row.line, row]));
  for (const row of reversals) {
    const { fields } = row;
    if (fields === null) continue;
    const key = pairKey(fields);
    const like = likeKey(fields);
    const found = pairOf(row, candidatesFor(row, inFile.get(key) ?? [], inStore.get(key) ?? [], used));
    const likely =
      found.kind === 'nothing'
        ? likePair(candidatesFor(row, likesInFile.get(like) ?? [], likesInStore.get(like) ?? [], used, MOST_LIKES))
        : found;
    const pair = answeredPair(likely, answers[reversalKey(row.line)], linesOf);
    pairs.set(row.line, { pair, choices: likely.kind === 'several' ? likely : null });
    for (const line of pair.kind === 'row' ? [pair.line] : pair.kind === 'several' ? pair.lines : []) {
      if (pair.kind === 'row') used.add(line);
      reversedBy.set(line, row.line);
    }
    if (pair.kind === 'stored') used.add(pair.stored.id);
    if (pair.kind === 'row' && pair.stored !== null) used.add(pair.stored.id);
  }
  return { pairs, reversedBy };
}

function addTo(groups: Map<string, Transaction[]>, key: string, transaction: Transaction): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [transaction]);
  else group.push(transaction);
}

/** Candidates for a reversal: rows of the file, and stored transactions of which none of these is a duplicate. */
interface Candidates {
  readonly rows: readonly PairedRow[];
  readonly stored: readonly Transaction[];
}

function candidatesFor(
  { fields }: PairedRow,
  rows: readonly PairedRow[],
  stored: readonly Transaction[],
  used: ReadonlySet<number | string>,
  most = Infinity,
): Candidates {
  const inFile: PairedRow[] = [];
  const kept: Transaction[] = [];
  if (fields === null) return { rows: inFile, stored: kept };
  for (const other of rows) {
    if (inFile.length === most) break;
    if (!used.has(other.line) && other.fields !== null && isWithin(other.fields, fields)) inFile.push(other);
  }
  const imported = new Set(inFile.map((other) => other.stored?.id));
  for (const other of stored) {
    if (inFile.length + kept.length >= most) break;
    if (!used.has(other.id) && !imported.has(other.id) && isWithin(other, fields)) kept.push(other);
  }
  return { rows: inFile, stored: kept };
}

function groupRows(
  rows: readonly PairedRow[],
  keys: ReadonlySet<string>,
  keyOf: (fields: TransactionFields) => string,
): ReadonlyMap<string, readonly PairedRow[]> {
  const groups = new Map<string, PairedRow[]>();
  for (const row of rows) {
    if (row.isReversal || row.fields === null) continue;
    const key = keyOf(row.fields);
    if (!keys.has(key)) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

/** Transactions with another amount that a row may reverse: a charge or a tax may be in one of them. */
function likePair({ rows, stored }: Candidates): ReversalMatch {
  const lines = rows.map(({ line }) => line);
  return lines.length + stored.length === 0 ? { kind: 'nothing' } : { kind: 'several', lines, stored };
}

/**
 * Candidates of one day are equal in all that matters, so the nearest is used; of several days the user must choose.
 */
function pairOf(row: PairedRow, { rows: candidates, stored: kept }: Candidates): ReversalMatch {
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

/** The user's choice among several candidates; an answer that names none of them is ignored. */
function answeredPair(
  pair: ReversalMatch,
  answer: string | undefined,
  rows: ReadonlyMap<number, PairedRow>,
): ReversalMatch {
  if (pair.kind !== 'several' || answer === undefined) return pair;
  if (answer === NONE) return { kind: 'none' };
  const line = pair.lines.find((one) => lineValue(one) === answer);
  if (line !== undefined) return { kind: 'row', line, stored: rows.get(line)?.stored ?? null };
  const stored = pair.stored.find((one) => storedValue(one) === answer);
  return stored === undefined ? pair : { kind: 'stored', stored };
}

const NONE = 'none';
const lineValue = (line: number): string => `line:${line}`;
const storedValue = ({ id }: Transaction): string => `stored:${id}`;

export function reversalKey(line: number): string {
  return questionKey('reversal', String(line));
}

/** The question which of several transactions a row reverses, answered or not. `tradeOn` returns the row on a line. */
export function reversalQuestion(
  line: number,
  fields: TransactionFields,
  choices: Several,
  answer: string | null,
  tradeOn: (line: number) => TransactionFields | null,
): RowQuestion {
  const proposals = (): readonly Proposal[] => [
    ...choices.lines.map((other) => {
      const trade = tradeOn(other);
      return { value: lineValue(other), label: `Row ${other}`, detail: trade === null ? '' : describeTrade(trade) };
    }),
    ...choices.stored.map((other) => ({ value: storedValue(other), label: 'Stored', detail: describeTrade(other) })),
    { value: NONE, label: 'None of these', detail: 'This line is left out.' },
  ];
  return {
    key: reversalKey(line),
    kind: 'reversal',
    label: String(line),
    text: `Row ${line} reverses a ${describeTrade(fields)}, or up to ${MOST_DAYS} days earlier. Which transaction?`,
    fields: [],
    proposals,
    answer,
  };
}

/** The sentence of a reversal that is resolved. */
export function reversalText(pair: Exclude<ReversalMatch, { kind: 'several' }>, fields: TransactionFields): string {
  switch (pair.kind) {
    case 'row':
    case 'stored':
      if (pair.stored !== null)
        return `Reverses the stored ${describeTrade(pair.stored)}. Choose this row to remove it and its receipts; undoing the import restores both.`;
      return `Reverses row ${pair.kind === 'row' ? pair.line : ''}. Both rows are left out.`;
    case 'none':
      return 'Reverses no known transaction, so this row is left out.';
    case 'nothing':
      return `Reverses a ${describeTrade(fields)}, or up to ${MOST_DAYS} days earlier, which is neither in this file nor stored.`;
  }
}
