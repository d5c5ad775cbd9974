/** Prices of the catalogue (001 §3, §7). */
import { SELECTION_BODY_BYTES } from './checked-body.ts';
import { z } from './zod.ts';
import { LONGEST_IDENTIFIER } from '../domain/values/isin.ts';
import { DENOMINATIONS } from '../domain/fields/enums.ts';
import { PRICE_STATUSES } from '../domain/service/price-status.ts';
import { EXCHANGE_RATE, PRICE, type ExchangeRate, type PricePoint } from '../domain/records/records.ts';
import {
  amountSchema,
  idSchema,
  instantSchema,
  isoDateSchema,
  MAX_PAGE_SIZE,
  requiredText,
  textSchema,
  versionSchema,
} from './common.ts';
import { shapeOf } from './record-schema.ts';
import { route } from './route.ts';

/** A closing price in synchronisation. */
export const pricePointSchema = z.object({
  ...shapeOf(PRICE),
  byHand: z.literal(true).exactOptional(),
  version: versionSchema.exactOptional(),
}) satisfies z.ZodType<PricePoint>;
export type PricePointRecord = z.infer<typeof pricePointSchema>;

/** Units of `toCurrency` for one of `fromCurrency` on a day, in synchronisation. */
export const exchangeRateSchema = z.object({
  ...shapeOf(EXCHANGE_RATE),
  version: versionSchema.exactOptional(),
}) satisfies z.ZodType<ExchangeRate>;
export type ExchangeRateRecord = z.infer<typeof exchangeRateSchema>;

/** A price as the price calls return it: the day as an instant, in US dollars where no currency is named (001 §3). */
const priceRecordSchema = z.object({
  priceDate: instantSchema,
  closePrice: amountSchema<'price'>(),
  currency: z.string().default('USD'),
});
export type PriceRecord = z.output<typeof priceRecordSchema>;

/** A price with its asset and its source (002 §3). */
const latestPrice = priceRecordSchema.extend({
  isin: z.string(),
  assetName: z.string(),
  source: z.string(),
  fetchedAt: instantSchema,
});

/** Sources are requested one by one, so a request may name at most this many. */
const MAX_FETCHES = 100;
const isin = requiredText(LONGEST_IDENTIFIER).toUpperCase();
const fetchFailure = z.object({ isin: z.string(), message: z.string() });

const CODES = DENOMINATIONS.map(({ value }) => value);
const statedPrice = z.object({
  priceDate: isoDateSchema,
  closePrice: amountSchema<'price'>().refine((price) => price >= 0, { error: 'a price of 0 or more' }),
  /** The asset's denomination where it is absent. */
  currency: z.enum(CODES).exactOptional(),
});

