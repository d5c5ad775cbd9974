/** The age of the prices behind today's figures (RULES 9). */
import { daysBetween, type IsoDate } from '../values/dates.ts';

/** Days; yesterday's closing price is still current. */
const FRESH_DAYS = 1;

/** Days since the price's date where it is older than a day; null for a current one. */
export function daysOld(priceDate: IsoDate, today: IsoDate): number | null {
  const days = daysBetween(priceDate, today);
  return days > FRESH_DAYS ? days : null;
}

export interface PriceAges {
  /** Number of securities with a price. */
  readonly count: number;
  /** Number of those whose price is older than a day. */
  readonly old: number;
  /** The oldest price; null where all are current. */
  readonly oldest: { readonly date: IsoDate; readonly days: number } | null;
}

/** The ages of prices as of `today`; null dates mean typed prices, which count as today's. */
export function priceAges(dates: readonly (IsoDate | null)[], today: IsoDate): PriceAges {
  const old = dates.flatMap((date) => {
    const days = date === null ? null : daysOld(date, today);
    return date === null || days === null ? [] : [{ date, days }];
  });
  const oldest = old.toSorted((a, b) => b.days - a.days)[0] ?? null;
  return { count: dates.length, old: old.length, oldest };
}
