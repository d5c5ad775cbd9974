/** The rules for a closing price that is typed by hand or is in a file. */
import type { IsoDate } from '../values/dates.ts';
import type { Checked } from '../fields/issue.ts';
import { checkFields, type FieldsOf, type InputOf } from '../fields/record-fields.ts';
import { PRICE } from './records.ts';

const STATED = { priceDate: PRICE.priceDate, closePrice: PRICE.closePrice };
export type PriceFields = FieldsOf<typeof STATED>;

/** Checks a day's closing price, in the asset's denomination; a day after `today` cannot have a price yet. */
export function checkPrice(input: InputOf<typeof STATED>, today: IsoDate): Checked<PriceFields> {
  return checkFields(STATED, input, (reader, { priceDate }) => {
    if (priceDate !== null && priceDate > today)
      reader.refuse('priceDate', 'outOfRange', `a date up to today (${today})`);
  });
}
