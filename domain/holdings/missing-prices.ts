/** Which held securities have no price: each once, whoever holds it in whichever wrapper. */
import type { Asset } from '../records.ts';
import type { HoldingView } from './holding-view.ts';

export interface MissingPrice {
  readonly isin: string;
  readonly name: string;
  /** Null when the catalogue does not have the security: nobody can state its price. */
  readonly asset: Asset | null;
}

/** By name. A security whose price is known in a currency without a rate is not among them. */
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

/** False for an entry that an import made and nobody has completed: its denomination is a placeholder, so a price's currency is asked for. */
export function hasKnownDenomination(asset: Asset): boolean {
  const { isin, priceSource, fetchCode, category, type, denomination, excludeFromPriceUpdates } = asset;
  return !(
    denomination === 'GBP' &&
    priceSource === 'MANUAL' &&
    // Earlier imports left it empty.
    (fetchCode === '' || fetchCode === isin) &&
    excludeFromPriceUpdates &&
    category === 'NON_CORE' &&
    type !== 'COMMODITY'
  );
}

/** True when the server can ask a source for the security's price. */
export function hasPriceSource(asset: Asset): boolean {
  return asset.priceSource !== 'MANUAL' && !asset.excludeFromPriceUpdates;
}
