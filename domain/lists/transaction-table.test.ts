import { describe, expect, it } from 'vitest';
import type { Money, Pounds, Quantity } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import type { Transaction } from '../records/records.ts';
import { pageBounds } from './page.ts';
import type { TransactionQuery } from './transaction-query.ts';
import { TransactionTable, type ListNames } from './transaction-table.ts';

const names: ListNames = {
  asset: (isin) =>
    ({
      GB00BH4HKS39: { name: 'Vodafone Group plc', category: 'UK_TSM' as const },
      IE00B4L5Y983: { name: 'iShares Core MSCI World', category: 'DEVELOPED_WORLD_TSM' as const },
    })[isin] ?? null,
  account: (id) => ({ a: 'Main Account', b: 'Partner' })[id] ?? null,
  broker: (id) => ({ x: 'AJ Bell' })[id] ?? null,
};
const row = (id: string, fields: Partial<Transaction>): Transaction => ({
  id,
  transactionType: 'BUY',
  transactionDate: '2025-01-01' as IsoDate,
  brokerId: 'x',
  brokerDealReference: '',
  accountId: 'a',
  taxWrapper: 'DEALING',
  isin: 'GB00BH4HKS39',
  quantity: 10 as Quantity,
  nativePrice: null,
  localPrice: null,
  consideration: 100 as Pounds,
  brokerCharge: 0 as Pounds,
  stampDuty: 0 as Pounds,
  fxCharge: 0 as Pounds,
  accruedInterest: 0 as Pounds,
  ...fields,
});
const rows: readonly Transaction[] = [
  row('1', {
    transactionDate: '2024-05-01' as IsoDate,
    quantity: 5 as Quantity,
    consideration: 300 as Pounds,
    brokerDealReference: 'AJ-77',
  }),
  row('2', { transactionDate: '2025-02-01' as IsoDate, accountId: 'b', taxWrapper: 'ISA', isin: 'IE00B4L5Y983' }),
  row('3', {
    transactionDate: '2025-02-01' as IsoDate,
    transactionType: 'DIVIDEND',
    quantity: null,
    consideration: 20 as Pounds,
  }),
  row('4', {
    transactionDate: '2023-01-01' as IsoDate,
    isin: 'XAU',
    accountId: 'b',
    transactionType: 'SELL',
    quantity: 5 as Quantity,
  }),
];
const table = new TransactionTable(rows, names);
const ids = (query: TransactionQuery): string =>
  table
    .all(query)
    .map((entry) => entry.id)
    .join('');

describe('TransactionTable', () => {
  it('shows the newest first, and within a day the latest made', () => {
    expect(ids({})).toBe('3214');
    expect(ids({ sortField: 'transactionDate' })).toBe('4123');
    expect(ids({ sortField: 'transactionDate', sortDirection: 'desc' })).toBe('3214');
  });

  it.each([
    ['assetName', '4231', '3124'],
    ['accountName', '3124', '2431'],
    ['transactionTypeLabel', '2134', '4321'],
    ['taxWrapperLabel', '3142', '2314'],
    ['quantity', '1423', '2143'],
    ['consideration', '3241', '1243'],
  ] as const)('sorts by %s, equal rows newest first and nothing last', (sortField, ascending, descending) => {
    expect([ids({ sortField }), ids({ sortField, sortDirection: 'desc' })]).toEqual([ascending, descending]);
  });

  it('filters by account, wrapper and category together', () => {
    expect(ids({ accountId: 'b' })).toBe('24');
    expect(ids({ accountId: 'b', taxWrapper: 'ISA' })).toBe('2');
    expect(ids({ assetCategory: 'UK_TSM', accountId: '', taxWrapper: '' })).toBe('31');
    expect(ids({ accountId: 'nobody' })).toBe('');
  });

  it('searches name, metal, ISIN, account, broker, reference, type and wrapper, every word, without case', () => {
    expect(ids({ search: ' VODA ' })).toBe('31');
    expect(ids({ search: 'gold' })).toBe('4');
    expect(ids({ search: 'ie00b4' })).toBe('2');
    expect(ids({ search: 'partner isa' })).toBe('2');
    expect(ids({ search: 'aj-77' })).toBe('1');
    expect(ids({ search: 'dividend' })).toBe('3');
    expect(ids({ search: 'aj bell' })).toBe('3214');
    expect(ids({ search: 'voda partner' })).toBe('');
    expect(ids({ search: 'v' })).toBe('3214');
  });

  it('answers a page with its counts; a page that does not exist is the nearest', () => {
    expect(table.page({ pageSize: 3, page: 2 })).toMatchObject({
      totalCount: 4,
      totalPages: 2,
      currentPage: 2,
      hasNextPage: false,
      hasPreviousPage: true,
    });
    expect(table.page({ pageSize: 3, page: 9 }).transactions.map((entry) => entry.id)).toEqual(['4']);
    expect(table.page({ search: 'gold' }).transactions[0]).toEqual({
      id: '4',
      accountId: 'b',
      isin: 'XAU',
      assetName: 'Gold',
      accountName: 'Partner',
      transactionType: 'SELL',
      transactionTypeLabel: 'Sell',
      taxWrapper: 'DEALING',
      taxWrapperLabel: 'DEALING',
      quantity: 5,
      consideration: 100,
      transactionDate: '2023-01-01',
    });
    expect(pageBounds(0, 1, 20)).toMatchObject({ from: 0, to: 0, totalPages: 1, currentPage: 1, hasNextPage: false });
  });
});

describe('a cash event', () => {
  const deposit = row('5', {
    transactionType: 'DEPOSIT',
    isin: '',
    quantity: null,
    consideration: 0 as Pounds,
    cashAmount: 150 as Money,
    cashCurrency: 'USD',
  });
  const withCash = new TransactionTable([...rows, deposit], names);
  const found = (query: TransactionQuery): string =>
    withCash
      .all(query)
      .map((entry) => entry.id)
      .join('');

  it('has no asset and its own amount, by which it is sorted, and is found by its type', () => {
    expect(withCash.page({ search: 'deposit' }).transactions).toMatchObject([
      { id: '5', assetName: '', transactionTypeLabel: 'Deposit', cashAmount: 150, cashCurrency: 'USD', quantity: null },
    ]);
    expect(found({ sortField: 'consideration' })).toBe('32451');
    expect(found({ assetCategory: 'UK_TSM' })).not.toContain('5');
    expect(found({ search: 'vodafone' })).not.toContain('5');
  });
});
