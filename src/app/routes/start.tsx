import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { compute } from '../../compute/compute.ts';
import {
  pendingRemovals,
  readShortcuts,
  readTheme,
  storeShortcuts,
  storeTheme,
} from '../../data/device/local-settings.ts';
import { takeAskedAddress } from '../../data/device/session-storage.ts';
import { BASE_PATH } from '../../sync/network/api-base.ts';
import { currentSession, restoreSession } from '../../sync/session/session.ts';
import { watchFaults, tellFault } from '../../ui/app-state/app-faults.ts';
import { useShortcuts } from '../../ui/app-state/shortcuts.ts';
import { useTheme } from '../../ui/layout/theme.ts';
import { followSession } from './follow-session.ts';
import { keepValues } from '../runtime/keep-values.ts';
import { loadRuntime, runtimeIfLoaded } from '../runtime/load-runtime.ts';
import { reloadOnMissingChunk } from '../notices/missing-chunk.ts';
import { NeedsHttps } from '../notices/needs-https.tsx';
import { useStorageNotices } from '../notices/storage-notices.ts';
import { receiveOpenedFiles } from '../runtime/opened-files.ts';
import { createRouter, storedFiguresHere } from './router.tsx';

/** Keeps what the reader chose: the theme and shortcuts. */
function keepChoices(): void {
  useTheme.getState().setTheme(readTheme());
  useTheme.subscribe(({ theme }) => {
    storeTheme(theme);
  });
  useShortcuts.setState({ enabled: readShortcuts() });
  useShortcuts.subscribe(({ enabled }) => {
    storeShortcuts(enabled);
  });
}

/** On a static host an address of the app leads here, to its folder: the requested address is shown. */
function goOnToAskedAddress(): void {
  const asked = takeAskedAddress();
  if (asked?.startsWith(BASE_PATH) === true) history.replaceState(null, '', asked);
}

/** Continues a removal that the last visit did not finish; if it has to wait again, the runtime reports it. */
async function goOnRemoving(): Promise<void> {
  await loadRuntime();
  const { finishRemovals } = await import('../../sync/session/device-data.ts');
  await finishRemovals();
}

/** On a public page only the worker has opened the user's records. */
function closeRecords(): void {
  void runtimeIfLoaded().then((runtime) => {
    // Whoever has begun meanwhile closes what is open of another user.
    if (currentSession() !== null) return;
    if (runtime === null) void compute().close();
    else runtime.closeSession();
  });
}

/**
 * Resolves when the first screen can be drawn, or when there is something to say before: until then index.html shows the
 * outline of one. Drawing twice would take the time of the code that the first screen waits for.
 */
async function somethingToDraw(router: ReturnType<typeof createRouter>): Promise<void> {
  if (router.state.initialized) return;
  await new Promise<void>((resolve) => {
    const stops = [
      router.subscribe(({ initialized }) => {
        if (initialized) end();
      }),
      useStorageNotices.subscribe(({ notices }) => {
        if (notices.length > 0) end();
      }),
    ];
    const end = (): void => {
      for (const stop of stops) stop();
      resolve();
    };
  });
}

/** Takes up the stored session, follows its beginning and end, and shows the app in `root`. */
export function startApp(root: HTMLElement): void {
  watchFaults();
  keepChoices();
  if (!isSecureContext) {
    createRoot(root).render(<NeedsHttps />);
    return;
  }
  goOnToAskedAddress();
  reloadOnMissingChunk();
  receiveOpenedFiles();
  const restored = restoreSession();
  const signedIn = restored?.userId ?? null;
  keepValues();
  // Reads the user's records while the page loads the code that shows them. What it cannot read now is read when the
  // page has opened the database.
  // What could not be removed now is tried again at the next start.
  if (pendingRemovals().length > 0) goOnRemoving().catch(tellFault);
  else if (restored !== null)
    compute()
      .prepare({ apiBase: restored.apiBase, userId: restored.userId }, storedFiguresHere())
      .catch(() => undefined);
  const router = createRouter();
  followSession(router, signedIn, closeRecords);
  void somethingToDraw(router).then(() => {
    // In portions: the first screen has all its figures, and drawn at once it takes a long task on a phone.
    startTransition(() => {
      createRoot(root).render(
        <StrictMode>
          <RouterProvider router={router} />
        </StrictMode>,
      );
    });
  });
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    // After the first screen: registering must not delay it.
    addEventListener(
      'load',
      () => void import('../runtime/service-worker.ts').then(({ startServiceWorker }) => startServiceWorker()),
    );
  }
}
