import type { Transaction } from '../../../domain/records/records.ts';
import { textMark } from '../../../domain/values/text-mark.ts';
import { fieldsOf } from '../entities/entity-fields.ts';

/** The account and the broker may get other ids from a server; they are compared on their own. */
const FIELDS = fieldsOf('transaction').filter((field) => !['id', 'accountId', 'brokerId'].includes(field));

/**
 * A number for the content of a transaction, apart from account and broker: another number means that it was changed.
 */
export function rowMark(row: Transaction): number {
  return textMark(FIELDS.map((field) => `${String(row[field] ?? '')}|`).join(''));
}
