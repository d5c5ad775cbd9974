/**
 * The demo investor: a couple's ten years of investing and saving, made from a seed. The same seed and day give the
 * same records.
 */
import {
  holderStatementValue,
  NOTHING_STATED,
  NOTHING_STATED_OF_YEAR,
  yearStatementKey,
  yearStatementValue,
} from '../allowances/statements.ts';
import { dateFromParts, daysBetween, type IsoDate } from '../values/dates.ts';
import { balanceHistoryKey, type Extra } from '../records/extra.ts';
import type { Account, ExchangeRate, PricePoint, TargetAllocation, Transaction } from '../records/records.ts';
import { taxYearOf } from '../values/tax-year.ts';
import type { SecurityFacts } from './book.ts';
import { makeCash, type CashMove } from './cash.ts';
import { quarterlyFeeOf } from './charges.ts';
import { makeIds } from './ids.ts';
import { SECURITIES, SPLITS } from './market-data.ts';
import { makeMarket, RATE_CODES, type Market } from './market.ts';
import { BROKER_MOVE, PLACES, type Holder } from './plans.ts';
import { runPlans } from './trading.ts';
import { tradingDays, weekdayOf } from './trading-days.ts';
import { makeTargets, makeWealth, type Wealth } from './wealth.ts';

export const DEMO_SEED = 'holdfast';
/** Prices of every trading day are kept for this long; for earlier years one a week. */
const DAILY_PRICE_DAYS = 400;

/** Data of the place where the story is stored: identifiers of shared records, and the quotation of the securities. */
export interface DemoSources {
  readonly seed: string;
  /** The day on which the story ends; the last prices are of the day before. */
  readonly today: IsoDate;
  readonly factsOf: (isin: string) => SecurityFacts;
  readonly brokerIdOf: (name: string) => string;
  readonly bankNameIdOf: (name: string) => string;
}

export interface DemoInvestor extends Omit<Wealth, 'savingsBalances' | 'cashIsaPayments'> {
  readonly accounts: readonly Account[];
  /** Trades and cash events, in the order in which they happened. */
  readonly transactions: readonly Transaction[];
  /** Earlier balances, the payments into cash ISAs, and the child's date of birth. */
  readonly extras: readonly Extra[];
  readonly targetAllocations: readonly TargetAllocation[];
  readonly prices: readonly PricePoint[];
  readonly rates: readonly ExchangeRate[];
}

const NAMES: Readonly<Record<Holder, string>> = {
  alex: 'Alex Morgan',
  sam: 'Sam Morgan',
  tess: 'Tess Morgan',
};

/** The first day of the tax year that began ten years before the present one. */
function firstDay(today: IsoDate): IsoDate {
  const first = dateFromParts(Number(taxYearOf(today).slice(0, 4)) - 10, 4, 6);
  if (first === null) throw new RangeError(`no demo for ${today}`);
  return first;
}

/** Makes all records of the demo investor, and the prices and rates behind them. */
export function makeDemoInvestor({ seed, today, factsOf, brokerIdOf, bankNameIdOf }: DemoSources): DemoInvestor {
  const from = firstDay(today);
  const firstYear = Number(from.slice(0, 4));
  const days = tradingDays(from, today).filter((day) => day < today);
  const lastDay = days.at(-1);
  if (lastDay === undefined) throw new RangeError(`no trading day before ${today}`);
  const market = makeMarket(seed, days, (isin) => factsOf(isin).denomination);
  const newId = makeIds(seed);
  const accounts: Readonly<Record<Holder, Account>> = {
    alex: { id: newId(from), name: NAMES.alex },
    sam: { id: newId(from), name: NAMES.sam },
    tess: { id: newId(from), name: NAMES.tess },
  };
  const common = { seed, firstYear, newId, brokerIdOf, accountIdOf: (holder: Holder) => accounts[holder].id };
  const { transactions } = runPlans({ ...common, market, factsOf });
  const cash = makeCash({
    transactions,
    days,
    idsOf: (place) => makeIds(`${seed}/cash/${place}`),
    feeOf: quarterlyFeeOf(brokerIdOf),
    move: cashMove(transactions, common),
  });
  const kept = keptDays(days, lastDay);
  const { savingsBalances, cashIsaPayments, ...wealth } = makeWealth({
    ...common,
    lastDay,
    bankNameIdOf,
    cashAt: cash.balanceAt,
  });
  return {
    accounts: [accounts.alex, accounts.sam, accounts.tess],
    transactions: [...transactions, ...cash.events].toSorted((a, b) =>
      a.transactionDate < b.transactionDate ? -1 : a.transactionDate > b.transactionDate ? 1 : 0,
    ),
    ...wealth,
    extras: [...extrasOf({ savingsBalances, cashIsaPayments }), birthOf(accounts.tess, firstYear)],
    targetAllocations: makeTargets(() => newId(from)),
    prices: pricesOf(market, kept, factsOf),
    rates: ratesOf(market, kept),
  };
}

