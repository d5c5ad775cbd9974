/** Days as files write them. A column is judged as a whole: any number above 12 proves its order of day and month. */
import { addSeconds } from 'date-fns/addSeconds';
import { isValid } from 'date-fns/isValid';
import { enUS } from 'date-fns/locale/en-US';
import { parseISO } from 'date-fns/parseISO';
import { addDays, dateFromParts, inUtc, londonDate, parseIsoDate, type IsoDate } from '../../values/dates.ts';
import { isBlankMarker, unwrapExcelText } from './numbers.ts';

/** The order of day and month that the user chose because the file proves none. */
export type ChosenDateOrder = 'dmy' | 'mdy';

/**
 * How a column writes its days. An `ambiguous` column is read day first, and the user is asked. In one of `shortYear`
 * the first two digits are more likely the year than the day, so they are not read.
 */
export type DateOrder =
  | 'iso'
  | 'ydm'
  | 'dmy'
  | 'mdy'
  | 'ambiguous'
  | 'shortYear'
  | 'name'
  | 'excel'
  | 'epoch'
  | 'blank';

/** A time of day at the end, and its zone. */
const TIME =
  /[ ,T]{1,3}(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:\s?([AP]M))?(?:\s?(Z|UTC|GMT|BST|CES?T|E[SD]T|P[SD]T|[+-]\d{2}:?\d{2}))?$/iu;
/** The offsets of zones that statements name; others are in UTC. */
const OFFSETS: ReadonlyMap<string, string> = new Map([
  ['BST', '+01:00'],
  ['CET', '+01:00'],
  ['CEST', '+02:00'],
  ['EST', '-05:00'],
  ['EDT', '-04:00'],
  ['PST', '-08:00'],
  ['PDT', '-07:00'],
]);
const NUMERIC = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/u;
const YEAR_FIRST = /^(\d{4})([/.])(\d{1,2})\2(\d{1,2})(?:[ T].*)?$/u;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:[; T]\d{4,6})?$/u;
/** A year and two more numbers, the last of which is the month where the other is above 12 in any cell of the column. */
const YEAR_LED = /^(\d{4})([/.-]?)(\d{2}|(?<=[/.-])\d)\2(\d{2}|(?<=[/.-])\d)(?!\d)/u;
const NAMED_DAY_FIRST = /^(?:[a-z]{3,9},?\s+)?(\d{1,2})(?:st|nd|rd|th)?[\s-]*([a-z]{3,9})\.?[\s,-]*(\d{4}|\d{2})$/iu;
const NAMED_MONTH_FIRST = /^([a-z]{3,9})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4})$/iu;
const SERIAL = /^\d{5}(?:\.\d+)?$/u;
/** Excel counts days from here; serial numbers of the years 1954 to 2119 are read as days. */
const EXCEL_EPOCH = '1899-12-30' as IsoDate;

/** In Schwab's `05/20/2025 as of 05/19/2025` the trade date is the second. */
function tradePart(cell: string): string {
  const text = unwrapExcelText(cell.trim());
  const asOf = text.toLowerCase().indexOf(' as of ');
  return asOf === -1 ? text : text.slice(asOf + 7).trim();
}

/** The text of a day without the time of day beside it. */
function dayPart(text: string): string {
  return text.replace(TIME, '');
}

/** A time of day without a zone, marked as one in UTC; any other cell as it is. */
export function asUtc(cell: string): string {
  const text = cell.trim();
  const time = TIME.exec(text);
  return time === null || time[5] !== undefined ? cell : `${text}Z`;
}

