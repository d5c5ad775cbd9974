/** The rate at which an amount in a currency is converted to pounds (RULES 4.4). */
import { daysBetween, type IsoDate } from '../values/dates.ts';
import { divide, exact, ONE, round, type Exact } from '../values/decimal.ts';
import type { MonthlyRateLookup } from '../facts/monthly-rates.ts';
import type { RateSetting } from '../records/account-settings.ts';
import { poundsPer, type RateLookup } from '../holdings/valuation.ts';

export const DEFAULT_RATE_SETTING: RateSetting = { source: 'hmrcMonth', day: 'distributionDate' };

export interface Rates {
  readonly monthly: MonthlyRateLookup;
  readonly daily: RateLookup;
}

export interface UsedRate {
  /** Units of the currency for one pound. */
  readonly perPound: Exact<'rate'>;
  readonly source: 'pounds' | 'hmrcMonth' | 'day';
  /** Where the operator of the server got a monthly rate; null for HMRC's and any other rate. */
  readonly operatorSource: string | null;
  /** The day of the daily or monthly rate. */
  readonly date: IsoDate;
}

/** All settings that a holder can choose. */
export const RATE_SETTINGS: readonly RateSetting[] = [
  DEFAULT_RATE_SETTING,
  { source: 'hmrcMonth', day: 'periodEnd' },
  { source: 'day', day: 'distributionDate' },
  { source: 'day', day: 'periodEnd' },
];

/** A daily rate remains valid for this many days, because of bank holidays. */
const LONGEST_AGE = 7;
/** Enough for any pair of currencies, and a number that can be written and read again. */
const RATE_PLACES = 12;

/** The rate for a day, or null where the user must be asked. */
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
