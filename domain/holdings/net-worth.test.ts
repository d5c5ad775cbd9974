import { describe, expect, it } from 'vitest';
import type { Money, Pounds, Rate } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { netWorth, type NetWorthInput, type StatedSeries } from './net-worth.ts';

const day = (date: string): IsoDate => date as IsoDate;
const stated = (kind: StatedSeries['kind'], statements: Readonly<Record<string, number>>, rest = {}): StatedSeries => ({
  kind,
  currency: 'GBP',
  statements: Object.entries(statements).map(([date, amount]) => ({ date: day(date), amount: amount as Money })),
  endsOn: null,
  ...rest,
});
const points = (input: Partial<NetWorthInput>) =>
  netWorth({
    securities: new Map(),
    heldFrom: null,
    stated: [],
    rates: () => null,
    from: null,
    to: day('2024-03-04'),
    ...input,
  }).map(({ date, securities, cash, savings, properties, total }) => [
    date,
    securities,
    cash,
    savings,
    properties,
    total,
  ]);

describe('net worth', () => {
  it('carries a stated value to the next statement, or to the end', () => {
    const savings = stated('savings', { '2024-03-03': 150.5, '2024-03-01': 100 }, { endsOn: day('2024-03-04') });
    expect(points({ stated: [savings, stated('properties', { '2024-03-02': 1000 })] })).toEqual([
      ['2024-03-01', 0, 0, 100, 0, 100],
      ['2024-03-02', 0, 0, 100, 1000, 1100],
      ['2024-03-03', 0, 0, 150.5, 1000, 1150.5],
      ['2024-03-04', 0, 0, 0, 1000, 1000],
    ]);
  });

  it('of two statements of a day the later counts, and a range begins with what was stated before it', () => {
    const twice = stated('cash', { '2024-03-01': 1 });
    const statements = [...twice.statements, { date: day('2024-03-01'), amount: 2 as Money }];
    expect(points({ stated: [{ ...twice, statements }], from: day('2024-03-03') })).toEqual([
      ['2024-03-03', 0, 2, 0, 0, 2],
      ['2024-03-04', 0, 2, 0, 0, 2],
    ]);
  });

  it('begins on the first day with a complete value, and shows a gap where a price is missing later', () => {
    const securities = new Map<IsoDate, Pounds | null>([
      [day('2024-03-02'), 50 as Pounds],
      [day('2024-03-03'), null],
      [day('2024-03-04'), 60 as Pounds],
    ]);
    const input = { securities, heldFrom: day('2024-03-01'), stated: [stated('cash', { '2024-02-01': 5 })] };
    expect(points({ ...input, from: day('2024-03-01') })).toEqual([
      ['2024-03-02', 50, 5, 0, 0, 55],
      ['2024-03-03', null, 5, 0, 0, null],
      ['2024-03-04', 60, 5, 0, 0, 65],
    ]);
    // Before the first holding nothing can lack a price.
    expect(points(input)[0]).toEqual(['2024-02-01', 0, 5, 0, 0, 5]);
  });

  it("uses each day's exchange rate, and shows a gap for a currency without one", () => {
    const rates: NetWorthInput['rates'] = (from, to, asOf) =>
      from === 'USD' && to === 'GBP' && asOf >= '2024-03-03'
        ? { rate: (asOf === '2024-03-03' ? 0.8 : 0.75) as Rate, rateDate: asOf, fromCurrency: from, toCurrency: to }
        : null;
    expect(points({ stated: [stated('cash', { '2024-03-01': 10 }, { currency: 'USD' })], rates })).toEqual([
      ['2024-03-03', 0, 8, 0, 0, 8],
      ['2024-03-04', 0, 7.5, 0, 0, 7.5],
    ]);
  });

  it('is empty where nothing is recorded', () => {
    expect(points({})).toEqual([]);
  });
});
