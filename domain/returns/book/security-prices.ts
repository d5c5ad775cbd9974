/** Prices of securities in pounds on every day of a book, each looked up once (RULES 2). */
import { fromDayNumber, toDayNumber, type IsoDate } from '../../values/dates.ts';
import { ONE, type Exact } from '../../values/decimal.ts';
import type { PriceSeries } from '../../holdings/quotes.ts';
import { poundsPer, priceInPounds, type RateLookup } from '../../holdings/valuation.ts';
import { commodityName } from '../../values/isin.ts';
import { partitionPoint } from '../../values/partition-point.ts';
import type { PricePoint } from '../../records/records.ts';

/** A price is reported as old when it is used more than this many days after its own day (RULES 2.3). */
export const OLD_PRICE_DAYS = 7;

/** Days on which a price older than OLD_PRICE_DAYS was used. */
export interface OldPrice {
  readonly from: number;
  readonly to: number;
  readonly priceDate: IsoDate;
}

interface Series {
  /** Oldest first, one a day: of several codes the newest price counts. */
  readonly points: readonly PricePoint[];
  readonly days: readonly number[];
  readonly isMetal: boolean;
  doubles: Float64Array | null;
}

/** Pounds per unit, and pounds per unit of a currency, from `firstDay` to `lastDay`. */
export class SecurityPrices {
  readonly firstDay: number;
  readonly lastDay: number;
  private readonly series: PriceSeries;
  private readonly rates: RateLookup;
  private readonly bySecurity = new Map<string, Series>();
  private readonly codes: ReadonlyMap<string, readonly string[]>;
  private readonly ratesByCurrency = new Map<string, (Exact<'rate'> | null | undefined)[]>();
  private readonly rateDoublesByCurrency = new Map<string, Float64Array>();

  /** `codes` maps a security's present code to all its codes, the present one first. */
  constructor(
    days: { readonly first: number; readonly last: number },
    codes: ReadonlyMap<string, readonly string[]>,
    series: PriceSeries,
    rates: RateLookup,
  ) {
    this.firstDay = days.first;
    this.lastDay = days.last;
    this.codes = codes;
    this.series = series;
    this.rates = rates;
  }

  /** Pounds for one unit of the currency on a day, or null. */
  rateOn(currency: string, day: number): Exact<'rate'> | null {
    let known = this.ratesByCurrency.get(currency);
    if (known === undefined) this.ratesByCurrency.set(currency, (known = []));
    const index = day - this.firstDay;
    let rate = known[index];
    if (rate === undefined) {
      rate = poundsPer(currency, fromDayNumber(day), this.rates)?.rate ?? null;
      known[index] = rate;
    }
    return rate;
  }

  /** Pounds per unit on a day by the latest price up to then, or null. */
  priceOn(isin: string, day: number): Exact<'price'> | null {
    const { points, days, isMetal } = this.of(isin);
    const point = points[partitionPoint(days, (priced) => priced <= day) - 1];
    if (point !== undefined) {
      const rate = this.rateOn(point.currency, day);
      return rate === null ? null : priceInPounds(point, rate);
    }
    return isMetal ? (this.rateOn(isin, day) as Exact<'price'> | null) : null;
  }

  /**
   * The same prices for every day as doubles, for results that are then proved or calculated exactly; NaN where there
   * is none.
   */
  doubles(isin: string): Float64Array {
    const series = this.of(isin);
    if (series.doubles !== null) return series.doubles;
    const { points, days, isMetal } = series;
    const doubles = isMetal
      ? this.rateDoubles(isin).slice()
      : new Float64Array(this.lastDay - this.firstDay + 1).fill(NaN);
    for (const [which, { closePrice, currency }] of points.entries()) {
      const rates = this.rateDoubles(currency);
      const end = Math.min((days[which + 1] ?? Infinity) - this.firstDay, doubles.length);
      for (let index = Math.max((days[which] ?? 0) - this.firstDay, 0); index < end; index += 1)
        doubles[index] = closePrice * (rates[index] ?? NaN);
    }
    return (series.doubles = doubles);
  }

  /** Pounds for one unit of the currency on every day, as doubles; NaN where there is no rate. */
  rateDoubles(currency: string): Float64Array {
    let doubles = this.rateDoublesByCurrency.get(currency);
    if (doubles === undefined) {
      doubles = Float64Array.from({ length: this.lastDay - this.firstDay + 1 }, (_, index) => {
        const rate = this.rateOn(currency, this.firstDay + index);
        return rate === null ? NaN : asDouble(rate);
      });
      this.rateDoublesByCurrency.set(currency, doubles);
    }
    return doubles;
  }

  /** What a security's value lacks on a day: the rate of a currency, or any price (null). */
  missingOn(isin: string, day: number): string | null {
    const { points, days } = this.of(isin);
    return points[partitionPoint(days, (priced) => priced <= day) - 1]?.currency ?? null;
  }

  /** The currency of its newest price; a metal is priced in pounds (RULES 5.4). */
  currencyOf(isin: string, otherwise: string): string {
    const { points, isMetal } = this.of(isin);
    const currency = points.at(-1)?.currency ?? (isMetal ? 'GBP' : otherwise);
    return currency === 'GBX' ? 'GBP' : currency;
  }

  /** The days on which old prices were used, oldest first (RULES 2.3). */
  oldPrices(isin: string): readonly OldPrice[] {
    const { points, days } = this.of(isin);
    const found: OldPrice[] = [];
    for (const [index, point] of points.entries()) {
      const from = (days[index] ?? 0) + OLD_PRICE_DAYS + 1;
      const to = (days[index + 1] ?? this.lastDay + 1) - 1;
      if (from <= to) found.push({ from, to, priceDate: point.priceDate });
    }
    return found;
  }

  private of(isin: string): Series {
    let known = this.bySecurity.get(isin);
    if (known === undefined) {
      const points = merged((this.codes.get(isin) ?? [isin]).map(this.series), this.lastDay);
      known = {
        points,
        days: points.map(({ priceDate }) => toDayNumber(priceDate)),
        isMetal: commodityName(isin) !== null,
        doubles: null,
      };
      this.bySecurity.set(isin, known);
    }
    return known;
  }
}

/** One series of several codes; on a day in two of them, the first code's price counts. */
function merged(all: readonly (readonly PricePoint[])[], lastDay: number): readonly PricePoint[] {
  const last = fromDayNumber(lastDay);
  if (all.length === 1) return (all[0] ?? []).filter(({ priceDate }) => priceDate <= last);
  const byDay = new Map<IsoDate, PricePoint>();
  for (const series of all)
    for (const point of series)
      if (point.priceDate <= last && !byDay.has(point.priceDate)) byDay.set(point.priceDate, point);
  return [...byDay.values()].toSorted((a, b) => (a.priceDate < b.priceDate ? -1 : 1));
}

const ONE_AS_DOUBLE = Number(ONE);

/** The nearest double to an exact value, except for its last bit or two. */
export function asDouble(value: Exact<'rate'> | Exact<'quantity'> | Exact<'price'>): number {
  return Number(value) / ONE_AS_DOUBLE;
}
