/**
 * The user whose import created an unlisted security, because the number per user is limited. Earlier ones have no
 * user.
 */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('assets').addColumn('made_by', 'text').execute();
  await db.schema.createIndex('assets_by_maker').on('assets').columns(['made_by']).execute();
}
