import { Workbox } from 'workbox-window';
import { useUpdate } from '../ui/update-store.ts';

/** Looked for at start and then this often, since an installed app may stay open for weeks. */
const CHECK_EVERY_MS = 60 * 60_000;

/** Registers the service worker, and offers an update when a new version waits or has taken over from another tab. */
export async function startServiceWorker(): Promise<void> {
  const workbox = new Workbox(`${import.meta.env.BASE_URL}sw.js`, { scope: import.meta.env.BASE_URL });
  const reload = () => {
    location.reload();
  };
  let agreed = false;
  workbox.addEventListener('waiting', () => {
    useUpdate.setState({
      dismissed: false,
      reload: () => {
        agreed = true;
        workbox.messageSkipWaiting();
      },
    });
  });
  workbox.addEventListener('controlling', ({ isUpdate }) => {
    if (agreed) reload();
    else if (isUpdate) useUpdate.setState({ reload, dismissed: false });
  });
  try {
    await workbox.register();
  } catch {
    // Private windows and strict browsers refuse service workers; the app then needs a connection to start.
    return;
  }
  setInterval(() => {
    // Without a connection there is no update to find.
    workbox.update().catch(() => undefined);
  }, CHECK_EVERY_MS);
}
