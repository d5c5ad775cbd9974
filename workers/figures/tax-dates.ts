/** Tax dates of the next twelve months, from the records in memory. */
import { namedTaxDates, taxCalendar } from '../../domain/tax-dates/tax-calendar.ts';
import type { ExportFile } from '../api/export-types.ts';
import type { LiveData } from '../live/live-data.ts';
import type { Portfolio } from './portfolio.ts';
import type { TaxDatesView } from '../api/tax-date-types.ts';

export class TaxDates {
  private readonly data: LiveData;
  private readonly portfolio: Portfolio;
  private readonly now: () => number;

  /** `now` returns milliseconds since 1970. */
  constructor(data: LiveData, portfolio: Portfolio, now: () => number) {
    this.data = data;
    this.portfolio = portfolio;
    this.now = now;
  }

  async list(): Promise<TaxDatesView> {
    const [{ basis, result }, savings, bankNames] = await Promise.all([
      this.portfolio.today(),
      this.data.savingsAccounts.get(),
      this.data.bankNames.get(),
    ]);
    const { asOf } = basis;
    return { asOf, dates: namedTaxDates({ ...basis, today: asOf, gains: result, savings, bankNames }) };
  }

  /** The dates as a calendar file of RFC 5545; without names unless requested, and never with amounts. */
  async export(withNames: boolean): Promise<ExportFile> {
    const { dates } = await this.list();
    const text = taxCalendar(dates, withNames, new Date(this.now()).toISOString());
    const blob = new Blob([text], { type: 'text/calendar;charset=utf-8' });
    return { fileName: 'tax-dates.ics', blob, rows: dates.length };
  }
}
