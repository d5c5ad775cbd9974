/** How old the prices are that figures of today rest on (RULES 9). */
import { daysBetween, type IsoDate } from '../dates.ts';

/** Days; a price of yesterday is the last that markets have closed at. */
const FRESH_DAYS = 1;

/** Days since the price's date where it is older than a day; null for a fresh one. */
export function daysOld(priceDate: IsoDate, today: IsoDate): number | null {
  const days = daysBetween(priceDate, today);
  return days > FRESH_DAYS ? days : null;
}

export interface PriceAges {
  /** Securities with a price. */
  readonly count: number;
  /** Of them with a price that is older than a day. */
  readonly old: number;
  /** The oldest of those; null where all are fresh. */
  readonly oldest: { readonly date: IsoDate; readonly days: number } | null;
}

/** The ages of prices as of `today`; null dates are of prices that were typed, which are as good as today's. */
export function priceAges(dates: readonly (IsoDate | null)[], today: IsoDate): PriceAges {
  const old = dates.flatMap((date) => {
    const days = date === null ? null : daysOld(date, today);
    return date === null || days === null ? [] : [{ date, days }];
  });
  const oldest = old.toSorted((a, b) => b.days - a.days)[0] ?? null;
  return { count: dates.length, old: old.length, oldest };
}
