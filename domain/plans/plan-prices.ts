/** The prices of a plan (RULES 3.1). */
import type { TaxWrapper } from '../fields/enums.ts';
import type { PriceUsed } from './plan.ts';

export interface PricedPlace {
  readonly accountId: string;
  readonly taxWrapper: TaxWrapper;
  readonly isin: string;
}

/**
 * By ISIN; by `priceKey` where the units of a security are priced differently, because only some holders' records split
 * it or the ratio of a split depends on the wrapper. Null where a holding has no price although another has one.
 */
export type PlanPrices = ReadonlyMap<string, PriceUsed | null>;

/** Names a holding, or all units of an account in a security. */
export function priceKey({
  accountId,
  taxWrapper,
  isin,
}: Omit<PricedPlace, 'taxWrapper'> & Partial<PricedPlace>): string {
  return taxWrapper === undefined ? `${accountId}|${isin}` : `${accountId}|${isin}|${taxWrapper}`;
}

/** The price of a unit there: that of the holding, else of the account's other units, else of other holders'. */
export function priceAt(prices: PlanPrices, place: PricedPlace): PriceUsed | undefined {
  const { accountId, isin } = place;
  for (const key of [priceKey(place), priceKey({ accountId, isin })]) {
    const own = prices.get(key);
    if (own !== undefined) return own ?? undefined;
  }
  return prices.get(isin) ?? undefined;
}

/** A holding's price, or null where it has none. */
export type HeldPrice = PricedPlace & { readonly price: PriceUsed | null };

/** One price for a security whose holdings all have the same, else each holding's own. */
export function planPrices(held: readonly HeldPrice[]): PlanPrices {
  const prices = new Map<string, PriceUsed | null>();
  const differing = new Set<string>();
  for (const { isin, price } of held) {
    const known = prices.get(isin);
    if (known !== undefined && known?.price !== price?.price) differing.add(isin);
    if (known == null) prices.set(isin, price);
  }
  for (const { price, ...place } of held) {
    const { accountId, isin } = place;
    if (!differing.has(isin)) continue;
    prices.set(priceKey(place), price);
    const ofAccount = priceKey({ accountId, isin });
    if (prices.get(ofAccount) == null) prices.set(ofAccount, price);
  }
  return prices;
}

/** The prices with those that were typed: a typed price is that of every holder's units. */
export function withTypedPrices(prices: PlanPrices, typed: ReadonlyMap<string, PriceUsed>): PlanPrices {
  const recorded = [...prices].filter(([key]) => !typed.has(key.split('|')[1] ?? key));
  return new Map([...recorded, ...typed]);
}
