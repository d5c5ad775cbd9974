/** A database whose tables are locked, cannot be read or cannot be written, for the states of screens. */
import { currentDatabase } from '../data/database/database.ts';
import type { TableName } from '../data/database/schema.ts';

export interface StorageFaults {
  /** Another writer has locked these tables: reads wait, those of the worker too. */
  readonly locked?: readonly TableName[];
  /** The page's reads of these tables fail, as those of a broken disk do. */
  readonly unreadable?: readonly TableName[];
  /** The page can write nothing into these tables. */
  readonly unwritable?: readonly TableName[];
}

const READS = ['get', 'getAll', 'getAllKeys', 'getKey', 'openCursor', 'openKeyCursor', 'count'];
const WRITES = ['put', 'add', 'delete'];

type Method = (this: IDBObjectStore | IDBIndex, ...rest: unknown[]) => unknown;

/** Makes the page's database fail in this way until the returned function is called. */
export async function breakStorage(faults: StorageFaults): Promise<() => void> {
  const undos: (() => void)[] = [];
  const breaking = (target: object, method: string, fault: string, tables: readonly string[] = []): void => {
    const own: unknown = Reflect.get(target, method);
    if (typeof own !== 'function' || tables.length === 0) return;
    const replacement: Method = function replacement(...rest) {
      const store = this instanceof IDBIndex ? this.objectStore : this;
      // The worker has a connection of its own.
      const isOfPage = store.transaction.db === currentDatabase().backendDB();
      if (isOfPage && tables.includes(store.name)) throw new DOMException('staged failure', fault);
      return Reflect.apply(own, this, rest);
    };
    Reflect.set(target, method, replacement);
    undos.push(() => void Reflect.set(target, method, own));
  };
  for (const target of [IDBObjectStore.prototype, IDBIndex.prototype])
    for (const method of READS) breaking(target, method, 'UnknownError', faults.unreadable);
  for (const method of WRITES) breaking(IDBObjectStore.prototype, method, 'OperationError', faults.unwritable);
  if (faults.locked !== undefined && faults.locked.length > 0) undos.push(await lock(faults.locked));
  return () => {
    for (const undo of undos) undo();
  };
}

/** Opens a writing transaction that stays open until the returned function is called. */
async function lock(tables: readonly TableName[]): Promise<() => void> {
  return await new Promise((resolve, reject) => {
    const opening = indexedDB.open(currentDatabase().name);
    opening.onerror = () => reject(opening.error ?? new Error('not opened'));
    opening.onsuccess = () => {
      const db = opening.result;
      const transaction = db.transaction([...tables], 'readwrite');
      const table = transaction.objectStore(tables[0] ?? 'meta');
      let isReleased = false;
      transaction.oncomplete = () => db.close();
      const stay = (): void => {
        if (!isReleased) table.getKey('').onsuccess = stay;
      };
      stay();
      resolve(() => {
        isReleased = true;
      });
    };
  });
}
