/** Single values of a database: what sync remembers between runs. */
import type { EntityName } from '../entities/entities.ts';
import type { HoldfastDatabase } from './schema.ts';

/** A list that a plain server refused to give at the last pull. */
export interface UnreadList {
  readonly entity: EntityName;
  readonly status: number;
  /** The server's own words, or its status. */
  readonly message: string;
}

/** How a plain server writes what the specification leaves open, as its lists have shown; it is sent the same. */
export interface WireForms {
  readonly ids: { readonly [E in EntityName]?: 'number' | 'text' };
  readonly categories: { readonly [E in EntityName]?: 'code' | 'name' };
}

/** Before any list was read. */
export const UNKNOWN_FORMS: WireForms = { ids: {}, categories: {} };

/** Where the device stands with its server. */
export interface SyncState {
  /** What kind of server it is; 'unknown' until it was asked. */
  readonly mode: 'unknown' | 'plain' | 'extended';
  /** When the server was last asked which kind it is, in milliseconds since 1970. */
  readonly askedKindAt: number | null;
  /** What an extended server can do; nothing of a plain one. */
  readonly features: readonly string[];
  /** The server's epoch: another one means that it was set back to a backup or made anew. */
  readonly epoch: string | null;
  /** The epoch has changed and not everything was read again yet. */
  readonly restoring: boolean;
  /** Counters up to which changes were pulled; null before the first full pull. */
  readonly userCursor: string | null;
  readonly sharedCursor: string | null;
  /** The sender's epoch at which the last pull began that went through; what was sent later was not in it. */
  readonly pulledEpoch: number;
  /** ISO instant of the last pull that went through. */
  readonly lastSyncedAt: string | null;
  /** Per entity, what the last complete walk of a plain server did not show: gone when the next agrees. */
  readonly absent: Readonly<Record<string, readonly string[]>>;
  /** ISO instant of the last full re-read of a plain server. */
  readonly fullReadAt: string | null;
  /** True once the accounts were pulled: before that 'no accounts' may only mean 'not known yet'. */
  readonly accountsPulled: boolean;
  /** What the last pull could not read; all else was read. */
  readonly unreadLists: readonly UnreadList[];
  /** Of a plain server. */
  readonly wireForms: WireForms;
}

export const NEVER_SYNCED: SyncState = {
  mode: 'unknown',
  askedKindAt: null,
  features: [],
  epoch: null,
  restoring: false,
  userCursor: null,
  sharedCursor: null,
  pulledEpoch: 0,
  lastSyncedAt: null,
  absent: {},
  fullReadAt: null,
  accountsPulled: false,
  unreadLists: [],
  wireForms: UNKNOWN_FORMS,
};

/** What the database knows of the server. */
export async function readSyncState(db: HoldfastDatabase): Promise<SyncState> {
  return { ...NEVER_SYNCED, ...((await db.meta.get('sync'))?.value as Partial<SyncState> | undefined) };
}

/** Changes some of it; runs inside a write or on its own. */
export async function updateSyncState(db: HoldfastDatabase, changes: Partial<SyncState>): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    await db.meta.put({ key: 'sync', value: { ...(await readSyncState(db)), ...changes } });
  });
}

/**
 * Notes the epoch that a server names. Where another was known the server was set back: everything is to be read again.
 * The first is noted before anything is sent, so that what a server acknowledges always belongs to a known epoch.
 */
export async function noteEpoch(db: HoldfastDatabase, epoch: string): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const known = (await readSyncState(db)).epoch;
    if (known === null) await updateSyncState(db, { epoch });
    else if (known !== epoch)
      await updateSyncState(db, { epoch, restoring: true, userCursor: null, sharedCursor: null });
  });
}

/** `updateSyncState` after a reading under an epoch. False, with nothing changed, when another tab has noted a newer one since. */
export async function updateWithinEpoch(
  db: HoldfastDatabase,
  epoch: string,
  changes: Partial<SyncState>,
): Promise<boolean> {
  return await db.transaction('rw', db.meta, async () => {
    if ((await readSyncState(db)).epoch !== epoch) return false;
    await updateSyncState(db, changes);
    return true;
  });
}
