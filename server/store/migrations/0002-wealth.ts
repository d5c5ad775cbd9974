/** Bank names, savings accounts, broker cash balances, properties and their prices. */
import type { ColumnDataType, Kysely } from 'kysely';
import type { Dialect } from '../tables/dialect.ts';

export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const decimal: ColumnDataType = dialect === 'postgres' ? 'numeric' : 'text';
  const counter: ColumnDataType = dialect === 'postgres' ? 'bigint' : 'integer';

  await db.schema
    .createTable('bank_names')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('is_active', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('version', counter, (c) => c.notNull())
    .execute();
  // In every table below, the pair of user and account guarantees that a record is in an account of the same user.
  await db.schema
    .createTable('savings_accounts')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('bank_name_id', 'text', (c) => c.notNull().references('bank_names.id'))
    .addColumn('account_type', 'text', (c) => c.notNull())
    .addColumn('account_open_date', 'text', (c) => c.notNull())
    .addColumn('account_close_date', 'text')
    .addColumn('latest_balance', decimal, (c) => c.notNull())
    .addColumn('latest_balance_date', 'text', (c) => c.notNull())
    .addColumn('interest_rate', decimal)
    .addColumn('account_reference', 'text', (c) => c.notNull())
    .addColumn('sort_code', 'text', (c) => c.notNull())
    .addColumn('account_number', 'text', (c) => c.notNull())
    .addColumn('notes', 'text', (c) => c.notNull())
    .addColumn('version', counter, (c) => c.notNull())
    .addPrimaryKeyConstraint('savings_accounts_pk', ['user_id', 'id'])
    .addForeignKeyConstraint('savings_accounts_account_fk', ['user_id', 'account_id'], 'accounts', ['user_id', 'id'])
    .execute();
  await db.schema
    .createTable('broker_cash_balances')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('broker_id', 'text', (c) => c.notNull().references('brokers.id'))
    .addColumn('tax_wrapper', 'text', (c) => c.notNull())
    .addColumn('cash_balance', decimal, (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('notes', 'text', (c) => c.notNull())
    .addColumn('last_updated', 'text', (c) => c.notNull())
    .addColumn('version', counter, (c) => c.notNull())
    .addPrimaryKeyConstraint('broker_cash_balances_pk', ['user_id', 'id'])
    .addForeignKeyConstraint('broker_cash_balances_account_fk', ['user_id', 'account_id'], 'accounts', [
      'user_id',
      'id',
    ])
    .execute();
  await createProperties(db, decimal, counter);
  await createIndexes(db);
}

async function createProperties(db: Kysely<unknown>, decimal: ColumnDataType, counter: ColumnDataType): Promise<void> {
  await db.schema
    .createTable('properties')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('date_purchased', 'text', (c) => c.notNull())
    .addColumn('purchase_price', decimal, (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('notes', 'text', (c) => c.notNull())
    .addColumn('version', counter, (c) => c.notNull())
    .addPrimaryKeyConstraint('properties_pk', ['user_id', 'id'])
    .addForeignKeyConstraint('properties_account_fk', ['user_id', 'account_id'], 'accounts', ['user_id', 'id'])
    .execute();
  await db.schema
    .createTable('property_prices')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('property_id', 'text', (c) => c.notNull())
    .addColumn('price_date', 'text', (c) => c.notNull())
    .addColumn('price', decimal, (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('version', counter, (c) => c.notNull())
    .addPrimaryKeyConstraint('property_prices_pk', ['user_id', 'id'])
    .addForeignKeyConstraint('property_prices_property_fk', ['user_id', 'property_id'], 'properties', ['user_id', 'id'])
    .execute();
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  for (const table of ['savings_accounts', 'broker_cash_balances', 'properties', 'property_prices']) {
    await db.schema.createIndex(`${table}_version`).on(table).columns(['user_id', 'version']).execute();
  }
  await db.schema.createIndex('savings_accounts_bank').on('savings_accounts').column('bank_name_id').execute();
  await db.schema.createIndex('broker_cash_balances_broker').on('broker_cash_balances').column('broker_id').execute();
  await db.schema
    .createIndex('property_prices_property')
    .on('property_prices')
    .columns(['user_id', 'property_id'])
    .execute();
}
