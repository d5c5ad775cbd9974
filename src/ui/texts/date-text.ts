/** Days and instants as text for people, by date-fns. A day is held in UTC: no device's time zone can move it. */
import { TZDateMini } from '@date-fns/tz';
import { format } from 'date-fns/format';
import { getMonth } from 'date-fns/getMonth';
import { isValid } from 'date-fns/isValid';
import { parse } from 'date-fns/parse';
import { parseISO } from 'date-fns/parseISO';
import { dayMonthYear, inUtc, type IsoDate, isoDateOf, parseIsoDate } from '../../../domain/values/dates.ts';

/** `2024-03-03` as `3 Mar 2024`; other text is returned unchanged. */
export function formatDate(date: string): string {
  const day = parseIsoDate(date.slice(0, 10));
  return day === null ? date : format(inUtc(day), 'd MMM yyyy');
}

/** `2024-03-03` as `3 March 2024`. */
export function formatLongDate(date: IsoDate): string {
  return format(inUtc(date), 'd MMMM yyyy');
}

/** Joins a date's parts, so that no line ends within it. */
const JOINT = '\u00a0';

/** `2024-03-03` as `3 Mar 2024`, for sentences: it stays on one line. */
export function dateInSentence(date: string): string {
  return formatDate(date).replaceAll(' ', JOINT);
}

/** `2024-03-03` as `3 March 2024`, for sentences: it stays on one line. */
export function longDateInSentence(date: IsoDate): string {
  return formatLongDate(date).replaceAll(' ', JOINT);
}

/** `on 3 Mar 2024`, or `from 3 Mar 2024 to 5 Mar 2024`, for sentences. */
export function daysInSentence({ from, to }: { readonly from: string; readonly to: string }): string {
  return from === to ? `on ${dateInSentence(from)}` : `from ${dateInSentence(from)} to ${dateInSentence(to)}`;
}

/** `2024-03-03` as `03/03/2024`, the form in which dates are typed; other text is returned unchanged. */
export function typedDate(value: string): string {
  const day = parseIsoDate(value);
  return day === null ? value : dayMonthYear(day);
}

/**
 * Reads a typed date (3/3/2024, 03-03-2024, 3.3.24, 03032024, 2024-03-03, 3 Mar 2024) as `yyyy-MM-dd`; other text is
 * returned trimmed.
 */
export function readTypedDate(typed: string): string {
  const text = typed.trim().replaceAll(JOINT, ' ');
  return parseIsoDate(text) ?? readNumeric(text) ?? readNamedMonth(text) ?? text;
}

/** `2024-03-03T14:02` unchanged where it is a minute of a day, else null. */
export function parseIsoDateTime(value: string): string | null {
  const [day = '', time = '', ...rest] = value.split('T');
  const isTime = /^(?:[01]\d|2[0-3]):[0-5]\d$/u.test(time);
  return isTime && rest.length === 0 && parseIsoDate(day) !== null ? value : null;
}

/** `2024-03-03T14:02` as `03/03/2024 14:02`, the form in which it is typed; other text is returned unchanged. */
export function typedDateTime(value: string): string {
  return parseIsoDateTime(value) === null ? value : `${typedDate(value.slice(0, 10))} ${value.slice(11)}`;
}

/**
 * Reads a typed date, as above, and a time after it (14:02, 14.02, 1402, 9:00) as `yyyy-MM-ddTHH:mm`; a date alone begins at
 * midnight. Other text is returned trimmed.
 */
export function readTypedDateTime(typed: string): string {
  const text = typed.trim();
  if (parseIsoDateTime(text) !== null) return text;
  const match = /^(?:(.+?)[ ,T]+|(\d{8}))(\d{1,2})[:.]?(\d{2})$/u.exec(text);
  const [, spaced, digits, hour = '0', minute = '00'] = match ?? [];
  const date = spaced ?? digits ?? text;
  return parseIsoDateTime(`${readTypedDate(date)}T${hour.padStart(2, '0')}:${minute}`) ?? dayAlone(text) ?? text;
}

function dayAlone(text: string): string | null {
  const day = readTypedDate(text);
  return parseIsoDate(day) === null ? null : `${day}T00:00`;
}

function readNumeric(text: string): IsoDate | null {
  const match = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})$/u.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/u.exec(text);
  return match === null ? null : dayOf(match[3] ?? '', match[2] ?? '', match[1] ?? '');
}

function readNamedMonth(text: string): IsoDate | null {
  const match = /^(\d{1,2})[ -]([a-z]{3})[a-z]*[ -](\d{4}|\d{2})$/iu.exec(text);
  if (match === null) return null;
  // Only the month of this date is used.
  const month = parse(match[2] ?? '', 'MMM', new Date(2000, 0, 1));
  return isValid(month) ? dayOf(match[3] ?? '', String(getMonth(month) + 1), match[1] ?? '') : null;
}

/** Put together as an instant in UTC: date-fns reads anything else in the device's zone, some of which lack a day. */
function dayOf(year: string, month: string, day: string): IsoDate | null {
  // A year of two digits is of this century: no trade of the last one is typed that way.
  const full = year.length === 2 ? `20${year}` : year;
  const date = parseISO(`${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T00:00:00Z`, { in: inUtc });
  return isValid(date) ? parseIsoDate(isoDateOf(date)) : null;
}

/**
 * Returns a formatter of ISO instants by a date-fns pattern, in the reader's own time zone or the named one. Text that
 * is not an instant is returned unchanged.
 */
export function instantFormat(pattern: string, timeZone?: string): (instant: string) => string {
  return (instant) => {
    const time = Date.parse(instant);
    if (Number.isNaN(time)) return instant;
    return format(timeZone === undefined ? time : new TZDateMini(time, timeZone), pattern);
  };
}

/**
 * An ISO instant in the reader's own time zone: `3 Mar 2024, 14:02:11`. Text that is not an instant is returned
 * unchanged.
 */
export const formatInstant = instantFormat('d MMM yyyy, HH:mm:ss');
