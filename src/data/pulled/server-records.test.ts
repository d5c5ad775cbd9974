import { beforeEach, describe, expect, it } from 'vitest';
import type { Pounds } from '../../../domain/values/amount.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import { freshDatabase, purchase, written } from '../../../tests/device/fixtures.ts';
import { beginHold, claimNext, claimOfReading } from '../outbox/claims.ts';
import { listOutbox } from '../outbox/outbox.ts';
import { removeRecords, undoRemovals } from '../outbox/removals.ts';
import { listQuarantine, removeAbsent, type PullBasis } from './quarantine.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { absentIds, applyServerRecords } from './server-records.ts';
import { noteAbsent } from './reconcile-queued.ts';
import type { ServerRecord } from '../database/outbox-entry.ts';
import { getTransaction, listTransactions } from '../records/transactions.ts';
import { saveRecord } from '../records/records.ts';

const BASIS: PullBasis = { claimNumber: 0, now: 0 };
const SET_BACK: PullBasis = { ...BASIS, isRestoredFromBackup: true };

function told(
  consideration: number,
  version: number,
  id = 't',
): ServerRecord<'transaction'> & { readonly record: Transaction } {
  return { id, version, record: { ...purchase({ accountId: 'a', consideration: consideration as Pounds }), id } };
}

async function known(...records: ServerRecord<'transaction'>[]): Promise<HoldfastDatabase> {
  const db = await freshDatabase();
  written(await applyServerRecords(db, 'transaction', records, BASIS));
  return db;
}

async function edit(db: HoldfastDatabase, consideration: number): Promise<void> {
  written(await saveRecord(db, 'transaction', { ...told(consideration, 0).record }));
}

const gone: ServerRecord<'transaction'> = { id: 't', record: null, version: 9 };

describe('a change that leaves the queue unsent', () => {
  it('is sent all the same when it puts everything back while the server has something newer', async () => {
    const db = await known(told(1, 5));
    await edit(db, 2);
    written(await applyServerRecords(db, 'transaction', [told(3, 7)], BASIS));
    await edit(db, 1);
    expect(await listOutbox(db)).toMatchObject([{ kind: 'update', theirs: { version: 7 } }]);
  });

  // Sync rule 5.5
  it('by an undo takes over changes made elsewhere meanwhile', async () => {
    const db = await known(told(1, 5));
    const removed = written(await removeRecords(db, 'transaction', ['t']));
    written(await applyServerRecords(db, 'transaction', [told(3, 7)], BASIS));
    written(await undoRemovals(db, removed));
    expect(await db.transactions.get('t')).toMatchObject({ consideration: 3, version: 7 });
    expect(await listOutbox(db)).toEqual([]);
  });

  it('by an undo asks about a record that was deleted elsewhere meanwhile', async () => {
    const db = await known(told(1, 5));
    const removed = written(await removeRecords(db, 'transaction', ['t']));
    written(await applyServerRecords(db, 'transaction', [gone], BASIS));
    written(await undoRemovals(db, removed));
    expect(await getTransaction(db, 't')).toMatchObject({ consideration: 1 });
    expect(await listOutbox(db)).toMatchObject([
      { kind: 'update', state: 'conflict', error: { code: 'deletedElsewhere' } },
    ]);
  });
});

