/** Holdings and the dashboard (000 §3.2, 001 §3, §7). */
import { z } from './zod.ts';
import { TAX_WRAPPERS } from '../domain/fields/enums.ts';
import { amountSchema, computedSchema, idSchema, isoDateSchema, textSchema } from './common.ts';
import { route } from './route.ts';

const pounds = amountSchema<'pounds'>();
const computedPounds = computedSchema<'pounds'>();

const holdingTransaction = z.object({
  transactionId: idSchema.nullable(),
  transactionType: z.string().nullable(),
  transactionDate: isoDateSchema.nullable(),
  quantity: amountSchema<'quantity'>().nullable(),
  nativePrice: amountSchema<'price'>().nullable(),
  localPrice: amountSchema<'price'>().nullable(),
  consideration: pounds.nullable(),
  brokerCharge: pounds.nullable(),
  stampDuty: pounds.nullable(),
  fxCharge: pounds.nullable(),
  accruedInterest: pounds.nullable(),
});

/** A position of one account, ISIN and wrapper. */
export const holdingSchema = z.object({
  accountId: idSchema,
  accountName: z.string(),
  assetName: z.string(),
  isin: z.string(),
  assetType: z.string(),
  quantityUnit: z.string(),
  taxWrapper: z.enum(TAX_WRAPPERS),
  quantity: computedSchema<'quantity'>(),
  averagePrice: computedSchema<'price'>().nullable(),
  totalCost: computedPounds,
  currentPrice: computedSchema<'price'>().nullable(),
  currentPriceFormatted: z.string().nullable(),
  currentPriceDate: z.string().nullable(),
  currentPriceFetchedAt: z.string().nullable(),
  currentValueInGBP: computedPounds.nullable(),
  unrealizedGainLoss: computedPounds.nullable(),
  unrealizedGainLossPercentage: computedSchema<'percent'>().nullable(),
  transactions: z.array(holdingTransaction),
});

const query = z.object({ asOfDate: textSchema(40).optional(), assetCategory: textSchema(30).optional() });

export const holdingRoutes = {
  list: route({
    method: 'GET',
    path: '/holdings',
    access: 'user',
    summary: 'All positions, today or as of a date',
    query,
    reply: { status: 200, json: z.array(holdingSchema) },
  }),
  ofAccount: route({
    method: 'GET',
    path: '/holdings/account/:accountId',
    access: 'user',
    summary: 'The positions of one account',
    query,
    params: z.object({ accountId: idSchema }),
    owns: { accountId: 'account' },
    reply: { status: 200, json: z.array(holdingSchema) },
  }),
} as const;

export const holdingsSummary = z.object({
  /** Figures that need a value are null where no holding has a price. */
  totalPortfolioValue: computedPounds.nullable(),
  assetClassSummaries: z.array(
    z.object({
      assetClass: z.string(),
      target: computedSchema<'percent'>(),
      targetAmount: computedPounds.nullable(),
      cost: computedPounds,
      value: computedPounds.nullable(),
      increaseAmount: computedPounds.nullable(),
      increasePercent: computedSchema<'percent'>().nullable(),
      currentPercent: computedSchema<'percent'>().nullable(),
      rebalance: computedPounds.nullable(),
      /** Ours: the part of the cost without a value, and the number of its holdings. */
      unvaluedCost: computedPounds.exactOptional(),
      unvaluedHoldings: z.number().exactOptional(),
    }),
  ),
  /** Ours: ISINs without a price and currencies without a rate. */
  unvalued: z.array(z.string()).exactOptional(),
});

export const dashboardRoutes = {
  summary: route({
    method: 'GET',
    path: '/dashboard/holdings-summary',
    access: 'user',
    summary: 'The portfolio by asset class against its targets',
    reply: { status: 200, json: holdingsSummary },
  }),
} as const;
