import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { closeDatabase, deleteDatabase, openUserDatabase, userDatabaseNames } from '../../data/database/database.ts';
import * as settings from '../../data/device/local-settings.ts';
import { countKeptChanges } from './kept-changes.ts';
import { saveRecord } from '../../data/records/records.ts';

it('counts unsent changes, and does not create a database again that is being removed', async () => {
  const db = await openUserDatabase({ apiBase: 'http://kept.test/api', userId: '1' });
  await saveRecord(db, 'account', { name: 'Waits' });
  closeDatabase(db);
  // Other files of this process leave databases behind.
  const names = Promise.resolve([db.name]);
  expect(await countKeptChanges(names)).toBe(1);
  // The sign-in page looks while the removal that led to it is under way: the name was still there to be read.
  const removal = deleteDatabase(db.name);
  await Promise.all([countKeptChanges(names), removal]);
  expect(await userDatabaseNames()).not.toContain(db.name);
});

it('does not open a database that is to be removed', async () => {
  const db = await openUserDatabase({ apiBase: 'http://kept.test/api', userId: '2' });
  await saveRecord(db, 'account', { name: 'Waits' });
  closeDatabase(db);
  const names = Promise.resolve([db.name]);
  const pending = vi.spyOn(settings, 'pendingRemovals').mockReturnValue([db.name]);
  expect(await countKeptChanges(names)).toBe(0);
  pending.mockReturnValue([]);
  expect(await countKeptChanges(names)).toBe(1);
  await deleteDatabase(db.name);
});
