/**
 * The tax dates of the next twelve months with the holders and records that they concern, and their calendar: the same
 * in the app and on the server.
 */
import { addDays } from '../values/dates.ts';
import type { Account } from '../records/records.ts';
import { calendarFile } from './calendar-file.ts';
import { taxDateEvent } from './tax-date-words.ts';
import { type DatedSavings, taxDates, type TaxDate, type TaxDatesInput } from './tax-dates.ts';

/** Every yearly date occurs once. */
const DAYS_AHEAD = 365;

/** A day with the names of the holder and record that it concerns; null where it concerns everybody. */
export interface NamedTaxDate extends TaxDate {
  readonly record: string | null;
  readonly holder: string | null;
}

export interface TaxDateRecords extends Omit<TaxDatesInput, 'propertySales'> {
  readonly accounts: ReadonlyMap<string, Account>;
  /** By ISIN. */
  readonly assets: ReadonlyMap<string, { readonly name: string }>;
  readonly bankNames: ReadonlyMap<string, { readonly name: string }>;
}

/** Earliest first. */
export function namedTaxDates({ accounts, assets, bankNames, ...input }: TaxDateRecords): NamedTaxDate[] {
  const savingsNames = new Map(input.savings.map((account) => [account.id, savingsName(account, bankNames)]));
  // Properties have no date of sale in the records, so that no report of a sale can be due.
  return taxDates({ ...input, propertySales: [] }, addDays(input.today, DAYS_AHEAD)).map((date) => ({
    ...date,
    record:
      date.isin === null ? (savingsNames.get(date.recordId ?? '') ?? null) : (assets.get(date.isin)?.name ?? date.isin),
    holder: date.accountId === null ? null : (accounts.get(date.accountId)?.name ?? null),
  }));
}

function savingsName({ bankNameId, accountType }: DatedSavings, bankNames: TaxDateRecords['bankNames']): string {
  return [bankNames.get(bankNameId)?.name, accountType].filter((part) => part !== undefined).join(', ');
}

/** The calendar (RFC 5545): without names unless requested, and never with amounts. `writtenAt` is an ISO instant. */
export function taxCalendar(dates: readonly NamedTaxDate[], withNames: boolean, writtenAt: string): string {
  return calendarFile({
    name: 'Tax dates',
    writtenAt,
    events: dates.map((date) =>
      taxDateEvent(date, withNames ? { holderOf: () => date.holder, recordOf: () => date.record } : null),
    ),
  });
}
