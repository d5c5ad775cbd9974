/** By which kinds of rate a year's excess income became pounds, so that no mixture goes unnoticed (RULES 4.12). */
import type { IsoDate } from '../dates.ts';
import type { Exact } from '../decimal.ts';
import { rateFor, RATE_SETTINGS, type Rates, type RateSetting, type UsedRate } from './pound-rate.ts';

/** `other`: none of the known rates, as where a person changed the record. */
export type RateKind = `${RateSetting['source']} ${RateSetting['day']}` | 'other';

export interface RatedPeriod {
  readonly periodEnd: IsoDate;
  readonly distributionDate: IsoDate;
  readonly currency: string;
  readonly perPound: Exact<'rate'>;
}

/** The kind of a rate that was just found by the setting; null for pounds and without one. */
export function kindOfRate(rate: UsedRate | null, { day }: RateSetting): RateKind | null {
  return rate === null || rate.source === 'pounds' ? null : `${rate.source} ${day}`;
}

/**
 * The kind of a period's rate; null for pounds. Of kinds that come to the same rate the `preferred` one is it, so that two
 * months of one rate are no mixture.
 */
export function rateKindOf(period: RatedPeriod, preferred: RateSetting, rates: Rates): RateKind | null {
  const { currency, perPound } = period;
  if (currency === 'GBP') return null;
  const matching = [preferred, ...RATE_SETTINGS].find(({ source, day }) => {
    const rate = rateFor(currency, period[day], source, rates);
    // Where a month has no rate the day's is used, and is of the day.
    return rate?.source === source && rate.perPound === perPound;
  });
  return matching === undefined ? 'other' : `${matching.source} ${matching.day}`;
}
