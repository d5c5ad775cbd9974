/** Round places for the marks of a time axis. */
import { eachDayOfInterval } from 'date-fns/eachDayOfInterval';
import { eachMonthOfInterval } from 'date-fns/eachMonthOfInterval';
import { format } from 'date-fns/format';
import { getYear } from 'date-fns/getYear';
import { daysBetween, inUtc, type IsoDate, isoDateOf, toDayNumber } from '../../../domain/values/dates.ts';

export interface DateTick {
  readonly day: number;
  readonly label: string;
}

const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120] as const;

function tick(date: Date, pattern: string): DateTick {
  return { day: toDayNumber(isoDateOf(date)), label: format(date, pattern) };
}

/** At most `most` ticks between two days: weeks apart for a month or two, else on the first of months or years. */
export function dateTicks(from: IsoDate, to: IsoDate, most: number): DateTick[] {
  const days = daysBetween(from, to);
  if (days <= 62) {
    const step = 7 * Math.max(1, Math.ceil(days / 7 / most));
    return eachDayOfInterval({ start: from, end: to }, { in: inUtc, step }).map((date) => tick(date, 'd MMM'));
  }
  const step = MONTH_STEPS.find((months) => monthTicks(from, to, months).length <= most) ?? 120;
  return monthTicks(from, to, step);
}

/** The first of every `step`th month; steps of years start at a year that they divide. */
function monthTicks(from: IsoDate, to: IsoDate, step: number): DateTick[] {
  const year = getYear(from, { in: inUtc });
  const start = `${year - (year % Math.ceil(step / 12))}-01-01`;
  return eachMonthOfInterval({ start, end: to }, { in: inUtc, step })
    .filter((date) => isoDateOf(date) >= from)
    .map((date) => tick(date, step >= 12 ? 'yyyy' : 'MMM yyyy'));
}
