/** The deadlines of a tax year. */
import { dateFromParts, type IsoDate } from '../values/dates.ts';
import { taxYearBounds, type TaxYear } from '../values/tax-year.ts';

/** Deadlines of Self Assessment (TMA 1970 s7, s8, s59A, s59B). A notice or an agreed extension can move them. */
export interface TaxYearDates {
  /** The last day of the year: unused allowances of the year then expire. */
  readonly lastDay: IsoDate;
  /** The day by which those without a notice to file must tell HMRC of tax to pay. */
  readonly registerBy: IsoDate;
  readonly paperReturnBy: IsoDate;
  /** Online return, balancing payment, and first payment on account of the next year. */
  readonly onlineReturnBy: IsoDate;
  /** Second payment on account of the year itself, in the July after its end. */
  readonly secondPaymentOnAccount: IsoDate;
}

export function taxYearDates(taxYear: TaxYear): TaxYearDates {
  const end = Number(taxYear.slice(0, 4)) + 1;
  return {
    lastDay: taxYearBounds(taxYear).last,
    registerBy: dayOf(end, 10, 5),
    paperReturnBy: dayOf(end, 10, 31),
    onlineReturnBy: dayOf(end + 1, 1, 31),
    secondPaymentOnAccount: dayOf(end, 7, 31),
  };
}

function dayOf(year: number, month: number, day: number): IsoDate {
  const date = dateFromParts(year, month, day);
  if (date === null) throw new RangeError(`not a day: ${year}-${month}-${day}`);
  return date;
}

const PROPERTY_REPORTS_FROM = '2020-04-06';
const SIXTY_DAYS_FROM = '2021-10-27';

/**
 * Days after completion within which a gain on UK residential property must be reported and its tax paid; null before 6
 * April 2020, when the return alone was enough (FA 2019 Sch 2; 60 days for completions from 27 October 2021: Autumn
 * Budget 2021).
 */
export function propertyReportDays(completion: IsoDate): number | null {
  if (completion < PROPERTY_REPORTS_FROM) return null;
  return completion < SIXTY_DAYS_FROM ? 30 : 60;
}
