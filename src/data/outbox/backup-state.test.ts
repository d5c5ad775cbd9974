import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { freshDatabase, purchase, written } from '../../../tests/device/fixtures.ts';
import { beginBackupState, noteBackup, readBackupState } from './backup-state.ts';
import { removeRecords } from './removals.ts';
import { closeDatabase } from '../database/database.ts';
import { saveRecord } from '../records/records.ts';
import { writeImport } from '../imports/imports.ts';

it('counts changes that no backup has: records, edits, deletions and rows of imports, but not unchanged records', async () => {
  const db = await freshDatabase();
  await saveRecord(db, 'account', { name: 'With a server' });
  expect(await readBackupState(db)).toBeNull();
  await beginBackupState(db, 1000);
  const { id } = written(await saveRecord(db, 'account', { name: 'Ada' }));
  await saveRecord(db, 'account', { id, name: 'Ada Holder' });
  await saveRecord(db, 'account', { id, name: 'Ada Holder' });
  await removeRecords(db, 'account', [id]);
  expect(await readBackupState(db)).toEqual({ savedAt: null, since: 1000, changes: 3 });
  const counted = await readBackupState(db);
  const rows = [1, 2, 3, 4].map((row) => ({ ...purchase({ accountId: id }), id: `row ${row}` }));
  written(await writeImport(db, { fileName: 'a.csv', newAccounts: [], unlistedAssets: [], transactions: rows }, {}));
  const { changes } = (await readBackupState(db)) ?? { changes: 0 };
  expect(changes).toBeGreaterThanOrEqual(7);
  // What was changed while the backup was made is still counted.
  await noteBackup(db, counted, 5000);
  expect(await readBackupState(db)).toEqual({ savedAt: 5000, since: 5000, changes: changes - 3 });
  closeDatabase(db);
});
