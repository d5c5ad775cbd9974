/** Finds the latest price or rate on or before a day. */
import type { IsoDate } from '../values/dates.ts';
import type { PriceLookup, RateLookup } from '../holdings/valuation.ts';
import { partitionPoint } from '../values/partition-point.ts';
import type { ExchangeRate, PricePoint } from '../records/records.ts';

/** Every price of a code, oldest first. */
export type PriceSeries = (isin: string) => readonly PricePoint[];

interface Latest<Row> {
  (key: string, asOf: IsoDate): Row | null;
  /** Every row of a series, oldest first. */
  readonly series: (key: string) => readonly Row[];
}

/** A look-up over rows of many series, which may be in any order. */
function latestOnOrBefore<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  dayOf: (row: Row) => IsoDate,
): Latest<Row> {
  const series = new Map<string, Row[]>();
  for (const row of rows) {
    const known = series.get(keyOf(row));
    if (known === undefined) series.set(keyOf(row), [row]);
    else known.push(row);
  }
  for (const list of series.values()) list.sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : dayOf(a) > dayOf(b) ? 1 : 0));
  const find = (key: string, asOf: IsoDate): Row | null => {
    const list = series.get(key) ?? [];
    return list[partitionPoint(list, (row) => dayOf(row) <= asOf) - 1] ?? null;
  };
  return Object.assign(find, { series: (key: string) => series.get(key) ?? [] });
}

/** All prices and rates of all days. */
export interface AllQuotes {
  readonly prices: PriceLookup & { readonly series: PriceSeries };
  readonly rates: RateLookup;
}

/** The price on a day, and with `series` all prices of a security. */
export function priceLookup(prices: readonly PricePoint[]): AllQuotes['prices'] {
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
