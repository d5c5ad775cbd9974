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

/** The asset that an import made on this device for a security which the catalogue lacked; null when there is none such. */
export async function findUnlisted(db: HoldfastDatabase, isin: string): Promise<Asset | null> {
  const rows = await db.assets.where('isin').equals(isin).toArray();
  return rows.every((row) => row.unlisted === true) ? (rows[0] ?? null) : null;
}
