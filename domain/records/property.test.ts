import { describe, expect, it } from 'vitest';
import type { Money } from '../values/amount.ts';
import { checkBrokerCashBalance, checkBrokerCashChange } from './broker-cash-balance.ts';
import type { IsoDate } from '../values/dates.ts';
import type { Currency } from '../fields/enums.ts';
import { issueText } from './issue-text.ts';
import { checkProperty, checkPropertyPrice, propertyValue } from './property.ts';
import { checkTargetAllocation, checkTargetPercentage } from './target-allocation.ts';

function texts(checked: ReturnType<typeof checkProperty> | ReturnType<typeof checkTargetAllocation>): string[] {
  return checked.ok ? [] : checked.issues.map(issueText);
}

describe('property rules (002 §5)', () => {
  const house = { accountId: 'a', name: '12 Elm Road', datePurchased: '2016-09-30', purchasePrice: 285_000 };

  it('accept the required fields alone, in pounds', () => {
    expect(checkProperty(house)).toEqual({ ok: true, value: { ...house, address: '', currency: 'GBP', notes: '' } });
  });

  it('word a missing or too small price as specified', () => {
    expect(texts(checkProperty({ ...house, purchasePrice: 0 }))).toEqual([
      'Purchase price is required and must be positive',
    ]);
    expect(texts(checkProperty({ ...house, purchasePrice: null, datePurchased: '' }))).toEqual([
      'Date purchased is required',
      'Purchase price is required and must be positive',
    ]);
    expect(texts(checkProperty({ ...house, purchasePrice: 0.01 }))).toEqual([]);
  });

  it('hold a price entry to a day and 0.01 or more', () => {
    expect(checkPropertyPrice({ priceDate: '2024-01-01', price: 0.01 })).toEqual({
      ok: true,
      value: { priceDate: '2024-01-01', price: 0.01, currency: 'GBP' },
    });
    expect(checkPropertyPrice({ priceDate: '2024-02-30', price: 0 }).ok).toBe(false);
    expect(checkPropertyPrice({ priceDate: '2024-01-01', price: 1, currency: 'CHF' }).ok).toBe(false);
  });
});

describe('the value of a property', () => {
  const cost = { purchasePrice: 300_000 as Money, currency: 'GBP' as Currency };
  const entry = (id: string, priceDate: string, price: number, currency: Currency = 'GBP') => ({
    id,
    priceDate: priceDate as IsoDate,
    price: price as Money,
    currency,
  });

  it('is unknown without a price', () => {
    expect(propertyValue(cost, [])).toEqual({
      currentPrice: null,
      unrealizedGainLoss: null,
      unrealizedGainLossPercentage: null,
    });
  });

  it('is its newest price, the last entered of a day', () => {
    const prices = [
      entry('2', '2024-05-01', 390_000),
      entry('3', '2024-05-01', 400_000),
      entry('1', '2020-01-01', 310_000),
    ];
    expect(propertyValue(cost, prices)).toEqual({
      currentPrice: 400_000,
      unrealizedGainLoss: 100_000,
      unrealizedGainLossPercentage: 33.3333333333333,
    });
  });

  it('takes no price of another currency', () => {
    expect(
      propertyValue(cost, [entry('1', '2020-01-01', 270_000), entry('2', '2024-01-01', 500_000, 'USD')]),
    ).toMatchObject({ currentPrice: 270_000, unrealizedGainLoss: -30_000, unrealizedGainLossPercentage: -10 });
  });
});

describe('broker cash rules (002 §5)', () => {
  const cash = { accountId: 'a', brokerId: 'b', taxWrapper: 'ISA', cashBalance: 0 };

  it('accept the required fields alone, in pounds', () => {
    expect(checkBrokerCashBalance(cash)).toEqual({
      ok: true,
      value: { ...cash, currency: 'GBP', notes: '', lastUpdated: null },
    });
    expect(checkBrokerCashBalance({ ...cash, cashBalance: -1 }).ok).toBe(false);
    expect(checkBrokerCashBalance({ ...cash, taxWrapper: 'GIA' }).ok).toBe(false);
    expect(checkBrokerCashBalance({ ...cash, currency: 'CHF' }).ok).toBe(false);
  });

  it('change the balance, its currency and its notes alone', () => {
    expect(
      checkBrokerCashChange({ ...cash, cashBalance: 12.5, currency: 'USD', notes: 'x', lastUpdated: '2024-01-02' }),
    ).toEqual({
      ok: true,
      value: { cashBalance: 12.5, currency: 'USD', notes: 'x', lastUpdated: '2024-01-02' },
    });
  });
});

describe('target allocation rules (002 §5)', () => {
  it('read the category by name or code', () => {
    expect(checkTargetAllocation({ assetCategory: 3, targetPercentage: 12.5 })).toEqual({
      ok: true,
      value: { assetCategory: 'UK_TSM', targetPercentage: 12.5 },
    });
    expect(checkTargetAllocation({ assetCategory: 'EM_TSM', targetPercentage: 0 }).ok).toBe(true);
  });

  it('word every fault as specified', () => {
    expect(texts(checkTargetAllocation({}))).toEqual([
      'Please select an asset category',
      'Please enter a target percentage',
    ]);
    expect(texts(checkTargetAllocation({ assetCategory: 'CASH', targetPercentage: 1000.01 }))).toEqual([
      'Percentage must be between 0 and 1000',
    ]);
    expect(texts(checkTargetAllocation({ assetCategory: 'CASH', targetPercentage: 0.125 }))).toEqual([
      'Percentage must have at most 2 decimal places',
    ]);
    expect(checkTargetPercentage({ targetPercentage: 1000 }).ok).toBe(true);
  });
});
