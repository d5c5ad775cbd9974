import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeDatabase, openUserDatabase, userDatabaseNames } from '../../data/database/database.ts';
import { hasKnownDatabase, noteDatabase, pendingRemovals } from '../../data/device/local-settings.ts';
import { finishRemovals, onRemovalWaits, removeDeviceData } from './device-data.ts';
import { onSessionChanged, startOfflineSession, type SessionEnd } from './session.ts';

const ada = { userId: 'ada', email: 'ada@example.com', displayName: 'Ada', isAdministrator: false };
const ends: (SessionEnd | null)[] = [];
const said: boolean[] = [];
const stops = [onSessionChanged((_session, end) => ends.push(end)), onRemovalWaits((waits) => said.push(waits))];
let name = '';

/** Files of one process share its databases: only that of this file counts. */
const ownNames = async (): Promise<string[]> => (await userDatabaseNames()).filter((other) => other === name);

beforeEach(async () => {
  startOfflineSession(ada);
  const db = await openUserDatabase({ apiBase: '/api', userId: 'ada' });
  ({ name } = db);
  noteDatabase(name, true);
  closeDatabase(db);
  ends.length = 0;
  said.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => {
  for (const stop of stops) stop();
});

it('removes the database, signs out as removed, and notes that nothing is left to do', async () => {
  await removeDeviceData(name, ada.email);
  expect(await ownNames()).toEqual([]);
  expect([hasKnownDatabase(), pendingRemovals(), ends, said]).toEqual([false, [], ['removed'], [false]]);
});

it('a removal is finished at the next visit when the browser was closed before another tab released the database', async () => {
  // A deletion that waits for another tab dies with the page that asked for it.
  const dropped = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => new EventTarget() as IDBOpenDBRequest);
  void removeDeviceData(name, ada.email);
  await vi.waitFor(
    () => {
      expect(said).toEqual([true]);
    },
    { timeout: 30_000 },
  );
  expect([await ownNames(), pendingRemovals()]).toEqual([[name], [name]]);
  dropped.mockRestore();
  await finishRemovals();
  expect([await ownNames(), pendingRemovals(), said]).toEqual([[], [], [true, false]]);
});

it('a removal is tried again when the browser refuses it', async () => {
  const refused = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
    throw new DOMException('no', 'UnknownError');
  });
  await removeDeviceData(name, ada.email);
  expect([pendingRemovals(), said]).toEqual([[name], [true]]);
  refused.mockRestore();
  await finishRemovals();
  expect([await ownNames(), pendingRemovals()]).toEqual([[], []]);
});
