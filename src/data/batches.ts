/** Reading and writing many rows of a table without holding anything up. */
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

/** The ids that cut a table's rows into parts of some thousands, as they lay when it was last read. */
export type Cuts = readonly string[];

/**
 * Reads all rows in the order of their ids, each part while the one before is being unpacked. Whatever has changed since,
 * the parts together are the whole table; answers other cuts when these have become uneven, else null.
 */
export async function readInParts<R extends { readonly id: string }>(table: Table<R, string>, cuts: Cuts, visit: (rows: readonly R[]) => void): Promise<Cuts | null> {
  const next: string[] = [];
  const take = (rows: readonly R[]): void => {
    visit(rows);
    for (let row = BATCH; row < rows.length; row += BATCH) next.push(rows[row - 1]?.id ?? '');
  };
  let uneven = false;
  let ahead = partAfter(table, '', cuts[0]);
  for (let part = 0; part <= cuts.length; part += 1) {
    const reading = ahead;
    const to = cuts[part];
    // One part ahead and no more: what the page asks meanwhile is not to wait for the whole table.
    if (to !== undefined) ahead = partAfter(table, to, cuts[part + 1]);
    let rows = await reading;
    take(rows);
    // It has grown since it was cut: what is left of it, some thousands at a time.
    while (rows.length === MOST_OF_PART) {
      uneven = true;
      const last = rows.at(-1)?.id ?? '';
      next.push(last);
      rows = await partAfter(table, last, to);
      take(rows);
    }
    if (to !== undefined) next.push(to);
  }
  return uneven ? next : null;
}

/** A part is cut anew when it has grown to so many rows. */
const MOST_OF_PART = 2 * BATCH;

/** Rows after one id up to another, or to the end. */
function partAfter<R extends { readonly id: string }>(table: Table<R, string>, after: string, to: string | undefined): PromiseLike<R[]> {
  const rows = to === undefined ? table.where('id').above(after) : table.where('id').between(after, to, false, true);
  const reading = rows.limit(MOST_OF_PART).toArray();
  // Whoever waits for the part before hears of a failure too.
  reading.catch(() => undefined);
  return reading;
}

/** From so many ids on, a look at how they lie is worth its time. */
const RANGE_FROM = 100;

/** The rows of the given ids that exist, in no particular order. Ids that lie close together are read in one go. */
export async function rowsOf<R extends { readonly id: string }>(table: Table<R, string>, ids: readonly string[]): Promise<R[]> {
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

/** So many rows are handed over in a few milliseconds, also on a machine that is busy writing the last. */
const PUT_ROWS = 64;

/** Puts rows, inside a transaction: the next are handed over while the last are being written, and others may run between. */
export async function putRows<R extends { readonly id: string }>(table: Table<R, string>, rows: readonly R[]): Promise<void> {
  let last: PromiseLike<unknown> = Promise.resolve();
  for (let from = 0; from < rows.length; from += PUT_ROWS) {
    const next = table.bulkPut(rows.slice(from, from + PUT_ROWS));
    // A failure of these ends the transaction, and with it the loop, at the one before.
    next.catch(() => undefined);
    await last;
    last = next;
  }
  await last;
}
