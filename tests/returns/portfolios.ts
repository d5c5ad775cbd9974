/** Random portfolios in four currencies for fast-check: trades, income, splits, transfers, a merger and days without a price or rate. */
import fc from 'fast-check';
import type { AssetFacts } from '../../domain/cgt/terms/capacity.ts';
import { addDays, type IsoDate } from '../../domain/values/dates.ts';
import type { ExchangeRate, PricePoint, Transaction } from '../../domain/records/records.ts';
import { day, row } from '../cgt/rows.ts';
import { asset, price, rate, type World } from './returns-rows.ts';

export const FIRST = day('2023-12-20');
export const DAYS = 40;
export const ACCOUNTS = ['ann', 'bob'] as const;
export const BROKERS = ['one', 'two'] as const;
export const WRAPPERS = ['DEALING', 'ISA'] as const;
export const SECURITIES: readonly AssetFacts[] = [
  asset('TESTA', { category: 'UK_TSM', denomination: 'GBP' }),
  asset('TESTB', { category: 'UK_TSM', denomination: 'GBX' }),
  asset('TESTC', { category: 'US_TSM', denomination: 'USD' }),
  asset('TESTD', { category: 'EM_TSM', denomination: 'EUR' }),
];
const ISINS = SECURITIES.map(({ isin }) => isin);

export interface RandomWorld extends World {
  /** True when every security has a price, and every currency a rate, from the first day on. */
  readonly isComplete: boolean;
}

const offset = fc.integer({ min: 1, max: DAYS });
const units = fc.integer({ min: 1, max: 400 });
const pence = fc.integer({ min: 1, max: 900_000 }).map((amount) => amount / 100);
const charges = fc.constantFrom(0, 0, 5.95, 0.01);
const place = fc.record({
  account: fc.constantFrom(...ACCOUNTS),
  broker: fc.constantFrom(...BROKERS),
  wrapper: fc.constantFrom(...WRAPPERS),
});
const isins = fc.constantFrom(...ISINS);

const trade = fc
  .record({
    type: fc.constantFrom(
      'BUY',
      'BUY',
      'BUY',
      'SELL',
      'SELL',
      'RIGHTS_ISSUE',
      'DIVIDEND_REINVESTED',
      'TRANSFER_IN',
      'TRANSFER_OUT',
      'DIVIDEND',
      'INTEREST',
      'RETURN_OF_CAPITAL',
      'EQUALISATION',
      'ACCUMULATION',
    ),
    at: offset,
    quantity: units,
    consideration: pence,
    brokerCharge: charges,
    place,
    isin: isins,
  })
  .map(({ type, at, quantity, consideration, brokerCharge, place: where, isin }) => (id: string) => [
    row(type, addDays(FIRST, at), quantity, consideration, { ...where, isin, brokerCharge, id }),
  ]);

const split = fc
  .record({ at: offset, account: fc.constantFrom(...ACCOUNTS), isin: isins })
  .map(({ at, account, isin }) => (id: string) => [
    row('SPLIT', addDays(FIRST, at), 1, 0, { account, isin, ratio: [2, 1], id }),
  ]);

const linked = fc
  .record({
    at: offset,
    later: fc.integer({ min: 0, max: 3 }),
    quantity: units,
    arrives: fc.constantFrom(1, 1, 2),
    from: place,
    to: place,
    isin: isins,
  })
  .map(({ at, later, quantity, arrives, from, to, isin }) => (id: string) => [
    row('TRANSFER_OUT', addDays(FIRST, at), quantity, 0, { ...from, isin, transferId: id, id: `${id}-out` }),
    row('TRANSFER_IN', addDays(FIRST, Math.min(at + later, DAYS)), quantity * arrives, 1, {
      ...to,
      isin,
      transferId: id,
      id: `${id}-in`,
    }),
  ]);

const merger = fc
  .record({
    at: offset,
    place,
    isin: fc.constantFrom('TESTA', 'TESTC'),
    /** By row: what was received at each of some brokers. */
    rows: fc.array(
      fc.record({
        broker: fc.constantFrom(...BROKERS),
        cash: fc.constantFrom(0, 12.34),
        brokerCharge: charges,
        quantity: units,
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ at, place: where, isin, rows }) =>
    rows.map(({ broker, cash, brokerCharge, quantity }, index) =>
      row('MERGER', addDays(FIRST, at), quantity, cash, {
        ...where,
        broker,
        brokerCharge,
        isin,
        relatedIsin: isin === 'TESTA' ? 'TESTB' : 'TESTD',
        id: `merger-${index}`,
      }),
    ),
  );

function withIds(makers: readonly ((id: string) => Transaction[])[]): Transaction[] {
  return makers.flatMap((make, index) => make(`t-${String(index).padStart(2, '0')}`));
}

/** Prices and rates on some days of a series that begins on the first day, or late. */
const series = fc.record({
  late: fc.constantFrom(0, 0, 0, 5, 20),
  levels: fc.array(fc.option(fc.integer({ min: 1, max: 200_000 }), { nil: null, freq: 3 }), {
    minLength: DAYS,
    maxLength: DAYS,
  }),
  first: fc.integer({ min: 1, max: 200_000 }),
});

function daily<T>(
  {
    late,
    levels,
    first,
  }: { readonly late: number; readonly levels: readonly (number | null)[]; readonly first: number },
  make: (date: IsoDate, level: number) => T,
): T[] {
  return [first, ...levels].flatMap((level, index) =>
    level === null && index !== late ? [] : index < late ? [] : [make(addDays(FIRST, index), level ?? first)],
  );
}

const CURRENCIES = ['GBP', 'GBX', 'USD', 'EUR'] as const;

export const randomWorlds: fc.Arbitrary<RandomWorld> = fc
  .record({
    rows: fc.array(
      fc.oneof({ weight: 8, arbitrary: trade }, { weight: 1, arbitrary: split }, { weight: 2, arbitrary: linked }),
      {
        minLength: 1,
        maxLength: 25,
      },
    ),
    mergers: fc.option(merger, { nil: [], freq: 2 }),
    prices: fc.tuple(series, series, series, series),
    rates: fc.tuple(series, series),
  })
  .map(({ rows, mergers, prices, rates }) => ({
    rows: [...withIds(rows), ...mergers],
    assets: SECURITIES,
    asOf: addDays(FIRST, DAYS),
    prices: prices.flatMap((each, index): PricePoint[] =>
      daily(each, (date, level) => price(date, level / 100, ISINS[index], CURRENCIES[index])),
    ),
    // Between 0.5 and 1.5 pounds.
    rates: rates.flatMap((each, index): ExchangeRate[] =>
      daily(each, (date, level) => rate(date, index === 0 ? 'USD' : 'EUR', (5000 + (level % 10_000)) / 10_000)),
    ),
    isComplete: [...prices, ...rates].every(({ late }) => late === 0),
  }));
