/** The result of an asset's last price fetch, as the asset list shows it (001 §3, §4). */

export const PRICE_STATUSES = ['Success', 'Failed', 'NeverFetched', 'Excluded'] as const;
export type PriceStatus = (typeof PRICE_STATUSES)[number];

export interface PriceStatusItem {
  readonly assetId: string;
  readonly status: PriceStatus;
  readonly latestPrice: number | null;
  /** ISO instant. */
  readonly lastFetchedAt: string | null;
}
