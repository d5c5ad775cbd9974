/** A scope's value and flows on every day of a book (RULES 2, 3). */
import { moneyWeighted, type DatedFlow, type MoneyWeighted } from '../figures/money-weighted.ts';
import type { OversoldDays } from '../book/oversold.ts';
import type { ReturnsBook } from '../book/returns-book.ts';
import type { ScopeDays } from '../figures/time-weighted.ts';

/**
 * The scope's days over the whole book; a period is a part of them. `inScope` is true for the positions in the scope.
 */
export function scopeDays(book: ReturnsBook, inScope: (cell: number) => boolean): ScopeDays {
  const { firstDay, lastDay, cells, columns } = book;
  const members = cells.map((_, cell) => inScope(cell));
  return daysOf(book, (cell) => members[cell] === true, {
    cells: members.keys(),
    events: columns.day.keys(),
    first: firstDay,
    last: lastDay,
  });
}

/**
 * From the end of day `first` to `last`. `cells` and `events` (indexes of the book) limit what is examined: they
 * include at least the scope's positions, and the events of these days that affect one.
 */
export function daysOf(
  { columns, values, shortHoldings }: ReturnsBook,
  isMember: (cell: number) => boolean,
  {
    cells,
    events,
    first,
    last,
  }: {
    readonly cells: Iterable<number>;
    readonly events: Iterable<number>;
    readonly first: number;
    readonly last: number;
  },
): ScopeDays {
  const length = last - first + 1;
  const days = {
    firstDay: first,
    values: new Float64Array(length),
    paidIn: new Float64Array(length),
    paidOut: new Float64Array(length),
    oversold: oversoldDays(shortHoldings.daysIn(isMember), first, length),
  };
  for (const cell of cells) if (isMember(cell)) values.addTo(days.values, cell, first);
  for (const index of events) {
    const day = columns.day[index] ?? -1;
    const own = isMember(columns.cell[index] ?? -1);
    if (day < first || day > last || own === isMember(columns.other[index] ?? -1)) continue;
    const paid = columns.isMissing[index] === 1 ? NaN : (columns.paid[index] ?? 0);
    addFlow(days, day, own ? paid : 0 - paid);
  }
  return days;
}

/** Marks the days of spans among `length` days from `first` on; null where no span has one. */
function oversoldDays(spans: readonly OversoldDays[], first: number, length: number): Uint8Array | null {
  const within = spans.filter(({ from, to }) => to >= first && from < first + length);
  if (within.length === 0) return null;
  const days = new Uint8Array(length);
  for (const { from, to } of within) days.fill(1, Math.max(from - first, 0), to - first + 1);
  return days;
}

/** Money received counts from the start of its day, money paid out until its end (RULES 3.2). */
function addFlow({ firstDay, paidIn, paidOut }: ScopeDays, day: number, pence: number): void {
  const index = day - firstDay;
  if (pence < 0) paidOut[index] = (paidOut[index] ?? 0) - pence;
  else paidIn[index] = (paidIn[index] ?? 0) + pence;
}

/** The days from `open` to `close`, both inclusive; days outside the book are left out. */
export function daysWithin(
  { firstDay, values, paidIn, paidOut, oversold }: ScopeDays,
  open: number,
  close: number,
): ScopeDays {
  const start = Math.max(open - firstDay, 0);
  const end = Math.max(close - firstDay + 1, start);
  return {
    firstDay: firstDay + start,
    values: values.subarray(start, end),
    paidIn: paidIn.subarray(start, end),
    paidOut: paidOut.subarray(start, end),
    oversold: oversold?.subarray(start, end) ?? null,
  };
}

/**
 * The money-weighted rate of the days, or why there is none; null where a value that it needs is missing (RULES 4, 7.1).
 */
export function moneyWeightedOf(days: ScopeDays): MoneyWeighted | null {
  // Payments in between are what they are, but a value of units that were never held is none.
  if (days.oversold?.[0] === 1 || days.oversold?.at(-1) === 1) return { found: false, reason: 'oversold' };
  const flows = datedFlows(days);
  return flows === null ? null : moneyWeighted(flows);
}

/**
 * The flows for a money-weighted rate in pence: the opening value as a payment, the closing value as a receipt (RULES
 * 4.1); null where one is missing.
 */
export function datedFlows({ firstDay, values, paidIn, paidOut }: ScopeDays): readonly DatedFlow[] | null {
  const flows: DatedFlow[] = [];
  const last = values.length - 1;
  for (let index = 0; index <= last; index += 1) {
    let amount = index === 0 ? -(values[0] ?? 0) : (paidOut[index] ?? 0) - (paidIn[index] ?? 0);
    if (index === last && last > 0) amount += values[last] ?? 0;
    if (Number.isNaN(amount)) return null;
    if (amount !== 0) flows.push({ day: firstDay + index, amount });
  }
  return flows;
}
