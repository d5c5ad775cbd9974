import { describe, expect, it } from 'vitest';
import type { Pounds } from '../../../domain/values/amount.ts';
import { makeHolding, makeUnpriced } from './holding.fixture.ts';
import { DEFAULT_HOLDING_SORT, type HoldingSort, nextSort, sortHoldings } from './sort-holdings.ts';

const dear = makeHolding({ isin: 'A', assetName: 'beta', currentValueInGBP: 900 as Pounds, totalCost: 10 as Pounds });
const cheap = makeHolding({ isin: 'B', assetName: 'Alpha', currentValueInGBP: 5 as Pounds, totalCost: 20 as Pounds });
const loss = makeHolding({
  isin: 'C',
  assetName: 'alpha Two',
  currentValueInGBP: -7 as Pounds,
  totalCost: 30 as Pounds,
});
const unpriced = makeUnpriced({ isin: 'D', assetName: 'Gamma', totalCost: 40 as Pounds });

function order(sort: HoldingSort): string {
  return sortHoldings([dear, unpriced, loss, cheap], sort)
    .map((holding) => holding.isin)
    .join('');
}

describe('order of holdings (001 §4)', () => {
  it('starts with the highest total cost', () => {
    expect(DEFAULT_HOLDING_SORT).toEqual({ field: 'totalCost', direction: 'desc' });
    expect(order(DEFAULT_HOLDING_SORT)).toBe('DCBA');
  });

  it('puts what has no price or value lowest, below negative values', () => {
    expect(order({ field: 'currentValueInGBP', direction: 'asc' })).toBe('DCBA');
    expect(order({ field: 'currentValueInGBP', direction: 'desc' })).toBe('ABCD');
    expect(order({ field: 'currentPrice', direction: 'asc' })[0]).toBe('D');
    expect(order({ field: 'currentPrice', direction: 'desc' })[3]).toBe('D');
  });

  it('sorts words whatever their case', () => {
    expect(order({ field: 'assetName', direction: 'asc' })).toBe('BCAD');
  });

  it('turns round on the same field; a new figure starts descending, new words ascending', () => {
    expect(nextSort(DEFAULT_HOLDING_SORT, 'totalCost')).toEqual({ field: 'totalCost', direction: 'asc' });
    for (const field of ['quantity', 'averagePrice', 'currentPrice', 'currentValueInGBP'] as const) {
      expect(nextSort(DEFAULT_HOLDING_SORT, field)).toEqual({ field, direction: 'desc' });
    }
    for (const field of ['assetName', 'accountName', 'taxWrapper'] as const) {
      expect(nextSort(DEFAULT_HOLDING_SORT, field)).toEqual({ field, direction: 'asc' });
    }
  });
});
