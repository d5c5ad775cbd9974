/** Prices of securities in pounds on every day of a book, each looked up once (RULES 2). */
import { fromDayNumber, toDayNumber, type IsoDate } from '../../values/dates.ts';
import { ONE, type Exact } from '../../values/decimal.ts';
import type { PriceSeries } from '../../holdings/quotes.ts';
import {
  perUnitAfter,
  pricesOfCodes,
  SAME_UNITS,
  unitsBetween,
  type Pricing,
  type UnitRatio,
} from '../../holdings/pricing.ts';
import { poundsPer, priceInPounds, type DatedRate, type RateLookup } from '../../holdings/valuation.ts';
import { commodityName } from '../../values/isin.ts';
import { partitionPoint } from '../../values/partition-point.ts';
import type { PricePoint } from '../../records/records.ts';

/** A price or rate is reported as old when it is used more than this many days after its own day (RULES 2.3). */
export const OLD_PRICE_DAYS = 7;

/** Days on which a price older than OLD_PRICE_DAYS was used. */
export interface OldPrice {
  readonly from: number;
  readonly to: number;
  readonly priceDate: IsoDate;
}

/** Days on which a rate older than OLD_PRICE_DAYS was used. */
export interface OldRate {
  readonly currency: string;
  readonly from: number;
  readonly to: number;
  readonly rateDate: IsoDate;
}

/**
 * Prices from a day on, until the next: the day of a price, or of a split after it (RULES 2.3). In columns, because there
 * are thousands of a security.
 */
interface PricedDays {
  /** Oldest first. */
  readonly days: readonly number[];
  readonly points: readonly PricePoint[];
  /** Units of the day for those of the day of the price; null without a split. */
  readonly ratios: readonly UnitRatio[] | null;
}

interface Series {
  /** Oldest first, one a day: of several codes the newest price counts. */
  readonly points: readonly PricePoint[];
  readonly priced: PricedDays;
  readonly isMetal: boolean;
  // Each found when it is first needed: a series has thousands of prices.
  doubles: Float64Array | null;
  oldPrices: readonly OldPrice[] | null;
  oldRates: readonly OldRate[] | null;
}

/** Pounds per unit, and pounds per unit of a currency, from `firstDay` to `lastDay`. */
export class SecurityPrices {
  readonly firstDay: number;
  readonly lastDay: number;
  private readonly series: PriceSeries;
  private readonly rates: RateLookup;
  private readonly byPricing = new Map<Pricing, Series>();
  private readonly ratesByCurrency = new Map<string, (DatedRate | null | undefined)[]>();
  private readonly oldRatesByCurrency = new Map<string, readonly OldRate[]>();
  private readonly rateDoublesByCurrency = new Map<string, Float64Array>();

  constructor(days: { readonly first: number; readonly last: number }, series: PriceSeries, rates: RateLookup) {
    this.firstDay = days.first;
    this.lastDay = days.last;
    this.series = series;
    this.rates = rates;
  }

  /** Pounds for one unit of the currency on a day, or null. */
  rateOn(currency: string, day: number): Exact<'rate'> | null {
    return this.datedRateOn(currency, day)?.rate ?? null;
  }

  private datedRateOn(currency: string, day: number): DatedRate | null {
    let known = this.ratesByCurrency.get(currency);
    if (known === undefined) this.ratesByCurrency.set(currency, (known = []));
    const index = day - this.firstDay;
    let rate = known[index];
    if (rate === undefined) {
      rate = poundsPer(currency, fromDayNumber(day), this.rates);
      known[index] = rate;
    }
    return rate;
  }

  /** Pounds per unit of a day by the latest price up to then, or null. */
  priceOn(pricing: Pricing, day: number): Exact<'price'> | null {
    const { priced, isMetal } = this.of(pricing);
    const index = indexOn(priced, day);
    const point = priced.points[index];
    if (point !== undefined) {
      const rate = this.rateOn(point.currency, day);
      return rate === null ? null : perUnitAfter(priceInPounds(point, rate), priced.ratios?.[index] ?? SAME_UNITS);
    }
    return isMetal ? (this.rateOn(codeOf(pricing), day) as Exact<'price'> | null) : null;
  }

