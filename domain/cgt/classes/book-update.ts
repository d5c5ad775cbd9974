/** Brings the book of classes up to date with as little work as the change needs. */
import { isCashEvent } from '../../fields/enums.ts';
import { groupBy } from '../../values/group-by.ts';
import type { Transaction } from '../../records/records.ts';
import { addRows, bookOf, classRowsFor, isPlain, type ClassBook, type ClassRows } from './class-book.ts';
import type { GainsInput } from '../terms/gains.ts';

/** The input and result of the last call. */
export interface BookCache {
  /** A copy, so that a caller who edits its array in place is noticed the next time. */
  transactions: Transaction[];
  book: ClassBook | null;
}

/** Called with the old and the new entry of a class whose rows are the same in both books. */
export type OnSameRows = (before: ClassRows, after: ClassRows) => void;

/** More changed rows than this, and sorting everything again is cheaper than placing them one by one. */
const MANY_CHANGES = 1000;

/** The book of the input, as of its day or the latest that was asked for: the last one with the changed rows placed in it, or a new one. */
export function updateBook(
  { transactions, asOf: asked }: GainsInput,
  cache: BookCache,
  onSameRows: OnSameRows,
): ClassBook {
  const old = cache.book;
  const asOf = old !== null && old.asOf > asked ? old.asOf : asked;
  const { start, removed, added } = difference(cache.transactions, transactions);
  const few = removed.length + added.length <= MANY_CHANGES;
  if (few) cache.transactions.splice(start, removed.length, ...added);
  else cache.transactions = transactions.slice();
  if (old !== null && old.asOf === asOf && few && removed.every(isPlain) && added.every(isPlain))
    return replaceRows(old, removed, added);
  const book = bookOf(transactions, asOf);
  if (old !== null) keepSameRows(old, book, onSameRows);
  cache.book = book;
  return book;
}

/** A range of a list of rows, and its counterpart in another. */
interface Difference {
  readonly start: number;
  readonly removed: readonly Transaction[];
  readonly added: readonly Transaction[];
}

/** The stretch in which two lists of rows differ, compared by identity from both ends. */
function difference(before: readonly Transaction[], after: readonly Transaction[]): Difference {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let [endBefore, endAfter] = [before.length, after.length];
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore -= 1;
    endAfter -= 1;
  }
  return { start, removed: before.slice(start, endBefore), added: after.slice(start, endAfter) };
}

/** Puts changed rows in their classes; every class that changes gets a new list of rows. */
function replaceRows(book: ClassBook, removed: readonly Transaction[], added: readonly Transaction[]): ClassBook {
  const counts = (row: Transaction): boolean => row.transactionDate <= book.asOf && !isCashEvent(row.transactionType);
  const entryOf = (row: Transaction): ClassRows =>
    classRowsFor(book, row.accountId, book.presentIsin(row.accountId, row.isin));
  for (const [entry, rows] of groupBy(removed.filter(counts), entryOf)) {
    const gone = new Set(rows);
    entry.rows = entry.rows.filter((row) => !gone.has(row));
  }
  for (const [entry, rows] of groupBy(added.filter(counts), entryOf)) addRows(entry, rows);
  return book;
}

function keepSameRows(old: ClassBook, book: ClassBook, onSameRows: OnSameRows): void {
  for (const [accountId, classes] of book.accounts) {
    for (const [isin, entry] of classes) {
      const before = old.accounts.get(accountId)?.get(isin);
      if (before === undefined || before.rows.length !== entry.rows.length) continue;
      if (!before.rows.every((row, index) => row === entry.rows[index])) continue;
      entry.rows = before.rows;
      onSameRows(before, entry);
    }
  }
}
