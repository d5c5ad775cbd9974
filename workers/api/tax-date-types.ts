/** Tax dates as the worker returns them. Types only, for the page too. */
import type { IsoDate } from '../../domain/values/dates.ts';
import type { NamedTaxDate } from '../../domain/tax-dates/tax-calendar.ts';

export interface TaxDatesView {
  readonly asOf: IsoDate;
  /** For the next twelve months, earliest first. */
  readonly dates: readonly NamedTaxDate[];
}
