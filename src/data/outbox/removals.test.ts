import { describe, expect, it } from 'vitest';
import type { Pounds } from '../../../domain/values/amount.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import { freshDatabase, purchase, written } from '../../../tests/device/fixtures.ts';
import { newId } from '../database/ids.ts';
import { writeImport } from '../imports/imports.ts';
import { listOutbox } from './outbox.ts';
import { countOutbox } from '../questions/outbox-count.ts';
import { removeRecords, undoRemovals } from './removals.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { listTransactions } from '../records/transactions.ts';

async function imported(rows: number): Promise<{ db: HoldfastDatabase; transactions: readonly Transaction[] }> {
  const db = await freshDatabase();
  const transactions = Array.from({ length: rows }, (_row, index): Transaction => ({
    ...purchase({ accountId: 'a' }),
    consideration: (index + 1) as Pounds,
    id: newId(),
  }));
  written(await writeImport(db, { fileName: 'trades.csv', newAccounts: [], unlistedAssets: [], transactions }));
  return { db, transactions };
}

/** How often chunks are written while something runs. */
async function chunkWrites(db: HoldfastDatabase, work: () => Promise<unknown>): Promise<number> {
  let writes = 0;
  const count = (): void => {
    writes += 1;
  };
  db.importChunks.hook('updating', count);
  await work();
  db.importChunks.hook('updating').unsubscribe(count);
  return writes;
}

describe('rows of an import that was not sent', () => {
  it('leave their chunks and come back to their places, each chunk written once', async () => {
    const { db, transactions } = await imported(5100);
    const before = await db.importChunks.toArray();
    const gone = transactions.filter((_row, index) => index % 3 === 0 || index > 5050).map((row) => row.id);
    let removed = await removeRecords(db, 'transaction', []);
    expect(
      await chunkWrites(db, async () => {
        removed = await removeRecords(db, 'transaction', gone);
      }),
    ).toBe(3);
    expect((await db.importChunks.toArray()).flatMap((chunk) => chunk.ids)).toEqual(
      transactions.map((row) => row.id).filter((id) => !new Set(gone).has(id)),
    );
    expect(await countOutbox(db)).toMatchObject({ waiting: 5100 - gone.length });
    expect(
      await chunkWrites(db, async () => {
        written(await undoRemovals(db, written(removed)));
      }),
    ).toBe(3);
    expect((await db.importChunks.toArray()).map((chunk) => chunk.ids)).toEqual(before.map((chunk) => chunk.ids));
    expect(await countOutbox(db)).toMatchObject({ waiting: 5100 });
    expect(await listTransactions(db)).toHaveLength(5100);
  });

  it('come back as creations where their chunk has left without them', async () => {
    const {
      db,
      transactions: [first, second],
    } = await imported(2);
    const removed = written(await removeRecords(db, 'transaction', [first?.id ?? '']));
    await db.outbox.clear();
    written(await undoRemovals(db, removed));
    expect(await listOutbox(db)).toMatchObject([
      { entity: 'transaction', kind: 'create', localId: first?.id, payload: { record: { consideration: 1 } } },
    ]);
    expect((await listTransactions(db)).map((row) => row.id).toSorted()).toEqual(
      [first, second].map((row) => row?.id ?? '').toSorted(),
    );
  });

  it('are removed once, however often they are named', async () => {
    const {
      db,
      transactions: [first],
    } = await imported(2);
    const removed = written(await removeRecords(db, 'transaction', [first?.id ?? '', first?.id ?? '']));
    expect(removed.count).toBe(1);
    written(await undoRemovals(db, removed));
    expect((await db.importChunks.toArray()).map((chunk) => chunk.ids.length)).toEqual([2]);
  });
});
