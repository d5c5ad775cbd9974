/** UK tax years: 6 April to 5 April (ITA 2007 s4), written `2024-25`. */
import { dateFromParts, type IsoDate } from './dates.ts';

declare const taxYear: unique symbol;

/** A tax year as `2024-25`; as text, years sort in time order. */
export type TaxYear = string & { readonly [taxYear]: true };

/** The tax year that starts on 6 April of the given calendar year. */
export function taxYearStarting(year: number): TaxYear {
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}` as TaxYear;
}

/** The tax year of a day. */
export function taxYearOf(date: IsoDate): TaxYear {
  const year = Number(date.slice(0, 4));
  return taxYearStarting(date.slice(5) >= '04-06' ? year : year - 1);
}

/** Reads `2024-25` (also `2024/25`, `2024/2025`); null for other text. */
export function parseTaxYear(text: string): TaxYear | null {
  const match = /^(\d{4})[-/](\d{2}|\d{4})$/u.exec(text.trim());
  // The tax year 9999 ends in a year that no date has.
  if (match === null || match[1] === '9999') return null;
  const year = taxYearStarting(Number(match[1]));
  return year.slice(5) === match[2]?.slice(-2) ? year : null;
}

/** First and last day of a tax year, both inclusive. */
export function taxYearBounds(year: TaxYear): { readonly first: IsoDate; readonly last: IsoDate } {
  const start = Number(year.slice(0, 4));
  const first = dateFromParts(start, 4, 6);
  const last = dateFromParts(start + 1, 4, 5);
  if (first === null || last === null) throw new RangeError(`not a tax year: ${year}`);
  return { first, last };
}
