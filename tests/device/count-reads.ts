/** Counts the rows that a database hands out, whichever way they are read; counting without reading is none. */
import 'fake-indexeddb/auto';

type Source = IDBObjectStore | IDBIndex;
type Reader = 'get' | 'getAll' | 'getKey' | 'getAllKeys' | 'openCursor' | 'openKeyCursor';

const READERS: readonly Reader[] = ['get', 'getAll', 'getKey', 'getAllKeys', 'openCursor', 'openKeyCursor'];

export interface CountedReads {
  /** Rows and keys read of a table until now. */
  readonly of: (table: string) => number;
  readonly stop: () => void;
}

/** Counts the reads of the database of that name, until it is stopped. */
export function countReads(databaseName: string): CountedReads {
  const rows = new Map<string, number>();
  const restore: (() => void)[] = [];
  for (const prototype of [IDBObjectStore.prototype, IDBIndex.prototype] as readonly Source[])
    for (const reader of READERS) {
      const original = prototype[reader] as (...parameters: unknown[]) => IDBRequest;
      Reflect.set(prototype, reader, function counted(this: Source, ...parameters: unknown[]) {
        const request = original.apply(this, parameters);
        const store = 'objectStore' in this ? this.objectStore : this;
        if (store.transaction.db.name !== databaseName) return request;
        // A cursor succeeds once more for each row that it goes on to.
        request.addEventListener('success', () => {
          const result: unknown = request.result;
          const found = Array.isArray(result) ? result.length : result === undefined || result === null ? 0 : 1;
          rows.set(store.name, (rows.get(store.name) ?? 0) + found);
        });
        return request;
      });
      restore.push(() => void Reflect.set(prototype, reader, original));
    }
  return {
    of: (table) => rows.get(table) ?? 0,
    stop: () => {
      for (const undo of restore) undo();
    },
  };
}
