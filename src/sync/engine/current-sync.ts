/** The sync of the user who is signed in. Features use it without loading the code that starts it. */
import type { SyncHandle } from './sync-handle.ts';
import { createStatus, type StatusSource } from './sync-status.ts';

let current: SyncHandle | null = null;
let stopFollowing: () => void = () => undefined;
const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};
/** Nothing is known of the server until sync runs again. */
const STARTING = createStatus();
STARTING.update({ phase: 'pulling' });

/** The status of the running sync, also when another replaces it. */
export const syncStatus: StatusSource = {
  get: () => (current?.status ?? STARTING).get(),
  subscribe: (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** The sync of the user who is signed in; null when none runs. */
export function runningSync(): SyncHandle | null {
  return current;
}

/** Sets or clears what `runningSync` returns. */
export function setCurrentSync(handle: SyncHandle | null): void {
  stopFollowing();
  current = handle;
  stopFollowing = handle?.status.subscribe(tell) ?? (() => undefined);
  tell();
}
