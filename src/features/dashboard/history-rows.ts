/** The value chart as the rows of a table. */
import type { HistoryRange, ValuePoint } from '../../../domain/holdings/value-history.ts';
import { startOfISOWeek } from 'date-fns/startOfISOWeek';
import { inUtc, type IsoDate, isoDateOf } from '../../../domain/values/dates.ts';

/** Days in a month's view, week ends in a quarter's, month ends otherwise; the newest first, and the last day always. */
export function historyRows<Point extends Pick<ValuePoint, 'date'>>(
  points: readonly Point[],
  range: HistoryRange,
): readonly Point[] {
  const periodOf = PERIODS[range];
  return points
    .filter(({ date }, index) => {
      const next = points[index + 1];
      return next === undefined || periodOf(next.date) !== periodOf(date);
    })
    .toReversed();
}

const monthOf = (date: IsoDate): string => date.slice(0, 7);
/** Weeks end on Sunday. */
const weekOf = (date: IsoDate): string => isoDateOf(startOfISOWeek(date, { in: inUtc }));

const PERIODS: Readonly<Record<HistoryRange, (date: IsoDate) => string>> = {
  '1M': (date) => date,
  '3M': weekOf,
  '1Y': monthOf,
  '3Y': monthOf,
  All: monthOf,
};
