/** RULES 7: accrued income of trades in gilts and bonds. */
import { expect, it } from 'vitest';
import { buy, day, pounds, row, sell } from '../../tests/cgt/rows.ts';
import type { Pounds } from '../values/amount.ts';
import { toText } from '../values/decimal.ts';
import type { Transaction } from '../records/records.ts';
import { accruedIncome, accruedPart } from './accrued-income.ts';

const GILT = 'GB00B16NNR78';
const BOND = 'XS1234567890';
const ASSETS = new Map([
  [BOND, { type: 'BOND' as const }],
  ['IE00B3XXRP09', { type: 'ETF' as const }],
]);

const accrued = (one: Transaction, amount: number): Transaction => ({ ...one, accruedInterest: amount as Pounds });
const paid = (date: string, amount: number, isin = GILT) => row('INTEREST', date, null, amount, { isin });
const lines = (...rows: Transaction[]): string[] =>
  accruedIncome(rows, ASSETS, 'ann').map(
    ({ date, effect, amount, isStated, periodEnd, taxYear }) =>
      `${date} ${effect} ${amount ?? '-'}${isStated ? '' : ' worked out'} to ${periodEnd ?? '-'} ${taxYear ?? '-'}`,
  );

it('7.3: HS343, example 1: 400 x 152/182', () => {
  expect(toText(accruedPart(pounds('400'), 152, 182))).toBe('334.07');
});

it("7.1: a seller's accrued interest is a profit, a buyer's a relief; without the right to the interest the other way round", () => {
  const isin = GILT;
  expect(
    lines(
      accrued(buy('2024-05-01', 1000, 900, { isin }), 12.5),
      paid('2024-06-07', 20),
      accrued(sell('2024-09-02', 400, 380, { isin }), 8),
      accrued(sell('2024-12-03', 100, 95, { isin }), -0.4),
      paid('2024-12-07', 20),
    ),
  ).toEqual([
    '2024-05-01 relief 12.5 to 2024-06-07 2024-25',
    '2024-09-02 profit 8 to 2024-12-07 2024-25',
    '2024-12-03 relief 0.4 to 2024-12-07 2024-25',
  ]);
});

it('7.2: it falls in the year in which the interest period ends; a gilt pays every half-year, of a bond its rows tell', () => {
  const isin = GILT;
  const sold = accrued(sell('2025-02-03', 1000, 950, { isin }), 9);
  expect(lines(buy('2020-01-06', 1000, 900, { isin }), paid('2024-06-07', 20), sold).at(-1)).toBe(
    '2025-02-03 profit 9 to 2025-06-07 2025-26',
  );
  expect(lines(sold)).toEqual(['2025-02-03 profit 9 to - -']);
  const bond = accrued(sell('2025-02-03', 1000, 950, { isin: BOND }), 9);
  expect(lines(paid('2024-06-07', 20, BOND), bond)).toEqual(['2025-02-03 profit 9 to - -']);
  expect(lines(bond, paid('2025-06-07', 20, BOND))).toEqual(['2025-02-03 profit 9 to 2025-06-07 2025-26']);
});

it('7.3: accrued interest that a purchase does not state is calculated only where the interest payment was on its units alone', () => {
  const bought = { ...buy('2024-11-05', 10_000, 9000, { isin: GILT }), settlementDate: day('2024-11-06') };
  // There are 152 days from 7 June to 6 November, and 183 to 7 December.
  expect(lines(bought, paid('2024-12-07', 400))).toEqual(['2024-11-05 relief 332.24 worked out to 2024-12-07 2024-25']);
  expect(lines(buy('2024-01-05', 1, 1, { isin: GILT }), bought, paid('2024-12-07', 400)).at(-1)).toBe(
    '2024-11-05 relief - worked out to 2024-12-07 2024-25',
  );
});

it('7.1: holdings in an ISA, and securities other than bonds, have none', () => {
  expect(
    lines(
      accrued(buy('2024-05-01', 1, 1, { isin: GILT, wrapper: 'ISA' }), 1),
      accrued(buy('2024-05-01', 1, 1, { isin: 'IE00B3XXRP09' }), 1),
    ),
  ).toEqual([]);
});
