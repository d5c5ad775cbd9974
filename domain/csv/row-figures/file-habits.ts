/** How a whole file writes days and numbers, determined before any row is read. */
import { format } from 'date-fns/format';
import { addDays, dayMonthYear, inUtc, type IsoDate } from '../../values/dates.ts';
import {
  dateOrderOf,
  isSerial,
  maySwapDays,
  readDay,
  type DateOrder,
  type ChosenDateOrder,
} from '../cells/day-text.ts';
import { DecimalMarkEvidence, type DecimalMark } from '../cells/numbers.ts';
import { typeOfWord } from '../cells/words.ts';
import type { SourceRow, SourceRows } from '../profiles/source-row.ts';
import { daysOf, farDays, swappedDays, type SwappedDay } from './swapped-days.ts';
import { figureHabitsOf, type FigureHabits, FIGURE_FIELDS } from './figure-habits.ts';

export interface FileHabits {
  readonly dateOrder: DateOrder;
  /** A spreadsheet may have swapped day and month where the year comes first. */
  readonly maySwapDays: boolean;
  /** By line, the day in the other order of day and month, where only that is in the file's order of time. */
  readonly swappedDays: ReadonlyMap<number, SwappedDay>;
  /** The lines whose day is far out of the file's order of time. */
  readonly farDays: ReadonlySet<number>;
  readonly mark: DecimalMark;
  readonly figures: FigureHabits;
  /** How days were read, where the user should know. */
  readonly notices: readonly string[];
}

/**
 * Determines the order of a file's days and its decimal mark; the user's answer applies where nothing proves an order.
 * Our own export uses the point, unless a spreadsheet has saved it in another form.
 */
export function habitsOf(source: SourceRows, chosen?: ChosenDateOrder): FileHabits {
  const days = new Set(source.rows.map((row) => row.get('transactionDate')));
  const judged = dateOrderOf(days);
  const known = judged === 'ambiguous' ? (orderBySettlement(source) ?? usualOrder(source) ?? chosen) : undefined;
  const dateOrder = known ?? judged;
  const mark = source.mark ?? (source.guarded && dateOrder === 'iso' ? 'point' : markOf(source));
  // In our own file every day is as it was.
  const inOrder = source.guarded ? [] : daysOf(source.rows, dateOrder);
  return {
    dateOrder,
    maySwapDays: !source.guarded && maySwapDays(days),
    swappedDays: swappedDays(inOrder),
    farDays: farDays(inOrder),
    mark,
    figures: figureHabitsOf(source, mark),
    notices: dayNotices(
      () => source.rows.map((row) => ({ text: row.get('transactionDate').trim(), line: row.line })),
      dateOrder,
    ),
  };
}

/** What says that a row's day and month, or its day and that of settlement, may be swapped, as sentences. */
export function dayDoubts(habits: FileHabits, row: SourceRow, day: IsoDate, guarded: boolean): readonly string[] {
  const cell = row.get('transactionDate');
  if (habits.maySwapDays && /^\s*\d{4}-/u.test(cell))
    return [
      `All days after the 12th are written in another way: a spreadsheet may have swapped day and month of ${cell.trim()}. Check the date.`,
    ];
  const other = habits.swappedDays.get(row.line);
  if (other?.cell === cell)
    return [
      `${cell.trim()} was read as ${spoken(day, 'd MMM yyyy')}, which is out of the file's order of dates. ${spoken(other.day, 'd MMM yyyy')} would be in order: day and month may be swapped. Check the date.`,
    ];
  if (guarded) return [];
  const doubts: string[] = [];
  if (day < FIRST_TRADES || habits.farDays.has(row.line))
    doubts.push(`${spoken(day, 'd MMM yyyy')} is far from the days of the other rows. Check the year.`);
  const settled = row.get('settlementDate');
  const settlement = settled === '' || settled.length > 60 ? null : readDay(settled, habits.dateOrder);
  if (settlement === null || !TRADES.has(typeOfWord(row.get('transactionType')))) return doubts;
  const settles = `The day of settlement, ${spoken(settlement, 'd MMM yyyy')}, is`;
  if (settlement < day) doubts.push(`${settles} before the day of the trade. Check the date.`);
  else if (settlement > addDays(day, MOST_DAYS_OF_ANY))
    doubts.push(`${settles} long after the trade. Check both dates.`);
  return doubts;
}

/** Gains are taxed since then, and hardly any record is older. */
const FIRST_TRADES = '1965-04-06';
/** New issues and corporate actions may settle later than trades. */
const MOST_DAYS_OF_ANY = 45;

