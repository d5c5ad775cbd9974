/**
 * Rows that an earlier import of this device has read and whose transactions were changed or deleted since: the file
 * still states them as they were.
 */
import type { Transaction } from '../../records/records.ts';
import type { TransactionFields } from '../../records/transaction.ts';
import type { IsoDate } from '../../values/dates.ts';
import { groupBy } from '../../values/group-by.ts';
import { textMark } from '../../values/text-mark.ts';
import { isCashEvent } from '../../fields/enums.ts';
import { UNKNOWN_BROKER, type Candidate } from './duplicates.ts';
import { referenceKey } from './trade-keys.ts';

/** What a row states: a number for all but account, broker and reference, and one for its reference, 0 for none. */
export type Statement = readonly [trade: number, reference: number];

/** A row as an earlier import read it. */
export interface EarlierRow {
  /** The id that its transaction has now, if it is still stored. */
  readonly id: string;
  /** As in its `Statement`. */
  readonly reference: number;
  readonly importedOn: IsoDate;
  /** The account and the broker into which it was read, by the ids that they have now. */
  readonly accountId: string;
  readonly brokerId: string;
  /** The import was undone: its transactions that are gone were not deleted one by one. */
  readonly isUndone: boolean;
}

/** The rows of earlier imports by the first number of their statements. */
export type EarlierRows = ReadonlyMap<number, readonly EarlierRow[]>;

/** What became of a row's transaction: changed, or deleted where `stored` is null. */
export interface EarlierMatch {
  readonly importedOn: IsoDate;
  readonly stored: Transaction | null;
}

/**
 * What a row of a file states. Amounts in other currencies count as the file states them, because their pounds depend on
 * a rate.
 */
export function statementOf(fields: TransactionFields): Statement {
  const { transactionDate, isin, transactionType, quantity, consideration, taxWrapper, cashAmount } = fields;
  const { cashCurrency = 'GBP' } = fields;
  const pounds = cashCurrency === 'GBP' ? consideration : '';
  const values = [transactionDate, isin, transactionType, quantity, pounds, cashAmount, cashCurrency, taxWrapper];
  const reference = referenceKey(fields);
  return [textMark(values.map((value) => value ?? '').join('|')), reference === '' ? 0 : textMark(reference)];
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
    const [trade, reference] = statementOf(row.fields);
    return earlier.has(trade) ? [{ row, trade, reference }] : [];
  });
  if (alike.length === 0) return found;
  const byId = new Map(stored.map((transaction) => [transaction.id, transaction]));
  const left = new Map<string, Map<number, EarlierRow[]>>();
  // Rows with a reference choose first: one without may be any of them.
  for (const { row, trade, reference } of alike.toSorted(
    (a, b) => Number(a.reference === 0) - Number(b.reference === 0),
  )) {
    const [accountId, brokerId] = [row.fields.accountId, cashBroker(row.fields)];
    const key = `${trade}|${accountId}|${brokerId ?? ''}`;
    const open =
      left.get(key) ??
      openRows(
        (earlier.get(trade) ?? []).filter(
          (before) => before.accountId === accountId && (brokerId ?? before.brokerId) === before.brokerId,
        ),
        byId,
        taken,
      );
    left.set(key, open);
    const [anyReference = 0] = reference === 0 ? open.keys() : [];
    const match = takeLast(open, reference) ?? takeLast(open, anyReference);
    if (match !== undefined) found.set(row, { importedOn: match.importedOn, stored: byId.get(match.id) ?? null });
  }
  return found;
}

/** The broker of cash, which makes it an event of its own as in `tradeKey`; null where any may be its own. */
function cashBroker({ transactionType, brokerId }: TransactionFields): string | null {
  return isCashEvent(transactionType) && brokerId !== UNKNOWN_BROKER ? brokerId : null;
}

/** The last row with the reference; lists that become empty are removed. */
function takeLast(open: Map<number, EarlierRow[]>, reference: number): EarlierRow | undefined {
  const rows = open.get(reference);
  const last = rows?.pop();
  if (rows?.length === 0) open.delete(reference);
  return last;
}

/**
 * Those rows whose transaction no row of the file equals, by reference, to be taken from the end: changed ones, then
 * deleted ones.
 */
function openRows(
  rows: readonly EarlierRow[],
  byId: ReadonlyMap<string, Transaction>,
  taken: ReadonlySet<Transaction>,
): Map<number, EarlierRow[]> {
  const [changed, deleted] = [new Array<EarlierRow>(), new Array<EarlierRow>()];
  for (const row of rows) {
    const stored = byId.get(row.id);
    if (stored === undefined ? row.isUndone : taken.has(stored)) continue;
    (stored === undefined ? deleted : changed).push(row);
  }
  return groupBy([...deleted, ...changed], ({ reference }) => reference);
}
