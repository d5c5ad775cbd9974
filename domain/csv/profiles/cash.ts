/**
 * Rows of brokers' files that move cash without a security, as the file describes them, before their type is decided.
 */
import { negate } from '../../values/decimal.ts';
import type { Figure } from './figures.ts';

/**
 * The kind that a row's own words name; the direction of `payment` and `transfer` follows from the sign, `unknown` is
 * asked.
 */
export type CashKind =
  | 'deposit'
  | 'withdrawal'
  | 'payment'
  | 'ownContribution'
  | 'employerContribution'
  | 'governmentBonus'
  | 'taxRelief'
  | 'fee'
  | 'tax'
  | 'interest'
  | 'transfer'
  | 'unknown';

/** One movement of cash. */
export interface CashRow {
  readonly kind: CashKind;
  /** As the file writes it. */
  readonly date: string;
  /** Positive for a receipt, negative for a payment; null where the file's cell is not a figure. */
  readonly amount: Figure | null;
  /** The file states only a size and no word names the direction, so the user is asked for it too. */
  readonly isDirectionOpen?: boolean;
  /** Absent for pounds where the broker's rows are in pounds. */
  readonly currency?: string;
  /** The file's own words for it. */
  readonly words: string;
  readonly reference?: string;
  /** The day on which the money moved, where it is not `date`. */
  readonly settlementDate?: string;
  readonly taxWrapper?: string;
  /** The account or wrapper within the file, where it has several. */
  readonly place?: string;
  /** The same text on both sides of a transfer or conversion. */
  readonly pair?: string;
  /** Other figures of the file prove the amount, or the broker's amounts have more digits than pence. */
  readonly isExact?: boolean;
  /** The words name a refund of a fee or a tax. */
  readonly isRefund?: boolean;
  /** A warning to check before selecting the row. */
  readonly note?: string;
}

/** Words that brokers share, the most specific first. */
const WORDS: readonly (readonly [RegExp, CashKind])[] = [
  [/tax relief/iu, 'taxRelief'],
  [/government bonus|lisa bonus/iu, 'governmentBonus'],
  [/employer.{0,20}contribution/iu, 'employerContribution'],
  [/subscription/iu, 'ownContribution'],
  [/contribution/iu, 'unknown'],
  [/tax on .{0,20}interest|interest.{0,20} tax|withholding/iu, 'tax'],
  [/\binterests?\b/iu, 'interest'],
  [/\bfees?\b|\bcharges?\b|\bcommission\b|\bcustody\b/iu, 'fee'],
  [/\btax\b|stamp duty/iu, 'tax'],
  [/\brefund|\brebate|\bbonus|cashback|promotion|adjust|\breward/iu, 'unknown'],
  [/withdraw|payment to (?:client|bank)|income payment|paid out/iu, 'withdrawal'],
  [/deposit|top.?up|payment in\b|debit card|direct debit|lump sum|\bregular\b|receipt/iu, 'deposit'],
  [/payment|\bbacs\b|\bchaps\b|electronic fund transfer|\bwire\b/iu, 'payment'],
  [/transfer|\btrf\b|journal/iu, 'transfer'],
];

/** The kind that a row's words name. */
export function cashKindOf(words: string): CashKind {
  const short = words.slice(0, 200);
  return WORDS.find(([pattern]) => pattern.test(short))?.[1] ?? 'unknown';
}

/** True for words that name a refund of a fee or a tax. */
export function isRefundWord(words: string): boolean {
  return /\b(?:refund|rebate|reimburse)/iu.test(words.slice(0, 200));
}

/** The direction that words such as `from` and `sent` name; null for none, or for both. */
export function directionInWords(words: string): 'in' | 'out' | null {
  const short = words.slice(0, 200);
  const isIn = /\b(?:from|received|in)\b/iu.test(short);
  const isOut = /\b(?:to|sent|paid|out)\b/iu.test(short);
  return isIn === isOut ? null : isIn ? 'in' : 'out';
}

/** A movement in a file that states only sizes, with the direction that its words name. */
export function directedByWords(
  kind: CashKind,
  size: Figure | null,
  words: string,
): Pick<CashRow, 'amount' | 'isDirectionOpen' | 'isRefund'> {
  if (size === null) return { amount: null };
  const isRefund = isRefundWord(words);
  const out = negate(size);
  switch (kind) {
    case 'withdrawal':
      return { amount: out };
    case 'fee':
    case 'tax':
      return { amount: isRefund ? size : out, isRefund };
    case 'deposit':
    case 'ownContribution':
    case 'employerContribution':
    case 'governmentBonus':
    case 'taxRelief':
    case 'interest':
      return { amount: size };
    case 'payment':
    case 'transfer':
    case 'unknown': {
      const direction = directionInWords(words);
      return direction === null
        ? { amount: size, isDirectionOpen: true }
        : { amount: direction === 'out' ? out : size };
    }
  }
}
