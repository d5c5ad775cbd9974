/** Backups that are saved into a folder by themselves, where the browser has the File System Access API. */
import { isAutomaticBackupDue } from '../../../../domain/service/backup-reminder.ts';
import type { SealingKey } from '../../../../backup/seal.ts';
import { compute } from '../../../compute/compute.ts';
import { type BackupFolder, type FolderHandle, readBackupFolder } from '../../../data/device/backup-folder.ts';
import { noteBackup, readBackupState } from '../../../data/outbox/backup-state.ts';
import type { HoldfastDatabase } from '../../../data/database/schema.ts';
import { browserLocks } from '../../../sync/network/locks.ts';

export type KeptFolder = BackupFolder<SealingKey>;

type Picker = (options: { readonly id: string; readonly mode: 'readwrite' }) => Promise<FolderHandle>;

function picker(): Picker | undefined {
  return Reflect.get(window, 'showDirectoryPicker') as Picker | undefined;
}

/** Whether this browser can save into a folder. */
export function canSaveToFolder(): boolean {
  return picker() !== undefined;
}

/** Lets the user choose a folder; null when they choose none, of which the browser makes an error. */
export async function chooseFolder(): Promise<FolderHandle | null> {
  return (
    (await picker()
      ?.call(window, { id: 'holdfast', mode: 'readwrite' })
      .catch(() => null)) ?? null
  );
}

/** Whether the browser lets us save there; `ask` may show its question, which needs a click. */
export async function maySave({ handle }: KeptFolder, ask: boolean): Promise<boolean> {
  const how = { mode: 'readwrite' } as const;
  const state = await (ask ? handle.requestPermission?.(how) : handle.queryPermission?.(how));
  return state === undefined || state === 'granted';
}

/** Writes a file whole or not at all: the browser puts it in the place of an earlier one only when all of it is written. */
async function writeInto(folder: FolderHandle, fileName: string, blob: Blob): Promise<void> {
  const file = await folder.getFileHandle(fileName, { create: true });
  try {
    const stream = await file.createWritable();
    try {
      await stream.write(blob);
      await stream.close();
    } catch (error) {
      // The caller is told of the failed write.
      await stream.abort().catch(() => undefined);
      throw error;
    }
  } catch (error) {
    // A new empty file would look like a backup.
    const { size } = await file.getFile();
    if (size === 0) await folder.removeEntry(fileName);
    throw error;
  }
}

/** The result: `waits` for the user to allow it again. */
export type FolderOutcome = 'saved' | 'waits' | 'failed';

/**
 * Saves a backup into the folder of this database, the day's in its name; a second of the day replaces the first.
 *
 * @param isAsked false where it is saved by itself: not when another has just been saved
 */
export async function backUpToFolder(db: HoldfastDatabase, now: number, isAsked = true): Promise<FolderOutcome> {
  return await browserLocks.request('holdfast-folder-backup', {}, async () => {
    try {
      const folder = await readBackupFolder<SealingKey>(db);
      if (folder === null) return 'failed';
      if (!(await maySave(folder, false))) return 'waits';
      const counted = await readBackupState(db);
      if (!isAsked && counted !== null && !isAutomaticBackupDue(counted, now)) return 'saved';
      const { fileName, blob } = await compute().exportEverything({
        passphrase: '',
        sealing: folder.sealing,
        fetched: [],
      });
      await writeInto(folder.handle, fileName, blob);
      await noteBackup(db, counted, now);
      return 'saved';
    } catch {
      // The folder may be gone or full, which the notice of a failed backup says.
      return 'failed';
    }
  });
}
