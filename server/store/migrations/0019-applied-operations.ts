/**
 * Replies are no longer stored with their keys; only the keys are, with the record that a request without an id
 * created.
 */
import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../tables/dialect.ts';

export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('applied_operations')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('request_hash', 'text', (c) => c.notNull())
    .addColumn('record_id', 'text')
    .addColumn('applied_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('applied_operations_pk', ['user_id', 'key'])
    .execute();
  const id = dialect === 'sqlite' ? sql`json_extract(body, '$.id')` : sql`body::json ->> 'id'`;
  // Only a reply of 201 has a created record; other replies may not be JSON, and are not needed.
  await sql`insert into applied_operations (user_id, key, request_hash, record_id, applied_at)
    select user_id, key, request_hash, case when status = 201 and body is not null then ${id} end, created_at
    from idempotency`.execute(db);
  await db.schema.dropTable('idempotency').execute();
}
