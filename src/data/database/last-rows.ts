/** Many look-ups of the last row of a stretch at once. */
import type { Table } from 'dexie';

/** The first and the last key of a stretch; both are in it. */
export type Stretch = readonly [from: IDBValidKey, to: IDBValidKey];

/**
 * Of each stretch of a table the last row; those without one are left out. By the browser's own cursors in one transaction: for
 * hundreds of look-ups a query of the library each takes several times as long.
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
