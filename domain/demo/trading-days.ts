/** Days on which the London Stock Exchange trades: weekdays except the bank holidays of England. */
import { getISODay } from 'date-fns/getISODay';
import { addDays, dateFromParts, fromDayNumber, inUtc, toDayNumber, type IsoDate } from '../values/dates.ts';

/** Monday is 0. */
export function weekdayOf(date: IsoDate): number {
  return getISODay(date, { in: inUtc }) - 1;
}

function day(year: number, month: number, dayOfMonth: number): IsoDate {
  const date = dateFromParts(year, month, dayOfMonth);
  if (date === null) throw new RangeError(`no such day: ${year}-${month}-${dayOfMonth}`);
  return date;
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
function easterOf(year: number): IsoDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const skipped = Math.floor(century / 4);
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - skipped - correction + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - ((year % 100) % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const position = epact + toSunday - 7 * shift + 114;
  return day(year, Math.floor(position / 31), (position % 31) + 1);
}

/** The first Monday on or after a day. */
function mondayFrom(date: IsoDate): IsoDate {
  return addDays(date, (7 - weekdayOf(date)) % 7);
}

/** A holiday on a weekend moves to the next weekday that is not a holiday. */
function substituted(dates: readonly IsoDate[]): IsoDate[] {
  const taken: IsoDate[] = [];
  for (const date of dates) {
    let free = date;
    while (weekdayOf(free) > 4 || taken.includes(free)) free = addDays(free, 1);
    taken.push(free);
  }
  return taken;
}

/** Holidays that were moved or added once: the Queen's and the King's days, and VE Day. */
const MOVED: Readonly<Record<number, { readonly added: readonly string[]; readonly dropped: readonly string[] }>> = {
  2020: { added: ['2020-05-08'], dropped: ['2020-05-04'] },
  2022: { added: ['2022-06-02', '2022-06-03', '2022-09-19'], dropped: ['2022-05-30'] },
  2023: { added: ['2023-05-08'], dropped: [] },
};

function holidaysOf(year: number): ReadonlySet<string> {
  const easter = easterOf(year);
  const moved = MOVED[year] ?? { added: [], dropped: [] };
  const days: string[] = [
    ...substituted([day(year, 1, 1)]),
    addDays(easter, -2),
    addDays(easter, 1),
    mondayFrom(day(year, 5, 1)),
    mondayFrom(day(year, 5, 25)),
    mondayFrom(day(year, 8, 25)),
    ...substituted([day(year, 12, 25), day(year, 12, 26)]),
  ];
  return new Set([...days.filter((date) => !moved.dropped.includes(date)), ...moved.added]);
}

/** Every trading day from one day to another, both inclusive, in order. */
export function tradingDays(from: IsoDate, to: IsoDate): IsoDate[] {
  const days: IsoDate[] = [];
  let holidays: ReadonlySet<string> = new Set();
  let year = '';
  for (let number = toDayNumber(from); number <= toDayNumber(to); number += 1) {
    const date = fromDayNumber(number);
    if (date.slice(0, 4) !== year) {
      year = date.slice(0, 4);
      holidays = holidaysOf(Number(year));
    }
    if (weekdayOf(date) < 5 && !holidays.has(date)) days.push(date);
  }
  return days;
}
