/** A narrow index for searching references: each word scans all of it, and counts by security follow its order. */
import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../tables/dialect.ts';

export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  // PostgreSQL reads the expression from the row anyway.
  if (dialect === 'sqlite')
    await sql`create index transactions_by_reference on transactions (user_id, isin, lower(broker_deal_reference))`.execute(
      db,
    );
}
