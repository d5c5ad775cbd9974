import type { Table } from 'dexie';

/** Rows read at once: large enough to be fast, small enough to let the thread breathe. */
const BATCH = 5000;

/** Reads all rows of a table in the order of their ids, some thousands at a time. */
export async function eachBatch<R extends { readonly id: string }>(table: Table<R, string>, visit: (rows: R[]) => void | Promise<void>): Promise<void> {
  let after = '';
  for (;;) {
    const rows = await table.where('id').above(after).limit(BATCH).toArray();
    await visit(rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.id;
  }
}
