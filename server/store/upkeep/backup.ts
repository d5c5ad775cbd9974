/**
 * The whole database as lines of JSON, the same for both databases: a header, every row with its table, then the files
 * of the receipts. A backup of an older schema is migrated when it is restored, and one of SQLite can be restored to
 * PostgreSQL.
 */
import { sql, type Kysely, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import { instantSchema } from '../../../contract/common.ts';
import { insertRows } from '../database/insert-rows.ts';
import { renewServerEpoch } from '../database/meta.ts';
import { commit, openStore, type Db, type Store } from '../database/store.ts';
import { isKnownMigration, LATEST, migrate } from '../migrations/migrations.ts';
import type { SessionTable, Tables } from '../tables/schema.ts';
import { addLeftovers, claimLeftovers } from '../user-records/receipt-leftovers.ts';
import { storageNames } from '../user-records/receipts.ts';
import { disabledUsers, setDisabled } from '../users/user-access.ts';
import { SHARED } from '../versions/counters.ts';

/** Every table, parents before children, with its key, and how many rows a line has where they can be large. */
const TABLES: readonly (readonly [keyof Tables, readonly string[], number?])[] = [
  ['meta', ['key']],
  ['counters', ['scope']],
  ['users', ['id']],
  ['brokers', ['id']],
  ['bank_names', ['id']],
  ['assets', ['id']],
  ['prices', ['isin', 'price_date']],
  ['exchange_rates', ['from_currency', 'to_currency', 'rate_date']],
  ['price_fetches', ['asset_id']],
  ['fetch_runs', ['id']],
  ['target_allocations', ['id']],
  ['accounts', ['user_id', 'id']],
  ['transactions', ['user_id', 'id']],
  ['savings_accounts', ['user_id', 'id']],
  ['broker_cash_balances', ['user_id', 'id']],
  ['properties', ['user_id', 'id']],
  ['property_prices', ['user_id', 'id']],
  ['extras', ['user_id', 'kind', 'key'], 20],
  ['receipts', ['user_id', 'id']],
  ['tombstones', ['scope', 'entity', 'id']],
  ['applied_operations', ['user_id', 'key']],
  ['writes', ['user_id', 'version']],
];

export const BACKED_UP_TABLES: readonly string[] = TABLES.map(([name]) => name);
/** Tables of older schemas, whose rows the migrations convert. */
const FORMER_TABLES: readonly string[] = ['idempotency'];

/**
 * Granted rights: one that was used, ended or removed since the backup must not become valid again. A restore keeps the
 * present sessions, and the other grants end. Older backups contain them all, and they are skipped.
 */
const GRANTS = [
  'sessions',
  'invites',
  'password_resets',
  'tax_date_feeds',
] as const satisfies readonly (keyof Tables)[];

/**
 * Data of the running server, not of its users, which a restore must not reset. The files of receipts are in the
 * backup, wherever they are stored.
 */
export const NOT_BACKED_UP: readonly (keyof Tables)[] = [
  'logs',
  'throttles',
  'receipt_blobs',
  'receipt_leftovers',
  ...GRANTS,
];

/**
 * The storage of receipts' files. `put` returns when the bytes survive a power cut; `remove` of a missing file is not
 * an error.
 */
export interface StoredFiles {
  readonly put: (name: string, bytes: Uint8Array) => Promise<void>;
  readonly read: (name: string) => Promise<Uint8Array | null>;
  readonly has: (name: string) => Promise<boolean>;
  readonly remove: (name: string) => Promise<void>;
}

const FORMAT = 'holdfast-backup';
/** Rows in a line. */
const CHUNK = 1000;

export interface BackupHeader {
  readonly format: typeof FORMAT;
  /** The schema of the rows. */
  readonly migration: string;
  /** ISO instant. */
  readonly madeAt: string;
}

/** A line after the header: rows of one table. */
interface Chunk {
  readonly table: keyof Tables;
  readonly rows: readonly object[];
}

/** A line after all rows: a file by its storage name. */
interface FileLine {
  readonly file: string;
  readonly base64: string;
}

/** Reads the header of a backup, or null when the line is not one. */
export function readHeader(line: string): BackupHeader | null {
  try {
    const header = JSON.parse(line) as Partial<BackupHeader> | null;
    return header?.format === FORMAT &&
      typeof header.migration === 'string' &&
      instantSchema.safeParse(header.madeAt).success
      ? (header as BackupHeader)
      : null;
  } catch {
    return null;
  }
}

/** Text, a whole number or nothing: all that a backup contains. */
function isCell(value: unknown): boolean {
  return value === null || typeof value === 'string' || Number.isSafeInteger(value);
}

function isRow(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(isCell);
}

/** Reads a line after the header; `number` counts from the header, which is 1. Throws for anything else. */
function readLine(line: string, number: number): Chunk | FileLine {
  try {
    const { table, rows, file, base64 } = JSON.parse(line) as Partial<Record<string, unknown>>;
    if (typeof table === 'string' && Array.isArray(rows) && rows.every(isRow))
      return { table: table as keyof Tables, rows: rows as object[] };
    if (typeof file === 'string' && typeof base64 === 'string') return { file, base64 };
  } catch {
    // Not JSON, or not an object.
  }
  throw new Error(`the backup is damaged: line ${number} is neither rows of a table nor a file`);
}

/** True for the rows of a table but those of deleted users that are still being removed. */
function isKept(table: keyof Tables, [key]: readonly string[]): RawBuilder<SqlBool> {
  const owner = table === 'users' ? 'id' : table === 'tombstones' || key === 'user_id' ? key : undefined;
  return owner === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.ref(owner)} not in (select id from users where deleted_at is not null)`;
}

/**
 * Writes everything as of one moment, while others continue to write. Returns the number of rows. `missing` is called
 * for a missing file, and the backup continues.
 */
export async function writeBackup(
  store: Store,
  files: Pick<StoredFiles, 'read'>,
  madeAt: string,
  write: (line: string) => Promise<void>,
  missing: (name: string) => void = () => undefined,
): Promise<number> {
  const header: BackupHeader = { format: FORMAT, migration: LATEST, madeAt };
  await write(JSON.stringify(header));
  const { count, names } = await store.snapshot(async (db) => {
    let count = 0;
    const names: string[] = [];
    for (const [table, key, most = CHUNK] of TABLES) {
      const columns = sql.join(key.map((column) => sql.ref(column)));
      let after = sql``;
      for (;;) {
        const { rows } = await sql<
          Readonly<Record<string, unknown>>
        >`select * from ${sql.table(table)} where ${isKept(table, key)} ${after} order by ${columns} limit ${sql.lit(most)}`.execute(
          db.kysely,
        );
        const last = rows.at(-1);
        if (last === undefined) break;
        await write(JSON.stringify({ table, rows } satisfies Chunk));
        count += rows.length;
        if (table === 'receipts') names.push(...rows.map((row) => String(row['storage_name'])));
        if (rows.length < most) break;
        after = sql`and (${columns}) > (${sql.join(key.map((column) => last[column]))})`;
      }
    }
    return { count, names };
  });
  // After the snapshot: the bytes with a name never change, and remain for an hour if their receipt is deleted
  // meanwhile.
  for (const file of names) {
    const bytes = await files.read(file);
    if (bytes === null) missing(file);
    else await write(JSON.stringify({ file, base64: Buffer.from(bytes).toString('base64') } satisfies FileLine));
  }
  return count;
}

/**
 * Adds the rows of a backup's lines (without the header) to empty tables, and stores its files. Returns the number of
 * rows.
 */
async function loadRows(db: Db, lines: AsyncIterable<string>, put: StoredFiles['put']): Promise<number> {
  let count = 0;
  let number = 1;
  for await (const line of lines) {
    number += 1;
    const content = readLine(line, number);
    if ('file' in content) {
      if (!/^[\da-f]{16,128}$/u.test(content.file))
        throw new Error('the backup contains a file with an unexpected name');
      await put(content.file, Buffer.from(content.base64, 'base64'));
      continue;
    }
    const { table, rows } = content;
    if ((GRANTS as readonly string[]).includes(table)) continue;
    if (!BACKED_UP_TABLES.includes(table) && !FORMER_TABLES.includes(table))
      throw new Error(`the backup contains a table that this version does not have: ${table}`);
    await insertRows(db, table, rows);
    count += rows.length;
  }
  return count;
}

/** Empties every table, children first. Nobody else reads or writes until the transaction ends. */
async function eraseEverything(db: Db): Promise<void> {
  const locked = [...BACKED_UP_TABLES, ...GRANTS, 'receipt_leftovers'].map((table) => sql.table(table));
  if (db.dialect === 'postgres') await sql`lock table ${sql.join(locked)} in access exclusive mode`.execute(db.kysely);
  for (const table of [...GRANTS, ...TABLES.toReversed().map(([name]) => name)])
    await sql`delete from ${sql.table(table)}`.execute(db.kysely);
}

/** Stores files that do not exist yet, and can remove those again. */
function undoable(files: StoredFiles) {
  const written: string[] = [];
  return {
    put: async (name: string, bytes: Uint8Array): Promise<void> => {
      if (await files.has(name)) return;
      written.push(name);
      await files.put(name, bytes);
    },
    undo: async (): Promise<void> => {
      for (const name of written) await files.remove(name).catch(() => undefined);
    },
  };
}

/**
 * Replaces everything by a backup's rows in one transaction, and gives the database the new epoch. Returns the number
 * of rows. Rows of an older schema are first migrated in a temporary database. Throws for a backup of a newer version,
 * or a damaged one; database and files then remain unchanged.
 */
export async function restoreBackup(
  store: Store,
  files: StoredFiles,
  header: BackupHeader,
  lines: AsyncIterable<string>,
  serverEpoch: string,
): Promise<number> {
  if (!isKnownMigration(header.migration))
    throw new Error(`this backup was made by a newer version (schema ${header.migration})`);
  const { put, undo } = undoable(files);
  try {
    return header.migration === LATEST
      ? await replaceEverything(store, header, lines, serverEpoch, put)
      : await restoreOlder(store, header, lines, serverEpoch, put);
  } catch (error) {
    await undo();
    throw error;
  }
}

async function replaceEverything(
  store: Store,
  header: BackupHeader,
  lines: AsyncIterable<string>,
  serverEpoch: string,
  put: StoredFiles['put'],
): Promise<number> {
  return await commit(store, async (tx) => {
    const before = await storageNames(tx);
    const sessions = await tx.kysely.selectFrom('sessions').selectAll().execute();
    const disabled = await disabledUsers(tx);
    await eraseEverything(tx);
    // Files that only the replaced records named are removed later; those that the backup also names are kept.
    await addLeftovers(tx, before, header.madeAt);
    const count = await loadRows(tx, lines, put);
    // Every database has this counter.
    await tx.kysely
      .selectFrom('counters')
      .select('value')
      .where('scope', '=', SHARED)
      .executeTakeFirstOrThrow(() => new Error('the backup is not complete'));
    await claimLeftovers(tx);
    await keepSessions(tx, sessions);
    // Restoring an earlier backup does not enable disabled users again.
    for (const [userId, since] of disabled) await setDisabled(tx, userId, since);
    await renewServerEpoch(tx, serverEpoch);
    return count;
  });
}

/** Sessions continue where the backup knows the user; a user who had signed out stays signed out. */
async function keepSessions(db: Db, sessions: readonly Selectable<SessionTable>[]): Promise<void> {
  const users = new Set((await db.kysely.selectFrom('users').select('id').execute()).map(({ id }) => id));
  await insertRows(
    db,
    'sessions',
    sessions.filter((session) => users.has(session.user_id)),
  );
}

async function* eachOf(lines: readonly string[]): AsyncIterable<string> {
  for (const line of lines) yield await Promise.resolve(line);
}

async function restoreOlder(
  store: Store,
  header: BackupHeader,
  lines: AsyncIterable<string>,
  serverEpoch: string,
  put: StoredFiles['put'],
): Promise<number> {
  const scratch = await openStore({ dialect: 'sqlite', file: ':memory:' }, header.migration);
  try {
    // The migrations created rows of their own (the shared counter); the backup has all rows that belong there.
    await commit(scratch, async (tx) => {
      await tx.kysely.deleteFrom('counters').execute();
      await loadRows(tx, lines, put);
    });
    await migrate(scratch.kysely as Kysely<unknown>, scratch.dialect);
    const migrated: string[] = [];
    // The files are already stored.
    await writeBackup(scratch, { read: async () => await Promise.resolve(null) }, header.madeAt, async (line) => {
      migrated.push(line);
      await Promise.resolve();
    });
    return await replaceEverything(store, header, eachOf(migrated.slice(1)), serverEpoch, put);
  } finally {
    await scratch.close();
  }
}
