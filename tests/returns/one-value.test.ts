/** Holdings, the value over time and returns value the same units by the same prices (domain/returns/RULES.md 2.1 to 2.3). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exact, sum, toAmount, toText } from '../../domain/values/decimal.ts';
import { holdingsOf } from '../../domain/holdings/holdings.ts';
import { toHoldingView } from '../../domain/holdings/holding-view.ts';
import { priceLookup, rateLookup } from '../../domain/holdings/quotes.ts';
import { shownHolding } from '../../domain/holdings/shown-holding.ts';
import { valueHistory } from '../../domain/holdings/value-history.ts';
import { buy, day, gainsOf, row } from '../cgt/rows.ts';
import { runs } from '../runs.ts';
import { randomWorlds } from './portfolios.ts';
import { bookOf, price, viewOf, type World } from './returns-rows.ts';

/** The holdings as of a day. */
function heldOn({ rows, prices, rates = [] }: World, asOf: string) {
  return holdingsOf(gainsOf(rows, { asOf }), {
    assets: new Map(),
    accounts: new Map(),
    prices: priceLookup(prices),
    rates: rateLookup(rates),
    asOf: day(asOf),
  });
}

/** The value of everything on each day in the chart, and in returns. */
function dailyValues(world: World, from: string) {
  const { rows, prices, rates = [], asOf } = world;
  const { points } = valueHistory({
    gains: gainsOf(rows, { asOf }),
    nameOf: (isin) => isin,
    prices: priceLookup(prices),
    rates: rateLookup(rates),
    isAccumulating: () => false,
  });
  const { dates, values } = viewOf(world, from, asOf).days;
  return {
    chart: points.filter(({ date }) => date >= from).map(({ date, value }) => [date, value]),
    returns: dates.map((date, index) => [date, values[index]]).filter(([date]) => String(date) >= from),
  };
}

/** Both lines, and the value of the holdings on each of their days, in pounds. */
function expectOneValue(world: World, from: string, expected: Readonly<Record<string, number>>): void {
  const { chart, returns } = dailyValues(world, from);
  expect(Object.fromEntries(chart)).toEqual(expected);
  expect(Object.fromEntries(returns)).toEqual(expected);
  const held = Object.keys(expected).map((date) => [
    date,
    toAmount(sum(heldOn(world, date).map(({ value }) => value ?? exact(0 as never)))),
  ]);
  expect(Object.fromEntries(held)).toEqual(expected);
}

describe('RULES 2.3: a price is one of a unit of its own day', () => {
  const split = {
    rows: [buy('2024-01-02', 100, 1000), row('SPLIT', '2024-06-10', 900, 0, { ratio: [10, 1] })],
    prices: [price('2024-01-02', 9), price('2024-06-07', 10), price('2024-06-13', 1.1)],
    asOf: '2024-06-13',
  };

  it('so a split changes no value before the next price', () => {
    expectOneValue(split, '2024-06-07', {
      '2024-06-07': 1000,
      '2024-06-08': 1000,
      '2024-06-09': 1000,
      '2024-06-10': 1000,
      '2024-06-11': 1000,
      '2024-06-12': 1000,
      '2024-06-13': 1100,
    });
    const [holding] = heldOn(split, '2024-06-12').map(toHoldingView);
    expect(holding).toMatchObject({ currentPrice: 1, currentPriceDate: '2024-06-07', currentPriceAgeInDays: 5 });
    const { timeWeighted, oldPrices } = viewOf(split, '2024-06-08', '2024-06-12');
    expect([timeWeighted.rate, oldPrices]).toEqual([0, []]);
  });

  it('also when the ratio follows from the units, and of several splits', () => {
    const rows = [
      buy('2024-01-02', 100, 1000),
      row('SPLIT', '2024-06-08', 200, 0),
      row('BONUS_ISSUE', '2024-06-09', 300, 0),
    ];
    expectOneValue({ ...split, rows, asOf: '2024-06-10' }, '2024-06-07', {
      '2024-06-07': 1000,
      '2024-06-08': 1000,
      '2024-06-09': 1000,
      '2024-06-10': 1000,
    });
  });

  it('and a price of the day of the split is one after it', () => {
    const prices = [price('2024-06-07', 10), price('2024-06-10', 1.2)];
    expectOneValue({ ...split, prices, asOf: '2024-06-11' }, '2024-06-09', {
      '2024-06-09': 1000,
      '2024-06-10': 1200,
      '2024-06-11': 1200,
    });
  });

  it('and units that arrive between the two are worth what they were', () => {
    const rows = [...split.rows, row('TRANSFER_IN', '2024-06-11', 500, 1)];
    expect(viewOf({ ...split, rows }, '2024-06-08', '2024-06-12').bridge).toMatchObject({ paidIn: 500, closing: 1500 });
  });

  it('as each account counts its units', () => {
    const rows = [...split.rows, buy('2024-01-02', 100, 1000, { account: 'bob' })];
    expectOneValue({ ...split, rows, asOf: '2024-06-11' }, '2024-06-09', {
      '2024-06-09': 2000,
      '2024-06-10': 2000,
      '2024-06-11': 2000,
    });
  });
});

