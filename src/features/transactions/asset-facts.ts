/** What the form knows of the picked asset. */
import type { AssetType, Denomination } from '../../../domain/fields/enums.ts';
import { commodityName, preciousMetal } from '../../../domain/values/isin.ts';

export interface AssetFacts {
  readonly isin: string;
  readonly name: string;
  readonly type: AssetType;
  /** Null where only a search result is known. */
  readonly denomination: Denomination | null;
  readonly unit?: 'oz';
}

/** The commodity's display name when the asset is held in troy ounces, otherwise null: it is then held in shares (000 §2.12). */
export function commodityOf(isin: string, asset: AssetFacts | null): string | null {
  const known = commodityName(isin);
  if (known !== null) return known;
  return asset?.type === 'COMMODITY' || asset?.unit === 'oz' ? (preciousMetal(isin, asset.name) ?? asset.name) : null;
}

/** True for shares of a company under a UK ISIN, whose purchase bears stamp duty; ETFs, funds and gilts are other types. */
export function isUkShare(asset: AssetFacts | null): boolean {
  return asset?.type === 'EQUITY' && asset.isin.startsWith('GB');
}
