/** Whether each user's count of records is right, whatever a test has done. */
import { sql } from 'kysely';
import type { Db } from '../database/store.ts';

const TABLES = [
  'accounts',
  'transactions',
  'savings_accounts',
  'broker_cash_balances',
  'properties',
  'property_prices',
  'extras',
  'receipts',
] as const;

/** Throws where the count of a user who was not deleted differs from the records. */
export async function checkRecordCounts({ kysely }: Db): Promise<void> {
  const counts = sql.join(
    TABLES.map((table) => sql`(select count(*) from ${sql.table(table)} where user_id = users.id)`),
    sql` + `,
  );
  const { rows } = await sql<{ id: string; record_count: number; found: number }>`
    select id, record_count, ${counts} as found from users where deleted_at is null`.execute(kysely);
  for (const { id, record_count: count, found } of rows)
    if (count !== found) throw new Error(`the user ${id} has ${found} records and a count of ${count}`);
}
