/** Short ways to write prices and rates and to ask for returns, for the tests of returns. */
import type { Money, Price, Rate } from '../../domain/values/amount.ts';
import type { AssetFacts } from '../../domain/cgt/terms/capacity.ts';
import { exact } from '../../domain/values/decimal.ts';
import { priceLookup, rateLookup } from '../../domain/holdings/quotes.ts';
import type { ExchangeRate, PricePoint, Transaction } from '../../domain/records/records.ts';
import type { CashEntry, ReturnsLedger } from '../../domain/returns/book/cash-ledger.ts';
import { ReturnsAnswers } from '../../domain/returns/answers/returns-answers.ts';
import { returnsBook, type ReturnsBook } from '../../domain/returns/book/returns-book.ts';
import type { ReturnsQuery, ReturnsView } from '../../domain/returns/answers/returns-view.ts';
import { day, gainsOf } from '../cgt/rows.ts';

/** A price of TEST in pounds unless said otherwise. */
export function price(date: string, closePrice: number, isin = 'TEST', currency = 'GBP'): PricePoint {
  return { isin, priceDate: day(date), closePrice: closePrice as Price, currency, fetchedAt: '' };
}

/** So many pounds for one of a currency from a day on. */
export function rate(date: string, fromCurrency: string, pounds: number): ExchangeRate {
  return { fromCurrency, toCurrency: 'GBP', rate: pounds as Rate, rateDate: day(date) };
}

export function asset(isin: string, facts: Partial<AssetFacts> = {}): AssetFacts {
  return {
    isin,
    name: `${isin} plc`,
    type: 'EQUITY',
    category: 'UK_TSM',
    cgtExempt: null,
    denomination: 'GBP',
    ...facts,
  };
}

export interface World {
  readonly rows: readonly Transaction[];
  readonly prices: readonly PricePoint[];
  readonly rates?: readonly ExchangeRate[];
  readonly assets?: readonly AssetFacts[];
  readonly asOf: string;
  readonly ledgers?: readonly ReturnsLedger[];
}

export function bookOf({ rows, prices, rates = [], assets = [], asOf, ledgers }: World): ReturnsBook {
  const lookup = priceLookup(prices);
  return returnsBook({
    gains: gainsOf(rows, { asOf }),
    assets: new Map(assets.map((entry) => [entry.isin, entry])),
    series: lookup.series,
    rates: rateLookup(rates),
    ...(ledgers === undefined ? {} : { ledgers }),
  });
}

export function queryOf(from: string, to: string, given: Partial<ReturnsQuery> = {}): ReturnsQuery {
  return { scope: {}, period: { from: day(from), to: day(to) }, benchmark: null, splitBy: 'accountId', ...given };
}

export function viewOf(world: World, from: string, to: string, given: Partial<ReturnsQuery> = {}): ReturnsView {
  return new ReturnsAnswers(bookOf(world)).view(queryOf(from, to, given));
}

export function ledger(
  currency: string,
  entries: readonly (Omit<CashEntry, 'change' | 'date'> & { date: string; change: number })[],
  place: Partial<ReturnsLedger> = {},
): ReturnsLedger {
  return {
    accountId: 'ann',
    brokerId: 'broker',
    taxWrapper: 'DEALING',
    currency,
    entries: entries.map((entry) => ({ ...entry, date: day(entry.date), change: exact(entry.change as Money) })),
    ...place,
  };
}

/** The amounts of a bridge that are not nil, in its order. */
export function partsOf(view: ReturnsView): Readonly<Record<string, number>> | null {
  return view.bridge === null
    ? null
    : Object.fromEntries(Object.entries(view.bridge).filter(([, amount]) => amount !== 0));
}
