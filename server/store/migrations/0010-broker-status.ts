/** Brokers that are no longer offered for new records. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('brokers')
    .addColumn('is_active', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
}