const TRADES: ReadonlySet<string | null> = new Set(['BUY', 'SELL']);

/** A trade settles on its day or at most ten days later. */
const MOST_DAYS = 10;

/**
 * The order of day and month that the settlement days prove: by a number above 12, or because in the other order a
 * trade would settle before its day or long after it. Null where they prove none.
 */
function orderBySettlement({ rows }: SourceRows): ChosenDateOrder | null {
  const days = rows.map((row) => [row.get('transactionDate'), row.get('settlementDate')] as const);
  const settled = days.filter(([, cell]) => /\d/u.test(cell));
  if (settled.length === 0) return null;
  const proved = dateOrderOf(new Set(settled.map(([, cell]) => cell)));
  if (proved === 'dmy' || proved === 'mdy') return proved;
  if (proved !== 'ambiguous') return null;
  const fits = (order: ChosenDateOrder): boolean =>
    settled.every(([traded, cell]) => {
      const [from, to] = [readDay(traded, order), readDay(cell, order)];
      return from !== null && to !== null && from <= to && to <= addDays(from, MOST_DAYS);
    });
  const [isDayFirst, isMonthFirst] = [fits('dmy'), fits('mdy')];
  return isDayFirst === isMonthFirst ? null : isDayFirst ? 'dmy' : 'mdy';
}

/** Fewer different days show no order of time. */
const LEAST_DAYS = 4;

/** The order in which the broker writes days; null where only the other one puts the file's rows in order of time. */
function usualOrder({ rows, dateOrder }: SourceRows): ChosenDateOrder | null {
  if (dateOrder === null) return null;
  const cells = rows.map((row) => row.get('transactionDate'));
  const isOrdered = (order: ChosenDateOrder): boolean => {
    const days = cells.map((cell) => readDay(cell, order) ?? '');
    return [1, -1].some((way) => days.every((day, at) => at === 0 || compare(days[at - 1] ?? '', day) * way <= 0));
  };
  const isOther = new Set(cells).size >= LEAST_DAYS && !isOrdered(dateOrder) && isOrdered(otherOrder(dateOrder));
  return isOther ? null : dateOrder;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function otherOrder(order: ChosenDateOrder): ChosenDateOrder {
  return order === 'dmy' ? 'mdy' : 'dmy';
}

function markOf(source: SourceRows): DecimalMark {
  const fields = FIGURE_FIELDS.filter((field) => source.has(field));
  const evidence = new DecimalMarkEvidence();
  for (const row of source.rows) for (const field of fields) evidence.note(row.get(field));
  return evidence.mark;
}

/** How a file's days were read, where the user should know. */
export function dayNotices(
  days: () => readonly { readonly text: string; readonly line: number }[],
  order: DateOrder,
): readonly string[] {
  if (order === 'ambiguous') {
    for (const { text } of days()) {
      const [dayFirst, monthFirst] = [readDay(text, 'dmy'), readDay(text, 'mdy')];
      // Neither a day that is the same in both orders nor one that exists in neither shows the doubt.
      if (dayFirst !== null && monthFirst !== null && dayFirst !== monthFirst)
        return [
          `${text} could be ${spoken(dayFirst)} or ${spoken(monthFirst)}. Read as day/month/year. Check the dates before you import.`,
        ];
    }
    return [];
  }
  if (order === 'mdy') {
    const proof = days().find(({ text }) => Number(/^\d{1,2}[/-](\d{1,2})[/-]/u.exec(text)?.[1] ?? 0) > 12);
    return [`Dates were read as month/day/year${proof === undefined ? '' : ` (${proof.text} on line ${proof.line})`}.`];
  }
  if (order === 'ydm') {
    const proof = days().find(({ text }) => Number(/^\d{4}[/.-]?(\d{2})/u.exec(text)?.[1] ?? 0) > 12);
    return [`Dates were read as year/day/month${proof === undefined ? '' : ` (${proof.text} on line ${proof.line})`}.`];
  }
  if (order === 'excel') {
    const cell = days().find(({ text }) => isSerial(text))?.text ?? '';
    const day = readDay(cell, order);
    return [`Dates were Excel day numbers: ${cell} was read as ${day === null ? '' : dayMonthYear(day)}.`];
  }
  return [];
}

/** `3 April` for a day of any year. */
function spoken(day: IsoDate | null, pattern = 'd MMMM'): string {
  return day === null ? '' : format(inUtc(day), pattern);
}
