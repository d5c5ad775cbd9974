/** The checks of an as-of date, in the order of 001 §5; the same for the query parameter and the date input. */
import { fromDayNumber, toDayNumber, type IsoDate } from '../../../domain/values/dates.ts';

/** The first day that holdings can be asked for (001 §9). */
export const EARLIEST_AS_OF = '2000-01-01' as IsoDate;

export type AsOfCheck =
  | { readonly ok: true; readonly date: IsoDate }
  | { readonly ok: false; readonly message: string };

/**
 * The day that a calendar with too few days would roll over to (2024-02-30 is 2024-03-01), or null when no month has
 * such a day. For any year: days too far ahead or back have messages of their own.
 */
function rolledOver(text: string): IsoDate | null {
  const [month, day] = [Number(text.slice(5, 7)), Number(text.slice(8))];
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  return fromDayNumber(toDayNumber(`${text.slice(0, 8)}01` as IsoDate) + day - 1);
}

/** Why the text cannot be an as-of date, in the specification's words; null when it can. */
function faultOf(value: string, today: IsoDate): string | null {
  if (value === '') return 'Date parameter cannot be empty.';
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(value))
    return `Invalid date format: "${value}". Please use YYYY-MM-DD format (e.g., 2024-01-15).`;
  const corrected = rolledOver(value);
  if (corrected === null) return `Invalid date: "${value}". Please enter a valid date.`;
  if (corrected !== value) return `Invalid date: "${value}". The date was automatically corrected to ${corrected}.`;
  if (corrected > today) return `Future date not allowed: "${value}". Please select a date up to today (${today}).`;
  if (corrected < EARLIEST_AS_OF)
    return `Date too far in the past: "${value}". Please select a date from ${EARLIEST_AS_OF} onwards.`;
  return null;
}

/** Reads an as-of date; `today` is the day in the United Kingdom. The first check that fails gives the message. */
export function checkAsOfDate(value: unknown, today: IsoDate): AsOfCheck {
  if (typeof value !== 'string')
    return { ok: false, message: 'Invalid date parameter format. Expected date string in YYYY-MM-DD format.' };
  const text = value.trim();
  const message = faultOf(text, today);
  return message === null ? { ok: true, date: text as IsoDate } : { ok: false, message };
}
