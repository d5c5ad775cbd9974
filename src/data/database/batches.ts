/** Reading many rows of a table without holding anything up. */
import type { Table } from 'dexie';

/** Rows read at once: large enough to be fast, small enough to let the thread breathe. */
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

/** From so many ids on, a look at how they lie is worth its time. */
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

/** Whether a table has no row. Counting would walk all of them. */
export async function isEmpty<R>(table: Table<R, string>): Promise<boolean> {
  return (await table.toCollection().limit(1).primaryKeys()).length === 0;
}