describe('RULES 2.3: the price of an earlier code', () => {
  const consolidated = [
    buy('2024-01-02', 100, 1000, { isin: 'OLD' }),
    row('SPLIT', '2024-06-10', -90, 0, { isin: 'OLD', ratio: [1, 10] }),
    row('ISIN_CHANGE', '2024-06-10', null, 0, { isin: 'OLD', relatedIsin: 'NEW' }),
  ];
  const prices = [price('2024-06-07', 10, 'OLD'), price('2024-06-12', 101, 'NEW')];

  it('counts for the units that a consolidation made', () => {
    expectOneValue({ rows: consolidated, prices, asOf: '2024-06-12' }, '2024-06-08', {
      '2024-06-08': 1000,
      '2024-06-09': 1000,
      '2024-06-10': 1000,
      '2024-06-11': 1000,
      '2024-06-12': 1010,
    });
  });

  it('does not count for a holder who has the new units only', () => {
    const rows = [...consolidated, buy('2024-06-11', 10, 1000, { isin: 'NEW', account: 'bob' })];
    const world = { rows, prices, asOf: '2024-06-12' };
    const { chart, returns } = dailyValues(world, '2024-06-10');
    const expected = { '2024-06-10': 1000, '2024-06-11': null, '2024-06-12': 2020 };
    expect([Object.fromEntries(chart), Object.fromEntries(returns)]).toEqual([expected, expected]);
    expect(heldOn(world, '2024-06-11').map(({ accountId, value }) => [accountId, value && toText(value)])).toEqual([
      ['ann', '1000'],
      ['bob', null],
    ]);
  });

  it('counts for every holder where nothing was split', () => {
    const rows = [
      buy('2024-01-02', 100, 1000, { isin: 'OLD' }),
      row('ISIN_CHANGE', '2024-06-10', null, 0, { isin: 'OLD', relatedIsin: 'NEW' }),
      buy('2024-06-11', 10, 1000, { isin: 'NEW', account: 'bob' }),
    ];
    expectOneValue({ rows, prices, asOf: '2024-06-11' }, '2024-06-10', { '2024-06-10': 1000, '2024-06-11': 1100 });
  });
});

it('RULES 6.1: a benchmark that was split is worth as much after it', () => {
  const world = {
    rows: [
      buy('2024-01-02', 100, 1000),
      row('SPLIT', '2024-06-10', 900, 0, { ratio: [10, 1] }),
      buy('2024-06-08', 1, 10, { isin: 'OTHER' }),
    ],
    prices: [price('2024-06-07', 10), price('2024-06-13', 1.1), price('2024-06-07', 10, 'OTHER')],
    asOf: '2024-06-13',
  };
  const { benchmark } = viewOf(world, '2024-06-08', '2024-06-13', { scope: { isin: 'OTHER' }, benchmark: 'TEST' });
  expect(benchmark).toMatchObject({ closing: 11, reason: null });
  expect(benchmark?.growth.map((value) => Number(value?.toFixed(9)))).toEqual([100, 100, 100, 100, 100, 100, 110]);
});

it('of any portfolio: the three agree on its last day', () => {
  fc.assert(
    fc.property(randomWorlds, (random) => {
      // Returns count units that are on their way on the earlier day, which a merger of the later day can tell (RULES 2.6).
      const world = { ...random, rows: random.rows.filter(({ transferId }) => transferId === undefined) };
      const held = heldOn(world, world.asOf);
      const { chart } = dailyValues(world, world.asOf);
      const { cells, values, lastDay } = bookOf(world);
      const isKnown = held.every(({ value }) => value !== null);
      const inReturns = new Map<string, number>();
      for (const [cell, { accountId, taxWrapper, isin }] of cells.entries()) {
        const key = `${accountId} ${taxWrapper} ${isin ?? ''}`;
        inReturns.set(key, (inReturns.get(key) ?? 0) + (values.valueOn(cell, lastDay) ?? NaN));
      }
      for (const holding of held) {
        const { value } = shownHolding(holding);
        const pence = inReturns.get(`${holding.accountId} ${holding.taxWrapper} ${holding.isin}`);
        expect(pence).toBe(value === null ? NaN : Math.round(toAmount(value) * 100));
      }
      if (isKnown && chart.length > 0)
        expect(chart.at(-1)?.[1]).toBeCloseTo(
          Number(toText(sum(held.map(({ value }) => value ?? exact(0 as never))))),
          6,
        );
    }),
    runs(200, 10_000),
  );
});
