/** Amounts in several currencies as one total in pounds, with what it rests on. */
import type { Money, Pounds } from '../amount.ts';
import type { IsoDate } from '../dates.ts';
import { add, exact, multiply, round, toAmount, zero, type Exact } from '../decimal.ts';
import { PENNY_PLACES } from '../round-parts.ts';
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

/** The total at the rates of the day, or the latest before it; each amount counts to the penny in pounds, as it is printed. */
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
    total = add(total, inPounds(amount, pounds.rate));
  }
  return {
    total: toAmount(total),
    converted: [...converted]
      .map(([currency, rateDate]) => ({ currency, rateDate }))
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
    missing: [...missing].toSorted(),
  };
}

/** An amount of another currency in pounds, to the penny. */
export function inPounds(amount: Money, rate: Exact<'rate'>): Exact<'pounds'> {
  return round(multiply(exact(amount), rate) as bigint as Exact<'pounds'>, PENNY_PLACES);
}
