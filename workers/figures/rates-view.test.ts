import { describe, expect, it } from 'vitest';
import type { Rate } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { areRatesStale } from '../../domain/service/rates-age.ts';
import { exchangeRatesView } from './rates-view.ts';

const FRIDAY = [{ fromCurrency: 'USD', toCurrency: 'GBP', rate: 0.75 as Rate, rateDate: '2026-03-06' as IsoDate }];
const age = (fetchedAt: string | null, now: string) => {
  const { lastUpdateTime } = exchangeRatesView(FRIDAY, fetchedAt);
  return [areRatesStale(Date.parse(now) - Date.parse(lastUpdateTime ?? '')), lastUpdateTime];
};

describe('the age of the exchange rates', () => {
  it('counts from the fetch, not from the day of the rates', () => {
    expect(age('2026-03-06T22:30:00.000Z', '2026-03-07T09:00:00Z')).toEqual([false, '2026-03-06T22:30:00.000Z']);
    expect(age('2026-03-06T22:30:00.000Z', '2026-03-08T00:30:01Z')).toEqual([true, '2026-03-06T22:30:00.000Z']);
  });

  it('is that of the last fetch where the source states no new day at weekends', () => {
    expect(age('2026-03-08T22:30:00.000Z', '2026-03-09T09:00:00Z')).toEqual([false, '2026-03-08T22:30:00.000Z']);
  });

  it('counts from the start of the newest day where no fetch of it is known', () => {
    expect(age(null, '2026-03-07T01:59:00Z')).toEqual([false, '2026-03-06T00:00:00.000Z']);
    expect(age('2026-03-05T22:30:00.000Z', '2026-03-07T02:00:01Z')).toEqual([true, '2026-03-06T00:00:00.000Z']);
    expect(exchangeRatesView([], '2026-03-06T22:30:00.000Z')).toEqual({
      lastUpdateTime: null,
      totalCurrencies: 0,
      availableCurrencies: [],
    });
  });
});
