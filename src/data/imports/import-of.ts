import type { ImportRecord } from '../database/import-record.ts';
import type { HoldfastDatabase } from '../database/schema.ts';

/** The import that brought a transaction to this device, where that is known: on other devices it is not. */
export async function importOf(db: HoldfastDatabase, transactionId: string): Promise<ImportRecord | null> {
  return await db.transaction('r', [db.transactions, db.imports], async () => {
    const importId = (await db.transactions.get(transactionId))?.importId;
    return importId === undefined ? null : ((await db.imports.get(importId)) ?? null);
  });
}
