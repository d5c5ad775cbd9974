/** When users last visited, and who may no longer sign in. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['last_visit_at', 'disabled_at'])
    await db.schema.alterTable('users').addColumn(column, 'text').execute();
}
