/**
 * All data of a device for benchmarks of screens: 200 holdings of four account holders, with prices and rates, the same
 * in every run.
 */
import type { Percent, Pounds, Price, Quantity, Rate } from '../domain/values/amount.ts';
import { addDays, type IsoDate } from '../domain/values/dates.ts';
import { ASSET_CATEGORIES, type TaxWrapper } from '../domain/fields/enums.ts';
import type { Asset, ExchangeRate, PricePoint, Transaction } from '../domain/records/records.ts';
import { isinOf } from './many-transactions.ts';
import { randomFrom } from './random.ts';

const HOLDINGS = 200;
const YEARS = 15;
/** For this many days the server has fetched prices on working days and rates every day. */
const FETCHED_DAYS = 730;
/** The number of currencies of the usual public source. */
const CURRENCIES = 165;
const UNITS_BOUGHT = 500;

/** Rows as in the tables of the device's database. */
export interface DeviceTables {
  readonly assets: readonly Asset[];
  readonly transactions: readonly Transaction[];
  readonly prices: readonly PricePoint[];
  readonly rates: readonly ExchangeRate[];
}

/** The records to which the server gave ids. */
export interface Known {
  readonly accountIds: readonly string[];
  readonly brokerIds: readonly string[];
}

function of<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new RangeError('the list is empty');
  return item;
}

/** One security per holding; one in four is in a second wrapper's account, one in five in dollars. */
function assetOf(index: number): Asset {
  const [kind, rest] = [of(['EQUITY', 'ETF', 'FUND'] as const, index), `Security number ${index}`];
  return {
    id: `0197b000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    name: `${rest}${kind === 'EQUITY' ? ' plc' : ' Index Tracker GBP Acc'}`,
    type: kind,
    category: of(ASSET_CATEGORIES, index).value,
    incomeTreatment: 'NA',
    totalExpenseRatio: 0 as Percent,
    isin: isinOf(index),
    sedol: null,
    priceSource: 'LSE',
    fetchCode: `S${index}`,
    denomination: index % 5 === 0 ? 'USD' : 'GBX',
    excludeFromPriceUpdates: false,
    cgtExempt: null,
  };
}

function wrapperOf(index: number): TaxWrapper {
  return index % 5 === 4 ? 'ISA' : 'DEALING';
}

/** `count` trades over 15 years up to `today`, two in five of them sales, never of more than is held. */
function tradesOf(count: number, assets: readonly Asset[], known: Known, today: IsoDate): Transaction[] {
  const random = randomFrom(20_240_406);
  const held = assets.map(() => 0);
  return Array.from({ length: count }, (_, index): Transaction => {
    const which = index < HOLDINGS ? index : Math.floor(random() * HOLDINGS);
    const holding = held[which] ?? 0;
    const pence = 100 + Math.floor(random() * 9900);
    const sells = index >= HOLDINGS && random() < 0.4 && holding > 10;
    const quantity = 1 + Math.floor(random() * (sells ? holding / 2 : UNITS_BOUGHT));
    held[which] = holding + (sells ? -quantity : quantity);
    return {
      id: `0197a000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      transactionType: sells ? 'SELL' : 'BUY',
      transactionDate: addDays(today, Math.floor(((index - count) * YEARS * 365) / count)),
      brokerId: of(known.brokerIds, index),
      brokerDealReference: `REF${index}`,
      accountId: of(known.accountIds, which),
      taxWrapper: wrapperOf(which),
      isin: of(assets, which).isin,
      quantity: quantity as Quantity,
      nativePrice: pence as Price,
      localPrice: (pence / 100) as Price,
      consideration: ((quantity * pence) / 100) as Pounds,
      brokerCharge: 5.95 as Pounds,
      stampDuty: 0 as Pounds,
      fxCharge: 0 as Pounds,
      accruedInterest: 0 as Pounds,
    };
  });
}

function isWorkingDay(day: IsoDate): boolean {
  return ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}

/** Everything except accounts and brokers, which the device has from its server. */
export function heldPortfolio(count: number, known: Known, today: IsoDate): DeviceTables {
  const assets = Array.from({ length: HOLDINGS }, (_, index) => assetOf(index));
  const days = Array.from({ length: FETCHED_DAYS }, (_, index) => addDays(today, index + 1 - FETCHED_DAYS));
  const random = randomFrom(1);
  const walk = (from: number): (() => number) => {
    let level = from;
    return () => Math.round((level *= 0.99 + random() * 0.0203) * 100) / 100;
  };
  const prices = assets.flatMap(({ isin, denomination }, index) => {
    const next = walk(500 + index * 20);
    return days.filter(isWorkingDay).map((priceDate): PricePoint => ({
      isin,
      priceDate,
      closePrice: next() as Price,
      currency: denomination,
      fetchedAt: `${priceDate}T22:30:04.000Z`,
    }));
  });
  const currencies = [
    'GBP',
    'EUR',
    ...Array.from(
      { length: CURRENCIES - 2 },
      (_, index) => `X${String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26))}`,
    ),
  ];
  const rates = currencies.flatMap((toCurrency, index) =>
    days.map((rateDate): ExchangeRate => ({
      fromCurrency: 'USD',
      toCurrency,
      rate: (index === 0 ? 0.79 : 1 + index / 10) as Rate,
      rateDate,
    })),
  );
  return { assets, transactions: tradesOf(count, assets, known, today), prices, rates };
}
