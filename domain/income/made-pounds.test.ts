/** RULES 8: the rate at which a record's pounds were calculated; a mixture of rates is found. */
import { describe, expect, it } from 'vitest';
import { buy, day, row, sell } from '../../tests/cgt/rows.ts';
import type { Money, Pounds, Price, Rate } from '../values/amount.ts';
import type { Transaction } from '../records/records.ts';
import { isForeign, madeRateOf, mixedRates } from './made-pounds.ts';
import type { Rates } from './pound-rate.ts';

/** 1.25 dollars for a pound in every month, 1.28 on every day; euros have only daily rates. */
const RATES: Rates = {
  monthly: (currency) => (currency === 'USD' ? { perPound: 1.25 as Rate, operatorSource: null } : null),
  daily: (from, to, asOf) =>
    from === 'GBP' && to !== 'GBP' ? { rate: (to === 'USD' ? 1.28 : 1.2) as Rate, rateDate: asOf } : null,
};

const priced = (one: Transaction, native: number, local: number): Transaction => ({
  ...one,
  nativePrice: native as Price,
  localPrice: local as Price,
});
const moved = (one: Transaction, cash: number, currency: 'USD' | 'EUR' | 'GBP' = 'USD'): Transaction => ({
  ...one,
  cashAmount: cash as Money,
  cashCurrency: currency,
});
const words = (one: Transaction, denomination: 'USD' | 'EUR' | 'GBX' | null = 'USD'): string | null => {
  const made = madeRateOf(one, denomination, RATES);
  return made === null ? null : `${made.perPound} ${made.currency} ${made.kind}`;
};

describe('8.2: the rate', () => {
  const bought = buy('2024-05-01', 10, 800);

  it('follows from a price in both currencies', () => {
    expect(words(priced(bought, 100, 80))).toBe('1.25 USD hmrcMonth');
    expect(words(priced(bought, 100, 78.125))).toBe('1.28 USD day');
    expect(words(priced(bought, 100, 79))).toBe('1.265823 USD other');
    expect(words(priced(bought, 100, 83.333333), 'EUR')).toBe('1.2 EUR day');
    expect([words(bought), words(priced(bought, 8000, 80), 'GBX')]).toEqual([null, null]);
  });

  it('otherwise follows from the amount paid or received, including charges', () => {
    const charged = { ...bought, brokerCharge: 8 as Pounds };
    expect(words(moved(charged, 1010))).toBe('1.25 USD hmrcMonth');
    expect(words(moved({ ...sell('2024-05-01', 10, 800), brokerCharge: 8 as Pounds }, 990))).toBe('1.25 USD hmrcMonth');
    const taxed = { ...row('DIVIDEND', '2024-05-01', null, 85), grossIncome: 100 as Pounds, taxWithheld: 15 as Pounds };
    expect(words(moved(taxed, 108.8))).toBe('1.28 USD day');
    expect(words(moved(bought, 800, 'GBP'))).toBeNull();
  });

  it('is unknown where the amount is too small to tell', () => {
    expect(words(moved(buy('2024-05-01', 1, 0.8), 1))).toBe('1.25 USD other');
  });

  it('matters only for rows in another currency', () => {
    expect([bought, priced(bought, 100, 80), moved(bought, 1)].map((one) => isForeign(one, 'USD'))).toEqual([
      false,
      true,
      true,
    ]);
  });
});

it('8.3: an account with both kinds is named with its latest row of the rarer one; an ISA moves nothing', () => {
  const at = (date: string, local: number, account: string, wrapper: 'DEALING' | 'ISA' = 'DEALING') =>
    priced(buy(date, 10, 10 * local, { account, wrapper }), 100, local);
  const found = (...rows: Transaction[]) =>
    mixedRates(rows, () => 'USD', RATES).map(({ row: of, kind, others }) => [
      of.accountId,
      of.transactionDate,
      kind,
      others,
    ]);
  const month = at('2024-05-01', 80, 'ann');
  expect(found(month, at('2024-05-02', 80, 'ann'), at('2024-05-03', 79, 'ann'))).toEqual([]);
  expect(found(month, at('2024-05-02', 78.125, 'bob'), at('2024-05-03', 78.125, 'ann', 'ISA'))).toEqual([]);
  const day1 = at('2023-05-02', 78.125, 'ann');
  expect(
    found(month, at('2024-05-02', 80, 'ann'), at('2024-06-03', 78.125, 'ann'), day1, at('2024-07-01', 80, 'ann')),
  ).toEqual([['ann', day('2024-06-03'), 'day', 3]]);
});
