/** Asks the browser to wake the service worker when there is a connection, where it can. */

/** The tags of the `sync` and `periodicsync` events; `src/sw.ts` listens for them. */
const SYNC_TAG = 'holdfast-outbox';
const REFRESH_TAG = 'holdfast-prices';

/** Prices are those of a day's close, so twice a day is enough. */
const REFRESH_EVERY_MS = 12 * 60 * 60_000;

/** Not in TypeScript's library: only some browsers have them. */
interface SyncRegistration {
  readonly sync?: { readonly register: (tag: string) => Promise<void> };
  readonly periodicSync?: {
    readonly register: (tag: string, options: { readonly minInterval: number }) => Promise<void>;
  };
}

/** Registers the event once more; where the browser cannot or may not, sync runs while a tab is open. */
export async function requestBackgroundSync(): Promise<void> {
  await tryToRegister(({ sync }) => sync?.register(SYNC_TAG));
}

/**
 * Asks the browser to refresh prices now and then while the app is closed, where the user allows it; elsewhere they are
 * refreshed when the app is opened.
 */
export async function requestPeriodicRefresh(): Promise<void> {
  await tryToRegister(({ periodicSync }) => periodicSync?.register(REFRESH_TAG, { minInterval: REFRESH_EVERY_MS }));
}

async function tryToRegister(register: (on: SyncRegistration) => Promise<void> | undefined): Promise<void> {
  if (typeof navigator === 'undefined' || !('serviceWorker' in navigator)) return;
  try {
    await register(((await navigator.serviceWorker.getRegistration()) ?? {}) as SyncRegistration);
  } catch {
    // Refused by the user or the browser's settings.
  }
}
