/** Looks up the last row of many key ranges at once. */
import type { Table } from 'dexie';

/** The first and the last key of a range, both inclusive. */
export type Stretch = readonly [from: IDBValidKey, to: IDBValidKey];

/**
 * The last row of each key range of a table; ranges without a row are left out. Uses the browser's own cursors in one
 * transaction: hundreds of queries of the library take several times as long.
 */
export async function lastRows<Row, Key>(table: Table<Row, Key>, stretches: readonly Stretch[]): Promise<Row[]> {
  return await table.db.transaction('r', table, async ({ idbtrans }) => {
    const store = idbtrans.objectStore(table.name);
    const found = await Promise.all(
      stretches.map(async ([from, to]) => await lastRow<Row>(store.openCursor(IDBKeyRange.bound(from, to), 'prev'))),
    );
    return found.filter((row) => row !== null);
  });
}

async function lastRow<Row>(request: IDBRequest<IDBCursorWithValue | null>): Promise<Row | null> {
  return await new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve((request.result?.value as Row | undefined) ?? null);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('a cursor failed'));
    };
  });
}
