/** Age and coverage of the exchange rates that the device has (001 §3). */
import type { ExchangeRate } from '../domain/records.ts';
import type { ExchangeRatesView } from './figure-types.ts';

/** Older than this many hours is stale. */
const STALE_AFTER_HOURS = 26;

/**
 * The age counts from the last fetch: a rate's day begins most of a day before it, and stands still at weekends.
 *
 * @param fetchedAt ISO instant of the last fetch; null where the server has not told of one
 * @param now in milliseconds since 1970
 */
export function exchangeRatesView(rates: readonly ExchangeRate[], fetchedAt: string | null, now: number): ExchangeRatesView {
  const currencies = new Set(rates.flatMap((rate) => [rate.fromCurrency, rate.toCurrency]));
  const newest = rates.reduce((latest, rate) => (rate.rateDate > latest ? rate.rateDate : latest), '');
  const dayStart = newest === '' ? null : `${newest}T00:00:00.000Z`;
  const lastUpdateTime = dayStart !== null && fetchedAt !== null && fetchedAt > dayStart ? fetchedAt : dayStart;
  return {
    isDataStale: lastUpdateTime === null || now - Date.parse(lastUpdateTime) > STALE_AFTER_HOURS * 3_600_000,
    lastUpdateTime,
    totalCurrencies: currencies.size,
    availableCurrencies: [...currencies].toSorted(),
  };
}
