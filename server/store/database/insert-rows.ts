/**
 * Inserts many rows without a query tree for each value, because an import of 100,000 rows spends its time in the
 * database.
 */
import { CompiledQuery, sql } from 'kysely';
import type { Tables } from '../tables/schema.ts';
import type { Db } from './store.ts';

/** Rows per statement on SQLite: small enough to be parsed quickly, and far below the limit of bound values. */
const BATCH = 50;
/** Rows per statement on PostgreSQL, which gets an array for each column. */
const ARRAY_LENGTH = 1000;

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(',');

function statement(table: string, columns: readonly string[], rows: number): string {
  const tuple = `(${columns.map(() => '?').join(',')})`;
  return `insert into "${table}" (${quoted(columns)}) values ${Array.from({ length: rows }, () => tuple).join(',')}`;
}

/** By table and columns, the statement for PostgreSQL: the same for any number of rows, so that it is prepared. */
const arrayStatements = new Map<string, string>();

async function arrayStatement(db: Db, table: string, columns: readonly string[]): Promise<string> {
  const target = `"${table}" (${quoted(columns)})`;
  const known = arrayStatements.get(target);
  if (known !== undefined) return known;
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${`"${table}"`}::regclass and attnum > 0`.execute(db.kysely);
  const types = new Map(rows.map(({ name, type }) => [name, type]));
  const arrays = columns.map((column, index) => `$${index + 1}::${types.get(column)}[]`);
  const text = `insert into ${target} select * from unnest(${arrays.join(',')})`;
  arrayStatements.set(target, text);
  return text;
}

/** Inserts rows that all have the same columns, in order. */
export async function insertRows(db: Db, table: keyof Tables, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (!columns.every((column) => /^[a-z][a-z\d_]*$/u.test(column)))
    throw new Error(`unknown column names: ${columns.join(', ')}`);
  const valueOf = (row: object, column: string): unknown => Reflect.get(row, column) as unknown;
  if (db.dialect === 'postgres') {
    for (let start = 0; start < rows.length; start += ARRAY_LENGTH) {
      const batch = rows.slice(start, start + ARRAY_LENGTH);
      const arrays = columns.map((column) => batch.map((row) => valueOf(row, column)));
      await db.kysely.executeQuery(CompiledQuery.raw(await arrayStatement(db, table, columns), arrays));
    }
    return;
  }
  const full = statement(table, columns, BATCH);
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    const values = batch.flatMap((row) => columns.map((column) => valueOf(row, column)));
    await db.kysely.executeQuery(
      CompiledQuery.raw(batch.length === BATCH ? full : statement(table, columns, batch.length), values),
    );
  }
}
