/** Amounts in several currencies as one total in pounds, with what it rests on. */
import type { Pounds } from '../amount.ts';
import type { IsoDate } from '../dates.ts';
import { add, exact, multiply, toAmount, zero, type Exact } from '../decimal.ts';
import type { CashBalance } from './dashboard.ts';
import { poundsPer, type RateLookup } from './valuation.ts';

export interface PoundTotal {
  /** Of the amounts whose currency has a rate. */
  readonly total: Pounds;
  /** The currencies that were converted, in alphabetical order, each with the day of the rate used. */
  readonly converted: readonly { readonly currency: string; readonly rateDate: IsoDate }[];
  /** Currencies without a rate; their amounts are not in the total. */
  readonly missing: readonly string[];
}

/** The exact total at the rates of the day, or the latest before it. */
export function poundTotal(amounts: Iterable<CashBalance>, rates: RateLookup, asOf: IsoDate): PoundTotal {
  let total: Exact<'pounds'> = zero();
  const converted = new Map<string, IsoDate>();
  const missing = new Set<string>();
  for (const { amount, currency } of amounts) {
    const pounds = poundsPer(currency, asOf, rates);
    if (pounds === null) {
      missing.add(currency);
      continue;
    }
    if (pounds.date !== null) converted.set(currency, pounds.date);
    total = add(total, multiply(exact(amount), pounds.rate) as bigint as Exact<'pounds'>);
  }
  return {
    total: toAmount(total),
    converted: [...converted]
      .map(([currency, rateDate]) => ({ currency, rateDate }))
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
    missing: [...missing].toSorted(),
  };
}
