/** Saving a transfer together with its other half: both carry one `transferId`, or neither does. */
import type { Transaction } from '../../../domain/records/records.ts';
import type { TransactionFields } from '../../../domain/records/transaction.ts';
import { newId } from '../database/ids.ts';
import { currentId, putAndQueue, QUEUE_TABLES } from '../outbox/outbox.ts';
import { onStored, withPresentNames, type Opened } from './records.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { write, WriteRefused, type Written } from '../database/write.ts';

/** The other half before and after; null for none. */
export interface TransferPartners {
  readonly before: string | null;
  readonly after: string | null;
}

/** Creates both sides of a cash transfer, linked with each other, in one step. */
export async function saveCashTransfer(
  db: HoldfastDatabase,
  fields: TransactionFields,
  otherSide: TransactionFields,
  now = Date.now(),
): Promise<Written<Transaction>> {
  return await write(db, ['transactions', ...QUEUE_TABLES], async () => {
    const transferId = newId();
    const create = async (side: TransactionFields): Promise<Transaction> => {
      const row: Transaction = { ...(await withPresentNames(db, 'transaction', side)), id: newId(), transferId };
      await putAndQueue(db, 'transaction', row, now);
      return row;
    };
    const own = await create(fields);
    await create(otherSide);
    return own;
  });
}

/** Creates or replaces a transfer, links it with the chosen other half and unlinks the former one, all in one step. */
export async function saveTransfer(
  db: HoldfastDatabase,
  { opened = null, ...fields }: TransactionFields & Opened<'transaction'>,
  { before, after }: TransferPartners,
  now = Date.now(),
): Promise<Written<Transaction>> {
  return await write(db, ['transactions', ...QUEUE_TABLES], async () => {
    const id = fields.id === undefined ? newId() : await currentId(db, fields.id);
    if (fields.id !== undefined && (await db.transactions.get(id)) === undefined)
      throw new WriteRefused({ code: 'notFound' });
    const link = async (partner: string, transferId: string | null): Promise<string | null> => {
      const row = await db.transactions.get(await currentId(db, partner));
      if (row === undefined) throw new WriteRefused({ code: 'notFound' });
      const { version: _version, importId: _importId, importIndex: _importIndex, transferId: former, ...rest } = row;
      const joined = transferId ?? former ?? newId();
      const next: Transaction = transferId === '' ? rest : { ...rest, transferId: joined };
      if (next.transferId !== former) await putAndQueue(db, 'transaction', next, now);
      return next.transferId ?? null;
    };
    if (before !== null && before !== after) await link(before, '');
    const transferId = after === null ? null : await link(after, null);
    const { transferId: _former, ...own } = fields;
    const entered: Transaction = {
      ...(await withPresentNames(db, 'transaction', own)),
      id,
      ...(transferId !== null && { transferId }),
    };
    const transaction = await onStored(db, 'transaction', entered, opened);
    await putAndQueue(db, 'transaction', transaction, now);
    return transaction;
  });
}
