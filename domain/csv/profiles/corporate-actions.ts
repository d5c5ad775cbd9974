/** Corporate actions that brokers write as trades or in words, as cells of our own transaction types. */
import { subtract } from '../../values/decimal.ts';
import { cellOf, type Figure } from './figures.ts';
import type { ProfileCells } from './profile.ts';

/** Larger numbers are not the terms of a split but the result of fractions that were paid out. */
const LARGEST_TERM = 1000n;

/** `before` units became `after`: a split by the difference, with its terms where they are whole and small. */
export function splitCells(
  { transactionDate = '', isin = '', ticker = '', assetName = '' }: ProfileCells,
  before: Figure,
  after: Figure,
): ProfileCells {
  const divisor = greatestDivisor(after, before);
  const [fresh, old] = divisor === 0n ? [0n, 0n] : [after / divisor, before / divisor];
  const isTerms = fresh > 0n && old > 0n && fresh <= LARGEST_TERM && old <= LARGEST_TERM;
  return {
    transactionDate,
    isin,
    ticker,
    assetName,
    transactionType: 'SPLIT',
    quantity: cellOf(subtract(after, before)),
    consideration: '0',
    ratioNew: isTerms ? String(fresh) : '',
    ratioOld: isTerms ? String(old) : '',
  };
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/** The security continues under another ISIN, unit for unit. */
export function isinChangeCells(
  { transactionDate = '', isin = '', assetName = '' }: ProfileCells,
  relatedIsin: string,
): ProfileCells {
  return { transactionDate, isin, assetName, transactionType: 'ISIN_CHANGE', relatedIsin, consideration: '0' };
}

/** The terms in `Split 10 for 1` or `4:1`, new before old; null where the text has none. */
export function splitTerms(text: string): { readonly ratioNew: string; readonly ratioOld: string } | null {
  const found = /\b(\d{1,4}) ?(?:for|:) ?(\d{1,4})\b/iu.exec(text.slice(0, 300));
  return found === null ? null : { ratioNew: found[1] ?? '', ratioOld: found[2] ?? '' };
}
