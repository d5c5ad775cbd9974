/** The catalogue of assets that all users of a server share; administrators maintain it. */
import type { AssetFields } from '../../../domain/records/asset.ts';
import type { Asset } from '../../../domain/records/records.ts';
import { eachBatch } from '../database/batches.ts';
import { newId } from '../database/ids.ts';
import { currentId, putAndQueue, QUEUE_TABLES } from '../outbox/outbox.ts';
import { onStored, type Opened } from './records.ts';
import { REMOVAL_TABLES, removeInWrite } from '../outbox/removals.ts';
import type { Removed } from '../database/removed.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { write, WriteRefused, type Written } from '../database/write.ts';

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

// The assets themselves are among the queue's tables: a record that names one waits for it.
const WRITE_TABLES = ['transactions', ...QUEUE_TABLES] as const;

function inUse(count: number): WriteRefused {
  return new WriteRefused({ code: 'inUse', count, uses: [{ entity: 'transaction', count }] });
}

/** How many of this user's transactions are in one of the securities; the server knows those of other users. */
async function countUses(db: HoldfastDatabase, isins: ReadonlySet<string>): Promise<number> {
  let count = 0;
  await eachBatch(db.transactions, (rows) => {
    count += rows.filter(
      ({ isin, relatedIsin }) => isins.has(isin) || (relatedIsin !== undefined && isins.has(relatedIsin)),
    ).length;
  });
  return count;
}

/** Writes one asset inside a write: an ISIN is in the catalogue once, and one in use does not change. */
async function putAsset(
  db: HoldfastDatabase,
  { id: given, opened = null, ...fields }: AssetFields & Opened<'asset'>,
  now: number,
): Promise<Asset> {
  const id = given === undefined ? newId() : await currentId(db, given);
  const before = given === undefined ? undefined : await db.assets.get(id);
  if (given !== undefined && before === undefined) throw new WriteRefused({ code: 'notFound' });
  const asset = await onStored(
    db,
    'asset',
    { ...fields, id, ...(before?.unit !== undefined && { unit: before.unit }) },
    opened,
  );
  const same = await db.assets.where('isin').equals(asset.isin).first();
  if (same !== undefined && same.id !== id) throw new WriteRefused({ code: 'taken', name: same.name });
  if (before !== undefined && before.isin !== asset.isin) {
    const count = await countUses(db, new Set([before.isin]));
    if (count > 0) throw inUse(count);
  }
  await putAndQueue(db, 'asset', asset, now);
  return asset;
}

/**
 * Creates an asset, or replaces the one with the given id. The fields have passed `checkAsset`. Refused: `taken` with
 * the name of the asset that has the ISIN, `inUse` when transactions are in the security whose ISIN would change.
 */
export async function saveAsset(
  db: HoldfastDatabase,
  fields: AssetFields & Opened<'asset'>,
  now = Date.now(),
): Promise<Written<Asset>> {
  return await write(db, WRITE_TABLES, async () => await putAsset(db, fields, now));
}

/** Creates or, where the ISIN is known, replaces assets in one step. */
export async function saveAssets(
  db: HoldfastDatabase,
  all: readonly AssetFields[],
  now = Date.now(),
): Promise<Written<number>> {
  return await write(db, WRITE_TABLES, async () => {
    for (const fields of all) {
      const known = await findAssetByIsin(db, fields.isin);
      await putAsset(db, { ...fields, ...(known !== null && { id: known.id }) }, now);
    }
    return all.length;
  });
}

/** Removes assets, all or none: `inUse` with the number of transactions in them. Their deletion is sent after 10 seconds. */
export async function removeAssets(
  db: HoldfastDatabase,
  ids: readonly string[],
  now = Date.now(),
): Promise<Written<Removed<'asset'>>> {
  return await write(db, REMOVAL_TABLES, async () => {
    const known = (await db.assets.bulkGet(await Promise.all(ids.map(async (id) => await currentId(db, id))))).filter(
      (asset) => asset !== undefined,
    );
    const count = await countUses(db, new Set(known.map(({ isin }) => isin)));
    if (count > 0) throw inUse(count);
    return await removeInWrite(
      db,
      'asset',
      known.map(({ id }) => id),
      now,
    );
  });
}
