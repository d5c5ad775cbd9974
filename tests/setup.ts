/** Before each file of tests. Files of one process share what it has loaded, so each leaves the globals as they were. */
// Before Dexie is loaded, which looks for the browser's database once.
import 'fake-indexeddb/auto';
// Locks as browsers have them.
import './device/navigator-locks.ts';
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
