/** Prices: reading, and entering them by hand (001 §7). */
import { priceRoutes } from '../../contract/prices.ts';
import { LAST_DAY, londonDate, parseIsoDate, type IsoDate } from '../../domain/values/dates.ts';
import { done, invalid, notFound, type Outcome } from '../outcome.ts';
import { findAsset, findAssetByIsin, listAssets } from '../store/shared-records/assets.ts';
import { holdingsReply } from '../services/portfolio.ts';
import { latestPrice, latestPrices, pageOfPrices, removePrice, savePrices } from '../store/shared-records/market.ts';
import { lastOutcomes } from '../store/shared-records/price-fetches.ts';
import { toLatestPrice, toPriceRecord } from './price-views.ts';
import { serve, type Api } from './serve.ts';

/** The day of a query parameter with a day or an instant; null without one. */
function readDay(field: string, text: string | undefined): Outcome<IsoDate | null> {
  if (text === undefined || text === '') return done(null);
  const instant = Date.parse(text);
  const day =
    parseIsoDate(text) ?? (/^\d{4}-\d{2}-\d{2}T/u.test(text) && !Number.isNaN(instant) ? londonDate(instant) : null);
  return day === null
    ? invalid([{ field, code: 'notADate', value: text, expected: 'a day as yyyy-MM-dd or an ISO 8601 instant' }])
    : done(day);
}

export function servePrices(api: Api): void {
  serve(api, priceRoutes.latest, async ({ params }, { db }) => {
    const byIsin = await findAssetByIsin(db, params.isinOrId);
    const asset = byIsin.ok ? byIsin : await findAsset(db, params.isinOrId);
    if (!asset.ok) return asset;
    const price = await latestPrice(db, asset.value.isin, LAST_DAY);
    return price === null ? notFound('Price') : done(toLatestPrice(price, asset.value.name));
  });
  serve(api, priceRoutes.userHoldings, async (_input, { db, caller, services }) => {
    const held = new Map(
      (await holdingsReply(db, caller.userId, londonDate(services.clock()), {})).map(({ isin, assetName }) => [
        isin,
        assetName,
      ]),
    );
    const latest = await latestPrices(db, LAST_DAY);
    return done(
      [...held].flatMap(([isin, assetName]) => {
        const price = latest.get(isin);
        return price === undefined ? [] : [toLatestPrice(price, assetName)];
      }),
    );
  });
  serve(api, priceRoutes.setByHand, async ({ params, body }, { db, now }) => {
    const asset = await findAsset(db, params.assetId);
    if (!asset.ok) return asset;
    const { isin, denomination } = asset.value;
    const price = { ...body, isin, currency: body.currency ?? denomination, fetchedAt: now };
    await savePrices(db, [price], 'MANUAL');
    return done(toPriceRecord(price));
  });
  serve(api, priceRoutes.importByHand, async ({ params, body }, { db, now }) => {
    const asset = await findAsset(db, params.assetId);
    if (!asset.ok) return asset;
    const { isin, denomination } = asset.value;
    // The last price for a day counts, because a statement cannot write one row twice.
    const byDay = new Map(
      body.prices.map((price) => [
        price.priceDate,
        { ...price, isin, currency: price.currency ?? denomination, fetchedAt: now },
      ]),
    );
    const prices = [...byDay.values()];
    await savePrices(db, prices, 'MANUAL');
    return done({ prices: prices.map(toPriceRecord) });
  });
  serve(api, priceRoutes.removePrice, async ({ params }, { db, now }) => {
    const asset = await findAsset(db, params.assetId);
    if (!asset.ok) return asset;
    return (await removePrice(db, asset.value.isin, params.priceDate, now)) ? done(undefined) : notFound('Price');
  });
  serve(api, priceRoutes.history, async ({ params, query }, { db }) => {
    const asset = await findAsset(db, params.assetId);
    if (!asset.ok) return asset;
    const from = readDay('startDate', query.startDate);
    if (!from.ok) return from;
    const to = readDay('endDate', query.endDate);
    if (!to.ok) return to;
    const {
      prices,
      currentPage: _page,
      ...page
    } = await pageOfPrices(db, asset.value.isin, { from: from.value, to: to.value }, query.pageNumber, query.pageSize);
    return done({ prices: prices.map(toPriceRecord), ...page });
  });
  serve(api, priceRoutes.fetchStatus, async (_input, { db }) => {
    const latest = await latestPrices(db, LAST_DAY);
    const outcomes = await lastOutcomes(db);
    return done(
      (await listAssets(db)).map((asset) => {
        const price = latest.get(asset.isin);
        const last = outcomes.get(asset.id);
        const fetched = last === undefined ? price !== undefined : last.message === null;
        const status = asset.excludeFromPriceUpdates
          ? ('Excluded' as const)
          : fetched
            ? ('Success' as const)
            : last === undefined
              ? ('NeverFetched' as const)
              : ('Failed' as const);
        return {
          assetId: asset.id,
          status,
          latestPrice: price?.closePrice ?? null,
          lastFetchedAt: last?.at ?? price?.fetchedAt ?? null,
        };
      }),
    );
  });
}
