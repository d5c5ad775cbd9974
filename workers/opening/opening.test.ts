import { Dexie } from 'dexie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeDatabase, openUserDatabase } from '../../src/data/database/database.ts';
import { databaseName } from '../../src/data/database/database-name.ts';
import type { HoldfastDatabase, OwnerRecord } from '../../src/data/database/schema.ts';
import { purchase, written } from '../../tests/device/fixtures.ts';
import { createHoldfastWorker } from './holdfast-worker.ts';
import type { HoldfastWorker } from '../api/worker-api.ts';
import { londonDate } from '../../domain/values/dates.ts';
import { keepFigures } from '../../src/data/kept-figures/kept-figures.ts';
import { LiveData } from '../live/live-data.ts';
import { saveRecord } from '../../src/data/records/records.ts';

const workers: HoldfastWorker[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const worker of workers.splice(0)) await worker.close();
});

function newWorker(): HoldfastWorker {
  const worker = createHoldfastWorker();
  workers.push(worker);
  return worker;
}

let users = 0;

async function newUser(rows: number): Promise<{ readonly owner: OwnerRecord; readonly db: HoldfastDatabase }> {
  users += 1;
  const owner = { apiBase: '/api', userId: `opening-${users}` };
  const db = await openUserDatabase(owner);
  for (let row = 0; row < rows; row += 1) written(await saveRecord(db, 'transaction', purchase({ accountId: 'a' })));
  return { owner, db };
}

const count = async (worker: HoldfastWorker): Promise<number> => (await worker.transactionIds({})).length;

describe('a worker that is told the likely user', () => {
  it("has opened that user's database when it is asked", async () => {
    const { owner, db } = await newUser(2);
    closeDatabase(db);
    const worker = newWorker();
    await worker.prepare(owner, []);
    expect(await count(worker)).toBe(2);
    await worker.open(db.name);
    expect(await count(worker)).toBe(2);
  });

  it('does not create or upgrade a database: that waits until the page has opened it', async () => {
    const owner = { apiBase: '/api', userId: 'of-an-older-app' };
    const name = await databaseName(owner);
    const worker = newWorker();
    await worker.prepare(owner, []);
    expect(await Dexie.exists(name)).toBe(false);
    const older = new Dexie(name);
    older.version(2).stores({ meta: 'key' });
    await older.open();
    older.close();
    await worker.prepare(owner, []);
    await expect(worker.transactionIds({})).rejects.toThrow('no database is open');
    expect((await indexedDB.databases()).find((known) => known.name === name)?.version).toBe(20);
  });

  it("answers from no other user's database once that of another was opened", async () => {
    const [first, second] = [await newUser(2), await newUser(1)];
    const worker = newWorker();
    await worker.prepare(first.owner, []);
    const [, asked] = await Promise.all([worker.open(second.db.name), count(worker)]);
    expect(asked).toBe(1);
    await worker.prepare(first.owner, []);
    expect(await count(worker)).toBe(1);
  });
});

describe('a worker whose page shows stored figures first', () => {
  const TODAY = londonDate(Date.now());
  const reads = async (owner: OwnerRecord): Promise<number> => {
    const readAhead = vi.spyOn(LiveData.prototype, 'readAhead');
    const worker = newWorker();
    await worker.prepare(owner, ['gains']);
    // It has opened the database, and looked at what is stored there.
    await worker.taxYears();
    const count = readAhead.mock.calls.length;
    readAhead.mockRestore();
    return count;
  };

  it('reads the records ahead where those figures are not stored or not final, and else when it is asked', async () => {
    const { owner, db } = await newUser(1);
    expect(await reads(owner)).toBe(1);
    const stamps = { transactions: (await db.tableStamps.get('transactions'))?.stamp ?? null };
    await keepFigures(db, TODAY, { gains: { value: [], stamps } } as never);
    expect(await reads(owner)).toBe(0);
    written(await saveRecord(db, 'transaction', purchase({ accountId: 'a' })));
    expect(await reads(owner)).toBe(1);
    closeDatabase(db);
  });
});

describe('a worker whose transactions are left alone', () => {
  it('writes the copy for the next start, once what is written at once has been written', async () => {
    const { db } = await newUser(0);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const worker = newWorker();
    const opening = worker.open(db.name);
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(1);
      await opening;
    });
    expect(await count(worker)).toBe(0);
    await db.transactions.bulkAdd(
      Array.from({ length: 2500 }, (_row, at) => ({ ...purchase({ accountId: 'a' }), id: `t${at}`, version: null })),
    );
    await vi.waitFor(
      async () => {
        await vi.advanceTimersByTimeAsync(1000);
        expect(await db.transactionCopy.count()).toBe(2);
      },
      { timeout: 30_000 },
    );
    expect(await db.transactionChanges.count()).toBe(0);
  });
});
