import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { freshDatabase, purchase, written } from '../../../tests/device/fixtures.ts';
import { saveExtra } from '../../data/records/extras.ts';
import { saveRecord } from '../../data/records/records.ts';
import { closeDatabase } from '../../data/database/database.ts';
import { followUnsent } from './unsent-changes.ts';

it('knows the unsent changes even when the database is gone', async () => {
  const db = await freshDatabase();
  const unsent = followUnsent(db, Promise.resolve());
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

it('reads nothing before it may, unless a change is saved, nor after it was stopped', async () => {
  const db = await freshDatabase();
  const reads: string[] = [];
  db.use({
    stack: 'dbcore',
    name: 'heard',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        return {
          ...table,
          count: async (request) => {
            reads.push(name);
            return await table.count(request);
          },
        };
      },
    }),
  });
  db.close();
  await db.open();
  let allow = (): void => undefined;
  const allowed = new Promise<void>((resolve) => {
    allow = resolve;
  });
  const waiting = followUnsent(db, allowed);
  const stopped = followUnsent(db, allowed);
  stopped.stop();
  await db.outbox.toArray();
  expect([reads, waiting.latest()]).toEqual([[], null]);
  allow();
  await expect.poll(waiting.latest).toEqual({ count: 0, titles: [] });
  expect([reads.length, stopped.latest()]).toEqual([3, null]);
  waiting.stop();
});
