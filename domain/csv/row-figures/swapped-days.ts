/** Days that only fit into a file's order of time if their day and month are swapped. */
import { addDays, dateFromParts, type IsoDate } from '../../values/dates.ts';
import { readDay, type DateOrder } from '../cells/day-text.ts';
import { remembered } from '../cells/remembered.ts';
import type { SourceRow } from '../profiles/source-row.ts';

/** A cell and its day in the other order of day and month. */
export interface SwappedDay {
  readonly cell: string;
  readonly day: IsoDate;
}

export interface RowDay {
  readonly line: number;
  readonly cell: string;
  readonly day: IsoDate;
}

/** Fewer rows in order show no order. */
const LEAST_ROWS = 6;
/** A first or last row has one neighbour, which is at most as far. */
const MOST_DAYS_APART = 62;

/**
 * The rows that are out of order in a file that is otherwise in order of time, either way, and that would all be in
 * order with day and month swapped, by line. None where any row is out of order for another reason.
 */
export function swappedDays(days: readonly RowDay[]): ReadonlyMap<number, SwappedDay> {
  return outOfOrder(days, (a, b) => a <= b) ?? outOfOrder(days, (a, b) => a >= b) ?? new Map();
}

/** A row that is out of order by so many days has another year. */
const LEAST_DAYS_APART = 180;
/** So few rows in order show the order of a file in which one row has another year. */
const LEAST_IN_ORDER = 3;

/** The lines of the few rows that are out of the order of all others, either way, and half a year from both neighbours. */
export function farDays(days: readonly RowDay[]): ReadonlySet<number> {
  for (const isOrdered of [(a: IsoDate, b: IsoDate) => a <= b, (a: IsoDate, b: IsoDate) => a >= b]) {
    const breaks = breaksOf(days, isOrdered);
    if (breaks === 0) return new Set();
    // A row out of order breaks it before itself, behind itself, or both.
    if (breaks * 5 > days.length * 2 + 2) continue;
    const kept = longestOrdered(days, isOrdered);
    if (kept.length < LEAST_IN_ORDER || (days.length - kept.length) * 5 > days.length + 1) continue;
    const inOrder = new Set(kept);
    const isFar = (day: IsoDate, other: IsoDate | undefined): boolean =>
      other === undefined || day > addDays(other, LEAST_DAYS_APART) || day < addDays(other, -LEAST_DAYS_APART);
    return new Set(
      days.flatMap((row, at) =>
        !inOrder.has(row) && isFar(row.day, days[at - 1]?.day) && isFar(row.day, days[at + 1]?.day) ? [row.line] : [],
      ),
    );
  }
  return new Set();
}

/** The days of a file's rows, without those that cannot be read. */
export function daysOf(rows: readonly SourceRow[], order: DateOrder): readonly RowDay[] {
  const known = new Map<string, IsoDate | null>();
  const days: RowDay[] = [];
  for (const row of rows) {
    const cell = row.get('transactionDate');
    const day = cell.length > 60 ? null : remembered(known, cell, () => readDay(cell, order));
    if (day !== null) days.push({ line: row.line, cell, day });
  }
  return days;
}

/** As `swappedDays`, for one direction; null where the rows are not in that order. */
function outOfOrder(
  days: readonly RowDay[],
  isOrdered: (a: IsoDate, b: IsoDate) => boolean,
): ReadonlyMap<number, SwappedDay> | null {
  const breaks = breaksOf(days, isOrdered);
  if (breaks === 0) return new Map();
  if (breaks * 4 > days.length) return null;
  const kept = longestOrdered(days, isOrdered);
  if (kept.length < LEAST_ROWS || kept.length * 2 < days.length) return null;
  const inOrder = new Set(kept);
  const found = new Map<number, SwappedDay>();
  let [before, next] = [-1, 0];
  for (const row of days) {
    if (inOrder.has(row)) {
      before = next;
      next += 1;
      continue;
    }
    const swapped = swappedOf(row);
    const neighbours = [kept[before]?.day ?? null, kept[next]?.day ?? null] as const;
    if (swapped === null || !isBetween(swapped, neighbours, isOrdered)) return null;
    found.set(row.line, { cell: row.cell, day: swapped });
  }
  return found;
}

/** How many rows do not follow the one before. */
function breaksOf(days: readonly RowDay[], isOrdered: (a: IsoDate, b: IsoDate) => boolean): number {
  return days.filter(({ day }, at) => at > 0 && !isOrdered((days[at - 1] as RowDay).day, day)).length;
}

/** A day written with a name of its month, or with the time of a program, is not swapped. */
function swappedOf({ cell, day }: RowDay): IsoDate | null {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return /[a-z]/iu.test(cell) || date === month ? null : dateFromParts(year, date, month);
}

function isBetween(
  day: IsoDate,
  [before, after]: readonly [IsoDate | null, IsoDate | null],
  isOrdered: (a: IsoDate, b: IsoDate) => boolean,
): boolean {
  if ((before !== null && !isOrdered(before, day)) || (after !== null && !isOrdered(day, after))) return false;
  const only = before === null ? after : after === null ? before : null;
  return only === null || (day <= addDays(only, MOST_DAYS_APART) && day >= addDays(only, -MOST_DAYS_APART));
}

/** The longest part of the rows, in their order, whose days are in order. */
function longestOrdered(days: readonly RowDay[], isOrdered: (a: IsoDate, b: IsoDate) => boolean): readonly RowDay[] {
  /** By length, the last row of the ordered part whose last day is the earliest. */
  const lasts: number[] = [];
  const previous: number[] = [];
  days.forEach(({ day }, at) => {
    let [low, high] = [0, lasts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isOrdered((days[lasts[middle] ?? 0] as RowDay).day, day)) low = middle + 1;
      else high = middle;
    }
    previous[at] = lasts[low - 1] ?? -1;
    lasts[low] = at;
  });
  const kept: RowDay[] = [];
  for (let at = lasts.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) kept.push(days[at] as RowDay);
  return kept.toReversed();
}
