/** The sign-in, device and last use of a session. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('device', 'text').execute();
  for (const column of ['signed_in_at', 'last_seen_at'])
    await db.schema
      .alterTable('sessions')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  await sql`update sessions set
    signed_in_at = (select min(s.issued_at) from sessions as s where s.family = sessions.family),
    last_seen_at = coalesce(first_used_at, issued_at)`.execute(db);
}
