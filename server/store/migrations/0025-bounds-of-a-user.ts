/** How many records a user has, and the order of their keys, so that both can be limited without counting them. */
import { sql, type ColumnDataType, type Kysely } from 'kysely';
import type { Dialect } from '../tables/dialect.ts';

export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const counter: ColumnDataType = dialect === 'postgres' ? 'bigint' : 'integer';
  await db.schema
    .alterTable('users')
    .addColumn('record_count', counter, (c) => c.notNull().defaultTo(0))
    .execute();
  const counts = [
    'accounts',
    'transactions',
    'savings_accounts',
    'broker_cash_balances',
    'properties',
    'property_prices',
    'extras',
    'receipts',
  ].map((table) => sql`(select count(*) from ${sql.table(table)} where user_id = users.id)`);
  await sql`update users set record_count = ${sql.join(counts, sql` + `)}`.execute(db);
  await db.schema
    .alterTable('applied_operations')
    .addColumn('place', counter, (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update applied_operations set place = ranked.place from (
      select user_id as owner, key as ranked_key,
        row_number() over (partition by user_id order by applied_at, key) as place
      from applied_operations
    ) as ranked
    where user_id = ranked.owner and key = ranked.ranked_key`.execute(db);
  await db.schema
    .createIndex('applied_operations_place')
    .on('applied_operations')
    .columns(['user_id', 'place'])
    .execute();
}
