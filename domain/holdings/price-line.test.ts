import { expect, it } from 'vitest';
import type { Price } from '../values/amount.ts';
import { addDays, type IsoDate } from '../values/dates.ts';
import type { PricePoint } from '../records/records.ts';
import { priceLine } from './price-line.ts';

const FIRST = '2025-01-02' as IsoDate;

/** Prices of consecutive days, the first on 2 January 2025. */
function daily(count: number, currency = 'GBX'): PricePoint[] {
  return Array.from({ length: count }, (_, day) => ({
    isin: 'GB1',
    priceDate: addDays(FIRST, day),
    closePrice: (100 + day) as Price,
    currency,
    fetchedAt: '',
  }));
}

it('keeps every price of a short time', () => {
  const line = priceLine('GB1', daily(10));
  expect(line?.points.map(({ closePrice }) => closePrice)).toEqual([100, 101, 102, 103, 104, 105, 106, 107, 108, 109]);
  expect(line).toMatchObject({ isin: 'GB1', currency: 'GBX' });
});

it('thins a year to a price a week, with the first and the newest', () => {
  const points = priceLine('GB1', daily(365))?.points ?? [];
  expect(points).toHaveLength(53);
  expect(points[0]).toEqual({ priceDate: FIRST, closePrice: 100 });
  expect(points[1]).toEqual({ priceDate: addDays(FIRST, 7), closePrice: 107 });
  expect(points.at(-1)).toEqual({ priceDate: addDays(FIRST, 364), closePrice: 464 });
});

it('begins after the last change of the currency', () => {
  const prices = [...daily(5, 'GBP'), ...daily(8).slice(5)];
  expect(priceLine('GB1', prices)?.points.map(({ closePrice }) => closePrice)).toEqual([105, 106, 107]);
});

it('there is no line with fewer than two prices', () => {
  expect(priceLine('GB1', [])).toBeNull();
  expect(priceLine('GB1', daily(1))).toBeNull();
  expect(priceLine('GB1', [...daily(3, 'GBP'), ...daily(4).slice(3)])).toBeNull();
});
