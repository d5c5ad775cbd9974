/** Precious metals, priced in pounds per troy ounce from the metals among the exchange rates (001 §7, 002 §3). */
import { z } from './zod.ts';
import { amountSchema, instantSchema } from './common.ts';
import { route } from './route.ts';

const commodityPrice = z.object({
  isin: z.string(),
  name: z.string(),
  closePrice: amountSchema<'price'>(),
  currency: z.string(),
  priceDate: instantSchema,
  fetchedAt: instantSchema,
});

/** The steps from the source's rate to the price of gold; a step without data is null. */
const goldDebug = z.object({
  rawData: z.object({
    XAU_Rate_From_API: amountSchema<'rate'>().nullable(),
    USD_To_GBP_Rate: amountSchema<'rate'>().nullable(),
    Comment: z.string(),
  }),
  calculations: z.object({
    USD_Price_Per_Ounce: amountSchema<'price'>().nullable(),
    GBP_Price_Per_Ounce: amountSchema<'price'>().nullable(),
    Formula: z.string(),
  }),
  assetInfo: z.object({ Name: z.string(), ISIN: z.string(), Type: z.string(), PriceSource: z.string() }).nullable(),
  storedPrice: z
    .object({ ClosePrice: amountSchema<'price'>(), Currency: z.string(), PriceDate: instantSchema, Source: z.string() })
    .nullable(),
});

const GOLD_KEYS = [
  'rawData',
  'XAU_Rate_From_API',
  'USD_To_GBP_Rate',
  'Comment',
  'calculations',
  'USD_Price_Per_Ounce',
  'GBP_Price_Per_Ounce',
  'Formula',
  'assetInfo',
  'Name',
  'ISIN',
  'Type',
  'PriceSource',
  'storedPrice',
  'ClosePrice',
  'Currency',
  'PriceDate',
  'Source',
] as const;

const plainKey = (key: string): string => key.replaceAll('_', '').toLowerCase();
const KNOWN_KEYS = new Map(GOLD_KEYS.map((key) => [plainKey(key), key]));

/** The value with the keys above, whether the server writes PascalCase or camelCase (002 §3). */
function withKnownKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [KNOWN_KEYS.get(plainKey(key)) ?? key, withKnownKeys(part)]),
  );
}

/** The keys that a client reads from any server, together with the reply as it was received. */
export const goldDebugOfAnyCase = z.preprocess(
  (raw) => ({ raw, known: withKnownKeys(raw) }),
  z.object({ raw: z.unknown(), known: goldDebug }),
);

export const commodityRoutes = {
  prices: route({
    method: 'GET',
    path: '/commodities/prices',
    access: 'user',
    summary: 'The latest prices of gold, silver and platinum',
    reply: { status: 200, json: z.array(commodityPrice) },
  }),
  update: route({
    method: 'POST',
    path: '/commodities/update-prices',
    access: 'admin',
    summary: 'Fetch the prices of the metals now',
    reply: { status: 200, json: z.object({ updatedCount: z.int().min(0), message: z.string() }) },
  }),
  debugGold: route({
    method: 'GET',
    path: '/commodities/debug-gold',
    access: 'admin',
    summary: 'How the price of gold is calculated',
    reply: { status: 200, json: goldDebug },
  }),
} as const;
