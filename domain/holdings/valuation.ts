/** The value of a holding on a day: its price in pounds at the day's rate. */
import { daysBetween, type IsoDate } from '../values/dates.ts';
import { divide, exact, multiply, ONE, type Exact } from '../values/decimal.ts';
import { commodityName } from '../values/isin.ts';
import type { Amount } from '../values/amount.ts';
import type { ExchangeRate, PricePoint } from '../records/records.ts';
import { newestPoint, perUnitAfter, unitsBetween, unsplit, type Pricing } from './pricing.ts';

/** The latest closing price on or before the day, or null. */
export type PriceLookup = (isin: string, asOf: IsoDate) => PricePoint | null;

/** The latest rate on or before the day, or null: units of `toCurrency` for one of `fromCurrency`. */
export type RateLookup = (
  fromCurrency: string,
  toCurrency: string,
  asOf: IsoDate,
) => Pick<ExchangeRate, 'rate' | 'rateDate'> | null;

/** A rate with the older of the days on which it is based. */
export interface DatedRate {
  readonly rate: Exact<'rate'>;
  readonly date: IsoDate | null;
}

/** A price in pounds per unit or per troy ounce, or what is missing for one. */
export type Valuation =
  | {
      readonly found: true;
      readonly price: Exact<'price'>;
      readonly priceDate: IsoDate;
      readonly ageInDays: number;
      readonly fetchedAt: string | null;
    }
  | {
      readonly found: false;
      readonly missing: 'price' | 'rate';
      /** The ISIN without a price, or the currency without a rate. */ readonly of: string;
    };

const ONE_HUNDRED = exact(100 as Amount<'rate'>);

/** Pounds for one unit of a currency: by a direct or inverse rate, or through the dollar, the base of the rates. */
export function poundsPer(currency: string, asOf: IsoDate, rates: RateLookup): DatedRate | null {
  if (currency === 'GBP') return { rate: ONE as Exact<'rate'>, date: null };
  if (currency === 'GBX') return { rate: divide(ONE as Exact<'rate'>, ONE_HUNDRED), date: null };
  const direct = rateBetween(currency, 'GBP', asOf, rates);
  if (direct !== null || currency === 'USD') return direct;
  const toDollar = rateBetween(currency, 'USD', asOf, rates);
  const toPound = rateBetween('USD', 'GBP', asOf, rates);
  if (toDollar === null || toPound === null) return null;
  return { rate: multiply(toDollar.rate, toPound.rate), date: older(toDollar.date, toPound.date) };
}

function rateBetween(from: string, to: string, asOf: IsoDate, rates: RateLookup): DatedRate | null {
  const direct = rates(from, to, asOf);
  if (direct !== null) return { rate: exact(direct.rate), date: direct.rateDate };
  const inverse = rates(to, from, asOf);
  if (inverse === null || inverse.rate === 0) return null;
  return { rate: divide(ONE as Exact<'rate'>, exact(inverse.rate)), date: inverse.rateDate };
}

function older(a: IsoDate | null, b: IsoDate | null): IsoDate | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/**
 * The price of a security in pounds for one unit of the day. A metal without a price of its own is valued by its rate: (1 / XAU per USD) x
 * USD->GBP.
 */
export function valuePerUnit(
  isin: string,
  asOf: IsoDate,
  prices: PriceLookup,
  rates: RateLookup,
  pricing: Pricing = unsplit(isin),
): Valuation {
  const point = newestPoint(pricing, asOf, prices);
  if (point === null)
    return commodityName(isin) === null ? { found: false, missing: 'price', of: isin } : metalPrice(isin, asOf, rates);
  const pounds = poundsPer(point.currency, asOf, rates);
  if (pounds === null) return { found: false, missing: 'rate', of: point.currency };
  return {
    found: true,
    price: perUnitAfter(priceInPounds(point, pounds.rate), unitsBetween(pricing, point.priceDate, asOf)),
    priceDate: point.priceDate,
    ageInDays: daysBetween(point.priceDate, asOf),
    fetchedAt: point.fetchedAt === '' ? null : point.fetchedAt,
  };
}

/** A price point in pounds per unit, at a rate in pounds for one unit of its currency. */
export function priceInPounds(point: PricePoint, rate: Exact<'rate'>): Exact<'price'> {
  return multiply(exact(point.closePrice), rate);
}

function metalPrice(isin: string, asOf: IsoDate, rates: RateLookup): Valuation {
  const pounds = poundsPer(isin, asOf, rates);
  if (pounds === null || pounds.date === null) return { found: false, missing: 'price', of: isin };
  return {
    found: true,
    price: pounds.rate as bigint as Exact<'price'>,
    priceDate: pounds.date,
    ageInDays: daysBetween(pounds.date, asOf),
    fetchedAt: null,
  };
}
