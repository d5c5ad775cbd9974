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

/** The state of sync between the device and its server. */
export interface SyncState {
  /** What kind of server it is; 'unknown' until it was asked. */
  readonly mode: 'unknown' | 'plain' | 'extended';
  /** When the server was last asked which kind it is, in milliseconds since 1970. */
  readonly askedKindAt: number | null;
  /** The features of an extended server; empty for a plain one. */
  readonly features: readonly string[];
  /** The server's epoch: another one means that the server was restored from a backup, or created again. */
  readonly serverEpoch: string | null;
  /** The server's epoch has changed and not everything was read again yet. */
  readonly isRestoredFromBackup: boolean;
  /** Counters up to which changes were pulled; null before the first full pull. */
  readonly userCursor: string | null;
  readonly sharedCursor: string | null;
  /** The number of the claim under which the last complete pull began; what was sent under a later one was not in it. */
  readonly lastPullClaimNumber: number;
  /** ISO instant of the last pull that went through. */
  readonly lastSyncedAt: string | null;
  /**
   * Per entity, the records that the last complete walk of a plain server did not show: removed when the next walk
   * agrees.
   */
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
  serverEpoch: null,
  isRestoredFromBackup: false,
  userCursor: null,
  sharedCursor: null,
  lastPullClaimNumber: 0,
  lastSyncedAt: null,
  absent: {},
  fullReadAt: null,
  accountsPulled: false,
  unreadLists: [],
  wireForms: UNKNOWN_FORMS,
};

/** How many of the user's records were ever read from the server. */
export function everRead({ lastSyncedAt, accountsPulled }: SyncState): 'none' | 'some' | 'all' {
  if (lastSyncedAt !== null) return 'all';
  return accountsPulled ? 'some' : 'none';
}

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
