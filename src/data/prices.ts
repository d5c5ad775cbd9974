/** Closing prices as the server publishes them. */
import type { PricePoint } from '../../domain/records.ts';
import type { HoldfastDatabase } from './schema.ts';

/** All prices the device has, by ISIN and then by day, for the worker's look-up. */
export async function listPrices(db: HoldfastDatabase): Promise<PricePoint[]> {
  return await db.prices.toArray();
}
