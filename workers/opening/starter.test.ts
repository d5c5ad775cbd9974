import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { freshDatabase } from '../../tests/device/fixtures.ts';
import { readBackupState } from '../../src/data/outbox/backup-state.ts';
import { closeDatabase } from '../../src/data/database/database.ts';
import { SEED_BROKERS } from '../../domain/starter/catalogue.ts';
import { fillDevice } from './starter.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');

it('fills a database once, also when two tabs open it at the same moment', async () => {
  const db = await freshDatabase();
  await Promise.all([fillDevice(db, false, NOW), fillDevice(db, false, NOW)]);
  await fillDevice(db, false, NOW + 1);
  expect(await db.accounts.count()).toBe(0);
  expect(await db.brokers.count()).toBe(SEED_BROKERS.length);
  expect(await readBackupState(db)).toEqual({ savedAt: null, since: NOW, changes: 0 });
  closeDatabase(db);
});

it('makes the same made-up investor as a server does, and counts none of it for backups', async () => {
  const db = await freshDatabase();
  await fillDevice(db, true, NOW);
  expect(await db.accounts.toArray()).toMatchObject([
    { name: 'Alex Morgan' },
    { name: 'Sam Morgan' },
    { name: 'Tess Morgan' },
  ]);
  expect(await db.transactions.count()).toBeGreaterThan(500);
  expect(await db.outbox.count()).toBe(0);
  expect(await readBackupState(db)).toBeNull();
  closeDatabase(db);
});
