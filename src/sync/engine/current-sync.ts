/** The sync of the user who is signed in, and its status. Features use them without loading the code that starts it. */
import { create } from 'zustand';
import type { SyncHandle } from './sync-handle.ts';
import { NOTHING_KNOWN, type SyncStatus } from './sync-status.ts';

let current: SyncHandle | null = null;

/** The status of the sync that runs, which alone sets it. */
export const useSyncStatus = create<SyncStatus>(() => NOTHING_KNOWN);

/** The sync of the user who is signed in; null when none runs. */
export function runningSync(): SyncHandle | null {
  return current;
}

/** Sets or clears what `runningSync` returns. */
export function setCurrentSync(handle: SyncHandle | null): void {
  current = handle;
  if (handle === null) useSyncStatus.setState(NOTHING_KNOWN);
}

/**
 * Calls `synced` once, as soon as everything was read from the server, by this tab or another. Returns how to stop
 * waiting.
 */
export function onceSynced(synced: () => void): () => void {
  const look = ({ lastSyncedAt }: SyncStatus): void => {
    if (lastSyncedAt === null) return;
    stop();
    synced();
  };
  const stop = useSyncStatus.subscribe(look);
  look(useSyncStatus.getState());
  return stop;
}
