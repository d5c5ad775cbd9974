/** The rules of a closing price that is stated by hand or in a file. */
import type { Price } from './amount.ts';
import type { IsoDate } from './dates.ts';
import { FieldReader } from './field-reader.ts';
import type { Checked } from './issue.ts';

export interface PriceFields {
  readonly priceDate: IsoDate;
  /** In the asset's denomination. */
  readonly closePrice: Price;
}

/** Checks a day's closing price; a day after `today` has none yet. */
export function checkPrice(
  input: { readonly [K in keyof PriceFields]?: unknown },
  today: IsoDate,
): Checked<PriceFields> {
  const reader = new FieldReader<keyof PriceFields>(input);
  const priceDate = reader.day('priceDate', true);
  if (priceDate !== null && priceDate > today) reader.refuse('priceDate', 'outOfRange', `a day up to today (${today})`);
  const closePrice = reader.requiredNonNegative<'price'>('closePrice', 'the closing price of the day');
  if (reader.issues.length > 0 || priceDate === null || closePrice === null)
    return { ok: false, issues: reader.issues };
  return { ok: true, value: { priceDate, closePrice } };
}
