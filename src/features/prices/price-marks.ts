/** The purchases, sales and splits of a security on the chart of its prices. */
import type { Quantity } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { PricePoint } from '../../../domain/records/records.ts';
import type { SecurityTrade } from '../../../workers/api/worker-api.ts';

/** All trades of one side, or splits, of one day, at that day's price or the last before it. */
export interface TradeMark {
  readonly date: IsoDate;
  readonly side: SecurityTrade['side'];
  /** Of each trade of the day; none of a split. */
  readonly quantities: readonly Quantity[];
  /** A closing price, in the currency of the prices. */
  readonly price: number;
}

/** Where the trades stand among prices, oldest first; those before the first price or after the last have no place. */
export function marksOn(prices: readonly PricePoint[], trades: readonly SecurityTrade[]): TradeMark[] {
  const last = prices.at(-1)?.priceDate;
  if (last === undefined) return [];
  const marks = new Map<string, TradeMark>();
  let passed = 0;
  for (const { date, side, quantity } of trades.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))) {
    if (date > last) break;
    while ((prices[passed]?.priceDate ?? '9999') <= date) passed += 1;
    const price = prices[passed - 1];
    if (price === undefined) continue;
    const key = `${date} ${side}`;
    const quantities = [...(marks.get(key)?.quantities ?? []), ...(quantity === null ? [] : [quantity])];
    marks.set(key, { date, side, quantities, price: price.closePrice });
  }
  return [...marks.values()];
}

/** The days of splits among prices, oldest first: the prices before such a day are of other units than those from it on. */
export function splitDays(prices: readonly PricePoint[], trades: readonly SecurityTrade[]): IsoDate[] {
  const [first, last] = [prices[0], prices.at(-1)];
  if (first === undefined || last === undefined) return [];
  const days = trades.filter(({ side, date }) => side === 'split' && date > first.priceDate && date <= last.priceDate);
  return [...new Set(days.map(({ date }) => date))].toSorted();
}
