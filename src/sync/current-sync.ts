/** The sync of the user who is signed in. Features use it without loading what starts it. */
import type { SyncHandle } from './sync-engine.ts';

let current: SyncHandle | null = null;

/** The sync of the user who is signed in. Throws when none runs. */
export function currentSync(): SyncHandle {
  if (current === null) throw new Error('sync is not running');
  return current;
}

/** As `currentSync`, or null when none runs. */
export function runningSync(): SyncHandle | null {
  return current;
}

/** Sets or clears what `currentSync` answers. */
export function setCurrentSync(handle: SyncHandle | null): void {
  current = handle;
}
