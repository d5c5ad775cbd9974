/**
 * A copy of the whole transactions table in one piece, because the browser takes a second to return 100,000 rows. It
 * only gives the same result faster: rows that were written since are read from the table, and without a copy all are.
 */
import type { Transaction } from '../../../domain/records/records.ts';
import { eachBatch, rowsOf } from '../database/batches.ts';
import type { Stored } from '../entities/entities.ts';
import { HoldfastDatabase } from '../database/schema.ts';
import { decodeRows, encodeRows, FORMAT, type Row } from './columns.ts';
import type { CopyHead, CopyPart, TransactionChange } from '../database/parts.ts';
import { sumOf } from './sections.ts';

type TransactionRow = Stored<Transaction>;

/** With more rows to read from the table the copy saves nothing. */
const MOST_CHANGED = 5000;

export interface CopyLimits {
  /** Fewer rows are read as fast from the table. */
  readonly worthRows: number;
  /** The copy is written again once more rows than these have to be read beside it. */
  readonly renewChanged: number;
}

const LIMITS: CopyLimits = { worthRows: 2000, renewChanged: 500 };

/** What a transaction that reads the table must name. */
export const COPY_TABLES = ['transactions', 'transactionCopy', 'transactionChanges'] as const;

/** Databases whose copy was found damaged. */
const damaged = new WeakSet<HoldfastDatabase>();

interface State {
  readonly head: CopyHead | null;
  /** The last write of all. */
  readonly seq: number;
  /** Ids of rows that were written after the copy; null when these are too many. */
  readonly changed: ReadonlySet<string> | null;
}

async function readState(db: HoldfastDatabase): Promise<State> {
  const [part, notes] = await Promise.all([db.transactionCopy.get('head'), db.transactionChanges.toArray()]);
  const head = part?.part === 'head' ? part : null;
  const known = head?.seq ?? 0;
  return {
    head,
    seq: Math.max(known, notes.at(-1)?.seq ?? 0),
    changed: changedIds(notes.filter(({ seq }) => seq > known)),
  };
}

function changedIds(changes: readonly TransactionChange[]): ReadonlySet<string> | null {
  const ids = new Set<string>();
  for (const change of changes) {
    if (change.ids === null) return null;
    for (const id of change.ids) ids.add(id);
  }
  return ids.size > MOST_CHANGED ? null : ids;
}

/**
 * Ids of the rows that were written after `seq`; null where they are no longer known. Runs in a transaction over
 * `COPY_TABLES`.
 */
export async function changesSince(
  db: HoldfastDatabase,
  known: number,
): Promise<{ readonly ids: ReadonlySet<string>; readonly seq: number } | null> {
  const [part, notes] = await Promise.all([
    db.transactionCopy.get('head'),
    db.transactionChanges.where('seq').above(known).toArray(),
  ]);
  // Notes up to the copy's last write are removed.
  if (part?.part === 'head' && part.seq > known) return null;
  const ids = changedIds(notes);
  return ids === null ? null : { ids, seq: notes.at(-1)?.seq ?? known };
}

/** All rows of the table, and the last write that they include. */
export interface TableRead {
  readonly rows: readonly TransactionRow[];
  readonly seq: number;
}

/** The table's rows in the order of their ids. Runs in a transaction over `COPY_TABLES`. */
export async function readTable(db: HoldfastDatabase): Promise<TableRead> {
  const { head, changed, seq } = await readState(db);
  const byCopy = head?.format === FORMAT && changed !== null ? await readByCopy(db, head, changed) : null;
  return { rows: byCopy ?? (await readRows(db)), seq };
}

async function readRows(db: HoldfastDatabase): Promise<TransactionRow[]> {
  const all: TransactionRow[] = [];
  await eachBatch(db.transactions, (rows) => {
    for (const row of rows) all.push(row);
  });
  return all;
}

