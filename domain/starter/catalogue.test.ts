import { expect, it } from 'vitest';
import { checkAsset } from '../records/asset.ts';
import { isGilt } from '../cgt/terms/gilts.ts';
import { SEED_ASSETS } from './catalogue.ts';

it('the starter catalogue has at least 40 assets of every kind and the three metals, each under the rules of the form, check digits included', () => {
  expect(SEED_ASSETS.length).toBeGreaterThanOrEqual(40);
  for (const asset of SEED_ASSETS)
    expect([asset.isin, checkAsset(asset)]).toEqual([asset.isin, { ok: true, value: asset }]);
  expect(new Set(SEED_ASSETS.map(({ isin }) => isin)).size).toBe(SEED_ASSETS.length);
  expect(new Set(SEED_ASSETS.map(({ type }) => type))).toEqual(new Set(['ETF', 'FUND', 'EQUITY', 'BOND', 'COMMODITY']));
  expect(SEED_ASSETS.filter(({ type }) => type === 'COMMODITY').map(({ isin, name }) => [isin, name])).toEqual([
    ['XAU', 'Gold'],
    ['XAG', 'Silver'],
    ['XPT', 'Platinum'],
  ]);
  expect(SEED_ASSETS.filter(({ cgtExempt }) => cgtExempt === true).map(({ isin }) => isin)).toEqual(
    SEED_ASSETS.filter(({ isin }) => isGilt(isin)).map(({ isin }) => isin),
  );
});
