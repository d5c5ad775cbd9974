/** The folder into which backups are saved by themselves: chosen once, and kept with this database. */
import type { HoldfastDatabase } from '../database/schema.ts';

/** The part of the browser's folders that is used. Not all of it is in TypeScript's library. */
export interface FolderHandle {
  readonly name: string;
  readonly getFileHandle: (
    name: string,
    options: { readonly create: true },
  ) => Promise<{
    readonly getFile: () => Promise<{ readonly size: number }>;
    readonly createWritable: () => Promise<{
      readonly write: (data: Blob) => Promise<void>;
      readonly close: () => Promise<void>;
      readonly abort: () => Promise<void>;
    }>;
  }>;
  readonly removeEntry: (name: string) => Promise<void>;
  readonly queryPermission?: (how: { readonly mode: 'readwrite' }) => Promise<PermissionState>;
  readonly requestPermission?: (how: { readonly mode: 'readwrite' }) => Promise<PermissionState>;
}

export interface BackupFolder<Sealing = unknown> {
  readonly handle: FolderHandle;
  /** Closes the files; null for files that anybody can open. */
  readonly sealing: Sealing | null;
}

const KEY = 'backupFolder';

/** The folder, or null. */
export async function readBackupFolder<Sealing>(db: HoldfastDatabase): Promise<BackupFolder<Sealing> | null> {
  return ((await db.meta.get(KEY))?.value as BackupFolder<Sealing> | undefined) ?? null;
}

/** Keeps the folder, or with null forgets it. */
export async function saveBackupFolder(db: HoldfastDatabase, folder: BackupFolder | null): Promise<void> {
  if (folder === null) await db.meta.delete(KEY);
  else await db.meta.put({ key: KEY, value: folder });
}
