/** The records of rows in the reply to an import. */
import type { z } from 'zod';
import type { transactionImportResult, TransactionRecord } from '../../contract/transactions.ts';
import type { PreparedRow } from '../../domain/csv/import/import-content.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { toTransactionRow } from '../store/user-records/transaction-rows.ts';

/**
 * The reply about the rows' records: the whole record where it differs from its row; a new one can differ in its
 * account and broker.
 */
export function recordReplies(
  rows: readonly PreparedRow[],
  stored: readonly TransactionRecord[],
  written: readonly TransactionRecord[],
): NonNullable<z.infer<typeof transactionImportResult>['records']> {
  const rowById = new Map(rows.map((row) => [row.fileId, row]));
  const replyFor = (record: TransactionRecord, isSame: (row: PreparedRow, record: TransactionRecord) => boolean) => {
    const row = rowById.get(record.id);
    const { id, version = 0 } = record;
    return row === undefined || isSame(row, record) ? { id, version } : { id, version, record };
  };
  return [
    ...stored.map((record) => replyFor(record, equalsRow)),
    ...written.map((record) => replyFor(record, namesSame)),
  ];
}

/** The Id that a row states for its account or broker; without one, that of the record. */
function statedId({ reading }: PreparedRow, record: TransactionRecord, field: 'accountId' | 'brokerId'): string {
  return reading.source.get(field).trim() || record[field];
}

function namesSame(row: PreparedRow, record: TransactionRecord): boolean {
  return (
    statedId(row, record, 'accountId') === record.accountId && statedId(row, record, 'brokerId') === record.brokerId
  );
}

/** Whether a record equals its row, including the Ids that the row states for its account and broker. */
function equalsRow(row: PreparedRow, record: TransactionRecord): boolean {
  const { fields } = row;
  if (fields === null) return false;
  const asStored = (transaction: Transaction): string => JSON.stringify(toTransactionRow('', transaction, 0));
  return (
    asStored({
      ...fields,
      id: record.id,
      accountId: statedId(row, record, 'accountId'),
      brokerId: statedId(row, record, 'brokerId'),
    }) === asStored(record)
  );
}
