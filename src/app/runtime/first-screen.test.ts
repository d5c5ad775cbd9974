import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freshDatabase } from '../../../tests/device/fixtures.ts';
import { closeDatabase, setCurrentDatabase } from '../../data/database/database.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { endFirstScreenWait, firstScreen, screenDrawn } from './first-screen.ts';

let db: HoldfastDatabase;
let isOver: boolean;
beforeEach(async () => {
  db = await freshDatabase();
  setCurrentDatabase(db);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  isOver = false;
  void firstScreen(db).then(() => {
    isOver = true;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setCurrentDatabase(null);
  closeDatabase(db);
});

it('is over once the browser is idle after a screen was drawn', async () => {
  let idle = (): void => undefined;
  vi.stubGlobal('requestIdleCallback', (work: () => void) => {
    idle = work;
  });
  screenDrawn();
  await vi.advanceTimersByTimeAsync(1000);
  expect(isOver).toBe(false);
  idle();
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver).toBe(true);
  // The next drawing finds nothing to end.
  screenDrawn();
});

it('is over soon after a drawing where the browser does not tell when it is idle', async () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  Reflect.deleteProperty(globalThis, 'requestIdleCallback');
  screenDrawn();
  await vi.advanceTimersByTimeAsync(199);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver).toBe(true);
});

it('is waited for two seconds, and not where the screen waits for sync', async () => {
  await vi.advanceTimersByTimeAsync(1999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver).toBe(true);
  const other = await freshDatabase();
  setCurrentDatabase(other);
  endFirstScreenWait();
  await firstScreen(other);
  closeDatabase(other);
});
