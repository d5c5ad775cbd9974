/** An index for the questions which brokers a user deals with and whether anyone uses a broker. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('transactions_by_broker').on('transactions').columns(['broker_id', 'user_id']).execute();
}
