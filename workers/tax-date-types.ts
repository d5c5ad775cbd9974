/** Tax dates as the worker answers them. Types only, for the page too. */
import type { IsoDate } from '../domain/dates.ts';
import type { TaxDate } from '../domain/tax-dates/tax-dates.ts';

/** A day with the names of what and whom it concerns; null where it concerns everybody. */
export interface TaxDateView extends TaxDate {
  readonly record: string | null;
  readonly holder: string | null;
}

export interface TaxDatesView {
  readonly asOf: IsoDate;
  /** Of the next twelve months, the earliest first. */
  readonly dates: readonly TaxDateView[];
}
