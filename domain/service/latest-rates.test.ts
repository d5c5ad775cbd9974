import { describe, expect, it } from 'vitest';
import type { Rate } from '../values/amount.ts';
import { toFixed } from '../values/decimal.ts';
import { latestRates, type DollarRate } from './latest-rates.ts';

const rate = (toCurrency: string, value: number, fetchedAt: string): DollarRate => ({
  fromCurrency: 'USD',
  toCurrency,
  rate: value as Rate,
  fetchedAt,
});

describe('the latest rates', () => {
  it('derives the four pairs from rates per dollar, to figures worked out by hand', () => {
    // 1 / 0.8 = 1.25; 0.8 / 0.64 = 1.25; 0.64 / 0.8 = 0.8
    const found = latestRates([rate('EUR', 0.64, '2026-01-05T10:00:00Z'), rate('GBP', 0.8, '2026-01-05T11:00:00Z')]);
    expect(found.map(({ from, to, rate: value, at }) => [`${from}→${to}`, toFixed(value, 6), at])).toEqual([
      ['USD→GBP', '0.800000', '2026-01-05T11:00:00Z'],
      ['EUR→GBP', '1.250000', '2026-01-05T10:00:00Z'],
      ['GBP→USD', '1.250000', '2026-01-05T11:00:00Z'],
      ['GBP→EUR', '0.800000', '2026-01-05T10:00:00Z'],
    ]);
  });

  it('keeps 24 decimals of a ratio that does not end', () => {
    const found = latestRates([rate('GBP', 0.75, '2026-01-05T11:00:00Z'), rate('EUR', 0.9, '2026-01-05T11:00:00Z')]);
    expect(found.map(({ rate: value }) => toFixed(value, 10))).toEqual([
      '0.7500000000',
      '0.8333333333',
      '1.3333333333',
      '1.2000000000',
    ]);
  });

  it('leaves out what cannot be derived', () => {
    expect(latestRates([rate('EUR', 0.9, '2026-01-05T11:00:00Z')])).toEqual([]);
    expect(latestRates([rate('GBP', 0, '2026-01-05T11:00:00Z')])).toEqual([]);
    expect(latestRates([rate('GBP', 0.8, '2026-01-05T11:00:00Z')]).map(({ to }) => to)).toEqual(['GBP', 'USD']);
  });
});
