/**
 * Lists of 100,000 transactions: counting by type and by wrapper without sorting, and searching references without
 * converting each to lower case.
 */
import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../tables/dialect.ts';

export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createIndex('transactions_by_type')
    .on('transactions')
    .columns(['user_id', 'transaction_type', 'transaction_date', 'id'])
    .execute();
  await db.schema
    .createIndex('transactions_by_wrapper')
    .on('transactions')
    .columns(['user_id', 'tax_wrapper', 'transaction_date', 'id'])
    .execute();
  // PostgreSQL reads the expression from the row anyway, so the index of 0003 remains there.
  if (dialect === 'postgres') return;
  await db.schema.dropIndex('transactions_list').execute();
  await sql`create index transactions_list on transactions
    (user_id, transaction_date, id, isin, account_id, broker_id, transaction_type, tax_wrapper, lower(broker_deal_reference))`.execute(
    db,
  );
}
