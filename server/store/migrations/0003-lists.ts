/**
 * Indexes for lists of 100,000 transactions: one can be filtered, searched and counted without reading the rows, in
 * date order.
 */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const table = 'transactions';
  for (const name of ['transactions_date', 'transactions_account', 'transactions_isin'])
    await db.schema.dropIndex(name).execute();
  await db.schema
    .createIndex('transactions_list')
    .on(table)
    .columns([
      'user_id',
      'transaction_date',
      'id',
      'isin',
      'account_id',
      'broker_id',
      'transaction_type',
      'tax_wrapper',
      'broker_deal_reference',
    ])
    .execute();
  await db.schema
    .createIndex('transactions_by_isin')
    .on(table)
    .columns(['user_id', 'isin', 'transaction_date', 'id', 'tax_wrapper', 'account_id'])
    .execute();
  await db.schema
    .createIndex('transactions_by_account')
    .on(table)
    .columns(['user_id', 'account_id', 'transaction_date', 'id'])
    .execute();
  // To check whether anyone uses an asset.
  await db.schema.createIndex('transactions_isin').on(table).column('isin').execute();
}
