/** Opens the database: an SQLite file or PostgreSQL, one schema for both. */
import Database from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import pg from 'pg';
import type { Outcome } from '../outcome.ts';
import { migrate } from './migrations/migrations.ts';
import type { Tables } from './schema.ts';

export type Dialect = 'sqlite' | 'postgres';

/** A connection to read and write with: the database itself, or a transaction in it. */
export interface Db {
  readonly kysely: Kysely<Tables>;
  readonly dialect: Dialect;
}

export interface Store extends Db {
  /** Runs `work` in one transaction; a failure that it answers, or a throw, rolls everything back. */
  readonly transact: <T>(work: (tx: Db) => Promise<Outcome<T>>) => Promise<Outcome<T>>;
  /** Reads in one transaction that sees a single moment, whatever others write meanwhile. */
  readonly snapshot: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

export type StoreLocation =
  | { readonly dialect: 'sqlite'; readonly file: string }
  | { readonly dialect: 'postgres'; readonly url: string };

/** Carries a failure out of a transaction so that it rolls back. */
class Rollback extends Error {
  readonly outcome: Outcome<never>;

  constructor(outcome: Outcome<never>) {
    super('rolled back');
    this.outcome = outcome;
  }
}

const INT8 = 20;
/** PostgreSQL's codes for a transaction that may simply be run again: serialization failure and deadlock. */
const RETRYABLE = new Set(['40001', '40P01']);
const ATTEMPTS = 5;

function sqliteDialect(file: string): SqliteDialect {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new Database(file);
  // Its journal files get the same mode from SQLite.
  if (file !== ':memory:') chmodSync(file, 0o600);
  database.pragma('busy_timeout = 5000');
  database.pragma('journal_mode = WAL');
  // An acknowledged write survives a power cut.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // 64 MB: the indexes of 100,000 transactions stay in memory while rows are added.
  database.pragma('cache_size = -65536');
  return new SqliteDialect({ database: preparingOnce(database) });
}

const MOST_STATEMENTS = 300;
/** Long statements are bulk inserts, each of its own length: keeping them would push out the others. */
const LONGEST_KEPT = 4000;

/** The database with its statements kept: preparing one takes longer than running it. */
function preparingOnce(database: Database.Database): SqliteDatabase {
  const kept = new Map<string, Database.Statement>();
  return {
    prepare: (sql) => {
      const known = kept.get(sql);
      // One that is still being read from cannot be run again.
      if (known !== undefined && !known.busy) return known as unknown as SqliteStatement;
      const statement = database.prepare(sql);
      // A change of the schema changes what the others answer.
      if (/^\s*(?:create|alter|drop)\b/iu.test(sql)) kept.clear();
      else if (sql.length <= LONGEST_KEPT) {
        if (kept.size >= MOST_STATEMENTS) kept.clear();
        kept.set(sql, statement);
      }
      return statement as unknown as SqliteStatement;
    },
    close: () => void database.close(),
  };
}

function postgresDialect(url: string): PostgresDialect {
  const getTypeParser = ((oid: number, format: 'text' | 'binary') =>
    // Counters and counts stay below 2^53; figures (numeric) stay text.
    oid === INT8
      ? (text: string) => Number(text)
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser;
  const pool = new pg.Pool({ connectionString: url, max: 10, types: { getTypeParser } });
  // An idle connection that the database closed is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return new PostgresDialect({ pool });
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** True for a reference to a row that is gone, or a deletion of a row that is referred to: another request was faster. */
export function isReferenceViolation(error: unknown): boolean {
  const code = codeOf(error);
  return code === '23503' || code.startsWith('SQLITE_CONSTRAINT_FOREIGNKEY');
}

/** True when a unique key is taken: another request was faster. */
export function isUniqueViolation(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code === '23505' || code.startsWith('SQLITE_CONSTRAINT_UNIQUE') || code.startsWith('SQLITE_CONSTRAINT_PRIMARYKEY')
  );
}

/** True when the database cannot be reached or is held by another process for long: the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith('SQLITE_BUSY') || RETRYABLE.has(code) || /^(?:ECONN|ETIMEDOUT|EPIPE|08|57P0|53)/u.test(code);
}

/** Opens the database and brings its schema to the newest version, or to the one named. */
export async function openStore(location: StoreLocation, upTo?: string): Promise<Store> {
  const { dialect } = location;
  const kysely = new Kysely<Tables>({
    dialect: location.dialect === 'sqlite' ? sqliteDialect(location.file) : postgresDialect(location.url),
  });
  try {
    await migrate(kysely as Kysely<unknown>, dialect, upTo);
  } catch (error) {
    await kysely.destroy();
    throw error;
  }
  const attempt = async <T>(work: (tx: Db) => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    try {
      return await kysely.transaction().execute(async (transaction) => {
        const outcome = await work({ kysely: transaction, dialect });
        if (!outcome.ok) throw new Rollback(outcome);
        return outcome;
      });
    } catch (error) {
      if (error instanceof Rollback) return error.outcome;
      throw error;
    }
  };
  return {
    kysely,
    dialect,
    transact: async (work) => {
      for (let count = 1; ; count += 1) {
        try {
          return await attempt(work);
        } catch (error) {
          if (count >= ATTEMPTS || !RETRYABLE.has(codeOf(error))) throw error;
        }
      }
    },
    snapshot: async (work) => {
      const transaction =
        dialect === 'postgres'
          ? kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
          : kysely.transaction();
      return await transaction.execute(async (reader) => await work({ kysely: reader, dialect }));
    },
    close: async () => {
      await kysely.destroy();
    },
  };
}
