/** The purchases and sales of a security on the chart of its prices. */
import type { Quantity } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { PricePoint } from '../../../domain/records/records.ts';
import type { SecurityTrade } from '../../../workers/api/worker-api.ts';

/** All trades of one side on one day, at that day's price or the last before it. */
export interface TradeMark {
  readonly date: IsoDate;
  readonly side: SecurityTrade['side'];
  /** Of each trade of the day. */
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
    const quantities = [...(marks.get(key)?.quantities ?? []), quantity];
    marks.set(key, { date, side, quantities, price: price.closePrice });
  }
  return [...marks.values()];
}
