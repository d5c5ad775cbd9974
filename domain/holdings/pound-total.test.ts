import { describe, expect, it } from 'vitest';
import type { Money, Rate } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { poundTotal } from './pound-total.ts';
import type { RateLookup } from './valuation.ts';

const day = '2024-03-03' as IsoDate;
const rates: RateLookup = (from, to) => {
  const rate = new Map([
    ['USD>GBP', 0.79],
    ['USD>EUR', 0.92],
  ]).get(`${from}>${to}`);
  return rate === undefined ? null : { rate: rate as Rate, rateDate: day };
};
const of = (amount: number, currency: string) => ({ amount: amount as Money, currency });

describe('a total in pounds', () => {
  it('adds pounds as they are', () => {
    expect(poundTotal([of(0.1, 'GBP'), of(0.2, 'GBP')], rates, day)).toEqual({
      total: 0.3,
      converted: [],
      missing: [],
    });
  });

  it("converts each currency and says by which day's rate", () => {
    // 100 USD x 0.79 = 79; 92 EUR / 0.92 = 100 USD x 0.79 = 79; and 2 GBP.
    expect(poundTotal([of(100, 'USD'), of(92, 'EUR'), of(2, 'GBP')], rates, day)).toEqual({
      total: 160,
      converted: [
        { currency: 'EUR', rateDate: day, amount: 92, pounds: 79 },
        { currency: 'USD', rateDate: day, amount: 100, pounds: 79 },
      ],
      missing: [],
    });
  });

  it('leaves out what has no rate, and names it', () => {
    expect(poundTotal([of(5, 'CHF'), of(2, 'GBP')], rates, day)).toEqual({ total: 2, converted: [], missing: ['CHF'] });
  });
});
