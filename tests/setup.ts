/** Before each file of tests. Files of one process share what it has loaded, so each leaves the globals as they were. */
// Before Dexie is loaded, which looks for the browser's database once.
import 'fake-indexeddb/auto';
// Locks as browsers have them.
import './device/navigator-locks.ts';
import fc from 'fast-check';
import { afterAll, vi } from 'vitest';
import { runs } from './runs.ts';

/** What is awaited may take its time on a busy machine; Vitest gives up after a second. */
const PATIENCE_MS = 30_000;
const waiting = vi as { waitFor: typeof vi.waitFor & { readonly isPatient?: true } };
if (waiting.waitFor.isPatient === undefined) {
  const { waitFor } = waiting;
  waiting.waitFor = Object.assign(
    (async (callback, options = PATIENCE_MS) => await waitFor(callback, options)) as typeof waitFor,
    {
      isPatient: true as const,
    },
  );
}

// Of every property that does not say otherwise.
fc.configureGlobal(runs(100, 2000));

afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
