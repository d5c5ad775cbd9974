/** Trades of one security whose price by the unit is far from that of its others: a figure that has lost its point, or swapped ones. */
import type { TransactionFields } from '../transaction.ts';

/** No price moves by more between trades of a file; the largest splits are 20 for 1. */
const FAR = 25;

/** What a trade paid for a unit; null for rows that are no trades. */
function unitPrice(fields: TransactionFields): number | null {
  const { transactionType, quantity, consideration } = fields;
  if ((transactionType !== 'BUY' && transactionType !== 'SELL') || quantity === null || quantity <= 0) return null;
  return consideration > 0 ? consideration / quantity : null;
}

/** The trades whose unit price is far from the middle one of their security, among them and the stored ones. */
export function priceOutliers(
  trades: readonly TransactionFields[],
  stored: Iterable<TransactionFields>,
): ReadonlyMap<TransactionFields, number> {
  const prices = new Map<string, number[]>();
  for (const fields of trades) prices.set(fields.isin, []);
  const note = (fields: TransactionFields): void => {
    const group = prices.get(fields.isin);
    const price = group === undefined ? null : unitPrice(fields);
    if (price !== null) group?.push(price);
  };
  for (const fields of trades) note(fields);
  for (const fields of stored) note(fields);
  const spans = new Map([...prices].map(([isin, group]) => [isin, spanOf(group)]));
  const found = new Map<TransactionFields, number>();
  for (const fields of trades) {
    const [price, span] = [unitPrice(fields), spans.get(fields.isin)];
    if (price === null || span === undefined || !span.isWide) continue;
    // Beside a single other price neither is known to be right.
    if (span.isPair || price > span.middle * FAR || price < span.middle / FAR) found.set(fields, span.middle);
  }
  return found;
}

interface Span {
  readonly isWide: boolean;
  readonly isPair: boolean;
  readonly middle: number;
}

function spanOf(prices: readonly number[]): Span {
  const sorted = prices.toSorted((a, b) => a - b);
  const [least, most] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  return { isWide: most > least * FAR, isPair: sorted.length === 2, middle: sorted[sorted.length >> 1] ?? 0 };
}
