import { type IsoDate, toDayNumber } from '../../domain/dates.ts';

const DAY_MS = 86_400_000;
const long = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });

/** `2024-03-03` as `3 March 2024`, for dates inside sentences. */
export function formatLongDate(date: IsoDate): string {
  return long.format(toDayNumber(date) * DAY_MS);
}
