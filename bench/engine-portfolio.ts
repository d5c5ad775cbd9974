/** Generated portfolios for the engine's benchmark: the same seed gives the same transactions everywhere. */
import type { Price, Pounds, Quantity } from '../domain/values/amount.ts';
import type { AssetFacts } from '../domain/cgt/terms/capacity.ts';
import { addDays, type IsoDate } from '../domain/values/dates.ts';
import type { TaxWrapper, TransactionType } from '../domain/fields/enums.ts';
import type { Transaction } from '../domain/records/records.ts';
import { randomFrom } from './random.ts';

export const SEED = 20_240_406;
/** A day after the last transaction. */
export const AS_OF = '2026-01-01' as IsoDate;

const FIRST_DAY = '2010-01-04' as IsoDate;
const DAYS = 15 * 365;
const FIRST_OF_MANY_DAYS = '1850-01-01' as IsoDate;

function isinOf(index: number): string {
  return `TEST${String(index).padStart(8, '0')}`;
}

function amountOf(units: number, places: number): number {
  return Number(units.toFixed(places));
}

/** One row; the caller chooses its quantity. */
function row(
  id: number,
  type: TransactionType,
  date: IsoDate,
  isin: string,
  wrapper: TaxWrapper,
  quantity: number,
  price: number,
): Transaction {
  return {
    id: `00000000-0000-7000-8000-${String(id).padStart(12, '0')}`,
    transactionType: type,
    transactionDate: date,
    brokerId: 'broker',
    brokerDealReference: `R${id}`,
    accountId: 'account',
    taxWrapper: wrapper,
    isin,
    quantity: quantity as Quantity,
    nativePrice: price as Price,
    localPrice: price as Price,
    consideration: amountOf(quantity * price, 2) as Pounds,
    brokerCharge: 5.99 as Pounds,
    stampDuty: amountOf(quantity * price * 0.005, 2) as Pounds,
    fxCharge: 0 as Pounds,
    accruedInterest: 0 as Pounds,
  };
}

/**
 * `count` trades in `isins` securities over 15 years in date order, two in five of them sales, one in five in an ISA;
 * shares in whole units, funds to six decimals. Sales never exceed the holding, so that histories are plausible.
 */
export function generatePortfolio(count: number, isins: number, seed: number): Transaction[] {
  const random = randomFrom(seed);
  const held = new Map<string, number>();
  const transactions: Transaction[] = [];
  for (let i = 0; i < count; i += 1) {
    const date = addDays(FIRST_DAY, Math.floor((i / count) * DAYS));
    const which = Math.floor(random() * isins);
    const wrapper: TaxWrapper = random() < 0.2 ? 'ISA' : 'DEALING';
    const key = `${which} ${wrapper}`;
    const holding = held.get(key) ?? 0;
    const places = which % 3 === 0 ? 6 : 0;
    const price = amountOf(1 + random() * 99, 4);
    const sells = random() < 0.4 && holding > 1;
    const quantity = sells
      ? amountOf(Math.max(1, holding * random() * 0.5), places)
      : amountOf(1 + random() * 500, places);
    held.set(key, amountOf(sells ? holding - quantity : holding + quantity, places));
    transactions.push(row(i, sells ? 'SELL' : 'BUY', date, isinOf(which), wrapper, quantity, price));
  }
  return transactions;
}

/**
 * One holding with a trade on each of `count` days, two in five of them sales, each with purchases in the following 30
 * days. It takes more than a century: the trades of one day are one disposal, so many disposals need many days.
 */
export function generateOneHolding(count: number, seed: number): Transaction[] {
  return generatePortfolio(count, 1, seed).map((transaction, index) => ({
    ...transaction,
    transactionDate: addDays(FIRST_OF_MANY_DAYS, index),
    taxWrapper: 'DEALING' as const,
  }));
}

export function assetsOf(transactions: readonly Transaction[]): Map<string, AssetFacts> {
  return new Map(
    transactions.map(({ isin }) => [
      isin,
      { isin, name: isin, type: 'EQUITY', category: 'UK_TSM', cgtExempt: null, denomination: 'GBP' },
    ]),
  );
}
