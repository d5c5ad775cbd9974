/**
 * Inserts many rows without a query tree for each value, because an import of 100,000 rows spends its time in the
 * database.
 */
import { CompiledQuery } from 'kysely';
import type { Dialect } from '../tables/dialect.ts';
import type { Tables } from '../tables/schema.ts';
import type { Db } from './store.ts';

/** Small enough to be parsed quickly, and far below the limits of bound values. */
const BATCH = 50;

function statement(dialect: Dialect, table: string, columns: readonly string[], rows: number): string {
  let bound = 0;
  const place = (): string => {
    bound += 1;
    return dialect === 'postgres' ? `$${bound}` : '?';
  };
  const tuples = Array.from({ length: rows }, () => `(${columns.map(place).join(',')})`);
  return `insert into "${table}" (${columns.map((column) => `"${column}"`).join(',')}) values ${tuples.join(',')}`;
}

/** Inserts rows that all have the same columns, in order. */
export async function insertRows(db: Db, table: keyof Tables, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (!columns.every((column) => /^[a-z][a-z\d_]*$/u.test(column)))
    throw new Error(`unknown column names: ${columns.join(', ')}`);
  const full = statement(db.dialect, table, columns, BATCH);
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    const values = batch.flatMap((row) => columns.map((column) => Reflect.get(row, column) as unknown));
    await db.kysely.executeQuery(
      CompiledQuery.raw(batch.length === BATCH ? full : statement(db.dialect, table, columns, batch.length), values),
    );
  }
}
