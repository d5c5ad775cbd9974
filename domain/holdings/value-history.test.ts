import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { histories, linkedTransfers } from '../../tests/cgt/histories.ts';
import { buy, classOf, day, gainsOf, row, sell } from '../../tests/cgt/rows.ts';
import { runs } from '../../tests/runs.ts';
import type { Price, Rate } from '../values/amount.ts';
import { addDays, fromDayNumber, toDayNumber } from '../values/dates.ts';
import type { TransactionType } from '../fields/enums.ts';
import { sum, toText } from '../values/decimal.ts';
import { quantitySteps } from './quantity-steps.ts';
import type { PriceLookup, RateLookup } from './valuation.ts';
import { rangeStart, valueHistory } from './value-history.ts';

const noRates: RateLookup = () => null;

/** One price, valid from a day on. */
function pricedFrom(from: string, pounds: number, of = 'TEST'): PriceLookup {
  return (isin, asOf) =>
    isin === of && asOf >= from
      ? { isin, priceDate: day(from), closePrice: pounds as Price, currency: 'GBP', fetchedAt: '' }
      : null;
}

function both(a: PriceLookup, b: PriceLookup): PriceLookup {
  return (isin, asOf) => a(isin, asOf) ?? b(isin, asOf);
}

const nameOf = (isin: string) => `${isin} plc`;

function history(
  rows: Parameters<typeof gainsOf>[0],
  prices: PriceLookup,
  asOf: string,
  rates = noRates,
  isAccumulating = (_isin: string) => false,
) {
  return valueHistory({ gains: gainsOf(rows, { asOf }), nameOf, prices, rates, isAccumulating });
}

describe('the quantity of a class over time', () => {
  it('keeps units that are on their way from one broker to another, whichever day is recorded first', () => {
    const steps = (...rows: Parameters<typeof gainsOf>[0]) =>
      quantitySteps(classOf(gainsOf([buy('2024-01-02', 100, 100), ...rows]))).map(
        ({ date, quantity }) => `${date} ${toText(quantity)}`,
      );
    const out = (date: string, transferId = 'one', quantity = 40) =>
      row('TRANSFER_OUT', date, quantity, 0, { transferId, broker: 'a' });
    const into = (date: string, transferId = 'one', quantity = 40) =>
      row('TRANSFER_IN', date, quantity, 0, { transferId, broker: 'b' });
    expect(steps(out('2024-02-01'), into('2024-02-05'))).toEqual(['2024-01-02 100']);
    expect(steps(into('2024-02-01'), out('2024-02-05'))).toEqual(['2024-01-02 100']);
    const two = [out('2024-02-01'), out('2024-02-02', 'two', 10), into('2024-02-05'), into('2024-02-09', 'two', 10)];
    expect(steps(...two, sell('2024-02-06', 5, 9))).toEqual(['2024-01-02 100', '2024-02-06 95']);
    const halved = row('SPLIT', '2024-02-03', null, 0, { ratio: [1, 2] });
    // The 40 that left are 20 after the split; 40 that arrive then are others.
    expect(steps(out('2024-02-01'), halved, into('2024-02-05', 'one', 20))).toEqual([
      '2024-01-02 100',
      '2024-02-03 50',
    ]);
    expect(steps(out('2024-02-01'), halved, into('2024-02-05'))).toEqual([
      '2024-01-02 100',
      '2024-02-01 60',
      '2024-02-03 30',
      '2024-02-05 70',
    ]);
    // What did not arrive in full has left.
    expect(steps(out('2024-02-01'), into('2024-02-05', 'one', 39))).toEqual([
      '2024-01-02 100',
      '2024-02-01 60',
      '2024-02-05 99',
    ]);
  });

  it('ends on the quantity that the gains engine holds, whatever events came before', () => {
    const types: readonly TransactionType[] = [
      'BUY',
      'BUY',
      'BUY',
      'SELL',
      'TRANSFER_IN',
      'TRANSFER_OUT',
      'DIVIDEND_REINVESTED',
      'RIGHTS_ISSUE',
      'SPLIT',
      'BONUS_ISSUE',
      'MERGER',
      'DEMERGER',
      'ISIN_CHANGE',
      'DIVIDEND',
    ];
    const isins = ['TESTA', 'TESTB', 'TESTC'];
    const worlds = fc.tuple(
      histories({ types, wrappers: ['DEALING', 'SPECULATIVE', 'ISA'], accounts: ['ann', 'bob'], isins, maxRows: 30 }),
      linkedTransfers(['ann', 'bob'], isins),
    );
    fc.assert(
      fc.property(worlds, ([rows, links]) => {
        for (const entry of gainsOf([...rows, ...links]).classes) {
          const held = sum(entry.positions.map(({ quantity }) => quantity));
          const last = quantitySteps(entry).at(-1)?.quantity ?? 0n;
          // Each wrapper's value is rounded once at the 24th place.
          const difference = last - held;
          expect(difference < 4n && difference > -4n).toBe(true);
        }
      }),
    );
  });

  it('counts in the units of each day', () => {
    const entry = classOf(
      gainsOf([
        buy('2024-01-02', 10, 100),
        row('SPLIT', '2024-02-01', 10, 0, { ratio: [2, 1] }),
        sell('2024-02-03', 5, 60),
      ]),
    );
    expect(quantitySteps(entry).map(({ date, quantity }) => [date, toText(quantity)])).toEqual([
      ['2024-01-02', '10'],
      ['2024-02-01', '20'],
      ['2024-02-03', '15'],
    ]);
  });

  it('follows a change of code', () => {
    const entry = classOf(
      gainsOf([
        buy('2024-01-02', 10, 100, { isin: 'OLD' }),
        row('ISIN_CHANGE', '2024-02-01', null, 0, { isin: 'OLD', relatedIsin: 'TEST' }),
      ]),
    );
    expect(entry.codes).toEqual(['TEST', 'OLD']);
  });
});

