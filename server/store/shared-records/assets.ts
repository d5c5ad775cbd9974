/** The asset catalogue, shared by all users. */
import type { AssetRecord } from '../../../contract/assets.ts';
import { isUnlisted, type AssetFields } from '../../../domain/records/asset.ts';
import { unlistedAsset } from '../../../domain/csv/stored/directory.ts';
import { searchTerms } from '../../../domain/lists/search-terms.ts';
import { ASSET } from '../../../domain/records/records.ts';
import { done, fail, notFound, type Outcome } from '../../outcome.ts';
import { inBatches } from '../database/in-batches.ts';
import { insertRows } from '../database/insert-rows.ts';
import { pageOf, type PageReply } from '../database/paging.ts';
import type { Db } from '../database/store.ts';
import { byText, containsWord } from '../database/text.ts';
import { recordRows } from '../tables/record-rows.ts';
import { lockShared, SHARED, takeSharedVersions } from '../versions/counters.ts';
import { atVersion } from '../versions/stale.ts';
import { addSharedTombstones, clearTombstones } from '../versions/tombstones.ts';
import { usedWords, usesOf } from './asset-uses.ts';

export const { toRecord: toAsset, toColumns } = recordRows(ASSET);

export interface AssetFilter {
  readonly category?: string | undefined;
  readonly type?: string | undefined;
  /** Words that must all occur in name, ISIN, SEDOL or fetch code. */
  readonly query?: string | undefined;
}

function filtered(db: Db, filter: AssetFilter) {
  let query = db.kysely.selectFrom('assets');
  if (filter.category !== undefined && filter.category !== '') query = query.where('category', '=', filter.category);
  if (filter.type !== undefined && filter.type !== '') query = query.where('type', '=', filter.type);
  for (const word of searchTerms(filter.query))
    query = query.where(containsWord(['assets.name', 'assets.isin', 'assets.sedol', 'assets.fetch_code'], word));
  return query;
}

/** Assets that match the filter, by name. */
export async function listAssets(db: Db, filter: AssetFilter = {}): Promise<AssetRecord[]> {
  const rows = await filtered(db, filter).selectAll().orderBy(byText(db, 'assets.name')).orderBy('id').execute();
  return rows.map(toAsset);
}

export async function pageOfAssets(
  db: Db,
  filter: AssetFilter,
  page: number,
  pageSize: number,
): Promise<PageReply & { readonly assets: AssetRecord[] }> {
  const { count } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const { offset, reply } = pageOf(count, page, pageSize);
  const rows = await filtered(db, filter)
    .selectAll()
    .orderBy(byText(db, 'assets.name'))
    .orderBy('id')
    .limit(pageSize)
    .offset(offset)
    .execute();
  return { assets: rows.map(toAsset), ...reply };
}

export async function findAsset(db: Db, id: string): Promise<Outcome<AssetRecord>> {
  const row = await db.kysely.selectFrom('assets').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? notFound('Asset') : done(toAsset(row));
}

export async function findAssetByIsin(db: Db, isin: string): Promise<Outcome<AssetRecord>> {
  const row = await db.kysely
    .selectFrom('assets')
    .selectAll()
    .where('isin', '=', isin.toUpperCase())
    .executeTakeFirst();
  return row === undefined ? notFound('Asset') : done(toAsset(row));
}

/** The ISINs that the catalogue lacks. */
export async function unknownIsins(db: Db, isins: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(isins)];
  const rows = await inBatches(
    wanted,
    async (batch) => await db.kysely.selectFrom('assets').select('isin').where('isin', 'in', batch).execute(),
  );
  const known = new Set(rows.map(({ isin }) => isin));
  return wanted.filter((isin) => !known.has(isin));
}

export async function createAsset(db: Db, id: string, fields: AssetFields): Promise<Outcome<AssetRecord>> {
  await lockShared(db);
  const existing = await findAsset(db, id);
  if (existing.ok) return fail('already-exists', 'An asset with this id already exists.', { current: existing.value });
  const sameIsin = await findAssetByIsin(db, fields.isin);
  if (sameIsin.ok)
    return fail('already-exists', `${fields.isin} is already in the catalogue: ${sameIsin.value.name}.`, {
      current: sameIsin.value,
    });
  const version = await takeSharedVersions(db);
  await db.kysely
    .insertInto('assets')
    .values({ id, ...toColumns(fields), made_by: null, version })
    .execute();
  await clearTombstones(db, SHARED, 'asset', [id]);
  return done({ id, ...fields, version });
}

