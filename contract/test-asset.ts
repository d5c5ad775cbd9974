/** What the price test page sends to make an asset of its own (002 §9). */
import { assetRoutes, isin } from './assets.ts';
import { requiredText } from './common.ts';
import { z } from './zod.ts';

/** A new test asset in the words of document 002 §9. */
const testAssetBody = z.object({
  name: requiredText(200),
  isin,
  priceSource: z.enum(['LSE', 'FT']),
  fetchCode: requiredText(60),
  type: z.literal('EQUITY'),
  category: z.literal('EQUITY'),
  incomeTreatment: z.literal('NA'),
  totalExpenseRatio: z.literal(0),
  sedol: z.literal(''),
  denomination: z.literal('GBP'),
});
export type TestAssetBody = z.output<typeof testAssetBody>;

/** The price test page's way to create an asset; of the reply it needs the ISIN alone. */
export const createTestAsset = {
  ...assetRoutes.create,
  body: testAssetBody,
  reply: { status: 201, json: z.object({ isin: z.string() }) },
} as const;
