import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Store } from '../database/store.ts';
import { testDatabases } from '../testing/test-databases.ts';

const databases = await testDatabases();

interface Index {
  readonly table: string;
  readonly name: string;
  readonly isUnique: boolean;
  readonly columns: readonly string[];
}

/** Every index with its columns; a calculated one of SQLite has the name of its index. */
async function indexesOf(store: Store): Promise<readonly Index[]> {
  const found = store.dialect === 'sqlite' ? ON_SQLITE : ON_POSTGRES;
  const { rows } = await sql<{ table: string; name: string; is_unique: unknown; columns: string }>`${found}`.execute(
    store.kysely,
  );
  return rows.map(({ table, name, is_unique: isUnique, columns }) => ({
    table,
    name,
    isUnique: isUnique === 1 || isUnique === true,
    columns: JSON.parse(columns) as string[],
  }));
}

const ON_SQLITE = sql`
  select l.tbl_name as "table", l.name, i."unique" as is_unique,
    (select json_group_array(coalesce(c.name, l.name) order by c.seqno) from pragma_index_xinfo(l.name) as c where c.key = 1) as columns
  from sqlite_master as l join pragma_index_list(l.tbl_name) as i on i.name = l.name
  where l.type = 'index'`;
const ON_POSTGRES = sql`
  select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as name, i.indisunique as is_unique,
    (select json_agg(pg_get_indexdef(i.indexrelid, n, true) order by n) from generate_series(1, i.indnkeyatts) as n)::text as columns
  from pg_index as i join pg_class as c on c.oid = i.indrelid
  where c.relnamespace = current_schema()::regnamespace`;

it.each(databases)(
  'no index on %s is the beginning of another, because each slows every write',
  async (_name, open) => {
    const store = await open();
    const indexes = await indexesOf(store);
    expect(indexes.map(({ name }) => name)).toContain('transactions_by_broker');
    const isBeginningOf = (one: Index, other: Index): boolean =>
      other.name !== one.name &&
      other.table === one.table &&
      one.columns.every((column, at) => column === other.columns[at]);
    const redundant = indexes.filter((one) => !one.isUnique && indexes.some((other) => isBeginningOf(one, other)));
    expect(redundant).toEqual([]);
    await store.close();
  },
);
