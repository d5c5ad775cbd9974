/**
 * SQLite without blocking the process: single statements, writes and snapshots have connections of their own, and a
 * lock held by another thread or process is tried again after a pause.
 */
import type BetterSqlite from 'better-sqlite3';
import {
  SqliteAdapter,
  SqliteDialect,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFolder } from '../../make-folder.ts';

type Engine = typeof BetterSqlite;

/**
 * The database engine, which is compiled for each machine: `npm install` continues without it where that is impossible,
 * because PostgreSQL and the terminal commands do not need it. @throws Error that says so in a sentence
 */
export async function loadEngine(): Promise<Engine> {
  try {
    const { default: engine } = await import('better-sqlite3');
    // The compiled part is loaded with the first database.
    new engine(':memory:').close();
    return engine;
  } catch (error) {
    const machine = `Node.js ${process.versions.node} on ${process.platform} ${process.arch}`;
    throw new Error(
      `there is no database engine (better-sqlite3) for ${machine}. Either npm did not run its install script: add --allow-scripts=better-sqlite3. Or none was ready-made, and it could not be compiled here: install Python 3, make and a C++ compiler (on Debian and Ubuntu: apt-get install python3 make g++). Then install Holdfast again, or set DATABASE_URL to use PostgreSQL`,
      { cause: error },
    );
  }
}

const MOST_STATEMENTS = 300;
/** Long statements are bulk inserts of any length; caching them would displace the others. */
const LONGEST_KEPT = 4000;
/** How long a write waits for another to end, in this process or another; then the caller is told to try again. */
const BUSY_LIMIT_MS = 10_000;
const BUSY_PAUSE_MS = 4;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/** One connection with its cached statements: preparing a statement takes longer than running it. */
class Connection {
  private readonly database: BetterSqlite.Database;
  private readonly kept = new Map<string, BetterSqlite.Statement>();
  private queue: Promise<void> = Promise.resolve();

  constructor(engine: Engine, file: string, cacheMegabytes: number) {
    this.database = new engine(file);
    // SQLite gives its journal files the same mode.
    if (file !== ':memory:') chmodSync(file, 0o600);
    this.database.pragma('busy_timeout = 0');
    this.database.pragma('foreign_keys = ON');
    this.database.pragma(`cache_size = ${-1024 * cacheMegabytes}`);
  }

  /** Settings of the file, which another process may be holding. */
  async prepareFile(): Promise<void> {
    await this.unlessBusy(() => this.database.pragma('journal_mode = WAL'));
    // An acknowledged write survives a power cut.
    this.database.pragma('synchronous = FULL');
  }

  /** Runs a statement; outside a transaction it may wait for the lock. */
  async run(sql: string, parameters: readonly unknown[] = []): Promise<QueryResult<never>> {
    return this.database.inTransaction
      ? this.execute(sql, parameters)
      : await this.unlessBusy(() => this.execute(sql, parameters));
  }

  /** Waits until nobody else uses this connection; returns a function that releases it. */
  async take(): Promise<() => void> {
    let release = (): void => undefined;
    const before = this.queue;
    this.queue = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  }

  get isInTransaction(): boolean {
    return this.database.inTransaction;
  }

  close(): void {
    this.database.close();
  }

  private async unlessBusy<T>(work: () => T): Promise<T> {
    const until = performance.now() + BUSY_LIMIT_MS;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw error;
      }
      await pause(BUSY_PAUSE_MS);
    }
  }

  private execute(sql: string, parameters: readonly unknown[]): QueryResult<never> {
    const statement = this.statement(sql);
    if (statement.reader) return { rows: statement.all(...parameters) as never[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  private statement(sql: string): BetterSqlite.Statement {
    const known = this.kept.get(sql);
    // A statement that is still being read cannot run again.
    if (known !== undefined && !known.busy) return known;
    const statement = this.database.prepare(sql);
    // A change of the schema changes the results of the others.
    if (/^\s*(?:create|alter|drop)\b/iu.test(sql)) this.kept.clear();
    else if (sql.length <= LONGEST_KEPT) {
      if (this.kept.size >= MOST_STATEMENTS) this.kept.clear();
      this.kept.set(sql, statement);
    }
    return statement;
  }
}

/** Kysely's connection during a statement or a transaction. */
class Handle implements DatabaseConnection {
  connection: Connection;
  release: () => void = () => undefined;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return await this.connection.run(sql, parameters);
  }

  // oxlint-disable-next-line require-yield -- Kysely asks for a generator
  async *streamQuery<R>(): AsyncGenerator<QueryResult<R>> {
    await Promise.reject(new Error('rows are read whole'));
  }
}

class SqliteConnections implements Driver {
  private readonly statements: Connection;
  private readonly writer: Connection;
  private readonly snapshots: Connection;

  constructor(engine: Engine, file: string) {
    if (file === ':memory:') {
      this.statements = new Connection(engine, file, 16);
      this.writer = this.statements;
      this.snapshots = this.statements;
      return;
    }
    makeFolder(dirname(file));
    this.statements = new Connection(engine, file, 32);
    // The indexes of 100,000 transactions stay in memory while rows are added.
    this.writer = new Connection(engine, file, 64);
    this.snapshots = new Connection(engine, file, 8);
  }

  async init(): Promise<void> {
    for (const connection of this.all()) await connection.prepareFile();
  }

  async acquireConnection(): Promise<Handle> {
    const handle = new Handle(this.statements);
    // A database in memory has one connection, so a statement waits for a transaction to end.
    if (this.isShared) handle.release = await this.statements.take();
    return await Promise.resolve(handle);
  }

  async beginTransaction(handle: Handle, { accessMode }: TransactionSettings): Promise<void> {
    const connection = accessMode === 'read only' ? this.snapshots : this.writer;
    if (!this.isShared) {
      handle.release = await connection.take();
      handle.connection = connection;
    }
    // A write takes its lock first, because it could not wait for it after a read.
    await connection.run(accessMode === 'read only' ? 'begin' : 'begin immediate');
  }

  async commitTransaction(handle: Handle): Promise<void> {
    await handle.connection.run('commit');
  }

  async rollbackTransaction(handle: Handle): Promise<void> {
    // A full disk has already ended the transaction.
    if (handle.connection.isInTransaction) await handle.connection.run('rollback');
  }

  async releaseConnection(handle: Handle): Promise<void> {
    handle.connection = this.statements;
    handle.release();
    await Promise.resolve();
  }

  async destroy(): Promise<void> {
    for (const connection of this.all()) connection.close();
    await Promise.resolve();
  }

  private get isShared(): boolean {
    return this.writer === this.statements;
  }

  private all(): ReadonlySet<Connection> {
    return new Set([this.statements, this.writer, this.snapshots]);
  }
}

/** SQLite undoes changes of the schema too, so that an interrupted upgrade leaves the database as it was. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** The dialect for a file, or for a database in memory. */
export class SqliteFileDialect extends SqliteDialect {
  private readonly engine: Engine;
  private readonly file: string;

  constructor(engine: Engine, file: string) {
    super({ database: () => Promise.reject(new Error('the connections are opened by the driver')) });
    this.engine = engine;
    this.file = file;
  }

  override createDriver(): Driver {
    return new SqliteConnections(this.engine, this.file);
  }

  override createAdapter(): Adapter {
    return new Adapter();
  }
}
