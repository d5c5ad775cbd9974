/** One trade or income that a file states in two currencies, as rows of their own: both would count. */
import { groupBy } from '../../values/group-by.ts';
import { currencyNamed } from '../cells/words.ts';
import type { CheckedRow } from './row-checker.ts';
import { withPairNotes } from './row-notes.ts';

const TYPES: ReadonlySet<string | undefined> = new Set(['BUY', 'SELL', 'DIVIDEND', 'INTEREST']);
/** A broker's rate, with its charge, differs by less from the day's. */
const SHARE = 0.1;
/** The most rows alike that are compared with each other. */
const MOST = 8;

/** The rows, with a note on each of two such rows. */
export function withTwoCurrencies(rows: readonly CheckedRow[]): readonly CheckedRow[] {
  const stated = rows.filter(({ fields, reading }) => TYPES.has(fields?.transactionType) && !reading.isReversal);
  if (new Set(stated.map(currencyOf)).size < 2) return rows;
  const others = new Map<CheckedRow, CheckedRow>();
  for (const alike of groupBy(stated, keyOf).values()) {
    if (alike.length < 2 || alike.length > MOST) continue;
    for (const row of alike) {
      const other = alike.find((one) => currencyOf(one) !== currencyOf(row) && areClose(one, row));
      if (other !== undefined) others.set(row, other);
    }
  }
  return withPairNotes(
    rows,
    others,
    (other) =>
      `Row ${other.reading.source.line} states the same units on the same day in ${currencyOf(other)}. Both may be one transaction in two currencies. Check them.`,
  );
}

function currencyOf({ reading: { figures, source } }: CheckedRow): string {
  const named = currencyNamed(figures.amountCurrency ?? source.get('currency').trim()) || 'GBP';
  return named === 'GBX' ? 'GBP' : named;
}

function keyOf({ fields }: CheckedRow): string {
  const { transactionType, accountId, isin, taxWrapper, transactionDate, quantity } = fields ?? {};
  return [transactionType, accountId, isin, taxWrapper, transactionDate, quantity].join('|');
}

function areClose(a: CheckedRow, b: CheckedRow): boolean {
  const [one, other] = [a.fields?.consideration ?? 0, b.fields?.consideration ?? 0];
  return Math.abs(one - other) <= Math.max(one, other) * SHARE;
}
