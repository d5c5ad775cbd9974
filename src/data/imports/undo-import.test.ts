import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import type { Pounds } from '../../../domain/values/amount.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import { freshDatabase, purchase, written } from '../../../tests/device/fixtures.ts';
import { newId } from '../database/ids.ts';
import { listImports, writeImport } from './imports.ts';
import { listOutbox } from '../outbox/outbox.ts';
import { removeRecords } from '../outbox/removals.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { listTransactions } from '../records/transactions.ts';
import { saveRecord } from '../records/records.ts';
import { previewUndo, undoImport } from './undo-import.ts';

async function imported(
  rows: number,
): Promise<{ db: HoldfastDatabase; importId: string; transactions: readonly Transaction[] }> {
  const db = await freshDatabase();
  const transactions = Array.from({ length: rows }, (_row, index): Transaction => ({
    ...purchase({ accountId: 'a' }),
    consideration: (index + 1) as Pounds,
    id: newId(),
  }));
  const record = written(
    await writeImport(db, {
      fileName: 'trades.csv',
      profileName: 'AJ Bell',
      newAccounts: [],
      unlistedAssets: [],
      transactions,
    }),
  );
  return { db, importId: record.id, transactions };
}

describe('an import undone', () => {
  it('before it was sent leaves no records and nothing to send', async () => {
    const { db, importId } = await imported(5001);
    expect(await previewUndo(db, importId)).toEqual({ removed: 5001, kept: [], restored: 0 });
    expect(written(await undoImport(db, importId, Date.parse('2026-11-21T10:00:00Z')))).toEqual({
      removed: 5001,
      kept: [],
      restored: 0,
    });
    expect(await listTransactions(db)).toEqual([]);
    expect(await listOutbox(db)).toEqual([]);
    expect(await listImports(db)).toMatchObject([
      {
        fileName: 'trades.csv',
        profileName: 'AJ Bell',
        rowCount: 5001,
        state: 'undone',
        undone: { at: '2026-11-21T10:00:00.000Z', removed: 5001, kept: 0 },
      },
    ]);
  });

  it('keeps rows that were changed since, and skips rows that were deleted', async () => {
    const {
      db,
      importId,
      transactions: [first, second, third],
    } = await imported(4);
    if (first === undefined || second === undefined || third === undefined) throw new Error('no rows');
    written(await saveRecord(db, 'transaction', { ...first, brokerDealReference: 'mine' }));
    written(await removeRecords(db, 'transaction', [second.id]));
    written(await saveRecord(db, 'transaction', { ...third, brokerDealReference: 'mine' }));
    written(await saveRecord(db, 'transaction', third));
    const undone = written(await undoImport(db, importId));
    expect(undone.removed).toBe(2);
    expect(undone.kept).toEqual([{ ...first, brokerDealReference: 'mine' }]);
    expect((await listTransactions(db)).map((row) => row.id)).toEqual([first.id]);
    expect(await listOutbox(db)).toMatchObject([{ entity: 'import' }]);
  });

  it('after it was sent queues the deletion of each row', async () => {
    const { db, importId, transactions } = await imported(3);
    await db.outbox.clear();
    await db.transactions.toCollection().modify({ version: 7 });
    written(await undoImport(db, importId));
    expect(await listTransactions(db)).toEqual([]);
    const entries = await listOutbox(db);
    expect(new Set(entries.map((entry) => `${entry.kind} ${entry.localId}`))).toEqual(
      new Set(transactions.map((row) => `delete ${row.id}`)),
    );
    expect(entries[0]).toMatchObject({ base: { version: 7 } });
  });

  it('while it may be on its way deletes its rows after it has arrived', async () => {
    const { db, importId } = await imported(2);
    const [chunk] = await listOutbox(db);
    await db.outbox.toCollection().modify({ attempts: 1 });
    written(await undoImport(db, importId));
    expect(await listOutbox(db)).toMatchObject([
      { kind: 'import' },
      { kind: 'delete', dependsOn: [chunk?.seq] },
      { kind: 'delete', dependsOn: [chunk?.seq] },
    ]);
  });

  it('is undone once', async () => {
    const { db, importId } = await imported(1);
    written(await undoImport(db, importId));
    expect(await undoImport(db, importId)).toEqual({ ok: false, fault: { code: 'notFound' } });
  });
});
