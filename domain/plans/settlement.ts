/** When a trade settles: business days of banks in England and Wales, needed near the end of a tax year (RULES 6.4). */
import { addDays, dateFromParts, toDayNumber, type IsoDate } from '../values/dates.ts';
import type { AssetType } from '../fields/enums.ts';
import { taxYearBounds, type TaxYear } from '../values/tax-year.ts';

/** Business days from the trade to its settlement; UK exchanges settle a day sooner from 11 October 2027. */
const EXCHANGE_DAYS = 2;
const EXCHANGE_DAYS_FROM_2027 = 1;
const ONE_DAY_FROM = '2027-10-11' as IsoDate;
/** Funds are dealt at the next valuation and settle up to four business days after the order. */
const FUND_DAYS = 4;

function settlementDays(type: AssetType | undefined, date: IsoDate): number {
  if (type === 'FUND') return FUND_DAYS;
  return date >= ONE_DAY_FROM ? EXCHANGE_DAYS_FROM_2027 : EXCHANGE_DAYS;
}

/** Easter Sunday of the Gregorian calendar (the algorithm of Meeus, Jones and Butcher). */
export function easterSunday(year: number): IsoDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const day = ((h + l - 7 * m + 114) % 31) + 1;
  const easter = dateFromParts(year, month, day);
  if (easter === null) throw new RangeError(`no Easter in the year ${year}`);
  return easter;
}

function weekdayOf(date: IsoDate): number {
  // 1970-01-01 was a Thursday.
  return (((toDayNumber(date) + 4) % 7) + 7) % 7;
}

/** The first Monday of May, the last of May and of August. */
function isBankMonday(date: IsoDate): boolean {
  const [month, day] = [date.slice(5, 7), Number(date.slice(8))];
  if (weekdayOf(date) !== 1) return false;
  return (month === '05' && (day <= 7 || day >= 25)) || (month === '08' && day >= 25);
}

/** Christmas, Boxing Day and New Year's Day, with the weekday that replaces one at a weekend. */
function isWinterHoliday(date: IsoDate): boolean {
  const monthDay = date.slice(5);
  const weekday = weekdayOf(date);
  if (['12-25', '12-26', '01-01'].includes(monthDay)) return true;
  if (monthDay === '12-27') return weekday === 1 || weekday === 2;
  if (monthDay === '12-28') return weekday === 1 || weekday === 2;
  return weekday === 1 && (monthDay === '01-02' || monthDay === '01-03');
}

/** True on a day on which trades settle. One-off bank holidays are not included. */
export function isBusinessDay(date: IsoDate): boolean {
  const weekday = weekdayOf(date);
  if (weekday === 0 || weekday === 6) return false;
  const easter = easterSunday(Number(date.slice(0, 4)));
  return date !== addDays(easter, -2) && date !== addDays(easter, 1) && !isBankMonday(date) && !isWinterHoliday(date);
}

/** The day that is `count` business days after another. */
export function businessDaysAfter(date: IsoDate, count: number): IsoDate {
  return daysAfter(date, count, isBusinessDay);
}

/** The day that is `count` weekdays after another: settlement abroad, on a bank holiday of England and Wales. */
export function weekdaysAfter(date: IsoDate, count: number): IsoDate {
  return daysAfter(date, count, (day) => weekdayOf(day) !== 0 && weekdayOf(day) !== 6);
}

function daysAfter(date: IsoDate, count: number, counts: (day: IsoDate) => boolean): IsoDate {
  let day = date;
  for (let left = count; left > 0;) {
    day = addDays(day, 1);
    if (counts(day)) left -= 1;
  }
  return day;
}

/** The day on which a trade of a day settles. */
export function settlesOn(date: IsoDate, type: AssetType | undefined): IsoDate {
  return businessDaysAfter(date, settlementDays(type, date));
}

/** The last business day on which a trade still settles within the tax year. */
export function lastTradeDay(taxYear: TaxYear, type: AssetType | undefined): IsoDate {
  const { last } = taxYearBounds(taxYear);
  let day = last;
  while (!isBusinessDay(day) || settlesOn(day, type) > last) day = addDays(day, -1);
  return day;
}
