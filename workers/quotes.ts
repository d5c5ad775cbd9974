/** Looking up the latest price or rate on or before a day. */
import type { IsoDate } from '../domain/dates.ts';
import type { PriceLookup, RateLookup } from '../domain/holdings/valuation.ts';
import { partitionPoint } from '../domain/partition-point.ts';
import type { ExchangeRate, PricePoint } from '../domain/records.ts';

/** A look-up over rows of many series; rows of a series may come in any order. */
function latestOnOrBefore<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  dayOf: (row: Row) => IsoDate,
): (key: string, asOf: IsoDate) => Row | null {
  const series = new Map<string, Row[]>();
  for (const row of rows) {
    const known = series.get(keyOf(row));
    if (known === undefined) series.set(keyOf(row), [row]);
    else known.push(row);
  }
  for (const list of series.values()) list.sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : dayOf(a) > dayOf(b) ? 1 : 0));
  return (key, asOf) => {
    const list = series.get(key) ?? [];
    return list[partitionPoint(list, (row) => dayOf(row) <= asOf) - 1] ?? null;
  };
}

export function priceLookup(prices: readonly PricePoint[]): PriceLookup {
  return latestOnOrBefore(
    prices,
    (price) => price.isin,
    (price) => price.priceDate,
  );
}

export function rateLookup(rates: readonly ExchangeRate[]): RateLookup {
  const find = latestOnOrBefore(
    rates,
    (rate) => `${rate.fromCurrency}>${rate.toCurrency}`,
    (rate) => rate.rateDate,
  );
  return (fromCurrency, toCurrency, asOf) => find(`${fromCurrency}>${toCurrency}`, asOf);
}
