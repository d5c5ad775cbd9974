import type { ImportRecord } from '../database/import-record.ts';
import type { HoldfastDatabase } from '../database/schema.ts';

/** The import that added a transaction on this device; unknown on other devices. */
export async function importOf(db: HoldfastDatabase, transactionId: string): Promise<ImportRecord | null> {
  return await db.transaction('r', [db.transactions, db.imports], async () => {
    const importId = (await db.transactions.get(transactionId))?.importId;
    return importId === undefined ? null : ((await db.imports.get(importId)) ?? null);
  });
}
