/** Days that matter for tax in the next twelve months, from the records in memory. */
import { addDays } from '../domain/dates.ts';
import { calendarFile } from '../domain/tax-dates/calendar-file.ts';
import { taxDateEvent } from '../domain/tax-dates/tax-date-words.ts';
import { taxDates } from '../domain/tax-dates/tax-dates.ts';
import type { ExportFile } from './export-types.ts';
import type { LiveData } from './live-data.ts';
import type { Portfolio } from './portfolio.ts';
import type { TaxDatesView } from './tax-date-types.ts';

/** Every yearly date comes once. */
const DAYS_AHEAD = 365;

export class TaxDates {
  private readonly data: LiveData;
  private readonly portfolio: Portfolio;
  private readonly now: () => number;

  /** `now` answers milliseconds since 1970. */
  constructor(data: LiveData, portfolio: Portfolio, now: () => number) {
    this.data = data;
    this.portfolio = portfolio;
    this.now = now;
  }

  async list(): Promise<TaxDatesView> {
    const [{ basis, result }, savings, banks] = await Promise.all([
      this.portfolio.today(),
      this.data.savingsAccounts.get(),
      this.data.bankNames.get(),
    ]);
    const { asOf, transactions, accounts, assets } = basis;
    // The records of properties have no day of sale, so no report of one can be told.
    const found = taxDates(
      { today: asOf, gains: result, transactions, savings, propertySales: [] },
      addDays(asOf, DAYS_AHEAD),
    );
    const savingsNames = new Map(
      savings.map(({ id, bankNameId, accountType }) => [
        id,
        [banks.get(bankNameId)?.name, accountType].filter((part) => part !== undefined).join(', '),
      ]),
    );
    return {
      asOf,
      dates: found.map((date) => ({
        ...date,
        record: date.isin === null ? (savingsNames.get(date.recordId ?? '') ?? null) : nameOf(assets, date.isin),
        holder: date.accountId === null ? null : (accounts.get(date.accountId)?.name ?? null),
      })),
    };
  }

  /** The dates as a calendar file of RFC 5545; without names unless they are asked for, and never with amounts. */
  async export(withNames: boolean): Promise<ExportFile> {
    const { dates } = await this.list();
    const text = calendarFile({
      name: 'Tax dates',
      writtenAt: new Date(this.now()).toISOString(),
      events: dates.map((date) =>
        taxDateEvent(date, withNames ? { holderOf: () => date.holder, recordOf: () => date.record } : null),
      ),
    });
    const blob = new Blob([text], { type: 'text/calendar;charset=utf-8' });
    return { fileName: 'tax-dates.ics', blob, rows: dates.length };
  }
}

function nameOf(assets: ReadonlyMap<string, { readonly name: string }>, isin: string): string {
  return assets.get(isin)?.name ?? isin;
}
