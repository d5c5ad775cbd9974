/**
 * Rows that an earlier import of this device has read and whose transactions were changed or deleted since: the file
 * still states them as they were.
 */
import type { Transaction } from '../../records/records.ts';
import type { TransactionFields } from '../../records/transaction.ts';
import type { IsoDate } from '../../values/dates.ts';
import { textMark } from '../../values/text-mark.ts';
import { type Candidate } from './duplicates.ts';
import { referenceKey } from './trade-keys.ts';

/** A row as an earlier import read it. */
export interface EarlierRow {
  /** The id that its transaction has now, if it is still stored. */
  readonly id: string;
  readonly importedOn: IsoDate;
  /** The accounts of that import's rows. */
  readonly accountIds: ReadonlySet<string>;
  /** The import was undone: its transactions that are gone were not deleted one by one. */
  readonly isUndone: boolean;
}

/** The rows of earlier imports by their `statementMark`. */
export type EarlierRows = ReadonlyMap<number, readonly EarlierRow[]>;

/** What became of a row's transaction: changed, or deleted where `stored` is null. */
export interface EarlierMatch {
  readonly importedOn: IsoDate;
  readonly stored: Transaction | null;
}

/**
 * A number for what a row of a file states, apart from account and broker. Amounts in other currencies count as the file
 * states them, because their pounds depend on a rate.
 */
export function statementMark(fields: TransactionFields): number {
  const { transactionDate, isin, transactionType, quantity, consideration, taxWrapper, cashAmount } = fields;
  const { cashCurrency = 'GBP' } = fields;
  const amount = cashCurrency === 'GBP' ? consideration : '';
  return textMark(
    [
      transactionDate,
      isin,
      transactionType,
      quantity ?? '',
      amount,
      cashAmount ?? '',
      cashCurrency,
      taxWrapper,
      referenceKey(fields),
    ].join('|'),
  );
}

/** Finds them for rows that equal no stored transaction; `taken` are the ones that another row of the file equals. */
export function findEarlierRows(
  rows: readonly Candidate[],
  earlier: EarlierRows,
  stored: readonly Transaction[],
  taken: ReadonlySet<Transaction>,
): ReadonlyMap<Candidate, EarlierMatch> {
  const found = new Map<Candidate, EarlierMatch>();
  const alike = rows.flatMap((row) => {
    const mark = statementMark(row.fields);
    return earlier.has(mark) ? [{ row, mark }] : [];
  });
  if (alike.length === 0) return found;
  const byId = new Map(stored.map((transaction) => [transaction.id, transaction]));
  const left = new Map<string, EarlierRow[]>();
  for (const { row, mark } of alike) {
    const { accountId } = row.fields;
    const key = `${mark}|${accountId}`;
    const open =
      left.get(key) ??
      lastFirst(
        (earlier.get(mark) ?? []).filter((one) => one.accountIds.has(accountId)),
        byId,
        taken,
      );
    left.set(key, open);
    const match = open.pop();
    if (match !== undefined) found.set(row, { importedOn: match.importedOn, stored: byId.get(match.id) ?? null });
  }
  return found;
}

/** Those whose transaction no row of the file equals, to be taken from the end: changed ones, then deleted ones. */
function lastFirst(
  rows: readonly EarlierRow[],
  byId: ReadonlyMap<string, Transaction>,
  taken: ReadonlySet<Transaction>,
): EarlierRow[] {
  const [changed, deleted] = [new Array<EarlierRow>(), new Array<EarlierRow>()];
  for (const row of rows) {
    const stored = byId.get(row.id);
    if (stored === undefined) {
      if (!row.isUndone) deleted.push(row);
    } else if (!taken.has(stored)) changed.push(row);
  }
  return [...deleted, ...changed];
}
