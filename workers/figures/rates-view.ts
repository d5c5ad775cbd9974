/** Age and coverage of the exchange rates that the device has (001 §3). */
import type { ExchangeRate } from '../../domain/records/records.ts';
import type { ServerRates } from '../../src/data/records/rates.ts';
import type { ExchangeRatesView } from '../api/figure-types.ts';

/**
 * The age counts from the last fetch, because a rate's day begins most of a day before it, and does not change at
 * weekends. `fetchedAt` is the ISO instant of the last fetch, null where the server has not reported one; `stated` is a
 * server's report about all its rates, where the device stores only some of them.
 */
export function exchangeRatesView(
  rates: readonly ExchangeRate[],
  fetchedAt: string | null,
  stated: ServerRates | null = null,
): ExchangeRatesView {
  if (stated !== null) {
    const availableCurrencies = stated.availableCurrencies.toSorted();
    return {
      lastUpdateTime: stated.lastUpdateTime,
      totalCurrencies: availableCurrencies.length,
      availableCurrencies,
    };
  }
  const currencies = new Set(rates.flatMap((rate) => [rate.fromCurrency, rate.toCurrency]));
  const newest = rates.reduce((latest, rate) => (rate.rateDate > latest ? rate.rateDate : latest), '');
  const dayStart = newest === '' ? null : `${newest}T00:00:00.000Z`;
  const lastUpdateTime = dayStart !== null && fetchedAt !== null && fetchedAt > dayStart ? fetchedAt : dayStart;
  return {
    lastUpdateTime,
    totalCurrencies: currencies.size,
    availableCurrencies: [...currencies].toSorted(),
  };
}
