/** Before each file of tests of screens. */
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { StoreApi } from 'zustand';
import { useSyncStatus } from '../src/app/sync-status.ts';
import { useServerLacks } from '../src/ui/device-only.tsx';
import { usePageControls } from '../src/ui/page-controls.ts';
import { useShortcuts } from '../src/ui/shortcuts.ts';
import { useUpdate } from '../src/ui/update-store.ts';
import { useValuesVisibility } from '../src/ui/values-visibility.ts';

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

// What a screen shows next may take its time on a busy machine.
configure({ asyncUtilTimeout: 30_000 });
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
