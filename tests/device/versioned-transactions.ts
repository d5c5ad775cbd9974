import type { Transaction } from '../../domain/records/records.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import type { Stored } from '../../src/data/entities/entities.ts';
import { withVersions } from '../../src/data/outbox/row-versions.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';

/** The device's transactions, each with the version that the server is known to have of it. */
export async function versionedTransactions(db: HoldfastDatabase): Promise<readonly Stored<Transaction>[]> {
  return await withVersions(db, (await listTransactions(db)) as Stored<Transaction>[]);
}
