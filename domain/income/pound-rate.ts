/** By which rate an amount in a currency becomes pounds (RULES 4.4). */
import { daysBetween, type IsoDate } from '../dates.ts';
import { divide, exact, ONE, round, type Exact } from '../decimal.ts';
import type { MonthlyRateLookup } from '../facts/monthly-rates.ts';
import { poundsPer, type RateLookup } from '../holdings/valuation.ts';

/** What a holder chose; HMRC has not said which day's rate. */
export interface RateSetting {
  readonly source: 'hmrcMonth' | 'day';
  readonly day: 'distributionDate' | 'periodEnd';
}

export const DEFAULT_RATE_SETTING: RateSetting = { source: 'hmrcMonth', day: 'distributionDate' };

export interface Rates {
  readonly monthly: MonthlyRateLookup;
  readonly daily: RateLookup;
}

export interface UsedRate {
  /** Units of the currency for one pound. */
  readonly perPound: Exact<'rate'>;
  readonly source: 'pounds' | 'hmrcMonth' | 'day';
  /** Where the operator of the server has a month's rate from; null for HMRC's and any other. */
  readonly operatorSource: string | null;
  /** The day whose rate, or whose month's rate, it is. */
  readonly date: IsoDate;
}

/** Every setting that a holder may have chosen. */
export const RATE_SETTINGS: readonly RateSetting[] = [
  DEFAULT_RATE_SETTING,
  { source: 'hmrcMonth', day: 'periodEnd' },
  { source: 'day', day: 'distributionDate' },
  { source: 'day', day: 'periodEnd' },
];

/** A rate of a day still counts so many days later: banks' holidays. */
const LONGEST_AGE = 7;
/** Enough for any pair of currencies, and a rate that can be written down and read again. */
const RATE_PLACES = 12;

/** The rate for a day, or null where it must be asked about. */
export function rateFor(
  currency: string,
  date: IsoDate,
  source: RateSetting['source'],
  { monthly, daily }: Rates,
): UsedRate | null {
  if (currency === 'GBP') return { perPound: ONE as Exact<'rate'>, source: 'pounds', operatorSource: null, date };
  const month = source === 'hmrcMonth' ? monthly(currency, date) : null;
  if (month !== null)
    return {
      perPound: exact<'rate'>(month.perPound),
      source: 'hmrcMonth',
      operatorSource: month.operatorSource,
      date,
    };
  const found = poundsPer(currency, date, daily);
  if (found === null || found.rate <= 0n || found.date === null || daysBetween(found.date, date) > LONGEST_AGE)
    return null;
  return {
    perPound: round(divide<'rate'>(ONE as Exact<'rate'>, found.rate), RATE_PLACES),
    source: 'day',
    operatorSource: null,
    date: found.date,
  };
}
