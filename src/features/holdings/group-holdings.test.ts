import { describe, expect, it } from 'vitest';
import type { Price, Quantity } from '../../../domain/values/amount.ts';
import { groupHoldings } from './group-holdings.ts';
import { makeHolding } from './holding.fixture.ts';
import { findingsOf } from './holding-health.ts';

const holdings = [
  makeHolding(),
  makeHolding({
    isin: 'B',
    accountId: 'account-2',
    accountName: 'Ada',
    taxWrapper: 'ISA',
    assetType: 'FUND',
    assetCategory: 'CASH',
  }),
  makeHolding({ isin: 'C', assetType: '', assetCategory: null }),
];
const groups = (...args: Parameters<typeof groupHoldings>) =>
  groupHoldings(...args).map(({ label, holdings: members }) => [label, members.map(({ isin }) => isin).join()]);

describe('groups of holdings', () => {
  it('are by account, wrapper, category or type, in the order of their labels', () => {
    expect(groups(holdings, 'account')).toEqual([
      ['Ada', 'B'],
      ['Main Account', 'IE00B3RBWM25,C'],
    ]);
    expect(groups(holdings, 'wrapper')).toEqual([
      ['DEALING', 'IE00B3RBWM25,C'],
      ['ISA', 'B'],
    ]);
    expect(groups(holdings, 'category')).toEqual([
      ['Cash', 'B'],
      ['Developed World Total Stock Market', 'IE00B3RBWM25'],
      ['Not in the catalogue', 'C'],
    ]);
    expect(groups(holdings, 'type')).toEqual([
      ['ETF', 'IE00B3RBWM25'],
      ['Fund', 'B'],
      ['Not in the catalogue', 'C'],
    ]);
  });
});

describe('the health of holdings', () => {
  it('names missing prices and rates, old prices, and sales without a purchase', () => {
    const texts = (...changes: readonly Parameters<typeof makeHolding>[0][]) =>
      findingsOf(changes.map((change) => makeHolding(change))).map(({ text }) => text);
    expect(texts({}, { currentPriceAgeInDays: 7 })).toEqual([]);
    expect(texts({ missing: { what: 'price', of: 'X' }, currentPrice: null, currentPriceAgeInDays: null })).toEqual([
      'there is no price',
    ]);
    expect(texts({ missing: { what: 'rate', of: 'USD' }, currentPrice: 5 as Price })).toEqual(['there is no USD rate']);
    expect(texts({ currentPriceAgeInDays: 8 })).toEqual(['its price is 8 days old']);
    expect(texts({ oversold: true, unmatchedQuantity: 3 as Quantity }, { unmatchedQuantity: 2.5 as Quantity })).toEqual(
      ['more was sold than was held', '2.5 units sold match no purchase'],
    );
  });
});
