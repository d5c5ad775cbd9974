/** An index for the rates of a day: with 160 currencies a day the table grows by 60,000 rows a year. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('exchange_rates_day').on('exchange_rates').column('rate_date').execute();
}