/** The most unlisted securities that one user may create. */
export const MAX_UNLISTED = 2000;

/** How many more unlisted securities a user may create. */
async function unlistedRoom(db: Db, userId: string): Promise<number> {
  const { count } = await db.kysely
    .selectFrom('assets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('made_by', '=', userId)
    .executeTakeFirstOrThrow();
  return Math.max(0, MAX_UNLISTED - count);
}

/** The ISINs that the catalogue lacks and that exceed the user's limit. */
export async function isinsBeyondLimit(db: Db, userId: string, isins: readonly string[]): Promise<ReadonlySet<string>> {
  const unknown = await unknownIsins(db, isins);
  return new Set(unknown.length === 0 ? [] : unknown.slice(await unlistedRoom(db, userId)));
}

/**
 * The same; where there are new ones, the shared scope stays locked until the transaction ends, so that the result
 * remains valid.
 */
export async function lockedIsinsBeyondLimit(
  db: Db,
  userId: string,
  isins: readonly string[],
): Promise<ReadonlySet<string>> {
  if ((await unknownIsins(db, isins)).length === 0) return new Set();
  await lockShared(db);
  return await isinsBeyondLimit(db, userId, isins);
}

/** Creates the unlisted assets that the catalogue lacks, all at once; existing ISINs are ignored. */
export async function createUnlistedAssets(
  db: Db,
  userId: string,
  assets: readonly { readonly id: string; readonly isin: string; readonly name: string }[],
): Promise<void> {
  if (assets.length === 0) return;
  await lockShared(db);
  const unknown = new Set(
    await unknownIsins(
      db,
      assets.map(({ isin }) => isin),
    ),
  );
  const fresh = assets.filter(({ isin }) => unknown.delete(isin));
  if (fresh.length === 0) return;
  const first = await takeSharedVersions(db, fresh.length);
  await insertRows(
    db,
    'assets',
    fresh.map(({ id, isin, name }, index) => ({
      id,
      ...toColumns(unlistedAsset(id, isin, name)),
      made_by: userId,
      version: first + index,
    })),
  );
  await clearTombstones(
    db,
    SHARED,
    'asset',
    fresh.map(({ id }) => id),
  );
}

/** Creates an unlisted asset of a user, or returns the existing one with the ISIN. */
export async function createUnlistedAsset(
  db: Db,
  userId: string,
  { id, isin, name }: { readonly id: string; readonly isin: string; readonly name: string },
): Promise<Outcome<AssetRecord>> {
  const known = await findAssetByIsin(db, isin);
  if (known.ok) return known;
  if ((await lockedIsinsBeyondLimit(db, userId, [isin])).size > 0) return fail('tooLarge', tooManyUnlisted(isin));
  const sameId = await findAsset(db, id);
  if (sameId.ok) return fail('already-exists', 'An asset with this id already exists.', { current: sameId.value });
  await createUnlistedAssets(db, userId, [{ id, isin, name }]);
  return await findAssetByIsin(db, isin);
}

/** The message that refuses a further security. */
export function tooManyUnlisted(isin: string): string {
  return `${isin} is not in the catalogue. Your imports have already added ${MAX_UNLISTED.toLocaleString('en-GB')} securities, the most that one user may add. Ask an administrator to add it.`;
}

/** Changes an asset; the ISIN of an asset in use cannot change. */
export async function updateAsset(
  db: Db,
  id: string,
  fields: AssetFields,
  ifVersion: number | null,
): Promise<Outcome<AssetRecord>> {
  await lockShared(db);
  const current = atVersion(await findAsset(db, id), ifVersion);
  if (!current.ok) return current;
  if (fields.isin !== current.value.isin) {
    const uses = await usesOf(db, current.value.isin);
    if (uses.transactionCount > 0)
      return fail('inUse', `The ISIN of this asset cannot be changed because ${usedWords(uses)}.`);
    const other = await findAssetByIsin(db, fields.isin);
    if (other.ok) return fail('invalid', `${fields.isin} is already in the catalogue: ${other.value.name}.`);
  }
  const version = await takeSharedVersions(db);
  await db.kysely
    .updateTable('assets')
    // A completed asset belongs to the catalogue and no longer counts towards a user's limit.
    .set({ ...toColumns(fields), ...(!isUnlisted(fields) && { made_by: null }), version })
    .where('id', '=', id)
    .execute();
  return done({ id, ...fields, version });
}

/** Deletes an asset that no transaction uses. `now` is an ISO instant. */
export async function removeAsset(
  db: Db,
  id: string,
  ifVersion: number | null,
  now: string,
): Promise<Outcome<undefined>> {
  await lockShared(db);
  const current = atVersion(await findAsset(db, id), ifVersion);
  if (!current.ok) return current;
  const uses = await usesOf(db, current.value.isin);
  if (uses.transactionCount > 0) return fail('inUse', `This asset cannot be deleted because ${usedWords(uses)}.`);
  await erase(db, [id], now);
  return done(undefined);
}

async function assetsAmong(db: Db, ids: readonly string[]): Promise<AssetRecord[]> {
  const rows = await inBatches(
    [...new Set(ids)],
    async (batch) => await db.kysely.selectFrom('assets').selectAll().where('id', 'in', batch).execute(),
  );
  return rows.map(toAsset);
}

/** Refuses if a transaction uses one of the assets; `result` begins the message. */
export async function checkUnused(db: Db, ids: readonly string[], result: string): Promise<Outcome<AssetRecord[]>> {
  const assets = await assetsAmong(db, ids);
  for (const { name, isin } of assets) {
    const uses = await usesOf(db, isin);
    if (uses.transactionCount > 0)
      return fail('inUse', `${result}: ${name} (${isin}) cannot be deleted because ${usedWords(uses)}.`);
  }
  return done(assets);
}

/** How many rows the deletion of each asset removes: its own and its prices. Ids that the catalogue lacks are left out. */
export async function rowsByAsset(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await inBatches(
    ids,
    async (batch) =>
      await db.kysely
        .selectFrom('assets as a')
        .leftJoin('prices as p', 'p.isin', 'a.isin')
        .select(({ fn }) => ['a.id', fn.count<number>('p.isin').as('prices')])
        .where('a.id', 'in', batch)
        .groupBy('a.id')
        .execute(),
  );
  return new Map(rows.map(({ id, prices }) => [id, 1 + Number(prices)]));
}

/** Deletes assets, all or none; ids that the catalogue lacks are skipped. `result` begins the message of a refusal. */
export async function removeAssets(
  db: Db,
  ids: readonly string[],
  now: string,
  result = 'Nothing was deleted',
): Promise<Outcome<{ deletedCount: number }>> {
  await lockShared(db);
  const assets = await checkUnused(db, ids, result);
  if (!assets.ok) return assets;
  await erase(
    db,
    assets.value.map(({ id }) => id),
    now,
  );
  return done({ deletedCount: assets.value.length });
}

/**
 * Deletes the assets that a user's imports created and nobody uses, and removes the user's id from the others; up to
 * `most` of them. Returns how many these were. `now` is an ISO instant.
 */
export async function disownAssets(db: Db, userId: string, most: number, now: string): Promise<number> {
  const made = db.kysely.selectFrom('assets').where('made_by', '=', userId);
  if ((await made.select('id').limit(1).execute()).length === 0) return 0;
  await lockShared(db);
  const assets = await made
    .select((eb) => [
      'id',
      eb
        .or([
          eb.exists(eb.selectFrom('transactions as t').select('t.id').whereRef('t.isin', '=', 'assets.isin')),
          eb.exists(eb.selectFrom('transactions as t').select('t.id').whereRef('t.related_isin', '=', 'assets.isin')),
        ])
        .as('isUsed'),
    ])
    .limit(most)
    .execute();
  const idsOf = (isUsed: boolean) => assets.filter((asset) => Boolean(asset.isUsed) === isUsed).map(({ id }) => id);
  await erase(db, idsOf(false), now);
  await inBatches(
    idsOf(true),
    async (batch) => await db.kysely.updateTable('assets').set({ made_by: null }).where('id', 'in', batch).execute(),
  );
  return assets.length;
}

async function erase(db: Db, ids: readonly string[], now: string): Promise<void> {
  if (ids.length === 0) return;
  await inBatches(ids, async (batch) => await db.kysely.deleteFrom('assets').where('id', 'in', batch).execute());
  await addSharedTombstones(db, 'asset', ids, now);
}
