/** The catalogue's list (001 §2.3): filters, search and pages, by name. */
import {
  ASSET_TYPES,
  assetCategoryLabel,
  DENOMINATIONS,
  labelOf,
  PRICE_SOURCES,
  type AssetCategory,
  type AssetType,
} from '../fields/enums.ts';
import type { Asset } from '../records/records.ts';
import { pageBounds } from './page.ts';
import { searchTerms } from './search-terms.ts';
import type { PageInfo } from './transaction-query.ts';

/** Rows on a page of the list (001 §9). */
export const ASSETS_PAGE_SIZE = 20;

/** The filters of a list or an export of assets; an absent or empty one does not restrict. */
export interface AssetQuery {
  readonly category?: AssetCategory | '';
  readonly type?: AssetType | '';
  /** Words that must all occur in name, ISIN, SEDOL or fetch code. */
  readonly search?: string;
  /** From 1. */
  readonly page?: number;
}

/** The labels of an asset's codes in lists (001 §3). */
interface AssetLabels {
  readonly typeLabel: string;
  readonly categoryLabel: string;
  readonly priceSourceLabel: string;
  readonly denominationLabel: string;
}

/** A row of the list: the asset with its labels. */
export type AssetListItem = Asset & AssetLabels;

export interface AssetPageOf<Row> extends PageInfo {
  readonly assets: readonly Row[];
}

function matches(asset: Asset, terms: readonly string[]): boolean {
  if (terms.length === 0) return true;
  const texts = [asset.name, asset.isin, asset.sedol ?? '', asset.fetchCode].map((text) => text.toLowerCase());
  return terms.every((term) => texts.some((text) => text.includes(term)));
}

/** All assets that match the query, by name and then ISIN. */
export function filterAssets(
  assets: Iterable<Asset>,
  { category = '', type = '', search }: AssetQuery,
): readonly Asset[] {
  const terms = searchTerms(search);
  return [...assets]
    .filter(
      (asset) =>
        (category === '' || asset.category === category) &&
        (type === '' || asset.type === type) &&
        matches(asset, terms),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB') || (a.isin < b.isin ? -1 : 1));
}

/** One page of the assets that match the query. */
export function pageOfAssets(assets: Iterable<Asset>, query: AssetQuery): AssetPageOf<AssetListItem> {
  const shown = filterAssets(assets, query);
  const { from, to, ...page } = pageBounds(shown.length, query.page ?? 1, ASSETS_PAGE_SIZE);
  return { ...page, assets: shown.slice(from, to).map(toAssetListItem) };
}

/** An asset as a row of the list. */
export function toAssetListItem<A extends Asset>(asset: A): A & AssetLabels {
  return {
    ...asset,
    typeLabel: labelOf(ASSET_TYPES, asset.type),
    categoryLabel: assetCategoryLabel(asset.category),
    priceSourceLabel: labelOf(PRICE_SOURCES, asset.priceSource),
    denominationLabel: labelOf(DENOMINATIONS, asset.denomination),
  };
}
