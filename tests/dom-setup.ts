/** Before each file of tests of screens. */
import './without-debugger.ts';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { StoreApi } from 'zustand';
import { useSyncStatus } from '../src/sync/engine/current-sync.ts';
import { openSyncThreadsWith } from '../src/sync/engine/start-sync-thread.ts';
import { syncThreadHere } from '../src/testing/thread-sync.ts';
import { useServerLacks } from '../src/ui/messages/device-only.tsx';
import { usePageControls } from '../src/ui/app-state/page-controls.ts';
import { useShortcuts } from '../src/ui/app-state/shortcuts.ts';
import { useUpdate } from '../src/ui/app-state/update-store.ts';
import { useValuesVisibility } from '../src/ui/app-state/values-visibility.ts';

function resetOf<State>(store: StoreApi<State>): () => void {
  return () => {
    store.setState(store.getInitialState(), true);
  };
}

/** What the app holds in one place for all screens, and so for all files that share a process. */
const RESETS = [
  resetOf(usePageControls),
  resetOf(useServerLacks),
  resetOf(useShortcuts),
  resetOf(useSyncStatus),
  resetOf(useUpdate),
];

// An emulated page has no workers.
openSyncThreadsWith(syncThreadHere);

class MissingElement extends Error {
  constructor(reason: string | null, container: Element) {
    super();
    this.name = 'TestingLibraryElementError';
    // Waiting that has ended puts a text of its own into its place.
    Object.defineProperty(this, 'message', {
      configurable: true,
      get: () => `${reason ?? ''}\n\n${prettyDOM(container)}`,
    });
  }
}

// What a screen shows next may take its time on a busy machine.
configure({
  asyncUtilTimeout: 60_000,
  // The page is put into words when somebody reads the fault: waiting asks again and again, and throws most faults away.
  getElementError: (message, container) => new MissingElement(message, container),
});
beforeAll(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);
afterAll(() => {
  useValuesVisibility.getState().reset();
  for (const reset of RESETS) reset();
  document.body.replaceChildren();
});
