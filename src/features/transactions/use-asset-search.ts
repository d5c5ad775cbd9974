import type { AssetHit } from '../../../workers/worker-api.ts';
import { type HitSearch, useHitSearch } from '../../ui/use-hit-search.ts';

export type SearchAssets = (text: string, limit: number) => Promise<readonly AssetHit[]>;

/** Searches assets by name or ISIN as the user types. */
export function useAssetSearch(searchAssets: SearchAssets): HitSearch<AssetHit> {
  return useHitSearch(searchAssets);
}