  /**
   * The same prices for every day as doubles, for results that are then proved or calculated exactly; NaN where there
   * is none.
   */
  doubles(pricing: Pricing): Float64Array {
    const series = this.of(pricing);
    if (series.doubles !== null) return series.doubles;
    const { priced, isMetal } = series;
    const doubles = isMetal
      ? this.rateDoubles(codeOf(pricing)).slice()
      : new Float64Array(this.lastDay - this.firstDay + 1).fill(NaN);
    for (const [which, { closePrice, currency }] of priced.points.entries()) {
      const rates = this.rateDoubles(currency);
      const ratio = priced.ratios?.[which];
      const price = ratio === undefined ? closePrice : closePrice * (Number(ratio.before) / Number(ratio.after));
      const end = Math.min((priced.days[which + 1] ?? Infinity) - this.firstDay, doubles.length);
      for (let index = Math.max((priced.days[which] ?? 0) - this.firstDay, 0); index < end; index += 1)
        doubles[index] = price * (rates[index] ?? NaN);
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
  missingOn(pricing: Pricing, day: number): string | null {
    const { priced } = this.of(pricing);
    return priced.points[indexOn(priced, day)]?.currency ?? null;
  }

  /** The currency of its newest price; a metal is priced in pounds (RULES 5.4). */
  currencyOf(pricing: Pricing, otherwise: string): string {
    const { points, isMetal } = this.of(pricing);
    const currency = points.at(-1)?.currency ?? (isMetal ? 'GBP' : otherwise);
    return currency === 'GBX' ? 'GBP' : currency;
  }

  /** The days on which old prices were used, oldest first (RULES 2.3). */
  oldPrices(pricing: Pricing): readonly OldPrice[] {
    return (this.of(pricing).oldPrices ??= this.findOldPrices(pricing));
  }

  private findOldPrices(pricing: Pricing): readonly OldPrice[] {
    const { points, priced, isMetal } = this.of(pricing);
    const firstPriced = priced.days[0] ?? Infinity;
    // A metal without a price is valued by its rate.
    const found: OldPrice[] = (isMetal ? this.oldRates(codeOf(pricing)) : [])
      .filter(({ from }) => from < firstPriced)
      .map(({ from, to, rateDate }) => ({ from, to: Math.min(to, firstPriced - 1), priceDate: rateDate }));
    for (const [index, { priceDate }] of points.entries()) {
      const next = points[index + 1]?.priceDate;
      const from = toDayNumber(priceDate) + OLD_PRICE_DAYS + 1;
      const to = next === undefined ? this.lastDay : toDayNumber(next) - 1;
      if (from <= to) found.push({ from, to, priceDate });
    }
    return found;
  }

  /** The days on which old rates valued units with this pricing, oldest first (RULES 2.3). */
  oldRatesOf(pricing: Pricing): readonly OldRate[] {
    const series = this.of(pricing);
    return (series.oldRates ??= currencyRuns(series.priced).flatMap(({ currency, from, to }) =>
      this.oldRates(currency)
        .filter((old) => old.from <= to && old.to >= from)
        .map((old) => ({ ...old, from: Math.max(old.from, from), to: Math.min(old.to, to) })),
    ));
  }

  /** The days on which the rate of a currency was old, oldest first; those of one rate are one. */
  oldRates(currency: string): readonly OldRate[] {
    let found = this.oldRatesByCurrency.get(currency);
    if (found === undefined) this.oldRatesByCurrency.set(currency, (found = this.findOldRates(currency)));
    return found;
  }

  private findOldRates(currency: string): readonly OldRate[] {
    const found: OldRate[] = [];
    for (let day = this.firstDay; day <= this.lastDay; day += 1) {
      const rateDate = this.datedRateOn(currency, day)?.date ?? null;
      if (rateDate === null || day - toDayNumber(rateDate) <= OLD_PRICE_DAYS) continue;
      const last = found.at(-1);
      if (last?.rateDate === rateDate) found[found.length - 1] = { ...last, to: day };
      else found.push({ currency, from: day, to: day, rateDate });
    }
    return found;
  }

  private of(pricing: Pricing): Series {
    let known = this.byPricing.get(pricing);
    if (known === undefined) {
      const last = fromDayNumber(this.lastDay);
      const points = pricesOfCodes(pricing.codes.map(this.series)).filter(({ priceDate }) => priceDate <= last);
      known = {
        points,
        priced: pricedDays(points, pricing),
        isMetal: commodityName(codeOf(pricing)) !== null,
        doubles: null,
        oldPrices: null,
        oldRates: null,
      };
      this.byPricing.set(pricing, known);
    }
    return known;
  }
}

function codeOf({ codes }: Pricing): string {
  return codes[0] ?? '';
}

/** The days on which the latest price was in each currency. */
function currencyRuns({
  days,
  points,
}: PricedDays): readonly { readonly currency: string; readonly from: number; readonly to: number }[] {
  const runs: { currency: string; from: number; to: number }[] = [];
  for (const [index, { currency }] of points.entries()) {
    const last = runs.at(-1);
    if (last?.currency === currency) continue;
    const from = days[index] ?? 0;
    if (last !== undefined) last.to = from - 1;
    runs.push({ currency, from, to: Infinity });
  }
  return runs;
}

/** The index of the latest price up to a day; -1 before the first. */
function indexOn({ days }: PricedDays, day: number): number {
  return partitionPoint(days, (priced) => priced <= day) - 1;
}

/** Each price from its day on, and again from every split before the next price on, per unit after the split. */
function pricedDays(points: readonly PricePoint[], pricing: Pricing): PricedDays {
  if (pricing.splits.length === 0)
    return { days: points.map(({ priceDate }) => toDayNumber(priceDate)), points, ratios: null };
  const all = points.flatMap((point, index) => {
    const next = points[index + 1]?.priceDate ?? '9999';
    const splits = pricing.splits.map(({ date }) => date).filter((date) => date > point.priceDate && date < next);
    return [point.priceDate, ...new Set(splits)].map((date) => ({
      day: toDayNumber(date),
      point,
      ratio: unitsBetween(pricing, point.priceDate, date),
    }));
  });
  return {
    days: all.map(({ day }) => day),
    points: all.map(({ point }) => point),
    ratios: all.map(({ ratio }) => ratio),
  };
}

const ONE_AS_DOUBLE = Number(ONE);

/** The nearest double to an exact value, except for its last bit or two. */
export function asDouble(value: Exact<'rate'> | Exact<'quantity'> | Exact<'price'>): number {
  return Number(value) / ONE_AS_DOUBLE;
}
