/** The kinds of rates at which a year's excess income was converted, so that a mixture is found (RULES 4.12). */
import type { IsoDate } from '../values/dates.ts';
import type { Exact } from '../values/decimal.ts';
import { rateFor, RATE_SETTINGS, type Rates, type UsedRate } from './pound-rate.ts';
import type { RateSetting } from '../records/account-settings.ts';

/** `other`: none of the known rates, for example because the user changed the record. */
export type RateKind = `${RateSetting['source']} ${RateSetting['day']}` | 'other';

export interface RatedPeriod {
  readonly periodEnd: IsoDate;
  readonly distributionDate: IsoDate;
  readonly currency: string;
  readonly perPound: Exact<'rate'>;
}

/** The kind of a rate found by the setting; null for pounds and without a rate. */
export function kindOfRate(rate: UsedRate | null, { day }: RateSetting): RateKind | null {
  return rate === null || rate.source === 'pounds' ? null : `${rate.source} ${day}`;
}

/**
 * The kind of a period's rate; null for pounds. Where several kinds give the same rate it is the `preferred` one, so
 * that two months with the same rate are not a mixture.
 */
export function rateKindOf(period: RatedPeriod, preferred: RateSetting, rates: Rates): RateKind | null {
  const { currency, perPound } = period;
  if (currency === 'GBP') return null;
  const matching = [preferred, ...RATE_SETTINGS].find(({ source, day }) => {
    const rate = rateFor(currency, period[day], source, rates);
    // Where a month has no rate, `rateFor` returns the daily rate, which is then not a monthly one.
    return rate?.source === source && rate.perPound === perPound;
  });
  return matching === undefined ? 'other' : `${matching.source} ${matching.day}`;
}
