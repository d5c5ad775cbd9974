import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { freshDatabase, purchase } from '../../../tests/device/fixtures.ts';
import { rowsOf } from './batches.ts';
import type { Stored } from '../entities/entities.ts';
import type { PullBasis } from '../pulled/quarantine.ts';
import { applyServerRecords } from '../pulled/server-records.ts';
import type { HoldfastDatabase } from './schema.ts';
import type { Transaction } from '../../../domain/records/records.ts';

function rows(count: number): Stored<Transaction>[] {
  return Array.from({ length: count }, (_row, index) => ({
    ...purchase({ accountId: 'a' }),
    id: `t${String(index).padStart(5, '0')}`,
    version: index + 1,
  }));
}

async function filled(count: number): Promise<{ db: HoldfastDatabase; ids: string[] }> {
  const db = await freshDatabase();
  const all = rows(count);
  await db.transactions.bulkPut(all);
  return { db, ids: all.map((row) => row.id) };
}

const sorted = (found: readonly { readonly id: string }[]): string[] => found.map((row) => row.id).toSorted();

describe('many rows', () => {
  it('are found by their ids, near to each other or far apart, and without those that do not exist', async () => {
    const { db, ids } = await filled(1000);
    for (const wanted of [ids.slice(300, 700), ids.filter((_id, index) => index % 5 === 0), ids.slice(0, 7), []]) {
      expect(sorted(await rowsOf(db.transactions, [...wanted, 'none']))).toEqual(wanted);
    }
  });
});

describe('a pull on a device that had nothing', () => {
  const server = rows(3);
  const records = server.map(({ version, ...record }) => ({ id: record.id, record, version }));
  const basis: PullBasis = { claimNumber: 0, empty: new Set(['transaction']), now: 0 };

  it('writes every row, even when it is given twice', async () => {
    const db = await freshDatabase();
    for (let time = 0; time < 2; time += 1) await applyServerRecords(db, 'transaction', records, basis);
    expect((await db.transactions.toArray()).map((row) => row.version)).toEqual([1, 2, 3]);
  });
});
