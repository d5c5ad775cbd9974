import { expect, it } from 'vitest';
import type { AssetType } from '../../../domain/fields/enums.ts';
import { commodityOf, isUkShare } from './asset-facts.ts';

const asset = (type: AssetType, isin = 'GB00BH4HKS39') => ({ isin, name: 'The asset', type, denomination: null });

it('a commodity is held in troy ounces, everything else in shares', () => {
  expect([commodityOf('XAU', null), commodityOf('XAG', null), commodityOf('XPT', null)]).toEqual([
    'Gold',
    'Silver',
    'Platinum',
  ]);
  expect(commodityOf('TESTPD', asset('COMMODITY', 'TESTPD'))).toBe('The asset');
  expect(commodityOf('GB00BH4HKS39', { ...asset('FUND'), unit: 'oz' })).toBe('The asset');
  for (const type of ['EQUITY', 'ETF', 'FUND', 'BOND', 'CASH'] as const)
    expect(commodityOf('GB00BH4HKS39', asset(type))).toBeNull();
});

it('shares of UK companies bear stamp duty; ETFs, funds, gilts and foreign shares do not', () => {
  expect(isUkShare(asset('EQUITY'))).toBe(true);
  for (const other of [asset('ETF'), asset('FUND'), asset('BOND'), asset('EQUITY', 'US0378331005'), null])
    expect(isUkShare(other)).toBe(false);
});
