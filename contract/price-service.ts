/** The daily price service (002 §3, §7). */
import { z } from './zod.ts';
import { amountSchema, idSchema, instantSchema } from './common.ts';
import { route } from './route.ts';

const health = z.object({
  serviceName: z.string(),
  /** Healthy, or a word for the problem. */
  status: z.string(),
  isRunning: z.boolean(),
  currentTimeUtc: instantSchema,
  checkedAt: instantSchema,
});
export type PriceServiceHealth = z.infer<typeof health>;

const samplePrice = z.object({ isin: z.string(), closePrice: amountSchema<'price'>(), fetchedAt: instantSchema });

const triggerResult = z.object({
  updatedCount: z.int().min(0),
  triggerTime: instantSchema,
  message: z.string(),
  samplePrices: z.array(samplePrice),
});
export type TriggerResult = z.infer<typeof triggerResult>;

const fetchRun = z.object({
  // Only shown, so any server's own id is accepted, as text or number.
  id: z.union([idSchema, z.int()]),
  lastRunDate: instantSchema,
  /** Success, Failed, NotFound or Partial. */
  status: z.string(),
  updatedCount: z.int().min(0),
  createdAt: instantSchema,
  errorMessage: z.string().nullable(),
});
export type FetchRun = z.infer<typeof fetchRun>;

export const priceServiceRoutes = {
  health: route({
    method: 'GET',
    path: '/prices/background-service/health',
    access: 'admin',
    summary: 'Health of the price service',
    reply: { status: 200, json: health },
  }),
  trigger: route({
    method: 'POST',
    path: '/prices/background-service/trigger',
    sendsEmptyObject: true,
    access: 'admin',
    summary: 'Run the daily price fetch now',
    reply: { status: 200, json: triggerResult },
  }),
  history: route({
    method: 'GET',
    path: '/prices/fetch-history',
    access: 'admin',
    summary: 'The last runs of the price service, newest first',
    query: z.object({ count: z.coerce.number().int().min(1).max(100).default(20) }),
    reply: { status: 200, json: z.array(fetchRun) },
  }),
} as const;
