/** Applying the prices and exchange rates of a pull. */
import type { ExchangeRate, PricePoint } from '../../../domain/records/records.ts';
import { noteRatesFetchedAt } from '../records/rates.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { write, type Written } from '../database/write.ts';

/** Writes the prices of a pull, and removes those that were deleted. */
export async function applyPrices(
  db: HoldfastDatabase,
  prices: readonly PricePoint[],
  deleted: readonly [string, string][] = [],
): Promise<Written<null>> {
  return await write(db, ['prices'], async () => {
    await db.prices.bulkDelete([...deleted]);
    await db.prices.bulkPut([...prices]);
    return null;
  });
}

interface WithRates {
  /** Pairs and days of rates that no longer exist. */
  readonly deleted?: readonly [string, string, string][];
  /** ISO instant; null where the server does not say. */
  readonly fetchedAt: string | null;
}

/** Writes the exchange rates of a pull, notes when they were fetched, and removes those that were deleted. */
export async function applyRates(
  db: HoldfastDatabase,
  rates: readonly ExchangeRate[],
  { deleted = [], fetchedAt }: WithRates,
): Promise<Written<null>> {
  return await write(db, ['rates'], async () => {
    await db.rates.bulkDelete([...deleted]);
    await db.rates.bulkPut([...rates]);
    if (fetchedAt !== null) await noteRatesFetchedAt(db, fetchedAt);
    return null;
  });
}
