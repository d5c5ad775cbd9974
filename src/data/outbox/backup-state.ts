/**
 * How many changes of a database that is on this device only are in no backup; databases with a server have no such
 * note. And which export is being restored.
 */
import type { BackupState } from '../../../domain/service/backup-reminder.ts';
import type { HoldfastDatabase } from '../database/schema.ts';

const KEY = 'backup';
const RESTORING = 'restoring';

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

/** When the export was made whose restoration has begun and not ended, as an ISO instant, or null. */
export async function readUnfinishedRestore(db: Pick<HoldfastDatabase, 'meta'>): Promise<string | null> {
  return ((await db.meta.get(RESTORING))?.value as string | undefined) ?? null;
}

/** Notes that the restoration of an export made then begins; null: that it has ended, or is given up. */
export async function noteRestore(db: HoldfastDatabase, createdAt: string | null): Promise<void> {
  if (createdAt === null) await db.meta.delete(RESTORING);
  else await db.meta.put({ key: RESTORING, value: createdAt });
}
