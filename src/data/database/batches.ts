/** Reading many rows of a table without blocking other work. */
import type { Table } from 'dexie';

/** Rows read at once: enough to be fast, few enough to let other work run in between. */
const BATCH = 5000;

/** Reads all rows of a table in the order of their ids, some thousands at a time. */
export async function eachBatch<R extends { readonly id: string }>(
  table: Table<R, string>,
  visit: (rows: R[]) => void | Promise<void>,
): Promise<void> {
  let after = '';
  for (;;) {
    const rows = await table.where('id').above(after).limit(BATCH).toArray();
    await visit(rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.id;
  }
}

/** From this many ids on it pays to look at how close together they lie. */
const RANGE_FROM = 100;

/** The rows of the given ids that exist, in no particular order. Ids that lie close together are read in one go. */
export async function rowsOf<R extends { readonly id: string }>(
  table: Table<R, string>,
  ids: readonly string[],
): Promise<R[]> {
  const sorted = ids.length < RANGE_FROM ? [] : ids.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first !== undefined && last !== undefined) {
    const range = table.where('id').between(first, last, true, true);
    if ((await range.count()) <= 2 * ids.length) {
      const wanted = new Set(ids);
      return (await range.toArray()).filter((row) => wanted.has(row.id));
    }
  }
  return (await table.bulkGet([...ids])).filter((row) => row !== undefined);
}

/** Whether a table has no row. Counting would read all of them. */
export async function isEmpty<R>(table: Table<R, string>): Promise<boolean> {
  return (await table.toCollection().limit(1).primaryKeys()).length === 0;
}
