/**
 * A scope's tax years and calendar years, each with its returns; each row's closing money is the next row's opening
 * money (RULES 8).
 */
import type { Pounds } from '../../values/amount.ts';
import { fromDayNumber, parseIsoDate, toDayNumber, type IsoDate } from '../../values/dates.ts';
import { taxYearBounds, taxYearOf, taxYearStarting } from '../../values/tax-year.ts';
import type { MoneyWeighted } from '../figures/money-weighted.ts';
import { poundsOrNull } from '../figures/pence.ts';
import { daysWithin, moneyWeightedOf } from './scope-days.ts';
import { timeWeighted, type ScopeDays } from '../figures/time-weighted.ts';

export interface YearRow {
  /** `2024-25` or `2024`. */
  readonly year: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Null where a holding has no price or rate. */
  readonly opening: Pounds | null;
  readonly netPaidIn: Pounds | null;
  readonly gain: Pounds | null;
  readonly closing: Pounds | null;
  /** For the year, 0.1 means 10 %; null when it cannot be calculated. */
  readonly timeWeighted: number | null;
  /** For the year, or its past part; null without flows or when a value is missing. */
  readonly moneyWeighted: MoneyWeighted | null;
}

export interface YearRows {
  readonly taxYears: readonly YearRow[];
  readonly calendarYears: readonly YearRow[];
}

/** Newest first; the first and the last year are limited to the days with data. */
export function yearRows(days: ScopeDays): YearRows {
  const last = fromDayNumber(days.firstDay + days.values.length - 1);
  // The first day is the day before the first event, on which nothing is held.
  const first = fromDayNumber(Math.min(days.firstDay + 1, toDayNumber(last)));
  const taxYears: YearRow[] = [];
  for (let year = Number(taxYearOf(first).slice(0, 4)); year <= Number(taxYearOf(last).slice(0, 4)); year += 1) {
    const bounds = taxYearBounds(taxYearStarting(year));
    taxYears.push(yearRow(taxYearStarting(year), days, bounds.first, bounds.last < last ? bounds.last : last));
  }
  const calendarYears: YearRow[] = [];
  for (let year = Number(first.slice(0, 4)); year <= Number(last.slice(0, 4)); year += 1) {
    const from = parseIsoDate(`${year}-01-01`);
    const to = parseIsoDate(`${year}-12-31`);
    if (from !== null && to !== null) calendarYears.push(yearRow(String(year), days, from, to < last ? to : last));
  }
  return { taxYears: taxYears.toReversed(), calendarYears: calendarYears.toReversed() };
}

function yearRow(year: string, days: ScopeDays, from: IsoDate, to: IsoDate): YearRow {
  const part = daysWithin(days, toDayNumber(from) - 1, toDayNumber(to));
  const opening = part.values[0] ?? 0;
  const closing = part.values.at(-1) ?? 0;
  let netPaidIn = 0;
  for (let index = 1; index < part.values.length; index += 1)
    netPaidIn += (part.paidIn[index] ?? 0) - (part.paidOut[index] ?? 0);
  return {
    year,
    from,
    to,
    opening: poundsOrNull(opening),
    netPaidIn: poundsOrNull(netPaidIn),
    gain: poundsOrNull(closing - opening - netPaidIn),
    closing: poundsOrNull(closing),
    timeWeighted: timeWeighted(part).rate,
    moneyWeighted: moneyWeightedOf(part),
  };
}
