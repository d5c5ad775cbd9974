/** The lists of document 000 §3.4, §3.5, value by value. */
import { expect, it } from 'vitest';
import { ASSET_CATEGORIES, ASSET_CATEGORY_FILTER_ORDER, assetCategoryLabel, TAX_WRAPPERS } from './enums.ts';
import { commodityName, preciousMetal } from '../values/isin.ts';

it('the tax wrappers are the five of the specification', () => {
  expect(TAX_WRAPPERS.slice(0, 5)).toEqual(['DEALING', 'SIPP', 'ISA', 'LISA', 'SPECULATIVE']);
  // Our own wrapper; it is never sent to a plain server (DECISIONS).
  expect(TAX_WRAPPERS.slice(5)).toEqual(['JISA']);
});

it('the nine asset categories have their codes, names and labels; another value is Unknown', () => {
  expect(ASSET_CATEGORIES.map(({ code, value, label }) => [code, value, label])).toEqual([
    [0, 'EM_TSM', 'Emerging Markets Total Stock Market'],
    [1, 'LT_BONDS', 'Long-Term Bonds'],
    [2, 'CASH', 'Cash'],
    [3, 'UK_TSM', 'UK Total Stock Market'],
    [4, 'US_TSM', 'US Total Stock Market'],
    [5, 'US_SCV', 'US Small Cap Value'],
    [6, 'DEVELOPED_WORLD_TSM', 'Developed World Total Stock Market'],
    [7, 'PRECIOUS_METALS', 'Precious Metals'],
    [8, 'NON_CORE', 'Non-Core'],
  ]);
  expect(assetCategoryLabel('CASH')).toBe('Cash');
  expect(assetCategoryLabel('SOMETHING' as never)).toBe('Unknown');
});

it('the transaction filter has its own order of categories', () => {
  expect(ASSET_CATEGORY_FILTER_ORDER).toEqual([
    'CASH',
    'PRECIOUS_METALS',
    'LT_BONDS',
    'US_SCV',
    'EM_TSM',
    'UK_TSM',
    'US_TSM',
    'DEVELOPED_WORLD_TSM',
    'NON_CORE',
  ]);
});

it('the metals are known by code', () => {
  expect(['XAU', 'XAG', 'XPT', 'GB00BH4HKS39'].map(commodityName)).toEqual(['Gold', 'Silver', 'Platinum', null]);
});

it('a precious metal is known by its code, else by its name', () => {
  expect([
    preciousMetal('XAU', ''),
    preciousMetal('TEST1', 'Royal Mint gold sovereigns'),
    preciousMetal('TEST1', 'SILVER bars'),
    preciousMetal('TEST1', 'Platinum'),
    preciousMetal('TEST1', 'Copper'),
  ]).toEqual(['Gold', 'Gold', 'Silver', 'Platinum', null]);
});
