/**
 * Trades whose unit price is far from that of the security's other trades: a figure without its decimal point, or
 * swapped figures.
 */
import type { TransactionFields } from '../../records/transaction.ts';

/** No price moves by more between trades of a file; the largest splits are 20 for 1. */
const FAR = 25;

/** The price per unit that a trade paid, in pounds; null for rows that are not trades. */
export function unitPrice(fields: TransactionFields): number | null {
  const { transactionType, quantity, consideration } = fields;
  if ((transactionType !== 'BUY' && transactionType !== 'SELL') || quantity === null || quantity <= 0) return null;
  return consideration > 0 ? consideration / quantity : null;
}

/** The trades whose unit price is far from the median of their security, which includes the stored trades. */
export function priceOutliers(
  trades: readonly TransactionFields[],
  stored: Iterable<TransactionFields>,
): ReadonlyMap<TransactionFields, number> {
  const prices = new Map<string, number[]>();
  for (const fields of trades) {
    const price = unitPrice(fields);
    if (price === null) continue;
    const group = prices.get(fields.isin);
    if (group === undefined) prices.set(fields.isin, [price]);
    else group.push(price);
  }
  for (const fields of stored) {
    const group = prices.get(fields.isin);
    const price = group === undefined ? null : unitPrice(fields);
    if (price !== null) group?.push(price);
  }
  const wide = new Map<string, Span>();
  for (const [isin, group] of prices) if (isWide(group)) wide.set(isin, spanOf(group));
  const found = new Map<TransactionFields, number>();
  if (wide.size === 0) return found;
  for (const fields of trades) {
    const span = wide.get(fields.isin);
    const price = span === undefined ? null : unitPrice(fields);
    if (span === undefined || price === null) continue;
    if (isFar(price, span.middle)) found.set(fields, span.middle);
    else if (span.other !== null) found.set(fields, span.other);
  }
  return found;
}

/** An income per unit that is a larger part of the price is rare: its units and amount may be swapped. */
const MOST_INCOME = 0.5;

/** The price of one unit beside each income that is more than half of it, by the file's and the stored trades. */
export function incomeOutliers(
  rows: readonly TransactionFields[],
  stored: Iterable<TransactionFields>,
): ReadonlyMap<TransactionFields, number> {
  const found = new Map<TransactionFields, number>();
  const incomes = rows.filter(
    ({ transactionType, quantity }) =>
      (transactionType === 'DIVIDEND' || transactionType === 'INTEREST') && quantity !== null && quantity > 0,
  );
  if (incomes.length === 0) return found;
  const highest = new Map(incomes.map(({ isin }) => [isin, 0]));
  for (const trades of [rows, stored])
    for (const fields of trades) {
      const known = highest.get(fields.isin);
      const price = known === undefined ? null : unitPrice(fields);
      if (price !== null && price > (known ?? 0)) highest.set(fields.isin, price);
    }
  for (const fields of incomes) {
    const price = highest.get(fields.isin) ?? 0;
    if (price > 0 && fields.consideration / (fields.quantity ?? 1) > price * MOST_INCOME) found.set(fields, price);
  }
  return found;
}

function isWide(prices: readonly number[]): boolean {
  let [least, most] = [Infinity, 0];
  for (const price of prices) {
    if (price < least) least = price;
    if (price > most) most = price;
  }
  return most > least * FAR;
}

interface Span {
  readonly middle: number;
  /** A price far from the middle where at least half of the prices are: no side is known to be right. */
  readonly other: number | null;
}

function spanOf(prices: readonly number[]): Span {
  const sorted = prices.toSorted((a, b) => a - b);
  const middle = sorted[sorted.length >> 1] ?? 0;
  const far = sorted.filter((price) => isFar(price, middle));
  return { middle, other: far.length * 2 >= sorted.length ? (far[0] ?? null) : null };
}

/** True for two prices of which one is more than FAR times the other. */
export function isFar(price: number, middle: number): boolean {
  return price > middle * FAR || price < middle / FAR;
}
