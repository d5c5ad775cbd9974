/** Opens the database: an SQLite file or PostgreSQL, one schema for both. */
import { Kysely, PostgresDialect } from 'kysely';
import { done, type Outcome } from '../../outcome.ts';
import { migrate } from '../migrations/migrations.ts';
import type { Dialect } from '../tables/dialect.ts';
import type { Tables } from '../tables/schema.ts';
import { isVoidPlan, preparing } from './prepared.ts';
import { loadEngine, SqliteFileDialect } from './sqlite.ts';

/** A connection for reading and writing: the database itself, or a transaction in it. */
export interface Db {
  readonly kysely: Kysely<Tables>;
  readonly dialect: Dialect;
  /** The most records of one user. */
  readonly recordsQuota: number;
}

export interface Store extends Db {
  /** Runs `work` in one transaction; a failure that it returns, or a throw, rolls everything back. */
  readonly transact: <T>(work: (tx: Db) => Promise<Outcome<T>>) => Promise<Outcome<T>>;
  /** Reads in one transaction that sees a single moment, whatever others write meanwhile. */
  readonly snapshot: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

interface Quotas {
  /** The most records of one user; unlimited when absent. */
  readonly recordsQuota?: number;
}

export type StoreLocation =
  | ({ readonly dialect: 'sqlite'; readonly file: string } & Quotas)
  | ({
      readonly dialect: 'postgres';
      readonly url: string;
      /** The most connections; 10 when absent. */
      readonly connections?: number;
      /** Milliseconds after which the database ends a statement; never when absent. */
      readonly statementLimit?: number;
    } & Quotas);

type PostgresLocation = Extract<StoreLocation, { dialect: 'postgres' }>;

/** Carries a failure out of a transaction so that it rolls back. */
class Rollback extends Error {
  readonly outcome: Outcome<never>;

  constructor(outcome: Outcome<never>) {
    super('rolled back');
    this.outcome = outcome;
  }
}

const INT8 = 20;
/** PostgreSQL's codes for a transaction that can be run again: serialization failure and deadlock. */
const RETRYABLE = new Set(['40001', '40P01']);
const ATTEMPTS = 5;

/** How long a request waits for a connection before it is told to try again. */
const CONNECTION_LIMIT_MS = 10_000;

async function postgresDialect({ url, connections = 10, statementLimit }: PostgresLocation): Promise<PostgresDialect> {
  // Loaded when needed: SQLite does not use it.
  const { default: driver } = await import('pg');
  const getTypeParser = ((oid: number, format: 'text' | 'binary') =>
    // Counters and counts stay below 2^53; figures (numeric) remain text.
    oid === INT8
      ? (text: string) => Number(text)
      : driver.types.getTypeParser(oid, format as 'text')) as typeof driver.types.getTypeParser;
  const pool = new driver.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECTION_LIMIT_MS,
    types: { getTypeParser },
    ...(statementLimit !== undefined && { statement_timeout: statementLimit }),
  });
  // The pool replaces an idle connection that the database closed; without a listener the error would end the process.
  pool.on('error', () => undefined);
  return new PostgresDialect({ pool: preparing(pool) });
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** True for a reference to a deleted row, or the deletion of a row with references: another request was faster. */
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

/** True when there is no room for the data, on the disk or in the database. */
export function isFull(error: unknown): boolean {
  return /^(?:SQLITE_FULL|SQLITE_IOERR_WRITE|ENOSPC|EDQUOT|EFBIG|53100)/u.test(codeOf(error));
}

/** The result of `work`, or `otherwise` where there is no room for its data. */
export async function unlessFull<T>(work: () => Promise<T>, otherwise: () => T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isFull(error)) throw error;
    return otherwise();
  }
}

/** What the driver says of a connection that was not made, or that the database closed. */
const LOST =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|connect E|getaddrinfo E)/u;

/** True when the database is unreachable or held by another process: the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  // The driver's own errors have no code, and a socket or name that is missing has one of many.
  if (error instanceof Error && LOST.test(error.message)) return true;
  // Another process has changed the schema: the next connection knows it.
  if (isVoidPlan(error)) return true;
  return code.startsWith('SQLITE_BUSY') || RETRYABLE.has(code) || /^(?:ECONN|ETIMEDOUT|EPIPE|08|57P0|53)/u.test(code);
}

/** Commits work that refuses nothing, and returns its result. */
export async function commit<T>(store: Store, work: (tx: Db) => Promise<T>): Promise<T> {
  const outcome = await store.transact(async (tx) => done(await work(tx)));
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}

/** Opens the database and migrates its schema to the newest version, or to the named one. */
export async function openStore(location: StoreLocation, upTo?: string): Promise<Store> {
  const { dialect, recordsQuota = Infinity } = location;
  const kysely = new Kysely<Tables>({
    dialect:
      location.dialect === 'sqlite'
        ? new SqliteFileDialect(await loadEngine(), location.file)
        : await postgresDialect(location),
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
        const outcome = await work({ kysely: transaction, dialect, recordsQuota });
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
    recordsQuota,
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
      const reading = kysely.transaction().setAccessMode('read only');
      const transaction = dialect === 'postgres' ? reading.setIsolationLevel('repeatable read') : reading;
      return await transaction.execute(async (reader) => await work({ kysely: reader, dialect, recordsQuota }));
    },
    close: async () => {
      await kysely.destroy();
    },
  };
}
