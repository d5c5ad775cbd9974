/** The mark of a savings account that is a cash ISA. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('savings_accounts').addColumn('is_cash_isa', 'integer').execute();
}
