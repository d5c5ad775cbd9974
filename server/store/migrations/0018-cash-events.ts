/** Cash events: transactions without a security, and the cash that a trade or income moved at the broker. */
import { sql, type ColumnDataType, type Kysely } from 'kysely';
import type { Dialect } from '../tables/dialect.ts';

export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const decimal: ColumnDataType = dialect === 'postgres' ? 'numeric' : 'text';
  if (dialect === 'postgres') await sql`alter table transactions alter column isin drop not null`.execute(db);
  else await rebuildWithoutNotNull(db);
  const columns: readonly (readonly [string, ColumnDataType])[] = [
    ['cash_amount', decimal],
    ['cash_currency', 'text'],
    ['settlement_date', 'text'],
    ['contribution_kind', 'text'],
    ['gross_income', decimal],
    ['tax_withheld', decimal],
    ['tax_country', 'text'],
  ];
  for (const [name, type] of columns) await db.schema.alterTable('transactions').addColumn(name, type).execute();
  // A list is sorted by the amounts that it shows: for a cash event, its own amount.
  await db.schema.dropIndex('transactions_consideration').execute();
  const shown = 'case when isin is null then cash_amount else consideration end';
  const figure = sql.raw(dialect === 'sqlite' ? `CAST(${shown} AS REAL)` : `(${shown})`);
  await sql`create index transactions_shown_amount on transactions (user_id, ${figure}, id)`.execute(db);
}

/** SQLite cannot remove NOT NULL from a column: the rows are stored elsewhere while the table is created again. */
async function rebuildWithoutNotNull(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`select type, sql from sqlite_master
    where tbl_name = 'transactions' and sql is not null order by type desc`.execute(db);
  const [table, ...indexes] = rows.map((row) => row.sql);
  const rebuilt = table?.replace('"isin" text not null', '"isin" text');
  if (rebuilt === undefined || rebuilt === table) throw new Error('the table of transactions is not the one expected');
  // Receipts refer to transactions that are missing until their rows are restored.
  await sql`pragma defer_foreign_keys = on`.execute(db);
  await sql`create table transactions_aside as select * from transactions`.execute(db);
  await sql`drop table transactions`.execute(db);
  for (const statement of [rebuilt, ...indexes]) await sql.raw(statement).execute(db);
  await sql`insert into transactions select * from transactions_aside`.execute(db);
  await sql`drop table transactions_aside`.execute(db);
}
