/**
 * The service worker: keeps the app itself on the device, so that it starts offline, and sends waiting changes when no
 * tab is open.
 */
import { cacheNames, clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { trustOwnScripts } from './trusted-types.ts';

/** Fired by browsers with background sync when there is a connection again. Not in TypeScript's library. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** Requests that a browser answers without asking the worker. Not in TypeScript's library. */
interface Route {
  readonly condition: { readonly urlPattern: string };
  readonly source: 'network' | { readonly cacheName: string };
}

/** Of browsers that can do so. */
interface RoutingInstallEvent extends ExtendableEvent {
  readonly addRoutes?: (routes: readonly Route[]) => Promise<void>;
}

/** Set by `sw-sync.ts`: sends, or also pulls, and returns how many changes still wait. */
type Sync = (request: 'send' | 'pull') => Promise<number>;

/** Set beside it: shows notices of tax dates that are due. */
type Notices = (registration: ServiceWorkerRegistration) => Promise<void>;

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: (PrecacheEntry | string)[];
  readonly holdfastSync?: Sync;
  readonly holdfastNotices?: Notices;
};

/** What `requestBackgroundSync` and `requestPeriodicRefresh` register. */
const SYNC_TAG = 'holdfast-outbox';
const REFRESH_TAG = 'holdfast-prices';

trustOwnScripts();

const files = self.__WB_MANIFEST;
precacheAndRoute(files);
cleanupOutdatedCaches();
clientsClaim();

// Every page address shows the one page, under whatever path the app is served. What the API answers is the user's
// own: it is never cached, and a navigation to it is the server's to answer.
const base = new URL('./', self.location.href).pathname;
const apiPath = new RegExp(`^${base.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}(?:api|healthz|readyz)(?:/|$)`, 'u');
const page = createHandlerBoundToURL('index.html');
registerRoute(
  new NavigationRoute(
    async (navigation) => await belowBase(await page(navigation), screenFiles(navigation.url.pathname)),
    { denylist: [apiPath] },
  ),
);

/** The page for any address: it names its files relative to the app's folder. */
async function belowBase(stored: Response, screen: readonly string[]): Promise<Response> {
  const headers = new Headers(stored.headers);
  // The digest of the bytes as they were sent.
  for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name);
  const links = screen.map((file) => `<link rel="preload" as="script" crossorigin href="${base}${file}">`).join('');
  const html = (await stored.text()).replaceAll('="./', `="${base}`).replace('</head>', `${links}</head>`);
  return new Response(html, { headers });
}

/** Their screens are in the page's first scripts. */
const BEFORE_SIGN_IN = /^(?:login|register|forgot-password|reset-password)$/u;

/**
 * The scripts of the screen at an address, which the page would otherwise request only after its first ones have run.
 * They are on the device, and are read at the same time, with what the browser has stored of their compilation
 * (scripts/script-preload.ts).
 */
function screenFiles(path: string): readonly string[] {
  const screen = path.slice(base.length).replace(/\/$/u, '');
  if (BEFORE_SIGN_IN.test(screen)) return [];
  // Named by scripts/chunk-of.ts.
  const wanted = ['signed-in', `${screen}-page`, ...(screen === 'transactions' ? ['records'] : [])];
  return files
    .map((file) => (typeof file === 'string' ? file : file.url))
    .filter((url) => url.endsWith('.js') && wanted.some((name) => url.startsWith(`assets/${name}-`)));
}

// A file that another app shares is kept for the transactions screen, whoever is signed in by then
// (`data/device/shared-file.ts`).
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'POST' && new URL(request.url).pathname === `${base}share-file`)
    event.respondWith(keepShared(request));
});

/** Bytes of the largest import: of a larger file only the name is kept, for the message. */
const MAX_SHARED_BYTES = 25 * 1024 * 1024;

async function keepShared(request: Request): Promise<Response> {
  const [file, ...others] = (await request.formData()).getAll('file');
  if (file instanceof File) {
    const isTooLarge = file.size > MAX_SHARED_BYTES;
    const headers = {
      'content-type': file.type === '' ? 'text/plain' : file.type,
      'x-file-name': encodeURIComponent(file.name),
      'x-kept-at': String(Date.now()),
      // Any page may post a form here: the app asks first.
      'x-from': isTooLarge ? 'too-large' : 'shared',
      'x-left-out': String(others.length),
    };
    await (
      await caches.open('holdfast-shared-file')
    ).put('/shared-file', new Response(isTooLarge ? null : file, { headers }));
  }
  return Response.redirect(`${base}transactions`, 303);
}

self.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { readonly type?: unknown };
  // A new version takes over only when the user agrees: never while a form is being filled in.
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  // A page that was loaded without this worker.
  if (type === 'CLAIM') event.waitUntil(self.clients.claim());
});

self.addEventListener('install', (event) => {
  const start = base.replace(/[\\{}()*+?:]/gu, '\\$&');
  const routes: readonly Route[] = [
    // Names of these files change with their content: the browser takes them from the cache itself. Screens have addresses
    // in the same folder, without a dot.
    { condition: { urlPattern: `${start}assets/:name.:type` }, source: { cacheName: cacheNames.precache } },
    // A request that reaches a worker keeps it awake, and Chromium lets a new version take over only from one that
    // sleeps: with tabs that ask the server now and then it would be minutes after the reader pressed Reload.
    { condition: { urlPattern: `${start}api/*` }, source: 'network' },
  ];
  // A browser that refuses the routes does without.
  const routed = (event as RoutingInstallEvent).addRoutes?.(routes).catch(() => undefined);
  if (routed !== undefined) event.waitUntil(routed);
  // A worker may load only what it has loaded while it was installed; later starts do without until they need it.
  loadSync();
});

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === SYNC_TAG) sync.waitUntil(sendWaiting());
});

self.addEventListener('periodicsync' as 'sync', (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === REFRESH_TAG) sync.waitUntil(refresh());
});

/** Dates are told of whether or not there is a connection. */
async function refresh(): Promise<void> {
  const sync = loadSync();
  const results = await Promise.allSettled([sync('pull'), self.holdfastNotices?.(self.registration)]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showTaxDates());
});

/** The dashboard lists the dates: an open tab comes to the front as it is, so that no form is left. */
async function showTaxDates(): Promise<void> {
  const [tab] = await self.clients.matchAll({ type: 'window' });
  await (tab === undefined ? self.clients.openWindow(`${base}dashboard`) : tab.focus());
}

/** The sync code, a script of its own because it includes the database. */
function loadSync(): Sync {
  if (self.holdfastSync === undefined) {
    const urls = files.map((file) => (typeof file === 'string' ? file : file.url));
    const url = urls.find((name) => /(?:^|\/)background-sync-[^/]+\.js$/u.test(name));
    if (url !== undefined) importScripts(new URL(url, self.location.href).href);
  }
  if (self.holdfastSync === undefined) throw new Error('the sync script is missing from the build');
  return self.holdfastSync;
}

/**
 * Tells the open tabs to sync, and sends as well: there may be no tab, or only one that the browser has frozen. For
 * changes that are left the browser wakes the worker again.
 */
async function sendWaiting(): Promise<void> {
  for (const tab of await self.clients.matchAll({ type: 'window', includeUncontrolled: true }))
    tab.postMessage({ type: 'holdfast-sync' });
  const waiting = await loadSync()('send');
  if (waiting > 0) throw new Error(`${waiting} changes still wait`);
}
