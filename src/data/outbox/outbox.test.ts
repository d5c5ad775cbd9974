import { describe, expect, it } from 'vitest';
import type { Pounds } from '../../../domain/values/amount.ts';
import { freshDatabase, purchase, written } from '../../../tests/device/fixtures.ts';
import { listOutbox, pendingRows } from './outbox.ts';
import { removeRecords, undoRemovals } from './removals.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { getTransaction } from '../records/transactions.ts';
import { saveRecord } from '../records/records.ts';

/** The outbox as the kinds and states of its entries. */
async function queue(db: HoldfastDatabase): Promise<string[]> {
  return (await listOutbox(db)).map((entry) => `${entry.entity} ${entry.kind} ${entry.state}`);
}

/** As if the server had taken all that waits. */
async function acknowledgeAll(db: HoldfastDatabase): Promise<void> {
  await db.outbox.clear();
}

describe('queueing', () => {
  // Sync rule 1.1
  it('commits a record together with its entry', async () => {
    const db = await freshDatabase();
    const saved = written(await saveRecord(db, 'transaction', purchase()));
    expect(await getTransaction(db, saved.id)).toMatchObject({ id: saved.id, consideration: 339.86 });
    expect(await queue(db)).toEqual(['transaction create queued']);
    expect(await pendingRows(db, 'transaction', [saved.id, 'another'])).toEqual(new Set([saved.id]));
  });

  // Sync rule 2.1
  it('joins a create and its edits into one create', async () => {
    const db = await freshDatabase();
    const { id } = written(await saveRecord(db, 'transaction', purchase()));
    await saveRecord(db, 'transaction', { ...purchase({ consideration: 400 as Pounds }), id });
    const entries = await listOutbox(db);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ kind: 'create', payload: { record: { id, consideration: 400 } } });
  });

  it('forgets a record that was created and deleted unsent', async () => {
    const db = await freshDatabase();
    const { id } = written(await saveRecord(db, 'transaction', purchase()));
    await removeRecords(db, 'transaction', [id]);
    expect(await queue(db)).toEqual([]);
    expect(await getTransaction(db, id)).toBeNull();
  });

  it('joins edits, keeps the first base, and forgets an edit that is taken back', async () => {
    const db = await freshDatabase();
    const { id } = written(await saveRecord(db, 'transaction', purchase()));
    await acknowledgeAll(db);
    await saveRecord(db, 'transaction', { ...purchase({ consideration: 400 as Pounds }), id });
    await saveRecord(db, 'transaction', { ...purchase({ consideration: 500 as Pounds }), id });
    expect(await listOutbox(db)).toMatchObject([
      { kind: 'update', payload: { record: { consideration: 500 } }, base: { record: { consideration: 339.86 } } },
    ]);
    await saveRecord(db, 'transaction', { ...purchase(), id });
    expect(await queue(db)).toEqual([]);
  });

  // Sync rule 2.2
  it('never rewrites an entry that may have been sent', async () => {
    const db = await freshDatabase();
    const { id } = written(await saveRecord(db, 'transaction', purchase()));
    const [entry] = await listOutbox(db);
    await db.outbox.update(entry?.seq ?? 0, { attempts: 1 });
    await saveRecord(db, 'transaction', { ...purchase({ consideration: 400 as Pounds }), id });
    expect(await queue(db)).toEqual(['transaction create queued', 'transaction update queued']);
    expect((await listOutbox(db))[1]).toMatchObject({ base: { record: { consideration: 339.86 }, version: null } });
    await removeRecords(db, 'transaction', [id]);
    expect(await queue(db)).toEqual(['transaction create queued', 'transaction delete queued']);
  });

  // Sync rule 1.2
  it('gives a refused create that is edited a new key and another try', async () => {
    const db = await freshDatabase();
    const { id } = written(await saveRecord(db, 'transaction', purchase()));
    const [entry] = await listOutbox(db);
    await db.outbox.update(entry?.seq ?? 0, {
      state: 'failed',
      attempts: 3,
      error: { status: 400, code: 'refused', message: 'no' },
    });
    await saveRecord(db, 'transaction', { ...purchase({ consideration: 400 as Pounds }), id });
    const [again] = await listOutbox(db);
    expect(again).toMatchObject({ kind: 'create', state: 'queued', attempts: 0, error: null });
    expect(again?.key).not.toBe(entry?.key);
  });

  // Sync rule 2.7
  it('sends an account before the transactions in it, and its deletion after theirs', async () => {
    const db = await freshDatabase();
    const account = written(await saveRecord(db, 'account', { name: 'Main Account' }));
    const { id } = written(await saveRecord(db, 'transaction', purchase({ accountId: account.id })));
    const [first, second] = await listOutbox(db);
    expect(second?.dependsOn).toEqual([first?.seq]);
    expect(await removeRecords(db, 'account', [account.id])).toEqual({
      ok: false,
      fault: { code: 'inUse', count: 1, uses: [{ entity: 'transaction', count: 1 }] },
    });
    await acknowledgeAll(db);
    await removeRecords(db, 'transaction', [id]);
    written(await removeRecords(db, 'account', [account.id]));
    const [deleteTransaction, deleteAccount] = await listOutbox(db);
    expect(deleteAccount).toMatchObject({ entity: 'account', kind: 'delete', dependsOn: [deleteTransaction?.seq] });
  });
});

describe('undo', () => {
  // Sync rule 2.9
  it('holds a deletion for ten seconds, and restores it with the changes that it replaced', async () => {
    const db = await freshDatabase();
    const { id } = written(await saveRecord(db, 'transaction', purchase()));
    await acknowledgeAll(db);
    await saveRecord(db, 'transaction', { ...purchase({ consideration: 400 as Pounds }), id });
    const before = await listOutbox(db);
    const removed = written(await removeRecords(db, 'transaction', [id, 'unknown'], 1_000_000));
    expect(removed.count).toBe(1);
    expect(await listOutbox(db)).toMatchObject([
      { kind: 'delete', nextAttemptAt: 1_010_000, base: { record: { consideration: 339.86 } } },
    ]);
    written(await undoRemovals(db, removed));
    expect(await listOutbox(db)).toEqual(before);
    expect(await getTransaction(db, id)).toMatchObject({ consideration: 400 });
  });

  it('is too late once the delete may have been sent', async () => {
    const db = await freshDatabase();
    const { id } = written(await saveRecord(db, 'transaction', purchase()));
    await acknowledgeAll(db);
    const removed = written(await removeRecords(db, 'transaction', [id]));
    const [entry] = await listOutbox(db);
    await db.outbox.update(entry?.seq ?? 0, { state: 'sending', attempts: 1 });
    expect(await undoRemovals(db, removed)).toEqual({ ok: false, fault: { code: 'tooLate' } });
    expect(await getTransaction(db, id)).toBeNull();
  });
});
