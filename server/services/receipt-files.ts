/** The storage of receipts' bytes with random names: in files, in the database, or in a bucket. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { StoredFiles } from '../store/upkeep/backup.ts';
import { hasBlob, putBlob, readBlob, removeBlob } from '../store/user-records/receipt-blobs.ts';
import type { Store } from '../store/database/store.ts';
import { bucketFiles } from './receipt-bucket.ts';

/** A name that cannot be guessed and reveals nothing about the file. */
export function newStorageName(): string {
  return randomBytes(24).toString('hex');
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** One file per receipt below `folder`, readable by the server's user only. */
export function folderFiles(folder: string): StoredFiles {
  const folderOf = (name: string): string => join(folder, name.slice(0, 2));
  const pathOf = (name: string): string => join(folderOf(name), name);
  return {
    put: async (name, bytes) => {
      await mkdir(folderOf(name), { recursive: true, mode: 0o700 });
      const partial = `${pathOf(name)}.part`;
      const handle = await open(partial, 'w', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(partial, pathOf(name));
      await sync(folderOf(name));
    },
    read: async (name) =>
      await readFile(pathOf(name)).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    has: async (name) =>
      await stat(pathOf(name)).then(
        () => true,
        (error: unknown) => {
          if (isMissing(error)) return false;
          throw error;
        },
      ),
    remove: async (name) => {
      await rm(pathOf(name), { force: true });
      await rm(`${pathOf(name)}.part`, { force: true });
    },
  };
}

function databaseFiles(store: Store): StoredFiles {
  return {
    put: async (name, bytes) => {
      await putBlob(store, name, bytes);
    },
    read: async (name) => await readBlob(store, name),
    has: async (name) => await hasBlob(store, name),
    remove: async (name) => {
      await removeBlob(store, name);
    },
  };
}

/** The configured storage: a bucket, else the database that processes share, else the data folder. */
export function receiptFiles(
  store: Store,
  { receiptsBucket, dataDir }: Pick<Config, 'receiptsBucket' | 'dataDir'>,
): StoredFiles {
  if (receiptsBucket !== null) return bucketFiles(receiptsBucket);
  return store.dialect === 'postgres' ? databaseFiles(store) : folderFiles(join(dataDir, 'receipts'));
}