describe('a server that was restored from a backup', () => {
  // Sync rule 7.3
  it('asks about a change of a record of which it has an older version', async () => {
    const db = await known(told(1, 5), told(1, 6, 'u'));
    await edit(db, 2);
    written(await applyServerRecords(db, 'transaction', [told(0, 3)], SET_BACK));
    expect(await listOutbox(db)).toMatchObject([
      { state: 'conflict', theirs: { version: 3 }, payload: { record: { consideration: 2 } } },
    ]);
  });

  it('gets a change of a record that it has unchanged, on its own version', async () => {
    const db = await known(told(1, 5));
    await edit(db, 2);
    written(await applyServerRecords(db, 'transaction', [told(1, 3)], SET_BACK));
    expect(await listOutbox(db)).toMatchObject([{ state: 'queued', base: { version: 3 }, theirs: null }]);
  });

  it('is recognised as lacking a record that is to be changed there', async () => {
    const db = await known(told(1, 5));
    await edit(db, 2);
    written(await noteAbsent(db, 'transaction', new Set()));
    await edit(db, 1);
    expect(await listOutbox(db)).toMatchObject([{ kind: 'update', theirs: { record: null } }]);
  });

  it('removes the version of a change to a record that it lacks, however often it is restored', async () => {
    const db = await known(told(1, 5), told(1, 5, 'u'));
    for (const id of ['t', 'u']) written(await saveRecord(db, 'transaction', { ...told(2, 0, id).record }));
    for (let times = 0; times < 2; times += 1) {
      written(await applyServerRecords(db, 'transaction', [{ ...gone, version: 3 }], SET_BACK));
      written(await noteAbsent(db, 'transaction', new Set(['t'])));
      const lost = { base: { record: { consideration: 1 }, version: null }, theirs: { record: null } };
      expect(await listOutbox(db)).toMatchObject([lost, lost]);
    }
  });

  describe('and has lost a record', () => {
    let db: HoldfastDatabase;

    beforeEach(async () => {
      db = await known(told(1, 6));
      written(await removeAbsent(db, 'transaction', ['t'], SET_BACK));
    });

    it('takes it over as another device has made it again', async () => {
      written(await applyServerRecords(db, 'transaction', [told(1, 2)], BASIS));
      expect(await db.transactions.get('t')).toMatchObject({ consideration: 1, version: 2 });
      expect(await listQuarantine(db)).toEqual([]);
      expect(await listOutbox(db)).toEqual([]);
    });

    it('is asked about the text where another device has made it again with an older one', async () => {
      written(await applyServerRecords(db, 'transaction', [told(0, 2)], BASIS));
      expect(await listOutbox(db)).toMatchObject([
        {
          state: 'conflict',
          payload: { record: { consideration: 1 } },
          theirs: { record: { consideration: 0 }, version: 2 },
        },
      ]);
      expect(await listQuarantine(db)).toEqual([]);
    });

    it('reconciles an edit with the record that another device has created again', async () => {
      await edit(db, 3);
      expect(await listOutbox(db)).toMatchObject([{ base: { version: null } }]);
      written(await applyServerRecords(db, 'transaction', [told(0, 6)], BASIS));
      expect(await listOutbox(db)).toMatchObject([
        {
          state: 'conflict',
          payload: { record: { consideration: 3 } },
          theirs: { record: { consideration: 0 }, version: 6 },
        },
      ]);
    });

    it('keeps asking when it reports only that the record was deleted', async () => {
      written(await applyServerRecords(db, 'transaction', [gone], BASIS));
      expect(await getTransaction(db, 't')).toMatchObject({ consideration: 1 });
      expect(await listQuarantine(db)).toMatchObject([{ ids: ['t'] }]);
    });
  });

  it('asks on about an extra, which only an answer of the server gives a version', async () => {
    const db = await freshDatabase();
    const extra = { id: 'loss_k', kind: 'loss', key: 'k', value: {} } as unknown as ServerRecord<'extra'>['record'];
    written(await applyServerRecords(db, 'extra', [{ id: 'loss_k', record: extra, version: 4 }], BASIS));
    written(await removeAbsent(db, 'extra', ['loss_k'], SET_BACK));
    expect(await absentIds(db, 'extra', new Set())).toEqual(['loss_k']);
  });

  it('is asked about until the user answers, whatever a later reading no longer finds', async () => {
    const db = await known(told(1, 5), told(1, 6, 'u'));
    written(await removeAbsent(db, 'transaction', ['t'], SET_BACK));
    written(await removeAbsent(db, 'transaction', ['t', 'u'], BASIS));
    expect(await listQuarantine(db)).toMatchObject([{ ids: ['t'], reason: 'restoredFromBackup' }]);
    expect((await listTransactions(db)).map(({ id }) => id)).toEqual(['t']);
    written(await removeAbsent(db, 'transaction', [], BASIS));
    expect(await listQuarantine(db)).toEqual([]);
  });
});

// Sync rules 3.2, 3.4
it('a pull that lost its lock to another tab writes nothing', async () => {
  const db = await known(told(1, 5));
  const basis: PullBasis = { ...BASIS, claimNumber: (await beginHold(db, 0)) ?? 0 };
  written(await applyServerRecords(db, 'transaction', [told(2, 6)], basis));
  await beginHold(db, 1);
  expect(await applyServerRecords(db, 'transaction', [told(3, 7)], basis)).toMatchObject({ ok: false });
  expect(await removeAbsent(db, 'transaction', ['t'], basis)).toMatchObject({
    ok: false,
  });
  expect(await listTransactions(db)).toMatchObject([{ id: 't', consideration: 2 }]);
});

// Sync rule 3.5
it('a reading without the lock writes nothing if a change was sent since, and does not begin while one is being sent', async () => {
  const db = await known();
  const claimNumber = await claimOfReading(db);
  if (claimNumber === null) throw new Error('something is on its way');
  written(await saveRecord(db, 'transaction', purchase()));
  await claimNext(db, 0);
  expect(await applyServerRecords(db, 'transaction', [told(1, 5)], { ...BASIS, claimNumber })).toMatchObject({
    ok: false,
  });
  expect(await claimOfReading(db)).toBeNull();
});

// Sync rule 5.4
it("changes nothing when the pull returns the device's own row or an older copy of it", async () => {
  const db = await known(told(2, 6));
  for (const copy of [told(1, 5), told(1, 6)])
    written(await applyServerRecords(db, 'transaction', [copy], { ...BASIS, now: 1 }));
  expect(await listTransactions(db)).toMatchObject([{ id: 't', consideration: 2 }]);
});

// Sync rule 5.3
it('removes records that a later page of a first pull reports as deleted', async () => {
  const db = await freshDatabase();
  const basis: PullBasis = { ...BASIS, empty: new Set(['transaction']) };
  written(await applyServerRecords(db, 'transaction', [told(1, 5)], basis));
  written(await applyServerRecords(db, 'transaction', [gone], basis));
  expect(await listTransactions(db)).toEqual([]);
});
