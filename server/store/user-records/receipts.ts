/** Receipts of a user's transactions: the data about each file. `services/receipt-files.ts` stores the bytes. */
import type { Selectable } from 'kysely';
import type { ReceiptRecord, ReceiptView } from '../../../contract/receipts.ts';
import { formatBytes } from '../../../domain/values/file-size.ts';
import { RECEIPT, type Receipt } from '../../../domain/records/receipt-record.ts';
import { done, type Outcome } from '../../outcome.ts';
import type { Db } from '../database/store.ts';
import { recordRows } from '../tables/record-rows.ts';
import type { ReceiptTable } from '../tables/schema.ts';
import { ownedLimit, ownedTable } from '../versions/owned-table.ts';
import { findOwned, type OwnedEntity } from '../versions/owned.ts';
import { addLeftovers, claimLeftover } from './receipt-leftovers.ts';
import { TRANSACTIONS } from './transactions.ts';

type Row = Selectable<ReceiptTable>;

/** A list and a deletion of a transaction read all of its receipts. */
const MOST_RECEIPTS = 500;

/** A receipt to write: the record without its id, and the name of its bytes. */
export type ReceiptFields = Omit<Receipt, 'id'> & { readonly storageName: string };
type View = ReceiptView & { readonly version: number };

export const { toRecord: toReceipt, toColumns } = recordRows(RECEIPT);

function toView(row: Row): View {
  return { ...toReceipt(row), fileSizeFormatted: formatBytes(row.file_size) };
}

async function rowOf(db: Db, userId: string, id: string): Promise<Row | null> {
  return (
    (await db.kysely
      .selectFrom('receipts')
      .selectAll()
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()) ?? null
  );
}

/** The receipts of one of the user's transactions, newest first. */
export async function receiptsOf(db: Db, userId: string, transactionId: string): Promise<Outcome<ReceiptView[]>> {
  const transaction = await findOwned(TRANSACTIONS, db, userId, transactionId);
  if (!transaction.ok) return transaction;
  const rows = await db.kysely
    .selectFrom('receipts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('transaction_id', '=', transactionId)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return done(rows.map(toView));
}

/** The name of the bytes of one of the user's receipts; null when there is no such receipt. */
export async function storageNameOf(db: Db, userId: string, id: string): Promise<string | null> {
  return (await rowOf(db, userId, id))?.storage_name ?? null;
}

/** The receipt whose bytes have this name, of any user. */
export async function receiptStoredAs(db: Db, storageName: string): Promise<ReceiptRecord | null> {
  const row = await db.kysely
    .selectFrom('receipts')
    .selectAll()
    .where('storage_name', '=', storageName)
    .executeTakeFirst();
  return row === undefined ? null : toReceipt(row);
}

/** The bytes of all receipts of a user. */
export async function receiptBytesOf(db: Db, userId: string): Promise<number> {
  const { total } = await db.kysely
    .selectFrom('receipts')
    .select(({ fn }) => fn.sum<number | string | null>('file_size').as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

/** The storage names of all receipts. */
export async function storageNames(db: Db): Promise<string[]> {
  return (await db.kysely.selectFrom('receipts').select('storage_name').orderBy('storage_name').execute()).map(
    (row) => row.storage_name,
  );
}

const ROWS = ownedTable('receipts', ({ storageName, ...fields }: ReceiptFields) => ({
  ...toColumns(fields),
  storage_name: storageName,
}));

export const RECEIPTS: OwnedEntity<ReceiptFields, ReceiptView> = {
  entity: 'receipt',
  noun: 'Receipt',
  find: async (db, userId, id) => {
    const row = await rowOf(db, userId, id);
    return row === null ? null : toView(row);
  },
  check: async (db, userId, fields) => await findOwned(TRANSACTIONS, db, userId, fields.transactionId),
  limit: ownedLimit(
    'receipts',
    {
      most: MOST_RECEIPTS,
      refusal: `This receipt was not saved: its transaction has ${MOST_RECEIPTS} receipts, the most that this server stores for one.`,
    },
    ({ transactionId }) => ['transaction_id', transactionId],
  ),
  ...ROWS,
  insert: async (db, userId, records) => {
    await ROWS.insert(db, userId, records);
    for (const { fields } of records) await claimLeftover(db, fields.storageName);
  },
  // The file and its transaction cannot change; only the description can.
  update: async (db, userId, id, { receiptType, description }, version) =>
    await db.kysely
      .updateTable('receipts')
      .set({ receipt_type: receiptType, description, version })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute(),
  erase: async (db, userId, ids, now) => {
    const rows = await db.kysely
      .deleteFrom('receipts')
      .where('user_id', '=', userId)
      .where('id', 'in', ids)
      .returning('storage_name')
      .execute();
    await addLeftovers(
      db,
      rows.map((row) => row.storage_name),
      now,
    );
  },
};
