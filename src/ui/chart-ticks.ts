/** Round places for the marks of a time axis. */
import { dateFromParts, fromDayNumber, type IsoDate, toDayNumber } from '../../domain/dates.ts';
import { formatDate } from './date-text.ts';

export interface DateTick {
  readonly day: number;
  readonly label: string;
}

const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120] as const;

function partsOf(date: IsoDate): { year: number; month: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) };
}

/** At most `most` ticks between two days: weeks apart for a month or two, else on the first of months or years. */
export function dateTicks(from: IsoDate, to: IsoDate, most: number): DateTick[] {
  const [first, last] = [toDayNumber(from), toDayNumber(to)];
  if (last - first <= 62) return weeks(first, last, most);
  const start = partsOf(from);
  const step = MONTH_STEPS.find((months) => (last - first) / 30.4 / months <= most) ?? 120;
  const ticks: DateTick[] = [];
  for (let month = Math.ceil((start.year * 12 + start.month - 1) / step) * step; ; month += step) {
    const date = dateFromParts(Math.floor(month / 12), (month % 12) + 1, 1);
    if (date === null || toDayNumber(date) > last) return ticks;
    if (toDayNumber(date) >= first)
      ticks.push({ day: toDayNumber(date), label: step >= 12 ? date.slice(0, 4) : formatDate(date).slice(2) });
  }
}

function weeks(first: number, last: number, most: number): DateTick[] {
  const step = 7 * Math.max(1, Math.ceil((last - first) / 7 / most));
  const ticks: DateTick[] = [];
  for (let day = first; day <= last; day += step)
    ticks.push({ day, label: formatDate(fromDayNumber(day)).slice(0, -5) });
  return ticks;
}
