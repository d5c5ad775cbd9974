/** What the answer to an import tells of the records of its rows. */
import type { z } from 'zod';
import type { transactionImportResult, TransactionRecord } from '../../contract/transactions.ts';
import type { PreparedRow } from '../../domain/csv/import/import-content.ts';
import type { Transaction } from '../../domain/records.ts';
import { toTransactionRow } from '../store/user-records/transaction-rows.ts';

/**
 * The reply about the rows' records: the whole record where it differs from its row, as a new one can in its account
 * and broker.
 */
export function tellRecords(
  rows: readonly PreparedRow[],
  stored: readonly TransactionRecord[],
  written: readonly TransactionRecord[],
): NonNullable<z.infer<typeof transactionImportResult>['records']> {
  const rowById = new Map(rows.map((row) => [row.fileId, row]));
  const tellOf = (record: TransactionRecord, isSame: (row: PreparedRow, record: TransactionRecord) => boolean) => {
    const row = rowById.get(record.id);
    const { id, version = 0 } = record;
    return row === undefined || isSame(row, record) ? { id, version } : { id, version, record };
  };
  return [...stored.map((record) => tellOf(record, saysSame)), ...written.map((record) => tellOf(record, namesSame))];
}

/** The Id that a row gives for its account or broker; where it gives none, whatever the record has. */
function saidBy({ reading }: PreparedRow, record: TransactionRecord, field: 'accountId' | 'brokerId'): string {
  return reading.source.get(field).trim() || record[field];
}

function namesSame(row: PreparedRow, record: TransactionRecord): boolean {
  return saidBy(row, record, 'accountId') === record.accountId && saidBy(row, record, 'brokerId') === record.brokerId;
}

/** Whether a record is what its row says, the Ids that the row gives for its account and broker among it. */
function saysSame(row: PreparedRow, record: TransactionRecord): boolean {
  const { fields } = row;
  if (fields === null) return false;
  const asStored = (transaction: Transaction): string => JSON.stringify(toTransactionRow('', transaction, 0));
  return (
    asStored({
      ...fields,
      id: record.id,
      accountId: saidBy(row, record, 'accountId'),
      brokerId: saidBy(row, record, 'brokerId'),
    }) === asStored(record)
  );
}
