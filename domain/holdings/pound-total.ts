/** Amounts in several currencies as one total in pounds, with the rates behind it. */
import type { Money, Pounds } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { add, exact, multiply, round, toAmount, zero, type Exact } from '../values/decimal.ts';
import { PENNY_PLACES } from '../values/round-parts.ts';
import { poundsPer, type RateLookup } from './valuation.ts';

/** Broker cash or an open savings account, in its currency. */
export interface CashBalance {
  readonly amount: Money;
  readonly currency: string;
}

/** The amounts of one currency and their sum in pounds. */
export interface ConvertedSum {
  readonly currency: string;
  /** The day of the rate used. */
  readonly rateDate: IsoDate;
  readonly amount: Money;
  readonly pounds: Pounds;
}

export interface PoundTotal {
  /** The total of amounts whose currency has a rate. */
  readonly total: Pounds;
  /** The converted currencies in alphabetical order; their pounds and the amounts in pounds add up to the total. */
  readonly converted: readonly ConvertedSum[];
  /** Currencies without a rate; their amounts are not in the total. */
  readonly missing: readonly string[];
}

/**
 * The total at the rates of the day, or the latest before it; each amount is rounded to the penny in pounds, as it is
 * printed.
 */
export function poundTotal(amounts: Iterable<CashBalance>, rates: RateLookup, asOf: IsoDate): PoundTotal {
  let total: Exact<'pounds'> = zero();
  const converted = new Map<string, { date: IsoDate; amount: Exact<'money'>; pounds: Exact<'pounds'> }>();
  const missing = new Set<string>();
  for (const { amount, currency } of amounts) {
    const pounds = poundsPer(currency, asOf, rates);
    if (pounds === null) {
      missing.add(currency);
      continue;
    }
    const value = inPounds(amount, pounds.rate);
    total = add(total, value);
    if (pounds.date === null) continue;
    const before = converted.get(currency) ?? { amount: zero<'money'>(), pounds: zero<'pounds'>() };
    converted.set(currency, {
      date: pounds.date,
      amount: add(before.amount, exact(amount)),
      pounds: add(before.pounds, value),
    });
  }
  return {
    total: toAmount(total),
    converted: [...converted]
      .map(([currency, { date, amount, pounds }]) => ({
        currency,
        rateDate: date,
        amount: toAmount(amount),
        pounds: toAmount(pounds),
      }))
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
    missing: [...missing].toSorted(),
  };
}

/** An amount of another currency in pounds, to the penny. */
export function inPounds(amount: Money, rate: Exact<'rate'>): Exact<'pounds'> {
  return round(multiply(exact(amount), rate) as bigint as Exact<'pounds'>, PENNY_PLACES);
}
