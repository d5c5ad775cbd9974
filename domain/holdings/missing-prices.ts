/** The held securities without a price, each once, whoever holds them in whichever wrapper. */
import type { Asset } from '../records/records.ts';
import type { HoldingView } from './holding-view.ts';

export interface MissingPrice {
  readonly isin: string;
  readonly name: string;
  /** Null when the catalogue lacks the security, so that nobody can enter its price. */
  readonly asset: Asset | null;
}

/** Sorted by name. Securities with a price in a currency without a rate are not included. */
export function missingPrices(
  holdings: readonly Pick<HoldingView, 'isin' | 'assetName' | 'missing'>[],
  assets: Iterable<Asset>,
): readonly MissingPrice[] {
  const byIsin = new Map([...assets].map((asset) => [asset.isin, asset]));
  const found = new Map<string, MissingPrice>();
  for (const { isin, assetName, missing } of holdings)
    if (missing?.what === 'price') found.set(isin, { isin, name: assetName, asset: byIsin.get(isin) ?? null });
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'));
}

/**
 * False for an entry that an import created and nobody has completed: its denomination is a placeholder, so the user is
 * asked for a price's currency.
 */
export function hasKnownDenomination(asset: Asset): boolean {
  const { isin, priceSource, fetchCode, category, type, denomination, excludeFromPriceUpdates } = asset;
  return !(
    denomination === 'GBP' &&
    priceSource === 'MANUAL' &&
    // Earlier imports left the fetch code empty.
    (fetchCode === '' || fetchCode === isin) &&
    excludeFromPriceUpdates &&
    category === 'NON_CORE' &&
    type !== 'COMMODITY'
  );
}

/** True when the server can fetch the security's price. */
export function hasPriceSource(asset: Asset): boolean {
  return asset.priceSource !== 'MANUAL' && !asset.excludeFromPriceUpdates;
}
