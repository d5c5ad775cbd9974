import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Price } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { PricePoint } from '../../../domain/records/records.ts';
import { changeOf } from './price-change.ts';
import { customRangeFault, daysOf, keepRange, keptRange, NO_DATES } from './price-range.ts';

const today = '2024-06-15' as IsoDate;

function price(closePrice: number, currency = 'GBP'): PricePoint {
  return { isin: 'X', priceDate: today, closePrice: closePrice as Price, currency, fetchedAt: '2024-06-15T17:00:00Z' };
}

describe('the range of a price history (001 §5, §9)', () => {
  it('goes back 7, 30, 90 and 365 days, or has no bounds', () => {
    const from = (['7d', '30d', '90d', '1y'] as const).map((range) => daysOf({ range, custom: NO_DATES }, today)?.from);
    expect(from).toEqual(['2024-06-08', '2024-05-16', '2024-03-17', '2023-06-16']);
    expect(daysOf({ range: 'all', custom: NO_DATES }, today)).toEqual({ from: null, to: null });
  });

  it('loads nothing for a custom range until both days are in', () => {
    expect(daysOf({ range: 'custom', custom: { start: '2024-01-01', end: '' } }, today)).toBeNull();
    expect(daysOf({ range: 'custom', custom: { start: '2024-01-01', end: '31/1' } }, today)).toBeNull();
    expect(daysOf({ range: 'custom', custom: { start: '2024-01-01', end: '2024-01-31' } }, today)).toEqual({
      from: '2024-01-01',
      to: '2024-01-31',
    });
  });

  it('refuses the future, a start after the end, and more than five years', () => {
    expect(customRangeFault({ start: '2024-06-16', end: '' }, today)).toBe('Dates cannot be in the future');
    expect(customRangeFault({ start: '2024-06-01', end: '2024-06-16' }, today)).toBe('Dates cannot be in the future');
    expect(customRangeFault({ start: '2024-06-02', end: '2024-06-01' }, today)).toBe(
      'Start date must be before end date',
    );
    expect(customRangeFault({ start: '2019-06-16', end: '2024-06-15' }, today)).toBe(
      'Date range cannot exceed 5 years',
    );
    expect(customRangeFault({ start: '2019-06-17', end: '2024-06-15' }, today)).toBeNull();
    expect(customRangeFault({ start: '2024-06-01', end: '2024-06-01' }, today)).toBeNull();
  });
});

describe('the kept range (001 §3, §9)', () => {
  const values = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  });
  afterEach(() => {
    values.clear();
  });

  it("is kept for an hour under the asset's key", () => {
    keepRange('a1', { range: 'custom', custom: { start: '2024-01-01', end: '2024-01-31' } }, 1000);
    expect(JSON.parse(values.get('price-history-date-range-a1') ?? '')).toEqual({
      selectedTimeRange: 'custom',
      customStartDate: '2024-01-01',
      customEndDate: '2024-01-31',
      timestamp: 1000,
    });
    expect(keptRange('a1', 1000 + 3_600_000)).toEqual({
      range: 'custom',
      custom: { start: '2024-01-01', end: '2024-01-31' },
    });
    expect(keptRange('a1', 1001 + 3_600_000)).toBeNull();
    expect(keptRange('a2', 1000)).toBeNull();
  });
});

describe('the change of a price (001 §2.7)', () => {
  it('is the percentage against the older price, exact to two decimals, with its sign', () => {
    expect(changeOf(price(101.005), price(100), 1)).toMatchObject({
      text: '+1.01%',
      direction: 'up',
      movement: 'rise',
      hint: 'Change from £100.00 to £101.01 (+1.01%)',
    });
    expect(changeOf(price(99), price(100), 1)).toMatchObject({ text: '−1.00%', direction: 'down', movement: 'small' });
    expect(changeOf(price(98.99), price(100), 1)).toMatchObject({ movement: 'fall' });
    expect(changeOf(price(100), price(100), 1)).toMatchObject({ text: '0.00%', direction: 'none', movement: 'small' });
    expect(changeOf(price(104), price(100), 5)).toMatchObject({ movement: 'small' });
  });

  it('is nothing without an older price, or against nil or another currency', () => {
    expect([
      changeOf(price(1), undefined, 1),
      changeOf(price(1), price(0), 1),
      changeOf(price(1), price(1, 'USD'), 1),
    ]).toEqual([null, null, null]);
  });
});
