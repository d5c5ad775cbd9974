/** A narrow index for searching references: it is walked whole for each word, and counts by security in its own order. */
import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../tables/dialect.ts';

export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  // PostgreSQL reads the expression from the row anyway.
  if (dialect === 'sqlite')
    await sql`create index transactions_by_reference on transactions (user_id, isin, lower(broker_deal_reference))`.execute(
      db,
    );
}
