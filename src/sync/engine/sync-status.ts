/** The status of sync, for the header and the sync page. */
import { everRead, type SyncState } from '../../data/database/meta.ts';

export interface SyncStatus {
  /**
   * `attention`: nothing is under way and something waits for the user; `signIn`: the server replies, but nobody is
   * signed in there: this device works offline until the password is given again; `noServer`: nothing is ever sent.
   */
  readonly phase: 'idle' | 'sending' | 'pulling' | 'offline' | 'signIn' | 'attention' | 'noServer';
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

export interface StatusSource {
  /** The same object until something changes. */
  readonly get: () => SyncStatus;
  /** Calls `listener` after each change. Returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface StatusStore extends StatusSource {
  readonly update: (changes: Partial<SyncStatus>) => void;
}

/** The status before anything is known. */
export function createStatus(): StatusStore {
  const listeners = new Set<() => void>();
  let status: SyncStatus = {
    phase: 'idle',
    waiting: 0,
    attention: 0,
    keptHere: 0,
    lastSyncedAt: null,
    everRead: 'unknown',
    mode: 'unknown',
    unreadLists: 0,
    pulled: 0,
  };
  return {
    get: () => status,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    update: (changes) => {
      const next = { ...status, ...changes };
      const isResting = next.phase === 'idle' || next.phase === 'attention';
      const phase = isResting ? (next.attention > 0 ? 'attention' : 'idle') : next.phase;
      const settled: SyncStatus = { ...next, phase };
      if (Object.entries(settled).every(([field, value]) => status[field as keyof SyncStatus] === value)) return;
      status = settled;
      for (const listener of listeners) listener();
    },
  };
}

/** How much was ever read from the server. */
export function readSoFar(state: SyncState): Pick<SyncStatus, 'lastSyncedAt' | 'everRead' | 'unreadLists'> {
  return { lastSyncedAt: state.lastSyncedAt, everRead: everRead(state), unreadLists: state.unreadLists.length };
}