/** The child's date of birth: a junior ISA is for those under 18. */
function birthOf({ id }: Account, firstYear: number): Extra {
  const dateOfBirth = dateFromParts(firstYear + 1, 9, 14);
  return { kind: 'account-holder', key: id, value: holderStatementValue({ ...NOTHING_STATED, dateOfBirth }) };
}

function extrasOf({ savingsBalances, cashIsaPayments }: Pick<Wealth, 'savingsBalances' | 'cashIsaPayments'>): Extra[] {
  return [
    ...savingsBalances.map(({ savingsAccountId, date, balance }): Extra => ({
      kind: 'balance-history',
      key: balanceHistoryKey(savingsAccountId, date),
      value: { balance },
    })),
    // Each holder has at most one cash ISA, so each statement is about one.
    ...cashIsaPayments.map(({ accountId, savingsAccountId, taxYear, paidIn }): Extra => ({
      kind: 'allowance-year',
      key: yearStatementKey(accountId, taxYear),
      value: yearStatementValue({ ...NOTHING_STATED_OF_YEAR, cashIsas: new Map([[savingsAccountId, paidIn]]) }),
    })),
  ];
}

/** The day and places of the move, once it has happened: no other transfer goes from the first place to the second. */
function cashMove(
  transactions: readonly Transaction[],
  { brokerIdOf, accountIdOf }: Pick<DemoSources, 'brokerIdOf'> & { readonly accountIdOf: (holder: Holder) => string },
): CashMove | null {
  const [from, to] = [PLACES[BROKER_MOVE.from], PLACES[BROKER_MOVE.to]];
  const [accountId, fromBrokerId] = [accountIdOf(from.holder), brokerIdOf(from.broker)];
  const moved = transactions.find(
    (row) =>
      row.transactionType === 'TRANSFER_OUT' &&
      row.accountId === accountId &&
      row.brokerId === fromBrokerId &&
      row.taxWrapper === from.taxWrapper,
  );
  return moved === undefined
    ? null
    : {
        day: moved.transactionDate,
        accountId,
        fromBrokerId,
        toBrokerId: brokerIdOf(to.broker),
        taxWrapper: from.taxWrapper,
      };
}

/**
 * Positions of the days whose prices are kept: the last trading day of each week, every recent day, and days of a
 * split.
 */
function keptDays(days: readonly IsoDate[], lastDay: IsoDate): readonly number[] {
  const splits = new Set<string>(SPLITS.map(({ day }) => day));
  return [...days.keys()].filter((position) => {
    const [day, next] = [days[position], days[position + 1]];
    if (day === undefined) return false;
    return (
      next === undefined ||
      weekdayOf(next) < weekdayOf(day) ||
      splits.has(day) ||
      daysBetween(day, lastDay) <= DAILY_PRICE_DAYS
    );
  });
}

function pricesOf(market: Market, positions: readonly number[], factsOf: DemoSources['factsOf']): PricePoint[] {
  const prices: PricePoint[] = [];
  for (const { isin } of SECURITIES) {
    const currency = factsOf(isin).denomination;
    for (const position of positions) {
      const [priceDate, closePrice] = [market.days[position], market.close(isin, position)];
      if (priceDate !== undefined && closePrice !== null)
        prices.push({ isin, priceDate, closePrice, currency, fetchedAt: `${priceDate}T17:00:00.000Z` });
    }
  }
  return prices;
}

function ratesOf(market: Market, positions: readonly number[]): ExchangeRate[] {
  return RATE_CODES.flatMap((toCurrency) =>
    positions.flatMap((position): ExchangeRate[] => {
      const rateDate = market.days[position];
      return rateDate === undefined
        ? []
        : [{ fromCurrency: 'USD', toCurrency, rate: market.rate(toCurrency, position), rateDate }];
    }),
  );
}
