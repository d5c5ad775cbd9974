/** The service worker: keeps the app itself on the device, so that it starts offline, and passes on the browser's `sync` event. */
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** Fired by browsers with background sync when there is a connection again. Not in TypeScript's library. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] };

/** What `requestBackgroundSync` registers and what wakes an open tab's sync. */
const SYNC_TAG = 'holdfast-outbox';

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
clientsClaim();

// Every page address shows the one page, under whatever path the app is served. What the API answers is the user's
// own: it is never cached, and a navigation to it is the server's to answer.
const base = new URL('./', self.location.href).pathname;
const apiPath = new RegExp(`^${base.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}(?:api|healthz|readyz)(?:/|$)`, 'u');
registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: [apiPath] }));

self.addEventListener('message', (event) => {
  // A new version takes over only when the user has said so: never under a form that is being filled in.
  if ((event.data as { readonly type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === SYNC_TAG) sync.waitUntil(wakeTabs());
});

/** Tells the open tabs to sync; with none open what is queued waits for the next start. */
async function wakeTabs(): Promise<void> {
  for (const tab of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) tab.postMessage({ type: 'holdfast-sync' });
}
