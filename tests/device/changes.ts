/** Changes that a user makes on a device, and that have to succeed. */
import type { SavingsAccount } from '../../domain/records/records.ts';
import type { TransactionFields } from '../../domain/records/transaction.ts';
import { newId } from '../../src/data/database/ids.ts';
import type { EntityName, EntityRecords } from '../../src/data/entities/entities.ts';
import type { Receipt } from '../../src/data/entities/receipt-record.ts';
import type { Removed } from '../../src/data/database/removed.ts';
import { recordOf } from '../../src/data/entities/entity-fields.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { removeRecords } from '../../src/data/outbox/removals.ts';
import { resolveConflict, type ConflictChoice } from '../../src/data/questions/attention.ts';
import { attachReceipt } from '../../src/data/receipts/receipts.ts';
import { saveRecord, type Saved } from '../../src/data/records/records.ts';
import { saveSavingsAccount } from '../../src/data/records/savings-accounts.ts';
import { getTransaction } from '../../src/data/records/transactions.ts';
import { importFile, type Device } from './device.ts';
import { written } from './fixtures.ts';

type On = Pick<Device, 'db' | 'now'>;

/** Creates or changes a record. */
export async function save<E extends EntityName>(
  { db, now }: On,
  entity: E,
  fields: Saved<E>,
): Promise<EntityRecords[E]> {
  return written(await saveRecord(db, entity, fields, now()));
}

/** Creates or changes a savings account, with its balance in the history. */
export async function saveSavings({ db, now }: On, fields: Saved<'savingsAccount'>): Promise<SavingsAccount> {
  return written(await saveSavingsAccount(db, fields, now()));
}

/** Attaches a file to a transaction. */
export async function attach(
  { db, now }: On,
  transactionId: string,
  file: Parameters<typeof attachReceipt>[2],
  details: Parameters<typeof attachReceipt>[3],
): Promise<Receipt> {
  return written(await attachReceipt(db, transactionId, file, details, now()));
}

/** Deletes records; their deletion is sent ten seconds later. */
export async function remove<E extends EntityName>(
  { db, now }: On,
  entity: E,
  ids: readonly string[],
): Promise<Removed<E>> {
  return written(await removeRecords(db, entity, ids, now()));
}

/** Changes some fields of a transaction. */
export async function edit(device: On, id: string, changes: Partial<TransactionFields>): Promise<void> {
  const row = await getTransaction(device.db, id);
  if (row === null) throw new Error('no such transaction');
  await save(device, 'transaction', { ...recordOf('transaction', row), ...changes });
}

/** Imports a file with these rows; nothing is sent yet. */
export async function importRows(device: On, rows: readonly TransactionFields[]): Promise<void> {
  await importFile(
    device,
    rows.map((row) => ({ ...row, id: newId() })),
  );
}

/** Answers the question about the first entry of the queue. */
export async function choose({ db }: On, choice: ConflictChoice): Promise<void> {
  written(await resolveConflict(db, (await listOutbox(db))[0]?.seq ?? 0, choice));
}
