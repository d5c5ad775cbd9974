import { expect, it } from 'vitest';
import { freshDatabase, purchase, written } from '../../../tests/device/fixtures.ts';
import { getTransaction } from './transactions.ts';
import { saveTransfer } from './transfers.ts';
import { saveRecord } from './records.ts';

it('both halves of a transfer carry one id, and are unlinked together', async () => {
  const db = await freshDatabase();
  const out = written(await saveRecord(db, 'transaction', purchase({ transactionType: 'TRANSFER_OUT' })));
  const fields = purchase({ transactionType: 'TRANSFER_IN' });
  const into = written(await saveTransfer(db, fields, { before: null, after: out.id }));
  expect(into.transferId).toBeTruthy();
  expect((await getTransaction(db, out.id))?.transferId).toBe(into.transferId);
  const other = written(await saveRecord(db, 'transaction', purchase({ transactionType: 'TRANSFER_OUT' })));
  const moved = written(await saveTransfer(db, { ...fields, id: into.id }, { before: out.id, after: other.id }));
  expect((await getTransaction(db, out.id))?.transferId).toBeUndefined();
  expect((await getTransaction(db, other.id))?.transferId).toBe(moved.transferId);
  const alone = written(await saveTransfer(db, { ...fields, id: into.id }, { before: other.id, after: null }));
  expect(alone.transferId).toBeUndefined();
  expect((await getTransaction(db, other.id))?.transferId).toBeUndefined();
  expect(await saveTransfer(db, fields, { before: null, after: 'gone' })).toEqual({
    ok: false,
    fault: { code: 'notFound' },
  });
});
