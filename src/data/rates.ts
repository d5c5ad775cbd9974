/** Exchange rates as the server publishes them. */
import type { ExchangeRate } from '../../domain/records.ts';
import type { HoldfastDatabase } from './schema.ts';

/** All exchange rates the device has, by pair of currencies and then by day, for the worker's look-up. */
export async function listRates(db: HoldfastDatabase): Promise<ExchangeRate[]> {
  return await db.rates.toArray();
}
