import { expect, it } from 'vitest';
import type { IsoDate } from '../values/dates.ts';
import { daysOld, priceAges } from './price-age.ts';

const TODAY = '2026-12-01' as IsoDate;
const days = (...texts: (string | null)[]) => texts as (IsoDate | null)[];

it("treats yesterday's price as fresh (RULES 9)", () => {
  expect(['2026-12-01', '2026-11-30', '2026-11-29'].map((date) => daysOld(date as IsoDate, TODAY))).toEqual([
    null,
    null,
    2,
  ]);
});

it('counts older prices, names the oldest, and leaves out typed ones', () => {
  expect(priceAges(days('2026-11-30', '2026-11-29', '2026-11-01', null), TODAY)).toEqual({
    count: 4,
    old: 2,
    oldest: { date: '2026-11-01', days: 30 },
  });
  expect(priceAges(days('2026-11-30', null), TODAY)).toEqual({ count: 2, old: 0, oldest: null });
  expect(priceAges([], TODAY).oldest).toBeNull();
});