describe('the value of a portfolio over time', () => {
  it('has a point a day, with the money put in beside it', () => {
    const { points, gaps, leftOut } = history(
      [buy('2024-01-02', 10, 100, { brokerCharge: 5 }), sell('2024-01-04', 4, 50, { brokerCharge: 2 })],
      pricedFrom('2024-01-01', 12),
      '2024-01-05',
    );
    expect(points).toEqual([
      { date: '2024-01-02', value: 120, netInvested: 105 },
      { date: '2024-01-03', value: 120, netInvested: 105 },
      { date: '2024-01-04', value: 72, netInvested: 57 },
      { date: '2024-01-05', value: 72, netInvested: 57 },
    ]);
    expect([gaps, leftOut]).toEqual([[], []]);
  });

  it('starts where everything held can be valued, and names what breaks the line later', () => {
    const rows = [buy('2024-01-01', 1, 10), buy('2024-01-04', 1, 20, { isin: 'NEW' })];
    const { points, gaps } = history(
      rows,
      both(pricedFrom('2024-01-03', 11), pricedFrom('2024-01-06', 21, 'NEW')),
      '2024-01-06',
    );
    expect(points.map(({ date, value }) => [date, value])).toEqual([
      ['2024-01-03', 11],
      ['2024-01-04', null],
      ['2024-01-05', null],
      ['2024-01-06', 32],
    ]);
    expect(gaps).toEqual([{ isin: 'NEW', name: 'NEW plc', from: '2024-01-04', to: '2024-01-05' }]);
    expect(points[0]?.netInvested).toBe(10);
  });

  it('leaves out, by name, what never had a price, with the money that went into it', () => {
    const { points, leftOut } = history(
      [buy('2024-01-01', 1, 10), buy('2024-01-01', 1, 99, { isin: 'NONE' })],
      pricedFrom('2024-01-01', 11),
      '2024-01-01',
    );
    expect(leftOut).toEqual([{ isin: 'NONE', name: 'NONE plc' }]);
    expect(points).toEqual([{ date: '2024-01-01', value: 11, netInvested: 10 }]);
    expect(history([buy('2024-01-01', 1, 99, { isin: 'NONE' })], noPrices, '2024-01-01')).toEqual({
      points: [],
      gaps: [],
      leftOut: [{ isin: 'NONE', name: 'NONE plc' }],
      oversold: [],
    });
  });

  it('names what was sold beyond what an account held, of any capacity, with its days', () => {
    const { points, oversold } = history(
      [
        buy('2024-01-01', 10, 100),
        sell('2024-01-02', 2, 20, { wrapper: 'ISA' }),
        buy('2024-01-03', 2, 20, { wrapper: 'ISA' }),
        sell('2024-01-03', 1, 11, { account: 'bob' }),
        sell('2024-01-02', 4, 40, { broker: 'other', wrapper: 'SPECULATIVE' }),
      ],
      pricedFrom('2024-01-01', 10),
      '2024-01-05',
    );
    expect(points.map(({ value }) => value)).toEqual([100, 40, 50, 50, 50]);
    expect(oversold).toEqual([{ isin: 'TEST', name: 'TEST plc', from: '2024-01-02', to: '2024-01-05' }]);
    expect(history([buy('2024-01-01', 10, 100)], pricedFrom('2024-01-01', 10), '2024-01-05').oversold).toEqual([]);
  });

  it('equalisation of accumulation units is never paid out', () => {
    const rows = [buy('2024-01-01', 10, 100), row('EQUALISATION', '2024-01-02', null, 3)];
    const invested = (isAccumulating: boolean) =>
      history(rows, pricedFrom('2024-01-01', 11), '2024-01-02', noRates, () => isAccumulating).points.map(
        ({ netInvested }) => netInvested,
      );
    expect(invested(false)).toEqual([100, 97]);
    expect(invested(true)).toEqual([100, 100]);
  });

  it('takes prices of an earlier code, and rates of the day', () => {
    const rows = [
      buy('2024-01-01', 10, 100, { isin: 'OLD' }),
      row('ISIN_CHANGE', '2024-01-02', null, 0, { isin: 'OLD', relatedIsin: 'TEST' }),
    ];
    const inDollars: PriceLookup = (isin) =>
      isin === 'OLD'
        ? { isin, priceDate: day('2024-01-01'), closePrice: 2 as Price, currency: 'USD', fetchedAt: '' }
        : null;
    const rates: RateLookup = (from, to, asOf) =>
      from === 'USD' && to === 'GBP' ? { rate: (asOf >= '2024-01-02' ? 0.9 : 0.8) as Rate, rateDate: asOf } : null;
    expect(history(rows, inDollars, '2024-01-02', rates).points.map(({ value }) => value)).toEqual([16, 18]);
  });

  it('counts neither moves between own accounts nor reinvested income as new money, and repaid capital as money out', () => {
    const rows = [
      buy('2024-01-01', 10, 100),
      row('TRANSFER_OUT', '2024-01-02', 10, 130, { transferId: 'x' }),
      row('TRANSFER_IN', '2024-01-02', 10, 130, { transferId: 'x', broker: 'other' }),
      row('DIVIDEND_REINVESTED', '2024-01-03', 1, 11),
      row('RETURN_OF_CAPITAL', '2024-01-04', null, 20, { smallTreatment: 'deduct' }),
      buy('2024-01-05', 1, 10, { accruedInterest: 1 }),
      sell('2024-01-06', 1, 12, { accruedInterest: 3 }),
    ];
    expect(
      history(rows, pricedFrom('2024-01-01', 11), '2024-01-06').points.map(({ netInvested }) => netInvested),
    ).toEqual([100, 100, 100, 80, 91, 76]);
  });
});

