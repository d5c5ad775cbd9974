/** What a tax date is called in a list and in a calendar; names only where they are asked for. */
import type { CalendarEvent } from './calendar-file.ts';
import type { TaxDate } from './tax-dates.ts';

/** What names a record to its owner. */
export interface TaxDateNames {
  /** Of an account holder; null when it is gone. */
  readonly holderOf: (accountId: string) => string | null;
  /** Of a security, a savings account or a property. */
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
      return `Tax year ${taxYear} ends: allowances of the year end with it`;
    case 'registerBy':
      return `Last day to tell HMRC of tax to pay for ${taxYear}`;
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

/** The event of a tax date; with names it says whose and of what, where that is known. */
export function taxDateEvent(date: TaxDate, names: TaxDateNames | null): CalendarEvent {
  const parts = names === null ? [] : [names.recordOf(date), date.accountId && names.holderOf(date.accountId)];
  const known = parts.filter((part): part is string => typeof part === 'string' && part !== '');
  const summary = taxDateText(date);
  return { key: date.key, date: date.date, summary: known.length === 0 ? summary : `${summary} (${known.join(', ')})` };
}