/** The order of day and month that all cells of a column prove together. */
export function dateOrderOf(cells: Iterable<string>): DateOrder {
  let dayFirst = 0;
  let monthFirst = 0;
  const seen = new Set<DateOrder>();
  const short: (readonly [number, number, number])[] = [];
  let [monthsLast, daysLast] = [false, false];
  for (const cell of cells) {
    if (parseIsoDate(cell) !== null) {
      seen.add('iso');
      daysLast ||= cell.slice(8) > '12';
      continue;
    }
    if (isBlankMarker(cell)) continue;
    const text = dayPart(tradePart(cell));
    const numeric = NUMERIC.exec(text);
    if (numeric === null) {
      seen.add(formOf(text));
      const [, , , second, third] = (YEAR_LED.exec(text) ?? []).map(Number);
      monthsLast ||= (second ?? 0) > 12 && (second ?? 0) <= 31 && (third ?? 13) <= 12;
      daysLast ||= (third ?? 0) > 12 && (third ?? 0) <= 31;
      continue;
    }
    const first = Number(numeric[1]);
    const second = Number(numeric[3]);
    if (numeric[2] === '.') seen.add('dmy');
    else {
      seen.add('ambiguous');
      if (numeric[4]?.length === 2) short.push([first, second, Number(numeric[4])]);
      if (first > 12 && first <= 31) dayFirst += 1;
      else if (second > 12 && second <= 31) monthFirst += 1;
    }
  }
  if (seen.has('ambiguous')) {
    if (dayFirst + monthFirst === 0) return 'ambiguous';
    if (isYearFirst(short)) return 'shortYear';
    return monthFirst > dayFirst ? 'mdy' : 'dmy';
  }
  if (monthsLast && !daysLast) return 'ydm';
  for (const order of ['dmy', 'name', 'excel', 'epoch', 'iso'] as const) if (seen.has(order)) return order;
  return 'blank';
}

/**
 * True for `25-05-06`, `25-05-20`, `25-06-11`: at least three days that are in order of time if the year is first, and
 * not if it is last; or that are within three years if it is first, and of ten or more if it is last. Or two that would be
 * the same day of different years.
 */
function isYearFirst(days: readonly (readonly [number, number, number])[]): boolean {
  if (days.length < 2 || !days.every(([year, month, day]) => year >= 10 && year < 30 && month <= 12 && day <= 31))
    return false;
  const spread = (part: 0 | 1 | 2): number => {
    let [least, most] = [100, 0];
    for (const day of days) [least, most] = [Math.min(least, day[part]), Math.max(most, day[part])];
    return most - least;
  };
  // The same day and month of so many years, or the same day of a month in a year each.
  if (spread(0) + spread(1) === 0 && spread(2) >= (days.length === 2 ? 3 : 1)) return true;
  if (days.length < 3) return false;
  if (spread(0) === 0 && spread(2) >= 3 && new Set(days.map(([, , year]) => year)).size === days.length) return true;
  if (spread(0) <= 3 && spread(2) >= 10) return true;
  const isOrdered = (times: readonly number[]): boolean =>
    [1, -1].some((way) => times.every((time, at) => at === 0 || (time - (times[at - 1] ?? 0)) * way >= 0));
  return (
    isOrdered(days.map(([first, second, third]) => first * 10_000 + second * 100 + third)) &&
    !isOrdered(days.map(([first, second, third]) => third * 10_000 + second * 100 + first))
  );
}

/**
 * True where a spreadsheet may have swapped day and month: all days before the 13th are written with the year first, at
 * least two of them, and all others, at least two, are not.
 */
export function maySwapDays(cells: Iterable<string>): boolean {
  let [early, others] = [0, 0];
  for (const cell of cells) {
    const numeric = NUMERIC.exec(dayPart(tradePart(cell)));
    const day = Number(numeric === null ? parseIsoDate(cell.trim().slice(0, 10))?.slice(8) : numeric[1]);
    if (!(day > 0) || day > 12 !== (numeric !== null)) return false;
    if (numeric === null) early += 1;
    else others += 1;
  }
  return early > 1 && others > 1;
}

function formOf(text: string): DateOrder {
  if (NAMED_DAY_FIRST.test(text) || NAMED_MONTH_FIRST.test(text)) return 'name';
  if (isSerial(text)) return 'excel';
  return /^(?:\d{10}|\d{13})$/u.test(text) ? 'epoch' : 'iso';
}

/**
 * Reads one cell in the column's order; null when it is not a day of the calendar. Instants become the day in London.
 */
