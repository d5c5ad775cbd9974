/** Receipts of transactions; their bytes are in files, in a bucket, or in a table of their own. */
import type { ColumnDataType, Kysely } from 'kysely';
import type { Dialect } from '../tables/dialect.ts';

export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const counter: ColumnDataType = dialect === 'postgres' ? 'bigint' : 'integer';
  await db.schema
    .createTable('receipts')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('transaction_id', 'text', (c) => c.notNull())
    .addColumn('original_file_name', 'text', (c) => c.notNull())
    .addColumn('content_type', 'text', (c) => c.notNull())
    .addColumn('file_size', 'integer', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('uploaded_at', 'text', (c) => c.notNull())
    .addColumn('receipt_type', 'text')
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('storage_name', 'text', (c) => c.notNull().unique())
    .addColumn('version', counter, (c) => c.notNull())
    .addPrimaryKeyConstraint('receipts_pk', ['user_id', 'id'])
    // The pair guarantees that a receipt belongs to a transaction of the same user.
    .addForeignKeyConstraint('receipts_transaction_fk', ['user_id', 'transaction_id'], 'transactions', [
      'user_id',
      'id',
    ])
    .execute();
  await db.schema.createIndex('receipts_version').on('receipts').columns(['user_id', 'version']).execute();
  await db.schema.createIndex('receipts_transaction').on('receipts').columns(['user_id', 'transaction_id']).execute();
  await db.schema
    .createTable('receipt_leftovers')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('since', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('receipt_blobs')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('bytes', dialect === 'postgres' ? 'bytea' : 'blob', (c) => c.notNull())
    .execute();
}
