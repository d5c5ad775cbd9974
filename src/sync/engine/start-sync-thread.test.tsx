import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { freshDatabase } from '../../../tests/device/fixtures.ts';
import { closeDatabase } from '../../data/database/database.ts';
import { syncThreadHere } from '../../testing/thread-sync.ts';
import { useSyncStatus } from './current-sync.ts';
import { openSyncThreadsWith, startSyncThread } from './start-sync-thread.ts';

afterEach(() => openSyncThreadsWith(syncThreadHere));

it('starts another thread when the first has not loaded', async () => {
  const unloaded: (() => void)[] = [];
  const silent = new MessageChannel();
  openSyncThreadsWith((onUnloaded) => {
    unloaded.push(onUnloaded);
    return unloaded.length === 1 ? silent.port1 : syncThreadHere();
  });
  const db = await freshDatabase();
  const sync = startSyncThread(db, Promise.resolve());
  await expect.poll(() => unloaded).toHaveLength(1);
  dispatchEvent(new Event('focus'));
  expect(unloaded).toHaveLength(1);
  unloaded[0]?.();
  dispatchEvent(new Event('focus'));
  expect(unloaded).toHaveLength(2);
  // The second has found no server.
  await expect.poll(() => useSyncStatus.getState().phase).toBe('offline');
  sync.stop();
  silent.port1.close();
  closeDatabase(db);
});
