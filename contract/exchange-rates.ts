/** Exchange rates (001 §3, §7; 002 §3, §7): one source per day, in units for one US dollar. */
import { z } from './zod.ts';
import { amountSchema, instantSchema } from './common.ts';
import { route } from './route.ts';

const age = {
  lastUpdateTime: instantSchema.nullable(),
  /** `d.hh:mm:ss` or `hh:mm:ss`. */
  dataAge: z.string().nullable(),
} as const;

const exchangeRateStatus = z.object({
  isDataStale: z.boolean(),
  ...age,
  totalCurrencies: z.int().min(0),
  availableCurrencies: z.array(z.string()),
});
export type ExchangeRateStatus = z.infer<typeof exchangeRateStatus>;

const exchangeRateHealth = z.object({
  healthStatus: z.enum(['healthy', 'warning', 'critical']),
  ...age,
  totalCurrenciesAvailable: z.int().min(0),
  healthCheckTime: instantSchema,
});
export type ExchangeRateHealth = z.infer<typeof exchangeRateHealth>;

const refreshResult = z.object({
  success: z.boolean(),
  message: z.string(),
  ratesFetched: z.int().min(0),
  refreshCompletionTime: instantSchema,
});

const historicalRate = z.object({
  fromCurrency: z.string(),
  toCurrency: z.string(),
  rate: amountSchema<'rate'>(),
  fetchedAt: instantSchema,
});
export type HistoricalRate = z.infer<typeof historicalRate>;

export const exchangeRateRoutes = {
  status: route({
    method: 'GET',
    path: '/exchangerates/status',
    access: 'user',
    summary: 'Age and coverage of the exchange rates',
    reply: { status: 200, json: exchangeRateStatus },
  }),
} as const;

/** The service that fetches the rates. */
export const exchangeRateServiceRoutes = {
  health: route({
    method: 'GET',
    path: '/exchangerates/health',
    access: 'user',
    summary: 'Health of the exchange-rate service',
    reply: { status: 200, json: exchangeRateHealth },
  }),
  refresh: route({
    method: 'POST',
    path: '/exchangerates/refresh',
    sendsEmptyObject: true,
    access: 'admin',
    summary: 'Fetch the exchange rates now',
    reply: { status: 200, json: refreshResult },
  }),
  history: route({
    method: 'GET',
    path: '/exchangerates/history/:isoDateTime',
    access: 'user',
    summary: 'The rates at an instant: those of its date, or of the latest earlier date that has any',
    params: z.object({ isoDateTime: instantSchema }),
    reply: { status: 200, json: z.array(historicalRate) },
  }),
} as const;
