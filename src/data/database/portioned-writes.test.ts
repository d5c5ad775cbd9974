import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { describe, expect, it, vi } from 'vitest';
import { freshDatabase, purchase } from '../../../tests/device/fixtures.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import type { Stored } from '../entities/entities.ts';
import type { HoldfastDatabase } from './schema.ts';
import { write } from './write.ts';

function rows(count: number): Stored<Transaction>[] {
  return Array.from({ length: count }, (_row, index) => ({
    ...purchase({ accountId: 'a' }),
    id: `t${String(index).padStart(5, '0')}`,
    version: index + 1,
  }));
}

const idsOf = async (db: HoldfastDatabase): Promise<string[]> => await db.transactions.toCollection().primaryKeys();

describe('a write of many rows', () => {
  it.each([0, 1, 15, 16, 17, 255, 256, 257, 1000])('writes and removes them all: %i', async (count) => {
    const db = await freshDatabase();
    const all = rows(count);
    expect(await db.transactions.bulkPut(all)).toBe(all.at(-1)?.id);
    expect(await idsOf(db)).toEqual(all.map(({ id }) => id));
    await db.transactions.bulkDelete(all.map(({ id }) => id));
    expect(await idsOf(db)).toEqual([]);
  });

  it('answers the keys of all in their order', async () => {
    const db = await freshDatabase();
    const all = rows(300).toReversed();
    expect(await db.transactions.bulkPut(all, { allKeys: true })).toEqual(all.map(({ id }) => id));
  });

  it('is undone as a whole when one of them cannot be written', async () => {
    const db = await freshDatabase();
    const bad = rows(1000).map((row, index) => (index === 700 ? { ...row, id: undefined as unknown as string } : row));
    await expect(
      db.transaction('rw', db.transactions, async () => await db.transactions.bulkPut(bad)),
    ).rejects.toThrow();
    expect(await idsOf(db)).toEqual([]);
  });

  it('names those that were refused by their places in the whole', async () => {
    const db = await freshDatabase();
    const all = rows(200);
    await db.transactions.bulkPut([40, 41, 150].flatMap((at) => all[at] ?? []));
    const error: unknown = await db.transactions.bulkAdd(all).catch((reason: unknown) => reason);
    if (!(error instanceof Dexie.BulkError)) throw new Error('not refused');
    expect(Object.keys(error.failuresByPos)).toEqual(['40', '41', '150']);
    expect(await idsOf(db)).toHaveLength(200);
  });

  it('changes those that a collection finds', async () => {
    const db = await freshDatabase();
    await db.transactions.bulkPut(rows(100));
    expect(await db.transactions.where('id').above('t00019').modify({ brokerDealReference: 'found' })).toBe(80);
    expect(await db.transactions.filter((row) => row.brokerDealReference === 'found').count()).toBe(80);
  });

  it.each([0, 1, 5, 100, 999])(
    'says that the disk was full when the browser ends it for that, with so many rows still to be written: %i',
    async (left) => {
      const db = await freshDatabase();
      const before = Reflect.get(IDBObjectStore.prototype, 'put') as (...args: unknown[]) => unknown;
      const written = await write(db, ['transactions'], async () => {
        const browser = Dexie.currentTransaction.idbtrans as IDBTransaction & {
          readonly _abort: (reason: string) => void;
        };
        let asked = 0;
        vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function put(
          this: IDBObjectStore,
          ...args: unknown[]
        ): never {
          asked += 1;
          const request = before.apply(this, args) as never;
          // What fake-indexeddb does when a request fails, for a reason that it knows nothing of.
          if (asked === 1000 - left) browser._abort('QuotaExceededError');
          return request;
        });
        await db.transactions.bulkPut(rows(1000));
      });
      vi.restoreAllMocks();
      expect(written).toEqual({ ok: false, fault: { code: 'storageFull' } });
      expect(await idsOf(db)).toEqual([]);
    },
  );

  it('is reported to listeners as one write', async () => {
    const db = await freshDatabase();
    const notes: number[] = [];
    await db.transaction('rw', db.transactions, async () => {
      await db.transactions.bulkPut(rows(1000));
      notes.push(await db.table('transactionChanges').count());
    });
    // Too many to be listed: one note says so.
    expect(notes).toEqual([1]);
  });
});
