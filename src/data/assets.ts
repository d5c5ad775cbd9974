/** The catalogue of assets that all users of a server share; administrators maintain it. */
import type { Asset } from '../../domain/records.ts';
import type { HoldfastDatabase } from './schema.ts';

/** The whole catalogue by name. */
export async function listAssets(db: HoldfastDatabase): Promise<Asset[]> {
  return (await db.assets.toArray()).toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'));
}

/** The asset with this ISIN, or null. */
export async function findAssetByIsin(db: HoldfastDatabase, isin: string): Promise<Asset | null> {
  return (await db.assets.where('isin').equals(isin).first()) ?? null;
}
