/** Finds assets by part of their name, ISIN or SEDOL (000 §2.12), the likeliest first. */
import type { Asset } from '../records/records.ts';
import { rankOf } from './search.ts';
import { searchTerms } from './search-terms.ts';

/** The fields of an asset in a search's results. */
export type AssetHit = Pick<Asset, 'id' | 'name' | 'isin' | 'type' | 'category' | 'unit'>;

/** Assets that contain every word of the query, best first, at most `limit`; none for fewer than two characters. */
export function searchAssets(assets: Iterable<Asset>, query: string, limit: number): readonly Asset[] {
  const terms = searchTerms(query);
  if (terms.length === 0) return [];
  const hits: { readonly asset: Asset; readonly rank: number }[] = [];
  for (const asset of assets) {
    const name = asset.name.toLowerCase();
    const codes = [asset.isin.toLowerCase(), (asset.sedol ?? '').toLowerCase()];
    if (terms.every((term) => name.includes(term) || codes.some((code) => code.includes(term))))
      hits.push({ asset, rank: rankOf(terms, asset.name, codes) });
  }
  return hits
    .toSorted((a, b) => a.rank - b.rank || a.asset.name.localeCompare(b.asset.name, 'en-GB'))
    .slice(0, limit)
    .map((hit) => hit.asset);
}
