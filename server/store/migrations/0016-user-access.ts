/** When users were last there, and who may not sign in any more. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['last_visit_at', 'disabled_at'])
    await db.schema.alterTable('users').addColumn(column, 'text').execute();
}
