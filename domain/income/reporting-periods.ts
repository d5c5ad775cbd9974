/** The reporting periods that a fund must have had, derived from its known ones (RULES 4.2, 4.5). */
import { addMonths } from 'date-fns/addMonths';
import { endOfMonth } from 'date-fns/endOfMonth';
import { addDays, daysBetween, inUtc, isoDateOf, type IsoDate } from '../values/dates.ts';
import { monthsAfter } from '../values/months-after.ts';

/** A period may end this many days later than 12 months after the previous one, as those that end on a weekday do. */
export const PERIOD_TOLERANCE = 10;
const MONTHS = 12;
const MONTHS_TO_DISTRIBUTION = 6;

/** Remembers the results: thousands of periods end on a few hundred days, and date arithmetic is slow. */
function rememberDays(find: (day: IsoDate) => IsoDate): (day: IsoDate) => IsoDate {
  const known = new Map<IsoDate, IsoDate>();
  return (day) => {
    let found = known.get(day);
    if (found === undefined) known.set(day, (found = find(day)));
    return found;
  };
}

/** RULES 4.2. */
export const distributionDateOf = rememberDays((periodEnd) => monthsAfter(periodEnd, MONTHS_TO_DISTRIBUTION));

const aYearAfter = rememberDays((day) => aYearFrom(day, 1));
const aYearBefore = rememberDays((day) => aYearFrom(day, -1));

/** A year later or earlier; the end of a month stays the end of a month. */
function aYearFrom(day: IsoDate, years: 1 | -1): IsoDate {
  const moved = addMonths(day, MONTHS * years, { in: inUtc });
  const isMonthEnd = addDays(day, 1).slice(8) === '01';
  return isoDateOf(isMonthEnd ? endOfMonth(moved, { in: inUtc }) : moved);
}

/**
 * The ends of the periods from one day to another, both inclusive: the known ones, and those that must have been
 * between, before and after them. Empty where no period is known.
 *
 * @param known oldest first
 */
export function expectedPeriodEnds(known: readonly IsoDate[], from: IsoDate, to: IsoDate): IsoDate[] {
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return [];
  const ends = new Set<IsoDate>(known);
  for (let day = aYearBefore(first); day >= from; day = aYearBefore(day)) ends.add(day);
  known.forEach((day, index) => {
    const next = known[index + 1];
    const limit = next ?? to;
    for (let end = aYearAfter(day); isBefore(end, limit, next !== undefined); end = aYearAfter(end)) ends.add(end);
  });
  return [...ends].filter((day) => day >= from && day <= to).toSorted();
}

/** True for an end that is before a known period by more than the tolerance, or not after the last day. */
function isBefore(end: IsoDate, limit: IsoDate, isKnown: boolean): boolean {
  if (!isKnown || end >= limit) return !isKnown && end <= limit;
  return daysBetween(end, limit) > PERIOD_TOLERANCE;
}
