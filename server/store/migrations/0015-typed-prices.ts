/** Tells devices which prices were typed by hand: typed prices that they already have are sent again. */
import type { Kysely } from 'kysely';
import type { Tables } from '../tables/schema.ts';

export async function up(database: Kysely<unknown>): Promise<void> {
  const db = database as Kysely<Pick<Tables, 'prices' | 'counters'>>;
  const typed = await db
    .selectFrom('prices')
    .select(['isin', 'price_date'])
    .where('source', '=', 'MANUAL')
    .orderBy('version')
    .execute();
  if (typed.length === 0) return;
  const { value } = await db
    .updateTable('counters')
    .set((eb) => ({ value: eb('value', '+', typed.length) }))
    .where('scope', '=', 'shared')
    .returning('value')
    .executeTakeFirstOrThrow();
  for (const [index, { isin, price_date: day }] of typed.entries())
    await db
      .updateTable('prices')
      .set({ version: value - typed.length + 1 + index })
      .where('isin', '=', isin)
      .where('price_date', '=', day)
      .execute();
}
