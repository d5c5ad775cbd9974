/** The invented market: a closing price for every security and a rate for every currency, on every trading day. */
import type { Price, Rate } from '../values/amount.ts';
import { toDayNumber, type IsoDate } from '../values/dates.ts';
import type { Denomination } from '../fields/enums.ts';
import {
  DOLLAR_RATES,
  MARKET_MOOD,
  METAL_DOLLARS,
  SECURITIES,
  SPLITS,
  type Anchors,
  type SecurityModel,
} from './market-data.ts';
import { randomOf } from './random.ts';

export const RATE_CODES = ['GBP', 'EUR', 'XAU', 'XAG', 'XPT'] as const;
/** The units of the rates, for one US dollar. */
export type RateCode = (typeof RATE_CODES)[number];

export interface Market {
  /** Trading days in order; `position` below is an index into them. */
  readonly days: readonly IsoDate[];
  /** The close in the asset's denomination and in the units of that day; null before the security was listed. */
  readonly close: (isin: string, position: number) => Price | null;
  /** Units of the currency, or troy ounces of the metal, for one US dollar. */
  readonly rate: (code: RateCode, position: number) => Rate;
}

const DAYS_PER_YEAR = 365.25;
/** The day of `SecurityModel.level`. */
const LEVEL_DAY = '2016-01-01' as IsoDate;
/** How fast a price returns to its trend: the share of its deviation that is left a day later. */
const PULL = 0.994;
const PLACES: Readonly<Record<Denomination, number>> = { GBX: 2, GBP: 4, USD: 4, EUR: 4 };

/** The level between two anchors, by linear interpolation. */
function levelAt(anchors: Anchors, dayNumber: number): number {
  let [before, after] = [anchors[0], anchors[0]];
  for (const anchor of anchors) {
    after = anchor;
    if (toDayNumber(anchor[0] as IsoDate) >= dayNumber) break;
    before = anchor;
  }
  if (before === undefined || after === undefined) throw new RangeError('no anchors');
  const [from, to] = [toDayNumber(before[0] as IsoDate), toDayNumber(after[0] as IsoDate)];
  if (dayNumber <= from || from === to) return before[1];
  return dayNumber >= to ? after[1] : before[1] + ((after[1] - before[1]) * (dayNumber - from)) / (to - from);
}

/** `(1 + growth)^years` without a logarithm: compound for whole years, linear within a year. */
function growthOver(growth: number, years: number): number {
  const whole = Math.floor(years);
  let factor = 1 + growth * (years - whole);
  for (let year = 0; year < Math.abs(whole); year += 1)
    factor = whole > 0 ? factor * (1 + growth) : factor / (1 + growth);
  return factor;
}

/** A random walk around 0 that never leaves [-0.5, 0.8]. */
function walk(name: string, length: number, volatility: number): number[] {
  const random = randomOf(name);
  let own = 0;
  return Array.from({ length }, () => {
    own = Math.min(0.8, Math.max(-0.5, own * PULL + volatility * random.normal()));
    return own;
  });
}

function rounded(value: number, places: number): number {
  return Number(value.toFixed(places));
}

/** Today's units that one unit of that day has become. */
function unitsOf(isin: string, day: IsoDate): number {
  return SPLITS.filter((split) => split.isin === isin && day < split.day).reduce(
    (factor, split) => (factor * split.ratioNew) / split.ratioOld,
    1,
  );
}

function closesOf(
  seed: string,
  model: SecurityModel,
  denomination: Denomination,
  days: readonly IsoDate[],
  mood: readonly number[],
): (Price | null)[] {
  const own = walk(`${seed}/${model.isin}`, days.length, model.volatility);
  return days.map((day, position) => {
    if (model.listed !== undefined && day < model.listed) return null;
    const trend = model.level * growthOver(model.growth, (toDayNumber(day) - toDayNumber(LEVEL_DAY)) / DAYS_PER_YEAR);
    const market = 1 + model.beta * ((mood[position] ?? 1) - 1);
    return rounded(
      trend * market * (1 + (own[position] ?? 0)) * unitsOf(model.isin, day),
      PLACES[denomination],
    ) as Price;
  });
}

function ratesOf(seed: string, code: RateCode, days: readonly IsoDate[]): Rate[] {
  const metal = code !== 'GBP' && code !== 'EUR';
  const own = walk(`${seed}/USD-${code}`, days.length, metal ? 0.006 : 0.003);
  const anchors = metal ? METAL_DOLLARS[code] : DOLLAR_RATES[code];
  return days.map((day, position) => {
    const level = levelAt(anchors, toDayNumber(day)) * (1 + (own[position] ?? 0) * 0.5);
    return (metal ? rounded(1 / level, 10) : rounded(level, 6)) as Rate;
  });
}

/**
 * Makes the market for the given trading days; the same seed and first day give the same prices however many days
 * follow.
 */
export function makeMarket(
  seed: string,
  days: readonly IsoDate[],
  denominationOf: (isin: string) => Denomination,
): Market {
  const mood = days.map((day) => levelAt(MARKET_MOOD, toDayNumber(day)));
  const closes = new Map(
    SECURITIES.map((model) => [model.isin, closesOf(seed, model, denominationOf(model.isin), days, mood)]),
  );
  const rates = new Map(RATE_CODES.map((code) => [code, ratesOf(seed, code, days)]));
  return {
    days,
    close: (isin, position) => closes.get(isin)?.[position] ?? null,
    rate: (code, position) => {
      const rate = rates.get(code)?.[position];
      if (rate === undefined) throw new RangeError(`no rate of ${code} on day ${position}`);
      return rate;
    },
  };
}
