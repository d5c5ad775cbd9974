/** The first records of a database that has no server: what a server would have sent at the first pull. */
import type { ExchangeRate, PricePoint } from '../../../domain/records/records.ts';
import type { EntityName, EntityRecords } from '../entities/entities.ts';
import { readSyncState, updateSyncState } from '../database/meta.ts';
import { ENTITY_TABLES, entityTable, RECORD_TABLES, type HoldfastDatabase } from '../database/schema.ts';
import { write, type Written } from '../database/write.ts';

export interface StarterRecords {
  readonly records: { readonly [E in EntityName]?: readonly EntityRecords[E][] };
  readonly prices: readonly PricePoint[];
  readonly rates: readonly ExchangeRate[];
}

/** Stores them once, all or none, and notes that the accounts are known. Nothing is queued: no server waits for them. */
export async function storeStarterRecords(
  db: HoldfastDatabase,
  { records, prices, rates }: StarterRecords,
): Promise<Written<null>> {
  return await write(db, [...RECORD_TABLES, 'prices', 'rates'], async () => {
    // Another tab was first.
    if ((await readSyncState(db)).accountsPulled) return null;
    for (const entity of Object.keys(ENTITY_TABLES) as EntityName[]) {
      const rows = (records[entity] ?? []).map((record) => ({ ...record, version: null }));
      if (rows.length > 0) await entityTable(db, entity).bulkPut(rows as never[]);
    }
    await db.prices.bulkPut([...prices]);
    await db.rates.bulkPut([...rates]);
    await updateSyncState(db, { accountsPulled: true });
    return null;
  });
}
