import type { IsoDate } from '../../../domain/values/dates.ts';
import { priceAges } from '../../../domain/plans/price-age.ts';
import { dateInSentence } from './date-text.ts';

/**
 * Says that prices are older than a day, and how old the oldest is; null where none is. `dates` are those of the
 * latest price of each security; null for a price without a date.
 */
export function priceAgeText(dates: readonly (IsoDate | null)[], today: IsoDate): string | null {
  const { count, old, oldest } = priceAges(dates, today);
  if (oldest === null) return null;
  const last = `${dateInSentence(oldest.date)}, ${oldest.days} days ago`;
  if (old === 1) return count === 1 ? `The price is from ${last}.` : `1 of ${count} prices is from ${last}.`;
  const which = old === count ? `All ${count}` : `${old} of ${count}`;
  return `${which} prices are older than a day; the oldest is from ${last}.`;
}
