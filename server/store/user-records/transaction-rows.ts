/** Converts transactions between records and rows. */
import type { Insertable } from 'kysely';
import { TRANSACTION, type Transaction } from '../../../domain/records/records.ts';
import { recordRows } from '../tables/record-rows.ts';
import type { TransactionTable } from '../tables/schema.ts';

export const { toRecord: toTransaction, toColumns } = recordRows(TRANSACTION);

export function toTransactionRow(userId: string, record: Transaction, version: number): Insertable<TransactionTable> {
  return { id: record.id, user_id: userId, ...toColumns(record), version };
}
