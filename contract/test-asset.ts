/** The request with which the price test page creates an asset (002 §9). */
import { assetRoutes, isin } from './assets.ts';
import { requiredText } from './common.ts';
import { z } from './zod.ts';

/** A new test asset with the field names of document 002 §9. */
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

/** The call with which the price test page creates an asset; of the reply it only needs the ISIN. */
export const createTestAsset = {
  ...assetRoutes.create,
  body: testAssetBody,
  reply: { status: 201, json: z.object({ isin: z.string() }) },
} as const;
