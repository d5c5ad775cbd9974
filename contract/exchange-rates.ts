/** Exchange rates (001 §3, §7; 002 §7). */
import { z } from 'zod';
import { instantSchema } from './common.ts';
import { route } from './route.ts';

const exchangeRateStatus = z.object({
  isDataStale: z.boolean(),
  lastUpdateTime: instantSchema.nullable(),
  /** `d.hh:mm:ss` or `hh:mm:ss`. */
  dataAge: z.string().nullable(),
  totalCurrencies: z.int().min(0),
  availableCurrencies: z.array(z.string()),
});

export const exchangeRateRoutes = {
  status: route({ method: 'GET', path: '/exchangerates/status', access: 'user', summary: 'Age and coverage of the exchange rates', reply: { status: 200, json: exchangeRateStatus } }),
} as const;
