/** Which write assigned which versions, so that a device can show where the other side of a conflict came from. */
import type { ColumnDataType, Kysely } from 'kysely';
import type { Dialect } from '../tables/dialect.ts';

export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const counter: ColumnDataType = dialect === 'postgres' ? 'bigint' : 'integer';
  await db.schema
    .createTable('writes')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('version', counter, (c) => c.notNull())
    .addColumn('written_at', 'text', (c) => c.notNull())
    .addColumn('device', 'text')
    .addPrimaryKeyConstraint('writes_pk', ['user_id', 'version'])
    .execute();
  await db.schema.createIndex('writes_age').on('writes').column('written_at').execute();
}
