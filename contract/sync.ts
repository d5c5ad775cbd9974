/** Our server's additions for devices that work offline: capabilities and changes by cursor. */
import type { ExtraKind } from '../domain/records/extra.ts';
import { z } from './zod.ts';
import { accountSchema } from './accounts.ts';
import { assetSchema } from './assets.ts';
import { bankNameSchema } from './bank-names.ts';
import { brokerCashSchema } from './broker-cash-balances.ts';
import { brokerSchema } from './brokers.ts';
import { idSchema, instantSchema, versionSchema } from './common.ts';
import { extraSchema } from './extras.ts';
import { OPERATOR_FACTS_FEATURE, operatorFactsVersion } from './operator-facts.ts';
import { exchangeRateSchema, pricePointSchema } from './prices.ts';
import { propertyPriceSchema, propertySchema } from './properties.ts';
import { receiptSchema } from './receipts.ts';
import { route } from './route.ts';
import { savingsAccountSchema } from './savings-accounts.ts';
import { targetAllocationSchema } from './target-allocations.ts';
import { TAX_DATE_FEED_FEATURE } from './tax-date-feed.ts';
import { transactionSchema } from './transactions.ts';
import { USER_FEATURE } from './user.ts';

/**
 * Request header with a key from the device: the same key never takes effect twice, and is stored permanently. A
 * repeated request is answered with the present record, or with 410 and `deleted` where it was deleted since.
 */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
/** Reply header, `true` when an earlier request with the same key had taken effect, and this one had not. */
export const REPLAYED_HEADER = 'Idempotency-Replayed';

/**
 * Request header with the server epoch that the device knows. Under another epoch nothing is done: 409 with
 * `epochChanged`.
 */
export const EPOCH_HEADER = 'Sync-Epoch';

export const SYNC_PROTOCOL = 1;
export const SYNC_FEATURES = [
  'clientIds',
  'idempotencyKeys',
  'ifMatch',
  'changes',
  'importChunks',
  'unlistedAssets',
  'optionalTransactionFields',
  'cashEvents',
  // Accepts the wrapper JISA.
  'juniorIsas',
  // Stores which savings accounts are cash ISAs.
  'cashIsas',
  'extras',
  'receipts',
  'writes',
  // Accepts imports in the canonical form and returns a result for each row.
  'canonicalRows',
  // Deletes many transactions at the versions that the device knows.
  'deletionsAtVersions',
  // Provides a calendar of tax dates at a secret address.
  TAX_DATE_FEED_FEATURE,
  // Provides figures of funds and monthly rates that the operator has added.
  OPERATOR_FACTS_FEATURE,
  // Users can change password, name and address, end their sessions and delete themselves.
  USER_FEATURE,
] as const;

/** The feature of a server that supports extras of a kind; `extras` includes the first six kinds. */
export function extraFeature(kind: ExtraKind): `extra:${ExtraKind}` {
  return `extra:${kind}`;
}

const syncCapabilities = z.object({
  protocol: z.literal(SYNC_PROTOCOL),
  /** The server epoch: changes when the server's data was restored from a backup. */
  epoch: z.string().min(1),
  features: z.array(z.string()),
});
export type SyncCapabilities = z.infer<typeof syncCapabilities>;

/** A counter as decimal text; `0` is before the first change. */
const cursorSchema = z.string().regex(/^\d{1,15}$/u);

function change<const E extends string, R extends z.ZodType>(entity: E, record: R, id: z.ZodType<string> = idSchema) {
  return z.object({
    entity: z.literal(entity),
    id,
    version: versionSchema,
    deleted: z.boolean(),
    /** The whole record; absent when deleted. */
    record: record.optional(),
  });
}

/**
 * A change of a record, first those of the user scope, then those of the shared scope. A reply has the changes of one
 * scope, oldest first.
 */
const changeSchema = z.discriminatedUnion('entity', [
  change('account', accountSchema),
  change('transaction', transactionSchema),
  change('savingsAccount', savingsAccountSchema),
  change('brokerCashBalance', brokerCashSchema),
  change('property', propertySchema),
  change('propertyPrice', propertyPriceSchema),
  change('receipt', receiptSchema),
  /** The id is `kind/key`. */
  change('extra', extraSchema, z.string().regex(/^[a-z-]+\/[0-9A-Za-z_-]{1,64}$/u)),
  change('broker', brokerSchema),
  change('asset', assetSchema),
  change('price', pricePointSchema),
  change('rate', exchangeRateSchema),
  change('bankName', bankNameSchema),
  change('targetAllocation', targetAllocationSchema),
]);
export type Change = z.infer<typeof changeSchema>;

const syncChanges = z.object({
  epoch: z.string(),
  /** The value of `since` in the next request. */
  cursor: cursorSchema,
  hasMore: z.boolean(),
  changes: z.array(changeSchema),
  /**
   * When the newest of the rates in the reply were fetched; absent without any. Sent once per reply, because years of
   * rates go to every device.
   */
  ratesFetchedAt: instantSchema.optional(),
  /** The version of the operator's facts, in the shared scope; absent where there never were any. */
  operatorFacts: operatorFactsVersion.optional(),
});
export type SyncChanges = z.infer<typeof syncChanges>;

const syncWrite = z.object({
  at: instantSchema,
  /** Browser and system, such as `Firefox on Windows`; null where they are unknown. */
  device: z.string().nullable(),
});
export type SyncWrite = z.infer<typeof syncWrite>;

const MAX_CHANGES = 5000;

export const syncRoutes = {
  capabilities: route({
    method: 'GET',
    path: '/sync/capabilities',
    access: 'user',
    extension: true,
    summary: 'What this server supports for devices',
    reply: { status: 200, json: syncCapabilities },
  }),
  changes: route({
    method: 'GET',
    path: '/sync/changes',
    access: 'user',
    extension: true,
    summary: 'Records changed or deleted since a cursor; 410 when the cursor is too old',
    query: z.object({
      since: cursorSchema.default('0'),
      scope: z.enum(['user', 'shared']).default('user'),
      limit: z.coerce.number().int().min(1).max(MAX_CHANGES).default(1000),
    }),
    reply: { status: 200, json: syncChanges },
  }),
  write: route({
    method: 'GET',
    path: '/sync/writes/:version',
    access: 'user',
    extension: true,
    summary: 'When and from which device a version of the user was written; 404 when that is no longer known',
    params: z.object({ version: cursorSchema }),
    reply: { status: 200, json: syncWrite },
  }),
} as const;
