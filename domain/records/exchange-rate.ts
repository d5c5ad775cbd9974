/** The rules for an exchange rate that is typed by hand, or is in a file or a backup. */
import type { IsoDate } from '../values/dates.ts';
import type { Checked } from '../fields/issue.ts';
import { checkFields, type InputOf } from '../fields/record-fields.ts';
import { EXCHANGE_RATE, type ExchangeRate } from './records.ts';

/** Checks a day's rate, units of `toCurrency` for one of `fromCurrency`; a day after `today` cannot have a rate yet. */
export function checkExchangeRate(input: InputOf<typeof EXCHANGE_RATE>, today: IsoDate): Checked<ExchangeRate> {
  return checkFields(EXCHANGE_RATE, input, (reader, { rate, rateDate }) => {
    if (rate !== null && rate <= 0) reader.refuse('rate', 'outOfRange', 'a number above 0');
    if (rateDate !== null && rateDate > today) reader.refuse('rateDate', 'outOfRange', `a date up to today (${today})`);
  });
}
