/**
 * A few values of the device itself rather than of one user's database: what the service worker must know of the
 * session, and how to recognise a password without a connection. Small, without Dexie: the sign-in page loads it.
 */

/** Not among the users' databases, whose names begin otherwise. */
const NAME = 'holdfast:device';
const STORE = 'values';

/** Runs one transaction and closes the connection, so that nothing has to wait for it. */
async function withStore<T>(
  mode: IDBTransactionMode,
  body: (store: IDBObjectStore, answer: (value: T) => void) => void,
): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error ?? new Error('the device store cannot be opened'));
    opening.onsuccess = () => {
      const db = opening.result;
      const transaction = db.transaction(STORE, mode, { durability: 'strict' });
      let result: { readonly value: T } | null = null;
      body(transaction.objectStore(STORE), (value) => {
        result = { value };
      });
      const end = (): void => {
        db.close();
        if (result === null) reject(transaction.error ?? new Error('the device store gave no answer'));
        else resolve(result.value);
      };
      transaction.oncomplete = end;
      transaction.onabort = end;
    };
  });
}

/** The value under a key, or null. Rejects where the browser gives no access to storage. */
export async function readDeviceValue(key: string): Promise<unknown> {
  return await withStore<unknown>('readonly', (store, answer) => {
    const request = store.get(key);
    request.onsuccess = () => answer(request.result ?? null);
  });
}

/** Replaces the value under a key (null: none) by what `change` makes of it, in one step for all tabs; returns the new value. */
export async function changeDeviceValue<T>(key: string, change: (before: unknown) => T | null): Promise<T | null> {
  return await withStore<T | null>('readwrite', (store, answer) => {
    const request = store.get(key);
    request.onsuccess = () => {
      const after = change(request.result ?? null);
      if (after === null) store.delete(key);
      else store.put(after, key);
      answer(after);
    };
  });
}
