/** The prices of a security over a time, few enough to draw in a cell of a table. */
import { type IsoDate, toDayNumber } from '../dates.ts';
import type { PricePoint } from '../records.ts';

/** As many as the smallest picture has pixels for. */
const MOST_POINTS = 53;

export interface PriceLine {
  readonly isin: string;
  readonly currency: string;
  /** At least two, oldest first; the last is the newest price. */
  readonly points: readonly PriceLinePoint[];
}

export type PriceLinePoint = Pick<PricePoint, 'priceDate' | 'closePrice'>;

/** The line of one security's prices, which come oldest first; null where fewer than two days are known. */
export function priceLine(isin: string, prices: readonly PricePoint[]): PriceLine | null {
  const newest = prices.at(-1);
  if (newest === undefined) return null;
  // Prices in another currency are on another scale.
  const change = prices.findLastIndex(({ currency }) => currency !== newest.currency);
  const comparable = prices.slice(change + 1);
  const points = thinned(comparable);
  return points.length < 2 ? null : { isin, currency: newest.currency, points };
}

/** The first price, and the last of each of the equal times that the days are divided into. */
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
