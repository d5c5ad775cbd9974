/** Operations shared by every table that belongs to a user. */
import { sql, type Kysely } from 'kysely';
import { insertRows } from '../database/insert-rows.ts';
import type { Db } from '../database/store.ts';
import type { OwnedEntity, OwnedLimit } from './owned.ts';

type OwnedTable =
  | 'accounts'
  | 'transactions'
  | 'savings_accounts'
  | 'broker_cash_balances'
  | 'properties'
  | 'property_prices'
  | 'receipts';

interface OwnedRow {
  id: string;
  user_id: string;
  version: number;
}

/** The columns that all these tables have; the type of a statement is the same for each of them. */
function owned(db: Db): Kysely<{ [T in OwnedTable]: OwnedRow }> {
  return db.kysely as unknown as Kysely<{ [T in OwnedTable]: OwnedRow }>;
}

/** Inserts, changes, finds and deletes rows of a table; `toColumns` converts a record's fields to columns. */
export function ownedTable<F>(
  table: OwnedTable,
  toColumns: (fields: F) => object,
): Pick<OwnedEntity<F, object>, 'insert' | 'update' | 'owned' | 'erase'> {
  return {
    insert: async (db, userId, records) => {
      const rows = records.map(({ id, fields, version }) => ({ id, user_id: userId, ...toColumns(fields), version }));
      await insertRows(db, table, rows);
    },
    update: async (db, userId, id, fields, version) =>
      await owned(db)
        .updateTable(table)
        .set({ ...toColumns(fields), version })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute(),
    owned: async (db, userId, ids) =>
      await owned(db)
        .selectFrom(table)
        .select(['id', 'version'])
        .where('user_id', '=', userId)
        .where('id', 'in', ids)
        .execute(),
    erase: async (db, userId, ids) =>
      await owned(db).deleteFrom(table).where('user_id', '=', userId).where('id', 'in', ids).execute(),
  };
}

/** A limit of a user's rows, or of those that have the same parent as the new one: its column and its id. */
export function ownedLimit<F>(
  table: OwnedTable,
  { most, refusal }: Pick<OwnedLimit<F>, 'most' | 'refusal'>,
  parentOf?: (fields: F) => readonly [column: string, id: string],
): OwnedLimit<F> {
  return {
    most,
    refusal,
    count: async (db, userId, fields) => {
      const all = owned(db)
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId);
      const parent = parentOf?.(fields);
      const counted = parent === undefined ? all : all.where(sql.ref(parent[0]), '=', parent[1]);
      return (await counted.executeTakeFirstOrThrow()).count;
    },
  };
}
