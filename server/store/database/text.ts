/** Order and search that are the same on both databases. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from './store.ts';

/** A text column without (ASCII) case, by code point, independent of the machine's locale. */
export function byText(db: Db, column: string): RawBuilder<string> {
  return db.dialect === 'postgres'
    ? sql<string>`lower(${sql.ref(column)} collate "C") collate "C"`
    : sql<string>`lower(${sql.ref(column)})`;
}

/** A figure column by its value. */
export function byFigure(db: Db, column: string): RawBuilder<number> {
  return db.dialect === 'postgres' ? sql<number>`${sql.ref(column)}` : sql<number>`CAST(${sql.ref(column)} AS REAL)`;
}

/**
 * The amount of a transaction in lists: for a cash event, which has no security, the amount that it moves. The index
 * uses the same expression.
 */
export const SHOWN_AMOUNT = 'case when isin is null then cash_amount else consideration end';

/** The amount of a transaction in lists, by its value. */
export function byShownAmount(db: Db): RawBuilder<number> {
  return db.dialect === 'postgres'
    ? sql<number>`(${sql.raw(SHOWN_AMOUNT)})`
    : sql<number>`CAST(${sql.raw(SHOWN_AMOUNT)} AS REAL)`;
}

export type SortDirection = 'asc' | 'desc';

/** A sort key in a direction; a missing value is the lowest on both databases. */
export function ordered(key: RawBuilder<unknown>, direction: SortDirection): RawBuilder<unknown> {
  return direction === 'asc' ? sql`${key} asc nulls first` : sql`${key} desc nulls last`;
}

/** True where one of the columns contains the word, which is in lower case. */
export function containsWord(columns: readonly string[], word: string): RawBuilder<SqlBool> {
  const pattern = `%${word.replace(/[\\%_]/gu, (character) => `\\${character}`)}%`;
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`),
    sql` or `,
  )})`;
}
