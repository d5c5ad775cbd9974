/** The first schema. A released migration is never edited: the next change is a file of its own. */
import { sql, type ColumnDataType, type Kysely } from 'kysely';
import type { Dialect } from '../tables/dialect.ts';

/** Creates every table of version 1. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const decimal: ColumnDataType = dialect === 'postgres' ? 'numeric' : 'text';
  const counter: ColumnDataType = dialect === 'postgres' ? 'bigint' : 'integer';

  await db.schema
    .createTable('meta')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('counters')
    .addColumn('scope', 'text', (c) => c.primaryKey())
    .addColumn('value', counter, (c) => c.notNull())
    .addColumn('purged_to', counter, (c) => c.notNull())
    .execute();
  await createUserTables(db, counter);

  await db.schema
    .createTable('accounts')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('version', counter, (c) => c.notNull())
    .addPrimaryKeyConstraint('accounts_pk', ['user_id', 'id'])
    .execute();
  await db.schema
    .createTable('brokers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('version', counter, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('assets')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('income_treatment', 'text', (c) => c.notNull())
    .addColumn('total_expense_ratio', decimal, (c) => c.notNull())
    .addColumn('isin', 'text', (c) => c.notNull().unique())
    .addColumn('sedol', 'text')
    .addColumn('price_source', 'text', (c) => c.notNull())
    .addColumn('fetch_code', 'text', (c) => c.notNull())
    .addColumn('denomination', 'text', (c) => c.notNull())
    .addColumn('exclude_from_price_updates', 'integer', (c) => c.notNull())
    .addColumn('cgt_exempt', 'integer')
    .addColumn('version', counter, (c) => c.notNull())
    .execute();
  await createTransactions(db, decimal, counter);
  await createMarketData(db, decimal, counter);
  await createSyncTables(db, counter);
  await createIndexes(db, dialect);
  await sql`insert into counters (scope, value, purged_to) values ('shared', 0, 0)`.execute(db);
}

async function createUserTables(db: Kysely<unknown>, counter: ColumnDataType): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('first_name', 'text', (c) => c.notNull())
    .addColumn('surname', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('is_admin', 'integer', (c) => c.notNull())
    .addColumn('change_counter', counter, (c) => c.notNull())
    .addColumn('purged_to', counter, (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('sessions')
    .addColumn('jti', 'text', (c) => c.primaryKey())
    .addColumn('family', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('issued_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('first_used_at', 'text')
    .addColumn('replaced_by', 'text')
    .execute();
  await db.schema
    .createTable('invites')
    .addColumn('code_hash', 'text', (c) => c.primaryKey())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text')
    .execute();
  await db.schema
    .createTable('password_resets')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text')
    .execute();
}

async function createTransactions(
  db: Kysely<unknown>,
  decimal: ColumnDataType,
  counter: ColumnDataType,
): Promise<void> {
  await db.schema
    .createTable('transactions')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('broker_id', 'text', (c) => c.notNull().references('brokers.id'))
    .addColumn('transaction_type', 'text', (c) => c.notNull())
    .addColumn('transaction_date', 'text', (c) => c.notNull())
    .addColumn('broker_deal_reference', 'text', (c) => c.notNull())
    .addColumn('tax_wrapper', 'text', (c) => c.notNull())
    .addColumn('isin', 'text', (c) => c.notNull().references('assets.isin'))
    .addColumn('quantity', decimal)
    .addColumn('native_price', decimal)
    .addColumn('local_price', decimal)
    .addColumn('consideration', decimal, (c) => c.notNull())
    .addColumn('broker_charge', decimal, (c) => c.notNull())
    .addColumn('stamp_duty', decimal, (c) => c.notNull())
    .addColumn('fx_charge', decimal, (c) => c.notNull())
    .addColumn('accrued_interest', decimal, (c) => c.notNull())
    .addColumn('related_isin', 'text', (c) => c.references('assets.isin'))
    .addColumn('ratio_new', counter)
    .addColumn('ratio_old', counter)
    .addColumn('value_after', decimal)
    .addColumn('cost_fraction', decimal)
    .addColumn('small_treatment', 'text')
    .addColumn('income_date', 'text')
    .addColumn('transfer_id', 'text')
    .addColumn('version', counter, (c) => c.notNull())
    .addPrimaryKeyConstraint('transactions_pk', ['user_id', 'id'])
    // The pair of columns guarantees that a transaction is in an account of the same user, whatever a handler omits.
    .addForeignKeyConstraint('transactions_account_fk', ['user_id', 'account_id'], 'accounts', ['user_id', 'id'])
    .execute();
}

async function createMarketData(db: Kysely<unknown>, decimal: ColumnDataType, counter: ColumnDataType): Promise<void> {
  await db.schema
    .createTable('prices')
    .addColumn('isin', 'text', (c) => c.notNull().references('assets.isin').onDelete('cascade').onUpdate('cascade'))
    .addColumn('price_date', 'text', (c) => c.notNull())
    .addColumn('close_price', decimal, (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('fetched_at', 'text', (c) => c.notNull())
    .addColumn('version', counter, (c) => c.notNull())
    .addPrimaryKeyConstraint('prices_pk', ['isin', 'price_date'])
    .execute();
  await db.schema
    .createTable('exchange_rates')
    .addColumn('from_currency', 'text', (c) => c.notNull())
    .addColumn('to_currency', 'text', (c) => c.notNull())
    .addColumn('rate_date', 'text', (c) => c.notNull())
    .addColumn('rate', decimal, (c) => c.notNull())
    .addColumn('fetched_at', 'text', (c) => c.notNull())
    .addColumn('version', counter, (c) => c.notNull())
    .addPrimaryKeyConstraint('exchange_rates_pk', ['from_currency', 'to_currency', 'rate_date'])
    .execute();
  await db.schema
    .createTable('target_allocations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('asset_category', 'text', (c) => c.notNull().unique())
    .addColumn('target_percentage', decimal, (c) => c.notNull())
    .addColumn('version', counter, (c) => c.notNull())
    .execute();
}

async function createSyncTables(db: Kysely<unknown>, counter: ColumnDataType): Promise<void> {
  await db.schema
    .createTable('tombstones')
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('entity', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('version', counter, (c) => c.notNull())
    .addColumn('deleted_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('tombstones_pk', ['scope', 'entity', 'id'])
    .execute();
  await db.schema
    .createTable('idempotency')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('request_hash', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('body', 'text')
    .addColumn('headers', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_pk', ['user_id', 'key'])
    .execute();
}

async function createIndexes(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema.createIndex('sessions_family').on('sessions').column('family').execute();
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
  await db.schema.createIndex('password_resets_user').on('password_resets').column('user_id').execute();
  await db.schema.createIndex('accounts_version').on('accounts').columns(['user_id', 'version']).execute();
  await db.schema.createIndex('transactions_version').on('transactions').columns(['user_id', 'version']).execute();
  await db.schema
    .createIndex('transactions_date')
    .on('transactions')
    .columns(['user_id', 'transaction_date', 'id'])
    .execute();
  await db.schema.createIndex('transactions_account').on('transactions').columns(['user_id', 'account_id']).execute();
  await db.schema.createIndex('transactions_isin').on('transactions').columns(['isin', 'user_id']).execute();
  await db.schema.createIndex('transactions_related').on('transactions').column('related_isin').execute();
  await db.schema.createIndex('transactions_broker').on('transactions').column('broker_id').execute();
  await db.schema.createIndex('prices_version').on('prices').column('version').execute();
  await db.schema.createIndex('exchange_rates_version').on('exchange_rates').column('version').execute();
  await db.schema.createIndex('tombstones_version').on('tombstones').columns(['scope', 'version']).execute();
  await db.schema.createIndex('idempotency_age').on('idempotency').column('created_at').execute();
  // SQLite stores figures as text, so the order by value needs its own index; PostgreSQL orders numeric as it is.
  const figure = (name: string) => (dialect === 'sqlite' ? sql.raw(`CAST(${name} AS REAL)`) : sql.raw(name));
  for (const name of ['quantity', 'consideration']) {
    await sql`create index ${sql.raw(`transactions_${name}`)} on transactions (user_id, ${figure(name)}, id)`.execute(
      db,
    );
  }
}
