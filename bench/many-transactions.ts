/** A large portfolio for benchmarks, the same on every run. */
import type { Pounds, Price, Quantity } from '../domain/values/amount.ts';
import { unlistedAsset } from '../domain/csv/stored/directory.ts';
import { addDays, type IsoDate } from '../domain/values/dates.ts';
import type { TaxWrapper } from '../domain/fields/enums.ts';
import type { Account, Asset, Broker, Transaction } from '../domain/records/records.ts';
import { isValidIsin } from '../domain/values/isin.ts';
import { randomFrom } from './random.ts';

export interface Portfolio {
  readonly accounts: readonly Account[];
  readonly brokers: readonly Broker[];
  readonly assets: readonly Asset[];
  readonly transactions: readonly Transaction[];
}

/** The number-th ISIN of these portfolios, with its check digit. */
export function isinOf(number: number): string {
  const body = `GB00B${String(number).padStart(6, '0')}`;
  return Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find(isValidIsin) ?? body;
}

/** `rows` transactions of 4 accounts in 400 securities over 15 years. */
export function manyTransactions(rows: number): Portfolio {
  const next = randomFrom(20_260_101);
  const random = (below: number): number => Math.floor(next() * below);
  const accounts = ['Main Account', 'Partner', 'Trust', 'Joint'].map((name, index) => ({
    id: `account-${index}`,
    name,
  }));
  const brokers = ['AJ Bell', 'Hargreaves Lansdown', 'interactive investor'].map((name, index) => ({
    id: `broker-${index}`,
    name,
  }));
  const assets = Array.from({ length: 400 }, (_, index) =>
    unlistedAsset(`asset-${index}`, isinOf(index), `Security number ${index} plc`),
  );
  const wrappers: readonly TaxWrapper[] = ['DEALING', 'ISA', 'SIPP'];
  const start = '2011-01-03' as IsoDate;
  const transactions = Array.from({ length: rows }, (_, index): Transaction => {
    const quantity = 1 + random(1000);
    const pence = 50 + random(10_000);
    return {
      id: `0197a000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      transactionType: random(3) === 0 ? 'SELL' : 'BUY',
      transactionDate: addDays(start, Math.floor((index * 5600) / rows)),
      brokerId: `broker-${random(3)}`,
      brokerDealReference: `REF${index}`,
      accountId: `account-${random(4)}`,
      taxWrapper: wrappers[random(3)] ?? 'DEALING',
      isin: assets[random(400)]?.isin ?? '',
      quantity: quantity as Quantity,
      nativePrice: (pence / 100) as Price,
      localPrice: (pence / 100) as Price,
      consideration: ((quantity * pence) / 100) as Pounds,
      brokerCharge: 5.95 as Pounds,
      stampDuty: 0 as Pounds,
      fxCharge: 0 as Pounds,
      accruedInterest: 0 as Pounds,
    };
  });
  return { accounts, brokers, assets, transactions };
}
