/** Exchange rates as the server publishes them. */
import { FIRST_DAY, LAST_DAY, type IsoDate } from '../../../domain/values/dates.ts';
import type { ExchangeRate } from '../../../domain/records/records.ts';
import { lastRows } from '../database/last-rows.ts';
import type { HoldfastDatabase } from '../database/schema.ts';

const KEY = '[fromCurrency+toCurrency+rateDate]';

/** From and to. */
export type CurrencyPair = readonly [string, string];

/** All exchange rates the device has, by pair of currencies and then by day, for the worker's look-up. */
export async function listRates(db: HoldfastDatabase): Promise<ExchangeRate[]> {
  return await db.rates.toArray();
}

const FETCHED_AT = 'ratesFetchedAt';

/** When the server last fetched exchange rates, as far as it has reported: an ISO instant, or null. */
export async function readRatesFetchedAt(db: HoldfastDatabase): Promise<string | null> {
  return ((await db.meta.get(FETCHED_AT))?.value as string | undefined) ?? null;
}

/** Notes when rates were fetched, in the transaction that writes them; an earlier fetch than the known one changes nothing. */
export async function noteRatesFetchedAt(db: HoldfastDatabase, fetchedAt: string): Promise<void> {
  const known = await readRatesFetchedAt(db);
  if (known === null || Date.parse(fetchedAt) > Date.parse(known))
    await db.meta.put({ key: FETCHED_AT, value: fetchedAt });
}

/** Age and coverage of all rates of a server, of which the device may keep only some. */
export interface ServerRates {
  /** ISO instant. */
  readonly lastUpdateTime: string;
  readonly availableCurrencies: readonly string[];
}

const SERVER_RATES = 'serverRates';

/** The server's last report about its rates, or null. */
export async function readServerRates(db: HoldfastDatabase): Promise<ServerRates | null> {
  return ((await db.meta.get(SERVER_RATES))?.value as ServerRates | undefined) ?? null;
}

/** Keeps the server's report about its rates. */
export async function saveServerRates(db: HoldfastDatabase, rates: ServerRates): Promise<void> {
  await db.meta.put({ key: SERVER_RATES, value: rates });
}

/** The newest rate of a day or before it for each of these pairs; those without one are left out. */
export async function ratesOn(
  db: HoldfastDatabase,
  pairs: readonly CurrencyPair[],
  day: IsoDate,
): Promise<ExchangeRate[]> {
  return await lastRows(
    db.rates,
    pairs.map((pair) => [
      [...pair, FIRST_DAY],
      [...pair, day],
    ]),
  );
}

/** The first day on which a rate from one currency to another is known, or null. */
export async function firstRateDay(db: HoldfastDatabase, [from, to]: CurrencyPair): Promise<IsoDate | null> {
  const first = await db.rates.where(KEY).between([from, to, FIRST_DAY], [from, to, LAST_DAY], true, true).first();
  return first?.rateDate ?? null;
}

/** The newest rate of every pair that the device has. Looks up pair by pair: there may be years of each. */
export async function newestRates(db: HoldfastDatabase): Promise<ExchangeRate[]> {
  return await db.transaction('r', db.rates, async () => {
    const newest: ExchangeRate[] = [];
    let next = await db.rates.orderBy(KEY).first();
    while (next !== undefined) {
      const { fromCurrency, toCurrency } = next;
      newest.push(
        (await db.rates
          .where(KEY)
          .between([fromCurrency, toCurrency, FIRST_DAY], [fromCurrency, toCurrency, LAST_DAY], true, true)
          .last()) ?? next,
      );
      next = await db.rates.where(KEY).above([fromCurrency, toCurrency, LAST_DAY]).first();
    }
    return newest;
  });
}
