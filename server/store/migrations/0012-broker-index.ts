/** An index for a user's brokers, and for checking whether anyone uses a broker. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('transactions_by_broker').on('transactions').columns(['broker_id', 'user_id']).execute();
}
