/** The stored rows that may be the other half of a transfer. */
import { daysBetween } from '../values/dates.ts';
import { isTaxableWrapper, type TransactionType } from '../fields/enums.ts';
import type { Transaction } from './records.ts';

/** The half that is being typed; its known fields decide which rows fit. */
export type TransferHalf = Pick<Transaction, 'isin' | 'taxWrapper' | 'transactionDate' | 'quantity'> & {
  readonly transactionType: TransactionType;
  /** The id of a stored row, which cannot be its own other half. */
  readonly id?: string;
  readonly transferId?: string;
};

/** The halves of a transfer are rarely further apart, even with a slow broker. */
export const MOST_DAYS_OF_TRANSFER = 90;

/**
 * The rows of the other direction in the same security and tax status that belong to no other transfer, within 90 days:
 * the present other half first, then equal quantities, then the nearest days. A transfer between taxable and ISA, LISA,
 * JISA or SIPP is refused, so such rows are not offered.
 */
export function transferCandidates(rows: Iterable<Transaction>, half: TransferHalf, limit = 10): Transaction[] {
  const wanted =
    half.transactionType === 'TRANSFER_IN'
      ? 'TRANSFER_OUT'
      : half.transactionType === 'TRANSFER_OUT'
        ? 'TRANSFER_IN'
        : null;
  if (wanted === null) return [];
  const found: Transaction[] = [];
  for (const row of rows) {
    if (row.transactionType !== wanted || row.isin !== half.isin || row.id === half.id) continue;
    if (isTaxableWrapper(row.taxWrapper) !== isTaxableWrapper(half.taxWrapper)) continue;
    const isPartner = half.transferId !== undefined && row.transferId === half.transferId;
    if (row.transferId !== undefined && !isPartner) continue;
    if (!isPartner && Math.abs(daysBetween(row.transactionDate, half.transactionDate)) > MOST_DAYS_OF_TRANSFER)
      continue;
    found.push(row);
  }
  const rank = (row: Transaction): number =>
    row.transferId === undefined ? (row.quantity === half.quantity ? 1 : 2) : 0;
  const apart = (row: Transaction): number => Math.abs(daysBetween(row.transactionDate, half.transactionDate));
  return found.toSorted((a, b) => rank(a) - rank(b) || apart(a) - apart(b) || (a.id < b.id ? -1 : 1)).slice(0, limit);
}
