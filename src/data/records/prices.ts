/** Closing prices as the server publishes them. */
import { FIRST_DAY, LAST_DAY, type IsoDate } from '../../../domain/values/dates.ts';
import type { PriceStatusItem } from '../../../domain/service/price-status.ts';
import type { ExchangeRate, PricePoint } from '../../../domain/records/records.ts';
import { isAlone } from '../database/database.ts';
import { lastRows } from '../database/last-rows.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { newestRates } from './rates.ts';

/** All prices the device has, by ISIN and then by day, for the worker's look-up. */
export async function listPrices(db: HoldfastDatabase): Promise<PricePoint[]> {
  return await db.prices.toArray();
}

/** Prices and exchange rates. */
export interface Quotes {
  readonly prices: readonly PricePoint[];
  readonly rates: readonly ExchangeRate[];
}

/**
 * Prices of these securities and exchange rates for a backup, by security and then by day: those that no server has,
 * which are the prices typed by hand and on a device without a server all of both, and the newest of the others, so
 * that a device without a server can value what it restores.
 */
export async function quotesToKeep(db: HoldfastDatabase, isins: ReadonlySet<string>): Promise<Quotes> {
  const alone = await isAlone(db);
  const newest = new Map(
    (await pricesOn(db, alone ? [] : [...isins], LAST_DAY)).map(({ isin, priceDate }) => [isin, priceDate]),
  );
  const kept = await db.prices
    .filter(
      ({ isin, priceDate, byHand }) => isins.has(isin) && (alone || byHand === true || newest.get(isin) === priceDate),
    )
    .toArray();
  const rates = alone ? await db.rates.toArray() : await newestRates(db);
  return {
    prices: kept.map(({ isin, priceDate, closePrice, currency, fetchedAt, byHand }) => ({
      isin,
      priceDate,
      closePrice,
      currency,
      fetchedAt,
      ...(byHand && { byHand }),
    })),
    rates: rates.map(({ fromCurrency, toCurrency, rate, rateDate }) => ({ fromCurrency, toCurrency, rate, rateDate })),
  };
}

/** Adds the prices and exchange rates of one database to another where that lacks them. */
export async function copyQuotes(from: HoldfastDatabase, to: HoldfastDatabase): Promise<void> {
  const [prices, rates] = await Promise.all([from.prices.toArray(), from.rates.toArray()]);
  await addMissingQuotes(to, { prices, rates });
}

/**
 * Adds prices and exchange rates to a database without a server where it lacks them. False where there is a server,
 * which provides them.
 */
export async function addQuotes(db: HoldfastDatabase, quotes: Quotes): Promise<boolean> {
  if (!(await isAlone(db))) return false;
  await addMissingQuotes(db, quotes);
  return true;
}

async function addMissingQuotes(to: HoldfastDatabase, { prices, rates }: Quotes): Promise<void> {
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

/** The newest price of a day or before it for each of these securities; those without one are left out. */
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

/** How the last fetch of each asset went, as the server reported it; empty when it never did. */
export async function readPriceStatuses(db: HoldfastDatabase): Promise<readonly PriceStatusItem[]> {
  return ((await db.meta.get(STATUS_KEY))?.value as readonly PriceStatusItem[] | undefined) ?? [];
}

export async function storePriceStatus(db: HoldfastDatabase, items: readonly PriceStatusItem[]): Promise<void> {
  await db.meta.put({ key: STATUS_KEY, value: items });
}
