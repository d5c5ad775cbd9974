import { expect, it } from 'vitest';
import type { IsoDate } from '../values/dates.ts';
import type { Asset } from '../records/records.ts';
import {
  accountEntry,
  assetEntry,
  propertyEntry,
  searchEntries,
  SEARCH_TYPES,
  transactionEntry,
  type SearchEntry,
} from './search.ts';

const asset = (id: string, name: string, isin: string, fetchCode = ''): SearchEntry =>
  assetEntry({ id, name, isin, sedol: null, fetchCode, type: 'ETF' } as Asset);
const trade = (id: string, assetName: string, transactionDate: string, isin = 'IE00B4L5Y983'): SearchEntry =>
  transactionEntry(
    {
      id,
      transactionType: 'BUY',
      transactionDate: transactionDate as IsoDate,
      taxWrapper: 'ISA',
      isin,
      brokerDealReference: `REF-${id}`,
    },
    assetName,
    'Main Account',
    'AJ Bell',
  );
const ids = (entries: readonly SearchEntry[], query: string): string[] =>
  searchEntries(entries, query).results.map(({ id }) => id);

it('puts a code or a whole title first, then titles that start with the query, words that do, titles that contain it, and the rest', () => {
  const entries = [
    asset('rest', 'Something else', 'US0378331005', 'gold.l'),
    asset('inside', 'Marigold Fund', 'GB00B41XG308'),
    asset('word', 'Physical Gold', 'JE00B1VS3770'),
    asset('start', 'Gold Bullion', 'GB00BH4HKS39'),
    asset('title', 'GOLD', 'IE00B4ND3602'),
    asset('code', 'A metal', 'XAU', 'gold'),
  ];
  expect(ids(entries, ' Gold ')).toEqual(['code', 'title', 'start', 'word', 'inside', 'rest']);
});

it('lists the rare kinds before transactions of the same rank, and transactions of one title newest first', () => {
  const entries = [
    trade('t1', 'World ETF', '2024-01-02'),
    trade('t2', 'World ETF', '2025-01-02'),
    asset('a', 'World ETF', 'IE00B4L5Y983'),
    accountEntry({ id: 'c', name: 'World tour' }),
  ];
  expect(ids(entries, 'world')).toEqual(['c', 'a', 't2', 't1']);
  expect(SEARCH_TYPES.toSorted()).toEqual([
    'accounts',
    'assets',
    'broker-cash-balances',
    'properties',
    'savings-accounts',
    'transactions',
  ]);
});

it('wants every word, anywhere in the record, without case', () => {
  const entries = [trade('t1', 'World ETF', '2024-01-02'), trade('t2', 'Gilt', '2024-01-02')];
  expect(ids(entries, 'bell ISA world')).toEqual(['t1']);
  expect(ids(entries, 'ref-t2')).toEqual(['t2']);
  expect(ids(entries, 'bell nothing')).toEqual([]);
});

it('finds nothing for fewer than 2 characters', () => {
  expect(ids([accountEntry({ id: 'c', name: 'AB' })], ' a ')).toEqual([]);
  expect(ids([accountEntry({ id: 'c', name: 'AB' })], 'ab')).toEqual(['c']);
});

it('answers pages of 20 by default, and shows no amount', () => {
  const entries = Array.from({ length: 45 }, (_, index) => trade(`t${index}`, 'World ETF', '2024-01-02'));
  expect(searchEntries(entries, 'world', 3)).toMatchObject({
    totalCount: 45,
    totalPages: 3,
    currentPage: 3,
    hasNextPage: false,
    hasPreviousPage: true,
  });
  expect(searchEntries(entries, 'world').results).toHaveLength(20);
  const home = propertyEntry(
    {
      id: 'p',
      name: 'Home',
      address: '12 Elm Road\nLeeds',
      datePurchased: '2016-09-30' as IsoDate,
      notes: '',
    },
    'Main',
  );
  expect(searchEntries([home], 'leeds').results).toEqual([
    { type: 'properties', id: 'p', title: 'Home', detail: '12 Elm Road, Leeds · Main', date: '2016-09-30' },
  ]);
});
