/** HMRC's monthly exchange rates: units of a currency for one pound, by calendar month. */
import { isAmount, parseAmount, type Amount } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { readFactRows, type FactRows } from './fact-rows.ts';

export interface MonthlyRates {
  /** `2024-03`. */
  readonly month: string;
  /** By currency, without those that the month lacks. */
  readonly rates: ReadonlyMap<string, Amount<'rate'>>;
}

/** Reads the table; its currencies are those of its header, and a month's cell may be empty. */
export function readMonthlyRates(rows: readonly (readonly string[])[]): FactRows<MonthlyRates> {
  const header = rows[0] ?? [];
  if (header[0] !== 'month')
    return {
      ok: false,
      faults: [{ line: 1, field: 'header', value: header.join(','), expected: 'month and currencies' }],
    };
  let before = '';
  return readFactRows<MonthlyRates>(rows, header, ([month = '', ...cells]) => {
    if (!/^\d{4}-(?:0[1-9]|1[0-2])$/u.test(month) || month <= before)
      return { field: 'month', value: month, expected: 'a month as yyyy-mm, later than the one before' };
    before = month;
    const rates = new Map<string, Amount<'rate'>>();
    for (const [index, cell] of cells.entries()) {
      const currency = header[index + 1] ?? '';
      if (cell === '') continue;
      const rate = parseAmount<'rate'>(cell);
      if (!isAmount(rate) || rate <= 0) return { field: currency, value: cell, expected: 'a rate above 0' };
      rates.set(currency, rate);
    }
    return { row: { month, rates } };
  });
}

export interface MonthlyRate {
  /** Units of the currency for one pound. */
  readonly perPound: Amount<'rate'>;
  /** Where the operator of the server got it; null for HMRC's rates shipped with the app. */
  readonly operatorSource: string | null;
}

/** The monthly rate for a day, or null. */
export type MonthlyRateLookup = (currency: string, date: IsoDate) => MonthlyRate | null;

export function monthlyRateLookup(months: readonly MonthlyRates[]): MonthlyRateLookup {
  const byMonth = new Map(months.map(({ month, rates }) => [month, rates]));
  return (currency, date) => {
    const perPound = byMonth.get(date.slice(0, 7))?.get(currency);
    return perPound === undefined ? null : { perPound, operatorSource: null };
  };
}
