/** The days of a return (RULES 1.4). */
import { subYears } from 'date-fns/subYears';
import { addDays, inUtc, isoDateOf, parseIsoDate, type IsoDate } from '../../values/dates.ts';
import { taxYearBounds, taxYearOf, taxYearStarting } from '../../values/tax-year.ts';

export const PERIOD_CHOICES = [
  { value: 'tax-year', label: 'This tax year' },
  { value: 'last-tax-year', label: 'Last tax year' },
  { value: '1y', label: '1 year' },
  { value: '3y', label: '3 years' },
  { value: '5y', label: '5 years' },
  { value: 'all', label: 'Since start' },
  { value: 'own', label: 'Own dates' },
] as const;
export type PeriodChoice = (typeof PERIOD_CHOICES)[number]['value'];

/** Both days inclusive: the opening value is that at the end of the day before `from`. */
export interface ReturnsPeriod {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

const YEARS: Readonly<Record<'1y' | '3y' | '5y', number>> = { '1y': 1, '3y': 3, '5y': 5 };

/** The days of a choice other than own dates. `firstDay` is the day of the first transaction. */
export function periodOf(
  choice: Exclude<PeriodChoice, 'own'>,
  { today, firstDay }: { readonly today: IsoDate; readonly firstDay: IsoDate },
): ReturnsPeriod {
  switch (choice) {
    case 'tax-year':
      return { from: taxYearBounds(taxYearOf(today)).first, to: today };
    case 'last-tax-year': {
      const { first, last } = taxYearBounds(taxYearStarting(Number(taxYearOf(today).slice(0, 4)) - 1));
      return { from: first, to: last };
    }
    case '1y':
    case '3y':
    case '5y':
      return { from: addDays(isoDateOf(subYears(today, YEARS[choice], { in: inUtc })), 1), to: today };
    case 'all':
      return { from: firstDay < today ? firstDay : today, to: today };
  }
}

export type PeriodField = 'from' | 'to';

/** An error in own dates, with its field. */
export interface PeriodFault {
  readonly field: PeriodField;
  readonly reason: 'notADate' | 'inFuture' | 'afterClosing';
}

/** The typed own dates, `yyyy-MM-dd`, or all their errors. */
export function ownPeriod(
  given: { readonly from: string; readonly to: string },
  today: IsoDate,
): ReturnsPeriod | readonly PeriodFault[] {
  const faults: PeriodFault[] = [];
  const read = (field: PeriodField): IsoDate | null => {
    const date = parseIsoDate(given[field]);
    if (date === null) faults.push({ field, reason: 'notADate' });
    else if (date > today) faults.push({ field, reason: 'inFuture' });
    return date;
  };
  const from = read('from');
  const to = read('to');
  if (from !== null && to !== null && from > to && faults.length === 0)
    faults.push({ field: 'from', reason: 'afterClosing' });
  return from === null || to === null || faults.length > 0 ? faults : { from, to };
}
