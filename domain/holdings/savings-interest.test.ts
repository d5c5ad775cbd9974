import { describe, expect, it } from 'vitest';
import type { Fraction, Pounds } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { closingSoon, expectedInterest } from './savings-interest.ts';
import { taxYearStarting } from '../values/tax-year.ts';

function account(change: { balance?: number; rate?: number | null; opened?: string; closed?: string | null } = {}) {
  const { balance = 10_000, rate = 0.0432, opened = '2020-01-01', closed = null } = change;
  return {
    latestBalance: balance as Pounds,
    interestRate: rate as Fraction | null,
    accountOpenDate: opened as IsoDate,
    accountCloseDate: closed as IsoDate | null,
  };
}

describe('interest expected in a tax year', () => {
  it('is balance times rate for a whole year, in a leap year too', () => {
    // 10,000 x 0.0432 = 432; 6 April 2024 to 5 April 2025 has 365 days, the year before has 366.
    expect(expectedInterest(account(), taxYearStarting(2024))).toBe(432);
    expect(expectedInterest(account(), taxYearStarting(2023))).toBe(432);
  });

  it('takes no way through binary floating point', () => {
    // 1234.56 x 0.0315 = 38.88864
    expect(expectedInterest(account({ balance: 1234.56, rate: 0.0315 }), taxYearStarting(2024))).toBe(38.88864);
  });

  it('counts from the day of opening', () => {
    // Opened on 5 April 2025: 1 of 365 days. 3,650 x 0.05 = 182.50; / 365 = 0.50
    expect(expectedInterest(account({ balance: 3650, rate: 0.05, opened: '2025-04-05' }), taxYearStarting(2024))).toBe(
      0.5,
    );
    // Opened on 6 April 2024: all of it.
    expect(expectedInterest(account({ balance: 3650, rate: 0.05, opened: '2024-04-06' }), taxYearStarting(2024))).toBe(
      182.5,
    );
  });

  it('counts up to the day before closing', () => {
    // Closed on 18 June 2024: 25 days of April, 31 of May, 17 of June are 73, a fifth of 365. 182.50 / 5 = 36.50
    expect(expectedInterest(account({ balance: 3650, rate: 0.05, closed: '2024-06-18' }), taxYearStarting(2024))).toBe(
      36.5,
    );
    // Open from 1 to 3 May 2024: two nights. 0.50 x 2
    expect(
      expectedInterest(
        account({ balance: 3650, rate: 0.05, opened: '2024-05-01', closed: '2024-05-03' }),
        taxYearStarting(2024),
      ),
    ).toBe(1);
  });

  it('shares by the 366 days of a year with 29 February', () => {
    // 6 April 2023 to 5 April 2024. Closed on 7 April 2023: 1 day. 3,660 x 0.05 = 183; / 366 = 0.50
    expect(expectedInterest(account({ balance: 3660, rate: 0.05, closed: '2023-04-07' }), taxYearStarting(2023))).toBe(
      0.5,
    );
  });

  it('is nothing for an account that was not open in the year, and not known without a rate', () => {
    expect(expectedInterest(account({ closed: '2024-04-06' }), taxYearStarting(2024))).toBe(0);
    expect(expectedInterest(account({ opened: '2025-04-06' }), taxYearStarting(2024))).toBe(0);
    expect(expectedInterest(account({ rate: null }), taxYearStarting(2024))).toBeNull();
    expect(expectedInterest(account({ rate: 0 }), taxYearStarting(2024))).toBe(0);
  });
});

describe('accounts that close soon', () => {
  it('are those of today to the 30th day from it, the nearest first', () => {
    const closed = ['2024-04-02', '2024-03-03', '2024-03-02', '2024-04-03', null, '2024-03-20'].map((day) =>
      account({ closed: day }),
    );
    expect(closingSoon(closed, '2024-03-03' as IsoDate).map(({ accountCloseDate }) => accountCloseDate)).toEqual([
      '2024-03-03',
      '2024-03-20',
      '2024-04-02',
    ]);
  });
});
