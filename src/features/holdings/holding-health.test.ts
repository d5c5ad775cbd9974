import { expect, it } from 'vitest';
import type { Quantity } from '../../../domain/values/amount.ts';
import { missingPrices } from '../../../domain/holdings/missing-prices.ts';
import { findingsOf } from './holding-health.ts';
import { makeHolding } from './holding.fixture.ts';

const unpriced = { missing: { what: 'price', of: 'X' }, currentPrice: null, currentPriceAgeInDays: null } as const;
const HOLDINGS = [
  makeHolding({ isin: 'X', assetName: 'Ex plc', accountId: 'a', taxWrapper: 'ISA', ...unpriced }),
  makeHolding({ isin: 'X', assetName: 'Ex plc', accountId: 'a', taxWrapper: 'SIPP', ...unpriced }),
  makeHolding({ isin: 'X', assetName: 'Ex plc', accountId: 'b', taxWrapper: 'ISA', ...unpriced, oversold: true }),
  makeHolding({ isin: 'Y', assetName: 'Why plc', currentPriceAgeInDays: 8 }),
  makeHolding({ isin: 'Y', assetName: 'Why plc', taxWrapper: 'ISA', currentPriceAgeInDays: 8 }),
  makeHolding({ isin: 'Z', assetName: 'Zed plc', taxWrapper: 'ISA', unmatchedQuantity: 3 as Quantity }),
];

it('reports a problem of a security once for all holders, and a problem of a position at each position', () => {
  expect(findingsOf(HOLDINGS).map(({ holding: { assetName }, text }) => `${assetName}: ${text}`)).toEqual([
    'Ex plc: there is no price',
    'Ex plc: more was sold than was held',
    'Why plc: its price is 8 days old',
    'Zed plc: 3 units sold match no purchase',
  ]);
});

it('asks for the price of a security once', () => {
  expect(missingPrices(HOLDINGS, [])).toEqual([{ isin: 'X', name: 'Ex plc', asset: null }]);
});
