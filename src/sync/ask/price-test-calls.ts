/** The calls of the page that tests price sources (002 §9); what they make reaches this device with the next pull. */
import {
  type BatchResult,
  type FetchedTestPrice,
  priceTestRoutes,
  type StoredTestPrice,
} from '../../../contract/prices.ts';
import { createTestAsset, type TestAssetBody } from '../../../contract/test-asset.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { askServer, type ServerAnswer } from './ask-server.ts';
import { FETCH_TIMEOUT_MS } from './price-calls.ts';

export type { BatchResult, FetchedTestPrice, StoredTestPrice } from '../../../contract/prices.ts';

/** All assets are fetched one by one. */
const BATCH_TIMEOUT_MS = 5 * 60_000;

type Asked<T> = Promise<ServerAnswer<T>>;

/** The fields of a test asset that a person fills in; the rest is the same for all (002 §9). */
export type TestAsset = Pick<TestAssetBody, 'name' | 'isin' | 'priceSource' | 'fetchCode'>;

const REST = {
  type: 'EQUITY',
  category: 'EQUITY',
  incomeTreatment: 'NA',
  totalExpenseRatio: 0,
  sedol: '',
  denomination: 'GBP',
} as const;

export const createOnServer = async (db: HoldfastDatabase, asset: TestAsset): Asked<{ readonly isin: string }> =>
  await askServer(db, createTestAsset, { body: { ...asset, ...REST } });

export const fetchByIsin = async (db: HoldfastDatabase, isin: string): Asked<FetchedTestPrice> =>
  await askServer(db, priceTestRoutes.fetch, { body: { isin }, timeoutMs: FETCH_TIMEOUT_MS });

/** The latest price that the server has stored of a security. */
export const latestOnServer = async (db: HoldfastDatabase, isin: string): Asked<StoredTestPrice> =>
  await askServer(db, priceTestRoutes.latest, { params: { isinOrId: isin } });

/** Has the server fetch the prices of all assets at once, whenever it last did. */
export const fetchAllPrices = async (db: HoldfastDatabase): Asked<BatchResult> =>
  await askServer(db, priceTestRoutes.batchUpdate, {
    body: { updateAllAssets: true, specificISINs: [], force: true },
    timeoutMs: BATCH_TIMEOUT_MS,
  });
