/**
 * Stored transactions that an import reverses, with their receipts: removed with it, restored when it is undone. Inside
 * a write.
 */
import type { Transaction } from '../../../domain/records/records.ts';
import { recordOf } from '../entities/entity-fields.ts';
import { newId } from '../database/ids.ts';
import type { ReversedTransactions } from '../database/import-record.ts';
import { isRewritable } from '../database/outbox-entry.ts';
import { currentId, currentIds, newCreation, parentsOf, putAndQueue } from '../outbox/outbox.ts';
import type { Receipt } from '../entities/receipt-record.ts';
import { restoreRemovals } from '../outbox/queued-removals.ts';
import { removeInWrite } from '../outbox/removals.ts';
import type { Removal } from '../database/removed.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { rowMark } from '../outbox/row-mark.ts';
import { WriteRefused } from '../database/write.ts';

/** The further tables that removing and restoring reversed transactions needs. */
export const RECEIPT_TABLES = ['receipts', 'receiptFiles'] as const;

/** The receipts of transactions whose files are on the server alone, so that they would be lost with these. */
export async function receiptsWithoutFile(db: HoldfastDatabase, ids: readonly string[]): Promise<readonly Receipt[]> {
  const receipts = await receiptsOf(db, await currentIds(db, ids));
  const files = await db.receiptFiles.bulkGet(receipts.map(({ id }) => id));
  return receipts.filter((_receipt, index) => files[index] === undefined);
}

async function receiptsOf(db: HoldfastDatabase, transactionIds: readonly string[]) {
  return await db.receipts
    .where('transactionId')
    .anyOf([...transactionIds])
    .toArray();
}

/** Removes the transactions and keeps copies of their receipts' files. `changedMeanwhile` when one of them is no longer as given. */
export async function removeReversed(
  db: HoldfastDatabase,
  transactions: readonly Transaction[],
  now: number,
): Promise<ReversedTransactions> {
  const marks = transactions.map(rowMark);
  const ids = await currentIds(
    db,
    transactions.map(({ id }) => id),
  );
  const rows = await db.transactions.bulkGet(ids);
  if (rows.some((row, at) => row === undefined || rowMark(row) !== marks[at]))
    throw new WriteRefused({ code: 'changedMeanwhile', fields: [] });
  const receipts = (await receiptsOf(db, ids)).map((row) => ({ receipt: recordOf('receipt', row), copyId: newId() }));
  const files = await db.receiptFiles.bulkGet(receipts.map(({ receipt }) => receipt.id));
  if (files.some((file) => file === undefined)) throw new WriteRefused({ code: 'changedMeanwhile', fields: [] });
  await db.receiptFiles.bulkPut(
    files.flatMap((file, at) => (file === undefined ? [] : [{ ...file, id: receipts[at]?.copyId ?? '' }])),
  );
  return { removed: await removeInWrite(db, 'transaction', ids, now), receipts };
}

/**
 * Restores the transactions with their receipts: as they were while their deletion was not sent, else as new records.
 * Returns how many.
 */
export async function restoreReversed(
  db: HoldfastDatabase,
  { removed, receipts }: ReversedTransactions,
  now: number,
): Promise<number> {
  for (const removal of removed.removals) {
    const own = receipts.filter(({ receipt }) => receipt.transactionId === removal.row.id);
    const children = removed.children.filter((child) => own.some(({ receipt }) => receipt.id === child.row.id));
    if (await isDeletionSent(db, removal)) await createAgain(db, removal, own, now);
    else {
      await restoreRemovals(db, [removal], children, now);
      for (const { receipt, copyId } of own) await restoreCopy(db, receipt.id, copyId);
    }
  }
  return removed.count;
}

/** The file of a receipt that was never sent may have been removed in the meantime. */
async function restoreCopy(db: HoldfastDatabase, receiptId: string, copyId: string): Promise<void> {
  const copy = await db.receiptFiles.get(copyId);
  const isThere = (await db.receiptFiles.get(receiptId)) !== undefined;
  const isWanted = (await db.receipts.get(receiptId)) !== undefined;
  if (copy !== undefined && !isThere && isWanted) await db.receiptFiles.put({ ...copy, id: receiptId });
  await db.receiptFiles.delete(copyId);
}

/** A deletion that was claimed for sending may have reached the server. */
async function isDeletionSent(db: HoldfastDatabase, { seq }: Removal): Promise<boolean> {
  if (seq === null) return false;
  const entry = await db.outbox.get(seq);
  return entry === undefined || !isRewritable(entry);
}

/** A server that keeps a deleted id for good takes the transaction under a new one. */
async function createAgain(
  db: HoldfastDatabase,
  { row, seq }: Removal<'transaction'>,
  receipts: ReversedTransactions['receipts'],
  now: number,
): Promise<void> {
  const record: Transaction = {
    ...recordOf('transaction', row),
    id: newId(),
    accountId: await currentId(db, row.accountId),
    brokerId: await currentId(db, row.brokerId),
  };
  await db.transactions.add({ ...record, version: null });
  const deletion = seq === null ? undefined : await db.outbox.get(seq);
  // A plain server knows the new one by its content, which the old one has until it is deleted.
  const deleted = deletion === undefined ? [] : [deletion.seq];
  const dependsOn = [...(await parentsOf(db, 'transaction', record)), ...deleted];
  await db.outbox.add(newCreation('transaction', record, dependsOn, now));
  for (const { receipt, copyId } of receipts)
    await putAndQueue(db, 'receipt', { ...receipt, id: copyId, transactionId: record.id }, now);
}
