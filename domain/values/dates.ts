/**
 * Calendar days without time zone. A day is its ISO text (`yyyy-MM-dd`), so days compare as text. Functions called for
 * every row of a file or portfolio use a day number; all others use date-fns, which only gets days in UTC. Nothing
 * reads the clock.
 */
import { UTCDateMini } from '@date-fns/utc/date/mini';
import { lightFormat } from 'date-fns/lightFormat';

declare const isoDate: unique symbol;

/** A calendar day, `yyyy-MM-dd`. */
export type IsoDate = string & { readonly [isoDate]: true };

/** The ends of the calendar of four-digit years: no record's day is before the first or after the last. */
export const FIRST_DAY = '0000-01-01' as IsoDate;
export const LAST_DAY = '9999-12-31' as IsoDate;

/** Days since 1970-01-01 of a proleptic Gregorian date (the days-from-civil algorithm). */
function dayNumberOf(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/**
 * Days since 1970-01-01. Reads digits by their character codes, because identification calls this for every trading day
 * of every holding.
 */
export function toDayNumber(date: IsoDate): number {
  return dayNumberOf(twoDigits(date, 0) * 100 + twoDigits(date, 2), twoDigits(date, 5), twoDigits(date, 8));
}

/** The sum that two digit codes give for `00`. */
const ZERO_PAIR = 48 * 11;

function twoDigits(text: string, at: number): number {
  return text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - ZERO_PAIR;
}

/** The day that many days after 1970-01-01. */
export function fromDayNumber(dayNumber: number): IsoDate {
  const z = dayNumber + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return makeIsoDate(year, month, day);
}

function makeIsoDate(year: number, month: number, day: number): IsoDate {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` as IsoDate;
}

/** True for a day of the calendar, of the years 1800 to 2200. */
function isCalendarDay(year: number, month: number, day: number): boolean {
  if (!Number.isInteger(year) || year < 1800 || year > 2200) return false;
  if (!Number.isInteger(month) || month < 1 || month > 12 || !Number.isInteger(day) || day < 1) return false;
  return day <= dayNumberOf(year, month + 1, 1) - dayNumberOf(year, month, 1);
}

/** The day of the given parts, or null when the calendar has no such day (years 1800 to 2200). */
export function dateFromParts(year: number, month: number, day: number): IsoDate | null {
  return isCalendarDay(year, month, day) ? makeIsoDate(year, month, day) : null;
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/u;

/** Reads `yyyy-MM-dd`; null for another form, or a day that the calendar does not have. */
export function parseIsoDate(text: string): IsoDate | null {
  if (!ISO_DAY.test(text)) return null;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  return isCalendarDay(year, twoDigits(text, 5), twoDigits(text, 8)) ? (text as IsoDate) : null;
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return toDayNumber(to) - toDayNumber(from);
}

export function addDays(date: IsoDate, days: number): IsoDate {
  return fromDayNumber(toDayNumber(date) + days);
}

/** A day as date-fns gets it, and its option `in`: in UTC, so that no machine's time zone changes it. */
export const inUtc = (value: Date | number | string): Date => new UTCDateMini(+new Date(value));

/** The day of a date in UTC. */
export function isoDateOf(date: Date): IsoDate {
  return lightFormat(date, 'yyyy-MM-dd') as IsoDate;
}

/** `03/03/2024`. */
export function dayMonthYear(date: IsoDate): string {
  return lightFormat(inUtc(date), 'dd/MM/yyyy');
}

let london: Intl.DateTimeFormat | undefined;

/**
 * The calendar day in the United Kingdom at an instant (milliseconds since 1970), which decides 'today' and the tax year.
 * Since 1970 its clocks have been at UTC or one hour ahead, so the day can only differ from UTC's in the last hour of a
 * UTC day. Only then is the browser asked: its first answer about a time zone takes longer than any other module's start.
 */
export function londonDate(instant: number): IsoDate {
  const utc = inUtc(instant);
  if (instant >= 0 && utc.getHours() < 23) return isoDateOf(utc);
  london ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = new Map(london.formatToParts(instant).map((part) => [part.type, part.value]));
  return `${parts.get('year') ?? ''}-${parts.get('month') ?? ''}-${parts.get('day') ?? ''}` as IsoDate;
}
