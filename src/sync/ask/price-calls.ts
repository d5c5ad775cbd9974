/** The calls about prices that a person makes: they need the server now and never wait in the outbox (001 §7). */
import { millisecondsInDay } from 'date-fns/constants';
import { type PriceRecord, priceRoutes } from '../../../contract/prices.ts';
import type { Price } from '../../../domain/values/amount.ts';
import { parseIsoDate, type IsoDate } from '../../../domain/values/dates.ts';
import type { Denomination } from '../../../domain/fields/enums.ts';
import type { PricePoint } from '../../../domain/records/records.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { applyPrices } from '../../data/pulled/server-prices.ts';
import { storePriceStatus } from '../../data/records/prices.ts';
import { browserEnvironment } from '../api/environment.ts';
import { askServer, type ServerAnswer } from './ask-server.ts';

/** The asset of a price: the catalogue's entry by its id on the server, and the security on this device. */
export interface PricedAsset {
  readonly id: string;
  readonly isin: string;
}

export interface StatedPrice {
  readonly priceDate: IsoDate;
  readonly closePrice: Price;
  /** The asset's denomination unless it is given. */
  readonly currency?: Denomination;
}

/** A source may be slow. */
export const FETCH_TIMEOUT_MS = 60_000;

function pointOf(
  { isin }: PricedAsset,
  { priceDate, closePrice, currency }: PriceRecord,
  fetchedAt: string,
): PricePoint[] {
  const day = parseIsoDate(priceDate.slice(0, 10));
  return day === null ? [] : [{ isin, priceDate: day, closePrice, currency, fetchedAt }];
}

/** Stores the prices that the server has just fetched or accepted. */
async function keep(
  db: HoldfastDatabase,
  asset: PricedAsset,
  answer: ServerAnswer<PriceRecord>,
  { now, byHand }: { readonly now: number; readonly byHand: boolean },
): Promise<ServerAnswer<PricePoint>> {
  if (answer.kind !== 'answer') return answer;
  const [price] = pointOf(asset, answer.value, new Date(now).toISOString());
  if (price === undefined) return { kind: 'unexpected' };
  // A price that an administrator stated for the day is kept when the day is fetched, and the server returns it.
  const before = await db.prices.get([price.isin, price.priceDate]);
  const stays = before?.byHand === true && before.closePrice === price.closePrice;
  const kept: PricePoint = byHand || stays ? { ...price, byHand: true } : price;
  await applyPrices(db, [kept]);
  return { kind: 'answer', value: kept };
}

/** Has the server fetch the latest price of an asset, and keeps it on this device. */
export async function fetchLatestPrice(
  db: HoldfastDatabase,
  asset: PricedAsset,
  environment = browserEnvironment,
): Promise<ServerAnswer<PricePoint>> {
  return await keep(
    db,
    asset,
    await askServer(
      db,
      priceRoutes.fetchForAsset,
      { params: { assetId: asset.id }, timeoutMs: FETCH_TIMEOUT_MS },
      environment,
    ),
    { now: environment.now(), byHand: false },
  );
}

/** States a day's closing price by hand. */
export async function statePrice(
  db: HoldfastDatabase,
  asset: PricedAsset,
  price: StatedPrice,
  environment = browserEnvironment,
): Promise<ServerAnswer<PricePoint>> {
  return await keep(
    db,
    asset,
    await askServer(db, priceRoutes.setByHand, { params: { assetId: asset.id }, body: price }, environment),
    { now: environment.now(), byHand: true },
  );
}

/** States the closing prices of many days, all or none; returns how many. */
export async function statePrices(
  db: HoldfastDatabase,
  asset: PricedAsset,
  prices: readonly StatedPrice[],
  environment = browserEnvironment,
): Promise<ServerAnswer<number>> {
  const answer = await askServer(
    db,
    priceRoutes.importByHand,
    { params: { assetId: asset.id }, body: { prices: [...prices] } },
    environment,
  );
  if (answer.kind !== 'answer') return answer;
  const fetchedAt = new Date(environment.now()).toISOString();
  const kept = answer.value.prices
    .flatMap((price) => pointOf(asset, price, fetchedAt))
    .map((price): PricePoint => ({ ...price, byHand: true }));
  await applyPrices(db, kept);
  return { kind: 'answer', value: kept.length };
}

/** Deletes the price of a day; one that the server no longer has is removed here too. */
export async function deletePrice(
  db: HoldfastDatabase,
  asset: PricedAsset,
  priceDate: IsoDate,
  environment = browserEnvironment,
): Promise<ServerAnswer<null>> {
  const answer = await askServer(
    db,
    priceRoutes.removePrice,
    { params: { assetId: asset.id, priceDate } },
    environment,
  );
  if (answer.kind !== 'answer' && !(answer.kind === 'refused' && answer.status === 404)) return answer;
  await applyPrices(db, [], [[asset.isin, priceDate]]);
  return { kind: 'answer', value: null };
}

/** Asks how the last fetch of each asset went. A refusal, such as a 403, leaves what was known (001 §6). */
export async function refreshPriceStatus(db: HoldfastDatabase, environment = browserEnvironment): Promise<void> {
  const answer = await askServer(db, priceRoutes.fetchStatus, {}, environment);
  if (answer.kind === 'answer') await storePriceStatus(db, answer.value);
}

/** As many as a page shows (001 §7). */
const PAGE_SIZE = 20;

/** This many days back from now, or from day to day; null does not restrict. */
export type HistoryRange = { readonly days: number } | { readonly from: IsoDate | null; readonly to: IsoDate | null };

/** The bounds of a range as ISO instants; '' does not restrict. */
function boundsOf(range: HistoryRange, now: number): { readonly startDate: string; readonly endDate: string } {
  const present = new Date(now).toISOString();
  if ('days' in range)
    return { startDate: new Date(now - range.days * millisecondsInDay).toISOString(), endDate: present };
  const end = range.to === null ? '' : `${range.to}T23:59:59.999Z`;
  // A range up to today ends now: a server may refuse an end in the future.
  return {
    startDate: range.from === null ? '' : `${range.from}T00:00:00.000Z`,
    endDate: end > present ? present : end,
  };
}

/**
 * Reads a range of prices from a server that does not send them by itself (001 §7), one call for each page, and keeps
 * them on this device.
 */
export async function pullPriceHistory(
  db: HoldfastDatabase,
  asset: PricedAsset,
  range: HistoryRange,
  environment = browserEnvironment,
): Promise<ServerAnswer<null>> {
  const bounds = boundsOf(range, environment.now());
  for (let pageNumber = 1, more = true; more; pageNumber += 1) {
    const answer = await askServer(
      db,
      priceRoutes.history,
      { params: { assetId: asset.id }, query: { pageNumber, pageSize: PAGE_SIZE, ...bounds } },
      environment,
    );
    if (answer.kind !== 'answer') return answer;
    const { prices, hasNextPage } = answer.value;
    // The time of fetching of an old price is unknown: its day is used.
    await applyPrices(
      db,
      prices.flatMap((price) => pointOf(asset, price, price.priceDate)),
    );
    more = hasNextPage && prices.length > 0;
  }
  return { kind: 'answer', value: null };
}
