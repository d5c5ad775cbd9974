/** A test server's data put aside and put back, as from a backup; and cleared away between histories. */
import type { Tables } from '../../server/store/tables/schema.ts';
import type { Store } from '../../server/store/database/store.ts';

/** Tables of a user's records, what others name first. */
const OWNED = [
  'accounts',
  'transactions',
  'savings_accounts',
  'broker_cash_balances',
  'properties',
  'property_prices',
  'extras',
  'receipts',
  'applied_operations',
] as const satisfies readonly (keyof Tables)[];
const SHARED = [
  'brokers',
  'assets',
  'bank_names',
  'target_allocations',
  'counters',
  'tombstones',
] as const satisfies readonly (keyof Tables)[];

/** Everything of all users, and what they share; returns how to put it back. */
export async function putAside(store: Store): Promise<() => Promise<void>> {
  const { kysely } = store;
  const users = await kysely.selectFrom('users').select(['id', 'change_counter', 'purged_to']).execute();
  const rows = new Map<keyof Tables, object[]>();
  for (const table of [...SHARED, ...OWNED]) rows.set(table, await kysely.selectFrom(table).selectAll().execute());
  return async () => {
    await clear(store, [...SHARED, ...OWNED]);
    for (const [table, list] of rows)
      if (list.length > 0)
        await kysely
          .insertInto(table)
          .values(list as never)
          .execute();
    for (const { id, ...counter } of users)
      await kysely.updateTable('users').set(counter).where('id', '=', id).execute();
  };
}

async function clear(store: Store, tables: readonly (keyof Tables)[]): Promise<void> {
  for (const table of tables.toReversed()) await store.kysely.deleteFrom(table).execute();
}

const LISTS = ['brokers', 'assets', 'bank_names'] as const;

/** The ids of what administrators keep. */
export type Listed = ReadonlyMap<(typeof LISTS)[number], readonly string[]>;

export async function readListed({ kysely }: Store): Promise<Listed> {
  return new Map(
    await Promise.all(
      LISTS.map(
        async (table) => [table, (await kysely.selectFrom(table).select('id').execute()).map(({ id }) => id)] as const,
      ),
    ),
  );
}

/** Removes all users but one with all records, all targets, and of the administrators' lists what was added to them. */
export async function clearRecords(store: Store, listed: Listed, keptUser: string): Promise<void> {
  await clear(store, [...OWNED, 'tombstones', 'target_allocations']);
  for (const [table, ids] of listed)
    await store.kysely
      .deleteFrom(table)
      .where('id', 'not in', [...ids])
      .execute();
  await store.kysely.deleteFrom('sessions').execute();
  await store.kysely.deleteFrom('users').where('email', '!=', keptUser).execute();
}

/** So many brokers and bank names are left of the starter catalogue, and as many securities besides the one that is asked for. */
const FEW = 3;

/** Leaves little of the starter catalogue: each new device reads all of it, and most of a short history's time would go there. */
export async function thinOut({ kysely }: Store, isin: string): Promise<void> {
  const few = (table: (typeof LISTS)[number]) => kysely.selectFrom(table).select('id').orderBy('name').limit(FEW);
  await kysely.deleteFrom('assets').where('isin', '!=', isin).where('id', 'not in', few('assets')).execute();
  await kysely.deleteFrom('brokers').where('id', 'not in', few('brokers')).execute();
  await kysely.deleteFrom('bank_names').where('id', 'not in', few('bank_names')).execute();
}