export const priceRoutes = {
  latest: route({
    method: 'GET',
    path: '/prices/latest/:isinOrId',
    access: 'user',
    summary: 'The latest price of an asset',
    params: z.object({ isinOrId: idSchema }),
    reply: { status: 200, json: latestPrice },
  }),
  userHoldings: route({
    method: 'GET',
    path: '/prices/user-holdings',
    access: 'user',
    summary: 'The latest prices of the assets that the user holds',
    reply: { status: 200, json: z.array(latestPrice) },
  }),
  history: route({
    method: 'GET',
    path: '/prices/asset/:assetId/history',
    access: 'user',
    summary: "A page of an asset's prices, newest first",
    params: z.object({ assetId: idSchema }),
    query: z.object({
      pageNumber: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(20),
      startDate: textSchema(40).optional(),
      endDate: textSchema(40).optional(),
    }),
    reply: {
      status: 200,
      json: z.object({
        prices: z.array(priceRecordSchema),
        totalCount: z.int(),
        totalPages: z.int(),
        hasPreviousPage: z.boolean(),
        hasNextPage: z.boolean(),
      }),
    },
  }),
  fetch: route({
    method: 'POST',
    path: '/prices/fetch',
    access: 'user',
    summary: 'Fetch the price of a security from its source now',
    body: z.object({ isin }),
    reply: { status: 200, json: latestPrice },
  }),
  fetchMultiple: route({
    method: 'POST',
    path: '/prices/fetch-multiple',
    access: 'user',
    summary: 'Fetch the prices of several securities; `errors` names those that could not be fetched',
    body: z.object({ isins: z.array(isin).min(1).max(MAX_FETCHES) }),
    reply: {
      status: 200,
      json: z.object({ updatedCount: z.int().min(0), prices: z.array(latestPrice), errors: z.array(fetchFailure) }),
    },
  }),
  fetchForAsset: route({
    method: 'POST',
    path: '/prices/asset/:assetId/fetch',
    access: 'user',
    summary: "Fetch an asset's price from its source now",
    params: z.object({ assetId: idSchema }),
    reply: { status: 200, json: priceRecordSchema },
  }),
  batchUpdate: route({
    method: 'POST',
    path: '/prices/batch-update',
    maxBodyBytes: SELECTION_BODY_BYTES,
    access: 'admin',
    summary: 'Fetch the prices of all assets that are not excluded, or of the named ones',
    body: z.object({
      updateAllAssets: z.boolean().default(false),
      specificISINs: z.array(isin).max(10_000).default([]),
      force: z.boolean().exactOptional(),
    }),
    reply: {
      status: 200,
      json: z.object({
        updatedCount: z.int().min(0),
        totalAssetsProcessed: z.int().min(0),
        prices: z.array(latestPrice),
        errors: z.array(fetchFailure),
      }),
    },
  }),
  setByHand: route({
    method: 'POST',
    path: '/prices/asset/:assetId/history',
    access: 'admin',
    extension: true,
    summary: 'Enter the closing price of a day by hand, in the denomination of the asset or the currency named',
    params: z.object({ assetId: idSchema }),
    body: statedPrice,
    reply: { status: 200, json: priceRecordSchema },
  }),
  importByHand: route({
    method: 'POST',
    path: '/prices/asset/:assetId/history/import',
    maxBodyBytes: SELECTION_BODY_BYTES,
    access: 'admin',
    extension: true,
    summary: 'Enter the closing prices of many days by hand, all or none',
    params: z.object({ assetId: idSchema }),
    body: z.object({
      prices: z.array(statedPrice).min(1).max(5000),
    }),
    reply: { status: 200, json: z.object({ prices: z.array(priceRecordSchema) }) },
  }),
  removePrice: route({
    method: 'DELETE',
    path: '/prices/asset/:assetId/history/:priceDate',
    access: 'admin',
    extension: true,
    summary: 'Delete the price of a day',
    params: z.object({ assetId: idSchema, priceDate: isoDateSchema }),
    reply: { status: 204 },
  }),
  fetchStatus: route({
    method: 'GET',
    path: '/prices/fetch-status',
    access: 'user',
    summary: 'The result of the last price fetch of each asset',
    reply: {
      status: 200,
      json: z.array(
        z.object({
          assetId: idSchema,
          /** Any other value counts as never fetched (001 §4). */
          status: z.enum(PRICE_STATUSES).catch('NeverFetched'),
          latestPrice: amountSchema<'price'>().nullable(),
          lastFetchedAt: instantSchema.nullable(),
        }),
      ),
    },
  }),
} as const;

/** A price as the price test page shows it (002 §3); the page names a missing currency. */
const shownPrice = z.object({
  assetName: z.string(),
  closePrice: amountSchema<'price'>(),
  currency: z.string().nullish(),
});
const storedTestPrice = shownPrice.extend({ priceDate: instantSchema, source: z.string() });
const fetchedTestPrice = storedTestPrice.extend({ isin: z.string(), fetchedAt: instantSchema });
const batchResult = z.object({
  updatedCount: z.int().min(0),
  totalAssetsProcessed: z.int().min(0).optional(),
  prices: z.array(shownPrice),
});
export type StoredTestPrice = z.output<typeof storedTestPrice>;
export type FetchedTestPrice = z.output<typeof fetchedTestPrice>;
export type BatchResult = z.output<typeof batchResult>;

/** The calls of the price test page, which need only the fields that document 002 §3 names. */
export const priceTestRoutes = {
  fetch: { ...priceRoutes.fetch, reply: { status: 200, json: fetchedTestPrice } },
  latest: { ...priceRoutes.latest, reply: { status: 200, json: storedTestPrice } },
  batchUpdate: { ...priceRoutes.batchUpdate, reply: { status: 200, json: batchResult } },
} as const;
