/** The result of buying one security with a scope's flows on the same days (RULES 6). */
import { divide, multiply, round, type Exact } from '../../values/decimal.ts';
import { PENNY_PLACES } from '../../values/round-parts.ts';
import { fromDayNumber } from '../../values/dates.ts';
import { perUnitAfter, SAME_UNITS, unitsBetween, type Pricing, type UnitRatio } from '../../holdings/pricing.ts';
import { datedFlows } from './scope-days.ts';
import { moneyWeighted, type MoneyWeighted } from '../figures/money-weighted.ts';
import { fromPence, toPence, type Pence } from '../figures/pence.ts';
import type { SecurityPrices } from '../book/security-prices.ts';
import type { ScopeDays } from '../figures/time-weighted.ts';

export interface Benchmark {
  /**
   * At the end of each day, on the scale of the scope's growth: equal to it on the first day with a price, NaN before
   * that.
   */
  readonly growth: Float64Array;
  /** The closing value of the same flows, in whole pence; null with a reason. */
  readonly closing: Exact<'pounds'> | null;
  /** `missing`: it had no price on a day with a flow. `usedUp`: it was used up before all payments out. */
  readonly reason: 'missing' | 'usedUp' | null;
  readonly moneyWeighted: MoneyWeighted | null;
}

/** `scopeGrowth` is the growth that the chart shows beside it. */
export function benchmarkOf(
  pricing: Pricing,
  days: ScopeDays,
  prices: SecurityPrices,
  scopeGrowth: Float64Array,
): Benchmark {
  const { firstDay, values } = days;
  const doubles = prices.doubles(pricing);
  const offset = firstDay - prices.firstDay;
  const worthOf = (index: number): number => {
    const { after, before } = unitsOn(pricing, firstDay, firstDay + index);
    return (doubles[offset + index] ?? NaN) * (Number(after) / Number(before));
  };
  const first = values.findIndex((_, index) => !Number.isNaN(doubles[offset + index] ?? NaN));
  const beside = scopeGrowth[first] ?? NaN;
  const level = (Number.isNaN(beside) ? 100 : beside) / worthOf(first);
  const growth = values.map((_, index) => worthOf(index) * level);
  const bought = buySame(pricing, days, prices);
  if (typeof bought === 'string') return { growth, closing: null, reason: bought, moneyWeighted: null };
  const flows = datedFlows({ ...days, values: withLast(values, toPence(bought)) });
  return { growth, closing: bought, reason: null, moneyWeighted: flows === null ? null : moneyWeighted(flows) };
}

/** The closing value, or the reason why there is none. */
function buySame(
  pricing: Pricing,
  { firstDay, values, paidIn, paidOut }: ScopeDays,
  prices: SecurityPrices,
): Exact<'pounds'> | 'missing' | 'usedUp' {
  let units = 0n as Exact<'quantity'>;
  const last = values.length - 1;
  // Units are counted as on the first day, so that a split changes only their price.
  const priceOn = (day: number): Exact<'price'> | null => {
    const price = prices.priceOn(pricing, day);
    const { after, before } = unitsOn(pricing, firstDay, day);
    return price === null ? null : perUnitAfter(price, { after: before, before: after });
  };
  for (let index = 0; index <= last; index += 1) {
    const pence = index === 0 ? (values[0] ?? 0) : (paidIn[index] ?? 0) - (paidOut[index] ?? 0);
    if (pence === 0) continue;
    const price = Number.isNaN(pence) ? null : priceOn(firstDay + index);
    if (price === null || price === 0n) return 'missing';
    const bought = divide<'quantity'>(fromPence(pence as Pence), price);
    units = (units + bought) as Exact<'quantity'>;
    if (units < 0n) return 'usedUp';
  }
  const price = priceOn(firstDay + last);
  if (price === null) return 'missing';
  return round(multiply(units, price) as bigint as Exact<'pounds'>, PENNY_PLACES);
}

/** Units of a day for those of the first day. */
function unitsOn(pricing: Pricing, firstDay: number, day: number): UnitRatio {
  if (pricing.splits.length === 0) return SAME_UNITS;
  return unitsBetween(pricing, fromDayNumber(firstDay), fromDayNumber(day));
}

function withLast(values: Float64Array, pence: number): Float64Array {
  const copy = values.slice();
  copy[copy.length - 1] = pence;
  return copy;
}
