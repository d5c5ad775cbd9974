/**
 * Figures of savings, cash, properties and targets are exact: random figures are compared with integer arithmetic,
 * digit by digit.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fraction, Money, Percent, Pounds, Rate } from '../values/amount.ts';
import { addDays, type IsoDate } from '../values/dates.ts';
import { exact, sum, toText } from '../values/decimal.ts';
import { poundTotal } from './pound-total.ts';
import { propertyValue } from '../records/property.ts';
import { sumShown } from '../values/round-parts.ts';
import { fractionOfPercent, percentOfFraction } from '../records/savings-account.ts';
import { expectedInterest } from './savings-interest.ts';
import { taxYearStarting } from '../values/tax-year.ts';

/** `count` units of 10^-places as the number in a record. */
const decimal = (count: bigint, places: number): number => Number(text(count, places));

/** The same as shortest decimal text, without any division of numbers. */
function text(count: bigint, places: number): string {
  const digits = (count < 0n ? -count : count).toString().padStart(places + 1, '0');
  const fraction = digits.slice(digits.length - places).replace(/0+$/u, '');
  return (count < 0n ? '-' : '') + digits.slice(0, digits.length - places) + (fraction === '' ? '' : `.${fraction}`);
}

const pence = fc.bigInt({ min: 0n, max: 99_999_999_99n });
const total = (counts: readonly bigint[]): bigint => counts.reduce((before, count) => before + count, 0n);

describe('figures of wealth', () => {
  it('balances add up to the penny, where numbers do not', () => {
    expect(0.1 + 0.2).not.toBe(0.3);
    expect(sumShown([0.1, 0.2] as Pounds[])).toBe(0.3);
    fc.assert(
      fc.property(fc.array(pence, { maxLength: 60 }), (counts) => {
        expect(String(sumShown(counts.map((count) => decimal(count, 2) as Pounds)))).toBe(text(total(counts), 2));
      }),
    );
  });

  it('target percentages add up to the hundredth', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 100_000n }), { maxLength: 9 }), (counts) => {
        expect(toText(sum(counts.map((count) => exact(decimal(count, 2) as Percent))))).toBe(text(total(counts), 2));
      }),
    );
  });

  it('a rate in percent is stored as the fraction of the same digits, and shown as it was typed', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10_000n }), (count) => {
        const fraction = fractionOfPercent(decimal(count, 2) as Percent);
        expect(String(fraction)).toBe(String(decimal(count, 4)));
        expect(percentOfFraction(fraction)).toBe(decimal(count, 2));
      }),
    );
  });

  it('interest of a whole year is balance times rate, to the millionth of a pound', () => {
    fc.assert(
      fc.property(pence, fc.bigInt({ min: 1n, max: 10_000n }), (balance, rate) => {
        const account = {
          latestBalance: decimal(balance, 2) as Pounds,
          interestRate: decimal(rate, 4) as Fraction,
          accountOpenDate: '2020-01-01' as IsoDate,
          accountCloseDate: null,
        };
        expect(String(expectedInterest(account, taxYearStarting(2024)))).toBe(String(decimal(balance * rate, 6)));
      }),
    );
  });

  it('interest of some days of the year is their share of it', () => {
    // 73 days are a fifth of 365: the whole year's interest in tenths of a millionth, times two.
    fc.assert(
      fc.property(pence, fc.bigInt({ min: 1n, max: 10_000n }), (balance, rate) => {
        const closed = addDays('2024-04-06' as IsoDate, 73);
        const account = {
          latestBalance: decimal(balance, 2) as Pounds,
          interestRate: decimal(rate, 4) as Fraction,
          accountOpenDate: '2020-01-01' as IsoDate,
          accountCloseDate: closed,
        };
        expect(String(expectedInterest(account, taxYearStarting(2024)))).toBe(String(decimal(balance * rate * 2n, 7)));
      }),
    );
  });

  it('cash in several currencies comes to pounds, each amount to the penny as it is printed', () => {
    const day = '2026-01-15' as IsoDate;
    const cash = fc.array(fc.bigInt({ min: 0n, max: 999_999_999n }), { maxLength: 20 });
    fc.assert(
      fc.property(cash, cash, fc.bigInt({ min: 1n, max: 9_999n }), (pounds, dollars, rate) => {
        const rates = (from: string, to: string) =>
          from === 'USD' && to === 'GBP' ? { rate: decimal(rate, 4) as Rate, rateDate: day } : null;
        const amounts = [
          ...pounds.map((count) => ({ amount: decimal(count, 2) as Money, currency: 'GBP' as const })),
          ...dollars.map((count) => ({ amount: decimal(count, 2) as Money, currency: 'USD' as const })),
        ];
        const pennies = dollars.map((count) => (count * rate + 5_000n) / 10_000n);
        expect(String(poundTotal(amounts, rates, day).total)).toBe(String(decimal(total(pounds) + total(pennies), 2)));
      }),
    );
  });

  it('the gain of a property is its price less what it cost', () => {
    fc.assert(
      fc.property(pence, pence, (cost, price) => {
        const value = propertyValue({ purchasePrice: decimal(cost + 1n, 2) as Money, currency: 'GBP' }, [
          { id: 'p', priceDate: '2026-01-15' as IsoDate, price: decimal(price, 2) as Money, currency: 'GBP' },
        ]);
        expect(String(value.unrealizedGainLoss)).toBe(String(decimal(price - cost - 1n, 2)));
      }),
    );
  });
});
