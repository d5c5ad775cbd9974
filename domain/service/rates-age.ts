/** How old exchange rates may be: the same rule on the server and on every screen. */
import { millisecondsInHour } from 'date-fns/constants';

/** Rates are fetched daily; two hours are added for a slow source. */
export const RATES_STALE_AFTER_MS = 26 * millisecondsInHour;

/** True for rates that were last fetched over 26 hours ago, or never; `age` in milliseconds, null for never. */
export function areRatesStale(age: number | null): boolean {
  return age === null || age > RATES_STALE_AFTER_MS;
}
