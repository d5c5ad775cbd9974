/** Metals in pounds per troy ounce: (1 / XAU rate per USD) x USD->GBP. */
import type { Price, Rate } from '../../../domain/values/amount.ts';
import { checkAmount } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { divide, exact, multiply, ONE, round, toAmount, type Exact } from '../../../domain/values/decimal.ts';

export const METALS = ['XAU', 'XAG', 'XPT'] as const;
export type Metal = (typeof METALS)[number];

export function isMetal(isin: string): isin is Metal {
  return METALS.some((metal) => metal === isin);
}

/** No source is more precise than a hundredth of a penny per ounce. */
const PLACES = 4;

export interface MetalPrice {
  /** Dollars and pounds per troy ounce, to 4 decimals. */
  readonly dollars: Price;
  readonly pounds: Price;
  /** The older of the days of its two rates. */
  readonly priceDate: IsoDate;
}

interface DatedRate {
  readonly rate: Rate;
  readonly rateDate: IsoDate;
}

const shown = (value: Exact<'price'>): Price => {
  const amount = checkAmount<'price'>(toAmount(round(value, PLACES)));
  return typeof amount === 'number' ? amount : (0 as Price);
};

/**
 * The price of an ounce from the metal's ounces per dollar and the pounds per dollar; null where one is missing or
 * zero.
 */
export function metalPrice(metal: DatedRate | null, pound: DatedRate | null): MetalPrice | null {
  if (metal === null || pound === null || metal.rate <= 0 || pound.rate <= 0) return null;
  const dollars = divide<'price'>(ONE as Exact<'rate'>, exact(metal.rate));
  const priceDate = metal.rateDate < pound.rateDate ? metal.rateDate : pound.rateDate;
  return { dollars: shown(dollars), pounds: shown(multiply(dollars, exact(pound.rate))), priceDate };
}
