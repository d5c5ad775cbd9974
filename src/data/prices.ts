/** Closing prices as the server publishes them. */
import type { IsoDate } from '../../domain/dates.ts';
import type { PriceStatusItem } from '../../domain/price-status.ts';
import type { PricePoint } from '../../domain/records.ts';
import { lastRows } from './last-rows.ts';
import type { HoldfastDatabase } from './schema.ts';

/** All prices the device has, by ISIN and then by day, for the worker's look-up. */
export async function listPrices(db: HoldfastDatabase): Promise<PricePoint[]> {
  return await db.prices.toArray();
}

/** The prices typed by hand of these securities, by security and then by day. */
export async function typedPrices(db: HoldfastDatabase, isins: ReadonlySet<string>): Promise<PricePoint[]> {
  const typed = await db.prices.filter((price) => price.byHand === true && isins.has(price.isin)).toArray();
  return typed.map(({ isin, priceDate, closePrice, currency, fetchedAt }) => ({
    isin,
    priceDate,
    closePrice,
    currency,
    fetchedAt,
    byHand: true,
  }));
}

/** Adds the prices and exchange rates of one database to another where that lacks them. */
export async function copyQuotes(from: HoldfastDatabase, to: HoldfastDatabase): Promise<void> {
  const [prices, rates] = await Promise.all([from.prices.toArray(), from.rates.toArray()]);
  await to.transaction('rw', to.prices, to.rates, async () => {
    const [days, rateDays] = await Promise.all([
      to.prices.toCollection().primaryKeys(),
      to.rates.toCollection().primaryKeys(),
    ]);
    const [known, knownRates] = [new Set(days.map(String)), new Set(rateDays.map(String))];
    await to.prices.bulkPut(prices.filter(({ isin, priceDate }) => !known.has(`${isin},${priceDate}`)));
    await to.rates.bulkPut(
      rates.filter(
        ({ fromCurrency, toCurrency, rateDate }) => !knownRates.has(`${fromCurrency},${toCurrency},${rateDate}`),
      ),
    );
  });
}

/** Days of a price history; null does not restrict. */
export interface PriceRange {
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
}

const FIRST_DAY = '0000-01-01';
const LAST_DAY = '9999-12-31';

/** A security's prices on the device between two days, newest first. */
export async function priceHistory(
  db: HoldfastDatabase,
  isin: string,
  { from, to }: PriceRange,
): Promise<PricePoint[]> {
  return await db.prices
    .where('[isin+priceDate]')
    .between([isin, from ?? FIRST_DAY], [isin, to ?? LAST_DAY], true, true)
    .reverse()
    .toArray();
}

/** The newest price of a security on the device; null when there is none. */
export async function latestPrice(db: HoldfastDatabase, isin: string): Promise<PricePoint | null> {
  return (
    (await db.prices.where('[isin+priceDate]').between([isin, FIRST_DAY], [isin, LAST_DAY], true, true).last()) ?? null
  );
}

/** Of each of these securities the newest price of a day or before it; those without one are left out. */
export async function pricesOn(db: HoldfastDatabase, isins: readonly string[], day: IsoDate): Promise<PricePoint[]> {
  return await lastRows(
    db.prices,
    isins.map((isin) => [
      [isin, FIRST_DAY],
      [isin, day],
    ]),
  );
}

/** The newest price before a day; null when there is none. */
export async function priceBefore(db: HoldfastDatabase, isin: string, day: IsoDate): Promise<PricePoint | null> {
  return (
    (await db.prices.where('[isin+priceDate]').between([isin, FIRST_DAY], [isin, day], true, false).last()) ?? null
  );
}

const STATUS_KEY = 'priceStatus';

/** How the server said that the last fetch of each asset went; empty when it never did. */
export async function readPriceStatuses(db: HoldfastDatabase): Promise<readonly PriceStatusItem[]> {
  return ((await db.meta.get(STATUS_KEY))?.value as readonly PriceStatusItem[] | undefined) ?? [];
}

export async function storePriceStatus(db: HoldfastDatabase, items: readonly PriceStatusItem[]): Promise<void> {
  await db.meta.put({ key: STATUS_KEY, value: items });
}
