import { afterEach, expect, it, vi } from 'vitest';
import { reloadOnMissingChunk } from './missing-chunk.ts';

afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

/** Vite's word that a file of the app is missing; true when nobody else needs to hear of it. */
const miss = (): boolean => !dispatchEvent(new Event('vite:preloadError', { cancelable: true }));

it('reloads once when a file stays gone, leaves it to the error page after that, and may reload again a minute later', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  const reload = vi.fn();
  reloadOnMissingChunk(reload);
  expect([miss(), miss(), miss()]).toEqual([true, false, false]);
  expect(reload).toHaveBeenCalledOnce();
  vi.setSystemTime(Date.now() + 61_000);
  expect(miss()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});
