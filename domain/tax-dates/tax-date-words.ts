/** The texts of tax dates in lists and calendars; names only where they are requested. */
import type { CalendarEvent } from './calendar-file.ts';
import type { TaxDate } from './tax-dates.ts';

/** The names of holders and records for their owner. */
export interface TaxDateNames {
  /** The name of an account holder; null when it no longer exists. */
  readonly holderOf: (accountId: string) => string | null;
  /** The name of a security, a savings account or a property. */
  readonly recordOf: (date: TaxDate) => string | null;
}

/** Without names or amounts. */
export function taxDateText({ kind, taxYear }: Pick<TaxDate, 'kind' | 'taxYear'>): string {
  switch (kind) {
    case 'windowEnds':
      return 'Last day of a 30-day window after a sale';
    case 'savingsMature':
      return 'A savings account closes';
    case 'taxYearEnds':
      return `Tax year ${taxYear} ends: last day to use its allowances`;
    case 'registerBy':
      return `Last day to tell HMRC about tax due for ${taxYear}`;
    case 'onlineReturnBy':
      return `Online return and tax for ${taxYear} are due`;
    case 'secondPaymentOnAccount':
      return `Second payment on account for ${taxYear} is due`;
    case 'propertyReport':
      return 'Report and tax on the sale of a residential property are due';
    case 'distribution':
      return 'Distribution day of excess reportable income';
  }
}

/** The event of a tax date; with names it includes the holder and the record, where they are known. */
export function taxDateEvent(date: TaxDate, names: TaxDateNames | null): CalendarEvent {
  const parts = names === null ? [] : [names.recordOf(date), date.accountId && names.holderOf(date.accountId)];
  const known = parts.filter((part): part is string => typeof part === 'string' && part !== '');
  const summary = taxDateText(date);
  return { key: date.key, date: date.date, summary: known.length === 0 ? summary : `${summary} (${known.join(', ')})` };
}
