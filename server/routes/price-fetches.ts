/** Fetching prices on request (001 §7, 002 §7). */
import { priceRoutes } from '../../contract/prices.ts';
import type { Asset } from '../../domain/records/records.ts';
import { done, fail, notFound, type Failure, type Outcome } from '../outcome.ts';
import { fetchPrices, isFetched, type Fetched } from '../services/market/price-fetch.ts';
import { findAsset, findAssetByIsin, listAssets } from '../store/shared-records/assets.ts';
import { latestPrice, type StoredPrice } from '../store/shared-records/market.ts';
import { toLatestPrice, toPriceRecord } from './price-views.ts';
import type { UserCall } from './perform.ts';
import { serve, type Api } from './serve.ts';

/** Counts a user's requests to outside sources; administrators may fetch without limit. */
async function allow({ services, caller }: UserCall, count: number): Promise<Outcome<undefined>> {
  if (caller.isAdmin) return done(undefined);
  let wait = 0;
  for (let i = 0; i < count; i += 1) wait = await services.throttles.priceFetch.take(caller.userId, services.clock());
  return wait === 0
    ? done(undefined)
    : fail('tooManyRequests', 'You have fetched many prices just now. Please wait and try again.', {
        retryAfter: wait,
      });
}

function failureOf(result: Extract<Fetched, { ok: false }>): Failure {
  return fail(
    result.fault === 'byHand' ? 'invalid' : result.fault === 'notFound' ? 'notFound' : 'sourceFailed',
    result.message,
  );
}

/** The stored price for the day of a fetched one: an administrator's own price is kept. */
async function storedOf(
  { services }: UserCall,
  { point }: Extract<Fetched, { ok: true }>,
): Promise<StoredPrice | null> {
  return await latestPrice(services.store, point.isin, point.priceDate);
}

async function fetchOne(call: UserCall, asset: Asset): Promise<Outcome<StoredPrice>> {
  const allowed = await allow(call, 1);
  if (!allowed.ok) return allowed;
  const [result] = await fetchPrices(call.services, [asset]);
  if (result === undefined) return notFound('Price');
  if (!result.ok) return failureOf(result);
  const stored = await storedOf(call, result);
  return stored === null ? notFound('Price') : done(stored);
}

async function fetchMany(call: UserCall, assets: readonly Asset[]) {
  const results = await fetchPrices(call.services, assets);
  const stored = await Promise.all(
    results.map(async (result) =>
      result.ok ? { price: await storedOf(call, result), name: result.asset.name } : null,
    ),
  );
  return {
    updatedCount: results.filter(({ ok }) => ok).length,
    prices: stored.flatMap((entry) => (entry?.price == null ? [] : [toLatestPrice(entry.price, entry.name)])),
    errors: results.flatMap((result) => (result.ok ? [] : [{ isin: result.asset.isin, message: result.message }])),
  };
}

const unknown = (isins: readonly string[], assets: readonly Asset[]) =>
  isins
    .filter((isin) => !assets.some((asset) => asset.isin === isin))
    .map((isin) => ({ isin, message: 'This asset is not in the catalogue.' }));

// Each stores its results in transactions of its own, because an outside source must not delay the database.
const OWN = { ownTransaction: true, asksOutside: true } as const;

export function servePriceFetches(api: Api): void {
  serve(
    api,
    priceRoutes.fetch,
    async ({ body }, call) => {
      const asset = await findAssetByIsin(call.db, body.isin);
      if (!asset.ok) return asset;
      const price = await fetchOne(call, asset.value);
      return price.ok ? done(toLatestPrice(price.value, asset.value.name)) : price;
    },
    OWN,
  );
  serve(
    api,
    priceRoutes.fetchForAsset,
    async ({ params }, call) => {
      const asset = await findAsset(call.db, params.assetId);
      if (!asset.ok) return asset;
      const price = await fetchOne(call, asset.value);
      return price.ok ? done(toPriceRecord(price.value)) : price;
    },
    OWN,
  );
  serve(
    api,
    priceRoutes.fetchMultiple,
    async ({ body }, call) => {
      const isins = [...new Set(body.isins)];
      const allowed = await allow(call, isins.length);
      if (!allowed.ok) return allowed;
      const assets = (await listAssets(call.db)).filter(({ isin }) => isins.includes(isin));
      const { errors, ...fetched } = await fetchMany(call, assets);
      return done({ ...fetched, errors: [...errors, ...unknown(isins, assets)] });
    },
    OWN,
  );
  serve(
    api,
    priceRoutes.batchUpdate,
    async ({ body }, call) => {
      const isins = [...new Set(body.specificISINs)];
      if (!body.updateAllAssets && isins.length === 0)
        return fail('invalid', 'Nothing to update: set updateAllAssets, or name ISINs in specificISINs.');
      const all = await listAssets(call.db);
      const assets = body.updateAllAssets ? all.filter(isFetched) : all.filter(({ isin }) => isins.includes(isin));
      const { errors, ...fetched } = await fetchMany(call, assets);
      return done({
        ...fetched,
        totalAssetsProcessed: assets.length,
        errors: [...errors, ...(body.updateAllAssets ? [] : unknown(isins, assets))],
      });
    },
    OWN,
  );
}
