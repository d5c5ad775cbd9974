/** Finding assets by part of their name, ISIN or SEDOL (000 §2.12), the likeliest first. */
import type { Asset } from '../records.ts';
import { searchTerms } from './search-terms.ts';

/** Assets in which every word of the query occurs, best first, at most `limit`; none for fewer than two characters. */
export function searchAssets(assets: Iterable<Asset>, query: string, limit: number): readonly Asset[] {
  const terms = searchTerms(query);
  if (terms.length === 0) return [];
  const phrase = terms.join(' ');
  const hits: { readonly asset: Asset; readonly rank: number }[] = [];
  for (const asset of assets) {
    const name = asset.name.toLowerCase();
    const codes = [asset.isin.toLowerCase(), (asset.sedol ?? '').toLowerCase()];
    if (terms.every((term) => name.includes(term) || codes.some((code) => code.includes(term)))) hits.push({ asset, rank: rankOf(phrase, name, codes) });
  }
  return hits.toSorted((a, b) => a.rank - b.rank || a.asset.name.localeCompare(b.asset.name, 'en-GB')).slice(0, limit).map((hit) => hit.asset);
}

/** 0 for a code that is the query, then names that start with it, names with a word that does, names that contain it, and the rest. */
function rankOf(phrase: string, name: string, codes: readonly string[]): number {
  if (codes.includes(phrase)) return 0;
  if (name.startsWith(phrase)) return 1;
  if (name.includes(` ${phrase}`)) return 2;
  return name.includes(phrase) ? 3 : 4;
}