/** Null where the copy cannot be read. */
async function readByCopy(
  db: HoldfastDatabase,
  head: CopyHead,
  changed: ReadonlySet<string>,
): Promise<readonly TransactionRow[] | null> {
  const copied = await decoded(db, head);
  if (copied === null) {
    damaged.add(db);
    return null;
  }
  const others = new Set([...changed, ...copied.leftOut]);
  if (others.size === 0) return copied.rows;
  return merged(
    copied.rows.filter(({ id }) => !others.has(id)),
    await rowsOf(db.transactions, [...others]),
  );
}

async function decoded(
  db: HoldfastDatabase,
  head: CopyHead,
): Promise<{ readonly rows: readonly TransactionRow[]; readonly leftOut: readonly string[] } | null> {
  try {
    const copy = await db.transactionCopy.get('rows');
    if (copy?.part !== 'rows' || sumOf(copy.bytes) !== head.sum) return null;
    return decodeRows(copy.bytes) as { readonly rows: (TransactionRow & Row)[]; readonly leftOut: readonly string[] };
  } catch {
    // The browser keeps so large a value in a file of its own, which may be gone or cut short.
    return null;
  }
}

function inOrder(rows: readonly TransactionRow[]): TransactionRow[] {
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Both in the order of the table; `rows` are in it. */
function merged(rows: readonly TransactionRow[], others: readonly TransactionRow[]): TransactionRow[] {
  const all: TransactionRow[] = [];
  let at = 0;
  for (const other of inOrder(others)) {
    for (let row = rows[at]; row !== undefined && row.id < other.id; row = rows[at]) {
      all.push(row);
      at += 1;
    }
    all.push(other);
  }
  for (let row = rows[at]; row !== undefined; row = rows[at]) {
    all.push(row);
    at += 1;
  }
  return all;
}

/**
 * Writes the copy again where that makes the next start faster: of the table as it was read last, in any order, or as
 * it is now. Takes a second for 100,000 rows, with pauses for other work. Rejects like any write that fails; the copy
 * is then as it was.
 */
export async function renewCopy(
  db: HoldfastDatabase,
  { worthRows, renewChanged } = LIMITS,
  lastRead: TableRead | null = null,
): Promise<void> {
  // Storage in a test's memory notes no writes.
  if (!(db instanceof HoldfastDatabase)) return;
  const connection = db.backendDB();
  const { head, changed } = await db.transaction('r', COPY_TABLES, async () => await readState(db));
  const isKnown = head !== null && (head.format === null || head.format === FORMAT) && !damaged.has(db);
  if (isKnown && changed !== null && changed.size <= renewChanged) return;
  const { rows, seq } = lastRead ?? (await db.transaction('r', COPY_TABLES, async () => await readTable(db)));
  const bytes = rows.length < worthRows ? null : await encoded(inOrder(rows));
  await db.transaction('rw', db.transactionCopy, db.transactionChanges, async () => {
    const present = (await readState(db)).head;
    // Another tab has written a newer copy; or the browser has erased the database, and this is another.
    if ((present !== null && present.seq > seq) || db.backendDB() !== connection) return;
    await db.transactionCopy.clear();
    const parts: CopyPart[] = [
      { part: 'head', seq, format: bytes === null ? null : FORMAT, sum: bytes === null ? 0 : sumOf(bytes) },
    ];
    if (bytes !== null) parts.push({ part: 'rows', bytes });
    await db.transactionCopy.bulkPut(parts);
    await db.transactionChanges.where('seq').belowOrEqual(seq).delete();
  });
  damaged.delete(db);
}

async function encoded(rows: readonly TransactionRow[]): Promise<ArrayBuffer | null> {
  const encoding = encodeRows(rows as readonly (TransactionRow & Row)[]);
  for (;;) {
    const step = encoding.next();
    if (step.done === true) return step.value;
    await new Promise((resume) => {
      setTimeout(resume);
    });
  }
}
