/** Prices as the price calls return them: the day as an instant (001 §3). */
import type { IsoDate } from '../../domain/values/dates.ts';
import type { PricePoint } from '../../domain/records/records.ts';
import type { StoredPrice } from '../store/shared-records/market.ts';

export const instantOf = (day: IsoDate): string => `${day}T00:00:00.000Z`;

export const toPriceRecord = (price: PricePoint) => ({
  priceDate: instantOf(price.priceDate),
  closePrice: price.closePrice,
  currency: price.currency,
});

export const toLatestPrice = (price: StoredPrice, assetName: string) => ({
  ...toPriceRecord(price),
  isin: price.isin,
  assetName,
  source: price.source,
  fetchedAt: price.fetchedAt,
});
