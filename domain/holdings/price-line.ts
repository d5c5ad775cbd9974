/** The price history of a security, with few enough points to draw it in a table cell. */
import { type IsoDate, toDayNumber } from '../values/dates.ts';
import { exact, round, toAmount } from '../values/decimal.ts';
import type { PricePoint } from '../records/records.ts';
import { perUnitAfter, type Pricing, unitsBetween } from './pricing.ts';

/** The number of pixels in the smallest picture. */
const MOST_POINTS = 53;

export interface PriceLine {
  readonly isin: string;
  readonly currency: string;
  /** At least two points, oldest first; the last is the newest price. Each is of a unit of today. */
  readonly points: readonly PriceLinePoint[];
  /** A split lies between the points, so earlier prices are divided by its ratio. */
  readonly isSplit: boolean;
}

export type PriceLinePoint = Pick<PricePoint, 'priceDate' | 'closePrice'>;

const PRICE_PLACES = 6;

/**
 * The line of one security's prices, given oldest first; null for fewer than two days. A price is one of a unit of its own
 * day (domain/returns/RULES.md 2.3), so a split is no step of the line.
 */
export function priceLine(
  isin: string,
  prices: readonly PricePoint[],
  { pricing, asOf }: { readonly pricing: Pricing; readonly asOf: IsoDate },
): PriceLine | null {
  const newest = prices.at(-1);
  if (newest === undefined) return null;
  // Prices in another currency have another scale.
  const change = prices.findLastIndex(({ currency }) => currency !== newest.currency);
  const comparable = prices.slice(change + 1);
  let isSplit = false;
  const points = thinned(comparable).map(({ priceDate, closePrice }): PriceLinePoint => {
    const ratio = unitsBetween(pricing, priceDate, asOf);
    if (ratio.after === ratio.before) return { priceDate, closePrice };
    isSplit = true;
    return { priceDate, closePrice: toAmount(round(perUnitAfter(exact(closePrice), ratio), PRICE_PLACES)) };
  });
  return points.length < 2 ? null : { isin, currency: newest.currency, points, isSplit };
}

/** The first price, and the last price of each of the equal periods into which the time is divided. */
function thinned(prices: readonly PricePoint[]): PriceLinePoint[] {
  const [first, last] = [prices[0], prices.at(-1)];
  if (first === undefined || last === undefined) return [];
  const begin = toDayNumber(first.priceDate);
  const days = Math.max(1, toDayNumber(last.priceDate) - begin);
  const slotOf = (day: IsoDate): number => Math.ceil(((toDayNumber(day) - begin) * (MOST_POINTS - 1)) / days);
  return prices
    .filter(({ priceDate }, index) => {
      const next = prices[index + 1];
      return next === undefined || slotOf(next.priceDate) !== slotOf(priceDate);
    })
    .map(({ priceDate, closePrice }) => ({ priceDate, closePrice }));
}
