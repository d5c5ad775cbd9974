/** The rates that the workings show, from the shipped table and the device's rates (income/RULES.md 8). */
import { expect, it } from 'vitest';
import { buy, sell } from '../../tests/cgt/rows.ts';
import type { Price, Rate } from '../../domain/values/amount.ts';
import { toDisposalView } from '../../domain/cgt/views/disposal-view.ts';
import { computeGains } from '../../domain/cgt/matching/compute.ts';
import { NO_OPERATOR_FACTS } from '../../domain/facts/operator-facts.ts';
import type { Account, Asset, Transaction } from '../../domain/records/records.ts';
import { day } from '../../tests/cgt/rows.ts';
import type { LiveData } from './live-data.ts';
import { MadePounds } from './made-pounds.ts';

const ISIN = 'US0378331005';
const accounts = new Map<string, Account>([['ann', { id: 'ann', name: 'Ann' }]]);
const assets = new Map([[ISIN, { isin: ISIN, name: 'Apple', denomination: 'USD' } as Asset]]);
const part = <T>(value: T) => ({ get: () => Promise.resolve(value) });

function madePounds(transactions: readonly Transaction[]): MadePounds {
  const allRates = (from: string, to: string, rateDate: string) =>
    from === 'GBP' && to === 'USD' ? { rate: 1.28 as Rate, rateDate } : null;
  return new MadePounds({
    transactions: part(transactions),
    assets: part(assets),
    accounts: part(accounts),
    allRates: part(allRates),
    operatorFacts: part(NO_OPERATOR_FACTS),
  } as unknown as LiveData);
}

const priced = (row: Transaction, local: number): Transaction => ({
  ...row,
  nativePrice: 128 as Price,
  localPrice: local as Price,
});

it('8.2, 8.3: a disposal names the rate of each transaction, and a mixture is a finding', async () => {
  // HMRC's dollar of May 2024 was 1.2457 for a pound.
  const rows = [
    priced(buy('2024-05-01', 10, 1027.53, { isin: ISIN, id: 'bought' }), 102.753472),
    priced(sell('2024-08-01', 10, 1000, { isin: ISIN, id: 'sold' }), 100),
    buy('2024-05-01', 10, 1000, { isin: 'GB00BH4HKS39', id: 'pounds' }),
  ];
  const { classes } = computeGains({ transactions: rows, assets, asOf: day('2024-12-31') });
  const views = classes.flatMap(({ disposals }) =>
    disposals.map((one) => toDisposalView(one, { assets, accounts, asOf: day('2024-12-31') })),
  );
  const made = madePounds(rows);
  const [shown] = await made.withRates(views);
  expect(
    shown?.holdingTransactions.map(({ transactionId, rate }) => [transactionId, rate?.perPound, rate?.kind]),
  ).toEqual([
    ['bought', 1.2457, 'hmrcMonth'],
    ['sold', 1.28, 'day'],
  ]);
  expect(await made.findings()).toMatchObject([
    {
      accountName: 'Ann',
      assetName: 'Apple',
      transactionId: 'sold',
      text: "Its amounts were converted to pounds at the day's rate, those of another transaction at HMRC's monthly rate. Use one kind of rate throughout.",
    },
  ]);
  expect(await madePounds(rows.slice(2)).findings()).toEqual([]);
});
