/** Capital gains per UK tax year (001 §3, §7). */
import { z } from './zod.ts';
import {
  amountSchema,
  computedSchema,
  idSchema,
  isoDateSchema,
  optionSchema,
  taxYearSchema,
  textSchema,
} from './common.ts';
import { route } from './route.ts';

const computedPounds = computedSchema<'pounds'>();

/** One disposal: an account, a security, a day, taxable or exempt. */
export const disposalSchema = z.object({
  disposalTransactionId: idSchema,
  disposalDate: isoDateSchema,
  assetName: z.string(),
  isin: z.string(),
  accountName: z.string(),
  taxWrapper: z.string(),
  quantityDisposed: computedSchema<'quantity'>(),
  disposalProceeds: computedPounds,
  allowableCost: computedPounds,
  capitalGain: computedPounds,
  isExemptFromCGT: z.boolean(),
  holdingTransactions: z.array(
    z.object({
      transactionId: idSchema,
      transactionType: z.string(),
      transactionDate: isoDateSchema,
      quantity: amountSchema<'quantity'>().nullable(),
      consideration: amountSchema<'pounds'>(),
    }),
  ),
  /** Ours: every sale of the day. */
  transactionIds: z.array(idSchema).exactOptional(),
  /** Ours: units sold beyond all acquisitions; the year is then not final. */
  unmatchedQuantity: computedSchema<'quantity'>().exactOptional(),
});

export const capitalGainsRoutes = {
  filters: route({
    method: 'GET',
    path: '/capitalgains/filters',
    access: 'user',
    summary: 'Choices of the capital gains filters',
    reply: {
      status: 200,
      json: z.object({
        accounts: z.array(z.object({ id: idSchema, name: z.string() })),
        taxWrappers: z.array(optionSchema),
        assetCategories: z.array(optionSchema),
      }),
    },
  }),
  taxYears: route({
    method: 'GET',
    path: '/capitalgains/available-tax-years',
    access: 'user',
    summary: 'Tax years with disposals, newest first',
    reply: { status: 200, json: z.array(z.string()) },
  }),
  taxYear: route({
    method: 'GET',
    path: '/capitalgains/tax-year/:taxYear',
    access: 'user',
    summary: 'The disposals of a tax year',
    params: z.object({ taxYear: taxYearSchema }),
    query: z.object({
      accountId: textSchema(64).optional(),
      taxWrapper: textSchema(30).optional(),
      assetCategory: textSchema(30).optional(),
    }),
    refersTo: { accountId: 'account' },
    reply: { status: 200, json: z.array(disposalSchema) },
  }),
} as const;
