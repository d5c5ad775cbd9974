import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { freshDatabase, purchase, written } from '../../../tests/device/fixtures.ts';
import { saveExtra } from '../../data/records/extras.ts';
import { saveRecord } from '../../data/records/records.ts';
import { closeDatabase } from '../../data/database/database.ts';
import { followUnsent } from './unsent-changes.ts';

it('knows the unsent changes even when the database is gone', async () => {
  const db = await freshDatabase();
  const unsent = followUnsent(db);
  await expect.poll(unsent.latest).toEqual({ count: 0, titles: [] });
  const { id } = written(await saveRecord(db, 'account', { name: 'ISA' }));
  await expect.poll(unsent.latest).toEqual({ count: 1, titles: ["New account 'ISA'"] });
  for (let index = 0; index < 6; index += 1) written(await saveRecord(db, 'transaction', purchase({ accountId: id })));
  await expect.poll(() => unsent.latest()?.count).toBe(7);
  expect(unsent.latest()?.titles).toHaveLength(5);
  // What the app notes of an import is nobody's change.
  written(await saveExtra(db, 'import-history', 'i', { fileName: 'a.csv' }));
  written(await saveRecord(db, 'transaction', purchase({ accountId: id })));
  await expect.poll(() => unsent.latest()?.count).toBe(8);
  closeDatabase(db);
  expect(unsent.latest()?.count).toBe(8);
  unsent.stop();
});
