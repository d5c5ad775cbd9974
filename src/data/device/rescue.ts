/** Saves what a database holds when this app cannot open it: after a failed upgrade, or in an older app. */
import type { TableName } from '../database/schema.ts';

/** Tables that only repeat what others hold. */
const COPIES: ReadonlySet<string> = new Set([
  'transactionCopy',
  'transactionChanges',
  'tableStamps',
  'holdings',
  'summaries',
] satisfies TableName[]);

/** Bytes as text, so that receipts survive in JSON. */
function plain(value: unknown): unknown {
  if (value instanceof ArrayBuffer) return { base64: base64Of(new Uint8Array(value)) };
  if (value instanceof Uint8Array) return { base64: base64Of(value) };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
}

function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

async function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return await new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser gave no reason'));
  });
}

/**
 * Every row of the named database as JSON, by table, read as it is: whatever its version, and without upgrading it.
 * Rejects when the browser does not open it either.
 */
export async function rescueDatabase(name: string): Promise<string> {
  const opening = indexedDB.open(name);
  // It would be created, empty: there is nothing to save then.
  opening.onupgradeneeded = () => opening.transaction?.abort();
  const db = await resultOf(opening);
  try {
    const tables: Record<string, unknown> = {};
    for (const table of Array.from(db.objectStoreNames))
      if (!COPIES.has(table)) tables[table] = plain(await resultOf(db.transaction(table).objectStore(table).getAll()));
    return JSON.stringify({ database: name, version: db.version, tables });
  } finally {
    db.close();
  }
}
