/** The unit, currency or zone that a column's heading names. */
import { DOLLAR_SIGN, dollarCode } from '../cells/dollar-signs.ts';

export const CURRENCY_CODES = 'gbp|gbx|usd|eur|chf|cad|aud|nzd|jpy|sek|nok|dkk|hkd|sgd|zar|pln';
const DOLLARS = new RegExp(`(?<!\\p{L})${DOLLAR_SIGN}`, 'giu');
const CODE_IN_HEADING = new RegExp(`\\b(${CURRENCY_CODES})\\b`, 'iu');

/** A heading with the codes of the dollars that its signs name: `Price (A$)` is `Price ( AUD )`. */
export function withDollarCodes(cell: string): string {
  return cell.includes('$') ? cell.replace(DOLLARS, (sign) => ` ${dollarCode(sign)} `) : cell;
}

/** `amount_usd` and `AmountUSD` as `amount usd` and `Amount USD`. */
function asWords(cell: string): string {
  return cell.replaceAll('_', ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
}

/** The code or sign of the currency that a heading names, as in `Price ($)` or `Fee (EUR)`; null for none. */
export function headingCurrency(heading: string): string | null {
  const cell = asWords(withDollarCodes(heading));
  const code = CODE_IN_HEADING.exec(cell)?.[1]?.toUpperCase();
  if (code !== undefined) return code;
  if (cell.includes('€')) return 'EUR';
  return /(?<![A-Z])\$/iu.test(cell) ? '$' : null;
}

/** True for the heading of a date column whose times are in UTC. */
export function isUtcHeader(cell: string): boolean {
  return /\b(?:UTC|GMT)\b/iu.test(asWords(cell));
}

/** The order of day and month that a heading such as `Date (MM/DD/YYYY)` states; null for none. */
export function orderInHeading(cell: string): 'dmy' | 'mdy' | null {
  if (/\bd{1,2}[\s/.-]m{1,2}\b/iu.test(cell)) return 'dmy';
  return /\bm{1,2}[\s/.-]d{1,2}\b/iu.test(cell) ? 'mdy' : null;
}

/** True when a price column's heading names pence, as in `Price (p)`, `PRICE (P)` or `Price p`; `GBp` is pence, `GBP` pounds. */
export function isPenceHeader(heading: string): boolean {
  const cell = asWords(heading);
  return /(?:\((?:[pP]|GBp|GBX)\)|[^\p{L}\p{N}]p)\s*$/u.test(cell) || /\b(?:pence|gbx)\b/iu.test(cell);
}

/** True when an amount column's heading names pounds, as in `Value (£)` or `Amount GBP`. */
export function isPoundsHeader(heading: string): boolean {
  const cell = asWords(heading);
  return /£|\b(?:GBP|gbp)\b/u.test(cell) && !/\bp ?\/ ?£|£ ?\/ ?p\b/u.test(cell);
}
