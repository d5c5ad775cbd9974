/** Sorting and paging of short lists, whose rows are all in memory. */
import { pageBounds } from './page.ts';
import type { PageInfo } from './transaction-query.ts';

/** The value by which a column sorts; null sorts lowest, text without case. */
export type SortKey = string | number | null;
export type SortDirection = 'asc' | 'desc';

// Made when first needed: a start would wait for it.
let text: Intl.Collator | undefined;

function compare(a: SortKey, b: SortKey): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  text ??= new Intl.Collator('en-GB');
  return text.compare(String(a), String(b));
}

/** The sorted rows; rows with equal keys by id, so that pages never overlap. */
export function sortRows<Row extends { readonly id: string }>(
  rows: readonly Row[],
  keyOf: (row: Row) => SortKey,
  direction: SortDirection,
): readonly Row[] {
  const sign = direction === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => sign * (compare(keyOf(a), keyOf(b)) || (a.id < b.id ? -1 : 1)));
}

export interface PageOfRows<Row> extends PageInfo {
  readonly rows: readonly Row[];
}

/** Page `page` (from 1) of the rows; the nearest page where it does not exist. */
export function pageOfRows<Row>(rows: readonly Row[], page: number, pageSize: number): PageOfRows<Row> {
  const { from, to, ...info } = pageBounds(rows.length, page, pageSize);
  return { ...info, rows: rows.slice(from, to) };
}
