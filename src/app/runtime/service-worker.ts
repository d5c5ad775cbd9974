import { messageSW, Workbox } from 'workbox-window';
import { BASE_PATH } from '../../sync/network/api-base.ts';
import { useUpdate } from '../../ui/app-state/update-store.ts';

/** Looked for at start and then this often, since an installed app may stay open for weeks. */
const CHECK_EVERY_MS = 60 * 60_000;

/** Registers the service worker, and offers an update when a new version waits or has taken over from another tab. */
export async function startServiceWorker(
  reload: () => void = () => {
    location.reload();
  },
): Promise<void> {
  const container = navigator.serviceWorker;
  const workbox = new Workbox(`${BASE_PATH}sw.js`, { scope: BASE_PATH });
  let registration: ServiceWorkerRegistration | undefined;
  /** The next worker to take over is an update: not so the one that a first visit installs. */
  let hasOlder = container.controller !== null;
  let agreed = false;
  const start = () => {
    agreed = true;
    // When it has taken over, the page is reloaded. Where none waits any more, it has done so already.
    if (registration?.waiting) void messageSW(registration.waiting, { type: 'SKIP_WAITING' });
    else reload();
  };
  const offer = () => {
    useUpdate.setState({ reload: start, dismissed: false });
  };
  container.addEventListener('controllerchange', () => {
    if (agreed) reload();
    else if (hasOlder) offer();
    hasOlder = true;
  });
  try {
    registration = await workbox.register();
  } catch {
    // Private windows and strict browsers refuse service workers; the app then needs a connection to start.
    return;
  }
  if (registration === undefined) return;
  // A page loaded past its worker, by a hard reload or while the worker was starting, has none: screens that it has not
  // opened yet would need a connection.
  if (container.controller === null && registration.active) void messageSW(registration.active, { type: 'CLAIM' });
  offerWhenWaiting(registration, offer);
  setInterval(() => {
    // Without a connection there is no update to find.
    workbox.update().catch(() => undefined);
  }, CHECK_EVERY_MS);
}

/** Calls `offer` for each new version that waits, including one that waits already: Workbox reports only the first. */
function offerWhenWaiting(registration: ServiceWorkerRegistration, offer: () => void): void {
  const follow = () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      // The first service worker of all waits for no other.
      if (worker.state === 'installed' && registration.active !== null) offer();
    });
  };
  if (registration.waiting !== null && registration.active !== null) offer();
  follow();
  registration.addEventListener('updatefound', follow);
}
