/** Extras: JSON objects of a user with a kind and a key. */
import type { ColumnDataType, Kysely } from 'kysely';
import type { Dialect } from '../tables/dialect.ts';

export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const counter: ColumnDataType = dialect === 'postgres' ? 'bigint' : 'integer';
  await db.schema
    .createTable('extras')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('version', counter, (c) => c.notNull())
    // In bytes; placed before the value, so that a sum of sizes reads no value.
    .addColumn('size', counter, (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('extras_pk', ['user_id', 'kind', 'key'])
    .execute();
  await db.schema.createIndex('extras_version').on('extras').columns(['user_id', 'version']).execute();
}
