import { addMonths } from 'date-fns/addMonths';
import { inUtc, isoDateOf, type IsoDate } from './dates.ts';

/** The day so many months later, or earlier where negative; the last of the month where it has no such day. */
export function monthsAfter(day: IsoDate, months: number): IsoDate {
  return isoDateOf(addMonths(day, months, { in: inUtc }));
}