export function readDay(cell: string, order: DateOrder): IsoDate | null {
  if (order === 'ydm') return readMonthLast(tradePart(cell));
  const iso = parseIsoDate(cell);
  if (iso !== null) return isPlausible(iso) ? iso : null;
  const text = tradePart(cell);
  const time = TIME.exec(text);
  const day = time === null ? readOther(text, order) : dayOfInstant(readOther(text.slice(0, time.index), order), time);
  return day !== null && isPlausible(day) ? day : null;
}

/** The day of `2025/20/05`. */
function readMonthLast(text: string): IsoDate | null {
  const [, year = 0, , day = 0, month = 0] = (YEAR_LED.exec(text) ?? []).map(Number);
  const read = dateFromParts(year, month, day);
  return read !== null && isPlausible(read) ? read : null;
}

/** Earlier days are placeholders such as 1900-01-00 or 0001-01-01. */
function isPlausible(day: IsoDate): boolean {
  return day >= '1900-01-01';
}

/** True when the cell is a spreadsheet's day number. */
export function isSerial(text: string): boolean {
  if (!SERIAL.test(text)) return false;
  const value = Number(text);
  return value >= 20_000 && value < 80_000;
}

function readOther(text: string, order: DateOrder): IsoDate | null {
  const iso = parseIsoDate(text);
  if (iso !== null) return iso;
  const numeric = NUMERIC.exec(text);
  if (numeric !== null) {
    if (order === 'shortYear' && numeric[4]?.length === 2) return null;
    const [first, second] = [Number(numeric[1]), Number(numeric[3])];
    const year = yearOf(numeric[4] ?? '');
    return order === 'mdy' && numeric[2] !== '.'
      ? dateFromParts(year, first, second)
      : dateFromParts(year, second, first);
  }
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) return dateFromParts(Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4]));
  const compact = COMPACT.exec(text);
  if (compact !== null) return dateFromParts(Number(compact[1]), Number(compact[2]), Number(compact[3]));
  if (isSerial(text)) return addDays(EXCEL_EPOCH, Math.floor(Number(text)));
  if (/^\d{10}$/u.test(text)) return londonDate(Number(text) * 1000);
  if (/^\d{13}$/u.test(text)) return londonDate(Number(text));
  const dayFirst = NAMED_DAY_FIRST.exec(text);
  if (dayFirst !== null)
    return dateFromParts(yearOf(dayFirst[3] ?? ''), monthOf(dayFirst[2] ?? ''), Number(dayFirst[1]));
  const monthFirst = NAMED_MONTH_FIRST.exec(text);
  if (monthFirst !== null)
    return dateFromParts(Number(monthFirst[3]), monthOf(monthFirst[1] ?? ''), Number(monthFirst[2]));
  return null;
}

/** The day in London at a time of a day; the day itself where the time names no zone. */
function dayOfInstant(
  day: IsoDate | null,
  [, hours = '', minutes, seconds = '0', half, zone]: RegExpExecArray,
): IsoDate | null {
  const isAfternoon = half?.toUpperCase() === 'PM';
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  if (day === null || hour > 23 || Number(minutes) > 59 || Number(seconds) > 60) return null;
  if (zone === undefined) return day;
  const offset = /^[+-]/u.test(zone) ? zone : (OFFSETS.get(zone.toUpperCase()) ?? 'Z');
  const minute = parseISO(`${day}T${String(hour).padStart(2, '0')}:${minutes}${offset}`, { in: inUtc });
  return isValid(minute) ? londonDate(+addSeconds(minute, Number(seconds))) : null;
}

/** Two-digit years are 1970 to 2069. */
function yearOf(text: string): number {
  const year = Number(text);
  if (text.length === 4) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

/** The number of a month's English name, 0 when it is not one. The en-GB locale of browsers writes `Sept`. */
function monthOf(name: string): number {
  const text = name.toLowerCase() === 'sept' ? 'Sep' : name;
  for (const width of ['wide', 'abbreviated'] as const) {
    const found = enUS.match.month(text, { width });
    if (found?.rest === '') return found.value + 1;
  }
  return 0;
}
