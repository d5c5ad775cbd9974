import { describe, expect, it } from 'vitest';
import { buy, day, row, sell } from '../../../tests/cgt/rows.ts';
import { asset, bookOf, ledger, price, viewOf, type World } from '../../../tests/returns/returns-rows.ts';
import { ReturnsAnswers } from './returns-answers.ts';

const PRICES = [
  price('2023-01-03', 10, 'AAA'),
  price('2023-06-01', 10, 'BBB'),
  price('2024-02-28', 19, 'BBB'),
  price('2024-02-28', 10, 'AAA'),
];
const ASSETS = [asset('AAA'), asset('BBB')];
const bought = buy('2023-01-03', 100, 1000, { isin: 'AAA' });

function viewWith(rows: World['rows'], from: string, to: string, given: Parameters<typeof viewOf>[3] = {}) {
  return viewOf({ rows, prices: PRICES, assets: ASSETS, asOf: '2024-03-01' }, from, to, given);
}

describe('RULES 3.6: a scope of which a holding is less than nothing', () => {
  const rows = [bought, sell('2023-06-01', 50, 500, { isin: 'BBB' })];

  it('has no rate though its total is positive, and names the security and its days', () => {
    const view = viewWith(rows, '2023-01-03', '2024-03-01');
    expect(view.bridge?.closing).toBe(50);
    expect(view.timeWeighted).toMatchObject({ rate: null, perYear: null, fault: 'belowNothing' });
    expect(view.moneyWeighted).toEqual({ found: false, reason: 'oversold' });
    expect(view.oversold).toEqual([{ isin: 'BBB', from: '2023-06-01', to: '2024-03-01' }]);
    expect(view.days.growth.at(view.days.dates.indexOf(day('2023-05-31')))).toBe(100);
    expect(view.days.growth.at(-1)).toBeNull();
    expect(
      view.years.taxYears.map(({ year, timeWeighted, moneyWeighted }) => [year, timeWeighted, moneyWeighted?.found]),
    ).toEqual([
      ['2023-24', null, false],
      ['2022-23', 0, true],
    ]);
  });

  it('has rates in periods before, and in scopes without the holding', () => {
    const before = viewWith(rows, '2023-01-03', '2023-05-31');
    expect([before.timeWeighted.rate, before.oversold]).toEqual([0, []]);
    const other = viewWith(rows, '2023-01-03', '2024-03-01', { scope: { isin: 'AAA' } });
    expect([other.timeWeighted.rate, other.oversold]).toEqual([0, []]);
  });

  it('has none for the holding itself among all holdings', () => {
    const answers = new ReturnsAnswers(bookOf({ rows, prices: PRICES, asOf: '2024-03-01' }));
    const found = answers.holdings({ from: day('2023-01-03'), to: day('2024-03-01') });
    expect(
      found.map(({ isin, timeWeighted, moneyWeighted }) => [isin, timeWeighted.rate, moneyWeighted?.found]),
    ).toEqual([
      ['AAA', 0, true],
      ['BBB', null, false],
    ]);
  });

  it('names each once, from the first to the last day that the period needs', () => {
    const more = [...rows, buy('2023-07-01', 50, 500, { isin: 'BBB' }), sell('2023-08-01', 10, 100, { isin: 'BBB' })];
    expect(viewWith(more, '2023-06-10', '2023-12-31').oversold).toEqual([
      { isin: 'BBB', from: '2023-06-09', to: '2023-12-31' },
    ]);
    expect(viewWith(more, '2023-06-10', '2023-07-15').oversold).toEqual([
      { isin: 'BBB', from: '2023-06-09', to: '2023-06-30' },
    ]);
  });

  it('counts the brokers of an account and its wrappers of one capacity together, and no others', () => {
    const sold = (options: Parameters<typeof sell>[3]) =>
      viewWith([bought, sell('2023-06-01', 50, 500, { isin: 'AAA', ...options })], '2023-01-03', '2024-03-01');
    expect(sold({ broker: 'other' }).timeWeighted.rate).toBe(0);
    expect(sold({ wrapper: 'SPECULATIVE' }).timeWeighted.rate).toBe(0);
    expect(sold({ wrapper: 'ISA' }).timeWeighted.rate).toBeNull();
    expect(sold({ account: 'bob' }).timeWeighted.rate).toBeNull();
    const atOther = [bought, sell('2023-06-01', 50, 500, { isin: 'AAA', broker: 'other' })];
    const view = viewWith(atOther, '2023-01-03', '2024-03-01', { scope: { brokerId: 'other' } });
    expect(view.oversold).toEqual([{ isin: 'AAA', from: '2023-06-01', to: '2024-03-01' }]);
  });

  it('is not one whose cash is overdrawn', () => {
    const entries = [
      { id: 'a', date: '2023-01-02', kind: 'external', change: 900 },
      { id: 'b', date: '2023-01-03', kind: 'settlement', change: -1000, transactionId: 'bought' },
    ] as const;
    const view = viewOf(
      {
        rows: [{ ...bought, id: 'bought' }],
        prices: PRICES,
        ledgers: [ledger('GBP', entries)],
        asOf: '2023-03-01',
      },
      '2023-01-02',
      '2023-03-01',
    );
    expect([view.timeWeighted.rate, view.oversold]).toEqual([0, []]);
  });
});

it('RULES 4.6: what was covered within the period leaves a money-weighted rate, but no time-weighted one', () => {
  const rows = [
    bought,
    sell('2023-06-01', 50, 500, { isin: 'BBB' }),
    row('BUY', '2023-06-02', 50, 500, { isin: 'BBB' }),
  ];
  const view = viewWith(rows, '2023-01-03', '2024-03-01');
  expect(view.timeWeighted).toMatchObject({ rate: null, fault: 'belowNothing' });
  expect(view.moneyWeighted?.found).toBe(true);
  expect(view.oversold).toEqual([{ isin: 'BBB', from: '2023-06-01', to: '2023-06-01' }]);
});