const noPrices: PriceLookup = () => null;

it('a range starts the same day so many months before, or on the last of a shorter month', () => {
  expect(rangeStart('1M', day('2024-03-31'))).toBe('2024-02-29');
  expect(rangeStart('3M', day('2024-01-15'))).toBe('2023-10-15');
  expect(rangeStart('1Y', day('2024-02-29'))).toBe('2023-02-28');
  expect(rangeStart('3Y', day('2024-12-31'))).toBe('2021-12-31');
  expect(rangeStart('All', day('2024-12-31'))).toBeNull();
});

afterEach(() => {
  vi.unstubAllEnvs();
});

it.each(['UTC', 'America/New_York', 'Europe/London', 'Pacific/Auckland', 'Asia/Kathmandu', 'Pacific/Apia'])(
  'ranges go back whole months on a machine in %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    const first = toDayNumber(day('1810-01-01'));
    const ranges = fc.constantFrom(['1M', 1] as const, ['3M', 3] as const, ['1Y', 12] as const, ['3Y', 36] as const);
    fc.assert(
      fc.property(fc.integer({ min: first, max: first + 142_000 }), ranges, (number, [range, months]) => {
        const asOf = fromDayNumber(number);
        const start = rangeStart(range, asOf) ?? day('');
        const [count, earlier] = [asOf, start].map((date) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)));
        expect(earlier).toBe((count ?? 0) - months);
        const isLastOfMonth = addDays(start, 1).endsWith('-01');
        expect(start.slice(8) === asOf.slice(8) || (isLastOfMonth && start.slice(8) < asOf.slice(8))).toBe(true);
      }),
      runs(300, 3000),
    );
  },
);
