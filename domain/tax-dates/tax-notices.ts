/** Notifications of tax dates: in the days before and on the day itself, each once, without names or amounts. */
import { daysBetween, type IsoDate } from '../values/dates.ts';
import { taxDateText } from './tax-date-words.ts';
import type { TaxDate } from './tax-dates.ts';

/** A notice of a date is shown once in the days before it, at most this many, and once on the day. */
const NOTICE_DAYS = 7;

/** The text of a notice, without names. */
export type NoticeDate = Pick<TaxDate, 'kind' | 'date' | 'taxYear'>;

export interface TaxNotice {
  /** The same for the same date and stage, on whatever day it is shown. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

/** Dates of one kind on one day share a notice. */
export function dueNotices(dates: readonly NoticeDate[], today: IsoDate, shown: ReadonlySet<string>): TaxNotice[] {
  const due = new Map<string, TaxNotice>();
  for (const date of dates) {
    const days = daysBetween(today, date.date);
    if (days < 0 || days > NOTICE_DAYS) continue;
    const id = `${date.date} ${days === 0 ? 'day' : 'before'} ${date.kind} ${date.taxYear}`;
    if (!shown.has(id)) due.set(id, { id, title: titleOf(days), body: `${taxDateText(date)}.` });
  }
  return [...due.values()];
}

function titleOf(days: number): string {
  if (days === 0) return 'Tax date today';
  return days === 1 ? 'Tax date tomorrow' : `Tax date in ${days} days`;
}

/** The shown notices that may still be due. */
export function stillDue(shown: readonly string[], today: IsoDate): string[] {
  return shown.filter((id) => id.slice(0, today.length) >= today);
}
