/** Whose import an unlisted security came from: one user may make only so many. What was there before is nobody's. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('assets').addColumn('made_by', 'text').execute();
  await db.schema.createIndex('assets_by_maker').on('assets').columns(['made_by']).execute();
}
