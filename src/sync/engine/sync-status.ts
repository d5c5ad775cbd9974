/** The status of sync, for the header and the sync page. */
import { everRead, type SyncState } from '../../data/database/meta.ts';

export interface SyncStatus {
  /**
   * `idle`: the server replied, and nothing is under way; `signIn`: it replies, but nobody is signed in there: this
   * device works offline until the password is given again; `noServer`: nothing is ever sent.
   */
  readonly phase: 'idle' | 'sending' | 'pulling' | 'offline' | 'signIn' | 'noServer';
  /** Changes that the server does not have yet. */
  readonly waiting: number;
  /** Changes that wait for the user. */
  readonly attention: number;
  /** Changes that this server cannot store. */
  readonly keptHere: number;
  /** ISO instant of the last pull that went through. */
  readonly lastSyncedAt: string | null;
  /** How many of the user's records were ever read from the server; `unknown` until this device has looked. */
  readonly everRead: 'unknown' | 'none' | 'some' | 'all';
  readonly mode: 'unknown' | 'plain' | 'extended';
  /** Lists that the server refused to give at the last pull. */
  readonly unreadLists: number;
  /** Records read so far by the pull under way. */
  readonly pulled: number;
}

/** Before the first attempt. */
export const NOTHING_KNOWN: SyncStatus = {
  phase: 'pulling',
  waiting: 0,
  attention: 0,
  keptHere: 0,
  lastSyncedAt: null,
  everRead: 'unknown',
  mode: 'unknown',
  unreadLists: 0,
  pulled: 0,
};

/** The status that a sync reports. */
export interface ReportedStatus {
  /** The same object until something changes. */
  readonly get: () => SyncStatus;
  /** Calls `listener` after each change. Returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly update: (changes: Partial<SyncStatus>) => void;
}

/** The status of a sync that begins. */
export function createStatus(): ReportedStatus {
  const listeners = new Set<() => void>();
  let status = NOTHING_KNOWN;
  return {
    get: () => status,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    update: (changes) => {
      if (Object.entries(changes).every(([field, value]) => status[field as keyof SyncStatus] === value)) return;
      status = { ...status, ...changes };
      for (const listener of listeners) listener();
    },
  };
}

/** How much was ever read from the server. */
export function readSoFar(state: SyncState): Pick<SyncStatus, 'lastSyncedAt' | 'everRead' | 'unreadLists'> {
  return { lastSyncedAt: state.lastSyncedAt, everRead: everRead(state), unreadLists: state.unreadLists.length };
}
