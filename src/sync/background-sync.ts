/** Asks the browser to wake the service worker when there is a connection, where it can. */

/** The tag of the `sync` event; `src/sw.ts` listens for it. */
const SYNC_TAG = 'holdfast-outbox';

/** Not in TypeScript's library: only some browsers have it. */
interface SyncRegistration {
  readonly sync?: { readonly register: (tag: string) => Promise<void> };
}

/** Registers the event once more; a browser that cannot, or may not, does nothing: sync then runs while a tab is open. */
export async function requestBackgroundSync(): Promise<void> {
  if (typeof navigator === 'undefined' || !('serviceWorker' in navigator)) return;
  try {
    const registration = (await navigator.serviceWorker.getRegistration()) as SyncRegistration | undefined;
    await registration?.sync?.register(SYNC_TAG);
  } catch {
    // Refused by the user or the browser's settings.
  }
}
