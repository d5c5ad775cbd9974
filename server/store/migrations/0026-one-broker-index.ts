/** Removes an index of the brokers of transactions: that of brokers and users begins with the same column. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('transactions_broker').execute();
}
