/** Results of price and rate fetches. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('price_fetches')
    .addColumn('asset_id', 'text', (c) => c.primaryKey().references('assets.id').onDelete('cascade'))
    .addColumn('fetched_at', 'text', (c) => c.notNull())
    .addColumn('message', 'text')
    .execute();
  await db.schema
    .createTable('fetch_runs')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('job', 'text', (c) => c.notNull())
    .addColumn('started_at', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('updated_count', 'integer', (c) => c.notNull())
    .addColumn('error_message', 'text')
    .execute();
  await db.schema.createIndex('fetch_runs_age').on('fetch_runs').columns(['job', 'created_at']).execute();
}
