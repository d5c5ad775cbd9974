import { describe, expect, it } from 'vitest';
import type { Pounds } from '../../../domain/values/amount.ts';
import { unlistedAsset } from '../../../domain/csv/stored/directory.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import { freshDatabase, purchase, written } from '../../../tests/device/fixtures.ts';
import { listAccounts } from '../records/accounts.ts';
import { readChunk } from '../outbox/chunk-rows.ts';
import { newId } from '../database/ids.ts';
import { removeBrokenImports, writeImport, type ImportContent } from './imports.ts';
import { listOutbox, pendingRows } from '../outbox/outbox.ts';
import { removeRecords, undoRemovals } from '../outbox/removals.ts';
import { countOutbox } from '../questions/outbox-count.ts';
import { getTransaction, listTransactions, readTransactions } from '../records/transactions.ts';
import { saveRecord } from '../records/records.ts';

function content(rows: number): ImportContent {
  const account = { id: newId(), name: 'Imported' };
  const transactions = Array.from({ length: rows }, (): Transaction => ({
    ...purchase({ accountId: account.id }),
    id: newId(),
  }));
  return { fileName: 'trades.csv', newAccounts: [account], unlistedAssets: [], transactions };
}

describe('imports', () => {
  it('are written in chunks and queued one entry per chunk, after their new accounts', async () => {
    const db = await freshDatabase();
    const progress: number[] = [];
    written(await writeImport(db, content(4001), { onProgress: (done) => progress.push(done) }));
    expect(progress).toEqual([4000, 4001]);
    expect(await listTransactions(db)).toHaveLength(4001);
    const [account, ...chunks] = await listOutbox(db);
    expect(chunks).toMatchObject(
      [2000, 2000, 1].map((rows, index) => ({ entity: 'import', index, rows, dependsOn: [account?.seq] })),
    );
    const ids = (await listTransactions(db)).map(({ id }) => id);
    expect((await pendingRows(db, 'transaction', ids)).size).toBe(4001);
  });

  it.each([
    ['before the last chunk', 4000],
    ['while the last chunk is written', null],
  ] as const)('show nothing and leave nothing when cancelled %s', async (_, at) => {
    const db = await freshDatabase();
    const cancel = new AbortController();
    const seen: number[] = [];
    const before = await readTransactions(db, null);
    let asked = 0;
    const result = await writeImport(db, content(4001), {
      signal: cancel.signal,
      onProgress: (done) => {
        if (done === at) cancel.abort();
        seen.push(done);
      },
      now: () => {
        // Asked when the record is made and in each transaction.
        asked += 1;
        if (at === null && asked > 3) cancel.abort();
        return asked;
      },
    });
    expect(result).toEqual({ ok: false, fault: { code: 'interrupted' } });
    expect(seen).toEqual([4000]);
    expect((await readTransactions(db, before)).rows).toEqual([]);
    expect(await db.transactions.count()).toBe(0);
    expect(await db.importChunks.count()).toBe(0);
    expect(await listAccounts(db)).toEqual([]);
    expect(await listOutbox(db)).toEqual([]);
  });

  it('that a crash interrupted are invisible and are removed at the next start', async () => {
    const db = await freshDatabase();
    const [row] = content(1).transactions;
    await db.imports.add({ id: 'i', fileName: 'f', state: 'writing', rowCount: 2, createdAt: '', lastWrittenAt: 1000 });
    await db.transactions.add({ ...(row as Transaction), version: null, importId: 'i', importIndex: 0 });
    await db.importChunks.add({ importId: 'i', index: 0, ids: [row?.id ?? ''] });
    expect(await listTransactions(db)).toEqual([]);
    expect(await getTransaction(db, row?.id ?? '')).toBeNull();
    await removeBrokenImports(db, 30_000);
    expect(await db.transactions.count()).toBe(1);
    await removeBrokenImports(db, 100_000);
    expect(await db.transactions.count()).toBe(0);
    expect(await db.imports.count()).toBe(0);
  });

  it('appear among rows read earlier only as a whole, once they have committed', async () => {
    const db = await freshDatabase();
    let read = await readTransactions(db, null);
    const seen: Promise<number>[] = [];
    const { transactions, ...rest } = content(11_000);
    written(
      await writeImport(
        db,
        { ...rest, transactions },
        {
          onProgress: (done, total) => {
            if (done === total) return;
            const before = read;
            seen.push(
              readTransactions(db, before).then((now) => {
                read = now;
                return now.rows.length;
              }),
            );
          },
        },
      ),
    );
    expect(await Promise.all(seen)).toEqual([0, 0]);
    expect(read.writing.size).toBe(1);
    const ids = (await readTransactions(db, read)).rows.map(({ id }) => id);
    expect(ids.toSorted()).toEqual(transactions.map(({ id }) => id).toSorted());
  });

  it('carry edits and deletes made before they were sent', async () => {
    const db = await freshDatabase();
    const { transactions, ...rest } = content(3);
    const ids = transactions.map((row) => row.id);
    written(await writeImport(db, { ...rest, transactions }));
    await saveRecord(db, 'transaction', { ...purchase({ consideration: 1 as Pounds }), id: ids[1] ?? '' });
    const removed = written(await removeRecords(db, 'transaction', [ids[0] ?? '']));
    expect((await listOutbox(db)).map((entry) => entry.kind)).toEqual(['create', 'import']);
    expect((await db.importChunks.toArray())[0]?.ids).toEqual([ids[1], ids[2]]);
    written(await undoRemovals(db, removed));
    expect((await db.importChunks.toArray())[0]?.ids).toEqual(ids);
  });

  it('are counted by their entries, which follow deletions and their undoing; entries of older versions by their chunks', async () => {
    const db = await freshDatabase();
    const { transactions, ...rest } = content(3);
    written(await writeImport(db, { ...rest, transactions }));
    const waiting = async (): Promise<number> => (await countOutbox(db)).waiting;
    expect(await waiting()).toBe(4);
    const removed = written(await removeRecords(db, 'transaction', [transactions[0]?.id ?? '']));
    expect(await waiting()).toBe(3);
    written(await undoRemovals(db, removed));
    expect(await waiting()).toBe(4);
    await db.importChunks.clear();
    expect(await waiting()).toBe(4);
    const entry = (await listOutbox(db)).find((one) => one.entity === 'import');
    if (entry?.entity !== 'import') throw new Error('no entry');
    const { rows: _rows, ...older } = entry;
    await db.outbox.put(older);
    await db.importChunks.add({ importId: entry.localId, index: 0, ids: ['a', 'b'] });
    expect(await waiting()).toBe(3);
  });

  it('are read in file order for sending, whether their ids lie together or far apart', async () => {
    const db = await freshDatabase();
    const others = content(20).transactions;
    await db.transactions.bulkAdd(
      others.map((row, index) => ({ ...row, id: `m${String(index).padStart(2, '0')}`, version: 1 })),
    );
    for (const ids of [
      ['z3', 'z1', 'z2'],
      ['a', 'z'],
    ]) {
      const { transactions, ...rest } = content(ids.length);
      written(
        await writeImport(db, {
          ...rest,
          transactions: transactions.map((row, index) => ({ ...row, id: ids[index] ?? '' })),
        }),
      );
      const entry = (await listOutbox(db)).findLast((one) => one.entity === 'import');
      if (entry?.entity !== 'import') throw new Error('no entry');
      expect((await readChunk(db, entry)).rows.map((row) => row.id)).toEqual(ids);
      await db.transactions.delete(ids[0] ?? '');
      expect((await readChunk(db, entry)).rows.map((row) => row.id)).toEqual(ids.slice(1));
    }
  });

  it('make unlisted securities once', async () => {
    const db = await freshDatabase();
    const asset = unlistedAsset('first', 'GB00BH4HKS39', 'Vodafone');
    const other = unlistedAsset('other', 'IE00B3RBWM25', 'Vanguard');
    written(await writeImport(db, { ...content(1), unlistedAssets: [asset] }));
    written(await writeImport(db, { ...content(1), unlistedAssets: [{ ...asset, id: 'second' }, other] }));
    expect((await db.assets.toArray()).map(({ id, unlisted }) => [id, unlisted])).toEqual([
      ['first', true],
      ['other', true],
    ]);
  });

  it('queue edits of their own once they may have been sent', async () => {
    const db = await freshDatabase();
    const { transactions, ...rest } = content(2);
    const [first, second] = transactions.map((row) => row.id);
    written(await writeImport(db, { ...rest, transactions }));
    const removed = written(await removeRecords(db, 'transaction', [first ?? '']));
    await db.outbox.filter(({ entity }) => entity === 'import').modify({ attempts: 1 });
    await saveRecord(db, 'transaction', { ...purchase({ consideration: 1 as Pounds }), id: second ?? '' });
    written(await undoRemovals(db, removed));
    expect((await listOutbox(db)).map((entry) => `${entry.entity} ${entry.kind}`)).toEqual([
      'account create',
      'import import',
      'transaction update',
      'transaction create',
    ]);
  });
});
