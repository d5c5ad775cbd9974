import { expect, it } from 'vitest';
import type { Price } from '../values/amount.ts';
import { addDays, type IsoDate } from '../values/dates.ts';
import type { PricePoint } from '../records/records.ts';
import { priceLine } from './price-line.ts';
import { pricesOfCodes, unsplit, type Pricing } from './pricing.ts';

const FIRST = '2025-01-02' as IsoDate;
const UNSPLIT = { pricing: unsplit('GB1'), asOf: '2026-01-02' as IsoDate };

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
  const line = priceLine('GB1', daily(10), UNSPLIT);
  expect(line?.points.map(({ closePrice }) => closePrice)).toEqual([100, 101, 102, 103, 104, 105, 106, 107, 108, 109]);
  expect(line).toMatchObject({ isin: 'GB1', currency: 'GBX' });
});

it('thins a year to a price a week, with the first and the newest', () => {
  const points = priceLine('GB1', daily(365), UNSPLIT)?.points ?? [];
  expect(points).toHaveLength(53);
  expect(points[0]).toEqual({ priceDate: FIRST, closePrice: 100 });
  expect(points[1]).toEqual({ priceDate: addDays(FIRST, 7), closePrice: 107 });
  expect(points.at(-1)).toEqual({ priceDate: addDays(FIRST, 364), closePrice: 464 });
});

it('begins after the last change of the currency', () => {
  const prices = [...daily(5, 'GBP'), ...daily(8).slice(5)];
  expect(priceLine('GB1', prices, UNSPLIT)?.points.map(({ closePrice }) => closePrice)).toEqual([105, 106, 107]);
});

it('there is no line with fewer than two prices', () => {
  expect(priceLine('GB1', [], UNSPLIT)).toBeNull();
  expect(priceLine('GB1', daily(1), UNSPLIT)).toBeNull();
  expect(priceLine('GB1', [...daily(3, 'GBP'), ...daily(4).slice(3)], UNSPLIT)).toBeNull();
});

it('RULES 2.3 of returns: a split is no step: earlier prices are those of the units into which it made theirs', () => {
  const split = { date: addDays(FIRST, 2), after: 2n, before: 1n, transactions: [] };
  const pricing: Pricing = { codes: ['GB1'], splits: [split] };
  const prices = [...daily(2), ...daily(4).slice(2)].map((point, index) =>
    index < 2 ? point : { ...point, closePrice: (point.closePrice / 2) as Price },
  );
  const line = priceLine('GB1', prices, { ...UNSPLIT, pricing });
  expect(line?.points.map(({ closePrice }) => closePrice)).toEqual([50, 50.5, 51, 51.5]);
  expect([line?.isSplit, priceLine('GB1', prices, UNSPLIT)?.isSplit]).toEqual([true, false]);
  // A price of the day of the split is one of the new units, and a split after the day of the figures counts nowhere.
  const before = { pricing, asOf: addDays(FIRST, 1) };
  expect(priceLine('GB1', prices.slice(0, 2), before)?.points.map(({ closePrice }) => closePrice)).toEqual([100, 101]);
});

it('RULES 2.3 of returns: a price may have an earlier code; of a day in two of them, the present one counts', () => {
  const [earlier, present] = [daily(3), daily(5).slice(2)];
  const own = present.map((point) => ({ ...point, isin: 'GB2' }));
  expect(pricesOfCodes([own, earlier]).map(({ isin, closePrice }) => `${isin} ${closePrice}`)).toEqual([
    'GB1 100',
    'GB1 101',
    'GB2 102',
    'GB2 103',
    'GB2 104',
  ]);
});
