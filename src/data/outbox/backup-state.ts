/**
 * How many changes of a database that is on this device only are in no backup. Databases with a server have no such
 * note.
 */
import type { BackupState } from '../../../domain/service/backup-reminder.ts';
import type { HoldfastDatabase } from '../database/schema.ts';

const KEY = 'backup';

/** What is known of backups; null where a server keeps the records. */
export async function readBackupState(db: Pick<HoldfastDatabase, 'meta'>): Promise<BackupState | null> {
  return ((await db.meta.get(KEY))?.value as BackupState | undefined) ?? null;
}

/** Starts counting. `now` in milliseconds since 1970. */
export async function beginBackupState(db: HoldfastDatabase, now: number): Promise<void> {
  await db.meta.put({ key: KEY, value: { savedAt: null, since: now, changes: 0 } satisfies BackupState });
}

/** Counts changes, inside the write that makes them. */
export async function countUnsaved(db: HoldfastDatabase, changes: number): Promise<void> {
  const state = await readBackupState(db);
  if (state !== null) await db.meta.put({ key: KEY, value: { ...state, changes: state.changes + changes } });
}

/** A backup was saved with the changes that `counted` includes; those made in the meantime are still counted. */
export async function noteBackup(db: HoldfastDatabase, counted: BackupState | null, now: number): Promise<void> {
  if (counted === null) return;
  await db.transaction('rw', db.meta, async () => {
    const state = await readBackupState(db);
    if (state === null) return;
    const changes = Math.max(0, state.changes - counted.changes);
    await db.meta.put({ key: KEY, value: { savedAt: now, since: now, changes } satisfies BackupState });
  });
}
