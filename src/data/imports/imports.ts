/** Writing the accepted rows of a file: in chunks, invisible until the last has committed, and all or nothing. */
import { countUnsaved } from '../outbox/backup-state.ts';
import type { Statement } from '../../../domain/csv/stored/earlier-rows.ts';
import type { Account, Asset, Transaction } from '../../../domain/records/records.ts';
import { isinsIn } from '../entities/entity-references.ts';
import { newId } from '../database/ids.ts';
import { putImportNote } from './import-memory.ts';
import { CHUNK_ROWS, type ImportChunk, type ImportProof, type ImportRecord } from '../database/import-record.ts';
import { chunksOf } from '../database/import-rows.ts';
import { rowMark } from '../outbox/row-mark.ts';
import { currentIds, putAndQueue, QUEUE_TABLES } from '../outbox/outbox.ts';
import { entriesOfAny } from '../outbox/outbox-index.ts';
import type { NewOutboxEntry } from '../database/outbox-entry.ts';
import { assetsOf } from '../outbox/parents.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { removeReversed, RECEIPT_TABLES } from './reversed-transactions.ts';
import { write, WriteRefused, type Written } from '../database/write.ts';

/** What an import adds. Transactions refer to new accounts by the ids given here. */
export interface ImportContent {
  readonly fileName: string;
  /** How the file was read, such as the broker's name. */
  readonly profileName?: string;
  /** What it changes, kept with it. */
  readonly proof?: ImportProof;
  readonly newAccounts: readonly Account[];
  /** Securities that the catalogue lacks; the server creates its own entries for them when the rows arrive. */
  readonly unlistedAssets: readonly Asset[];
  readonly transactions: readonly Transaction[];
  /** What the file states in the row of each of them. */
  readonly statements?: readonly Statement[];
  /** Stored transactions that the file reverses: they are removed with its last rows. */
  readonly reversed?: readonly Transaction[];
}

export interface ImportOptions {
  readonly signal?: AbortSignal;
  /** Called after each transaction with the rows written so far. */
  readonly onProgress?: (written: number, total: number) => void;
  readonly now?: () => number;
  /** Tells the user's other devices of it. */
  readonly noted?: boolean;
}

/** A writer without progress for this many milliseconds is treated as stopped, and its rows are removed. */
const WRITER_DEAD_MS = 60_000;

const TABLES = ['accounts', 'brokers', 'transactions', 'imports', 'extras', ...QUEUE_TABLES] as const;
const COMMIT_TABLES = [...TABLES, ...RECEIPT_TABLES] as const;

/** Rows of one transaction, each of which waits for the disk; of more than 5,000 the copy of the table is told no ids. */
const ROWS_AT_ONCE = 2 * CHUNK_ROWS;

/**
 * Writes an import and queues it for sending, one entry per chunk of at most 2,000 rows. Nothing of it is visible
 * before all is written; after a fault, a crash or a cancellation nothing of it is left. Cancelling returns
 * `interrupted`. The first transaction creates the record, the last one commits.
 */
export async function writeImport(
  db: HoldfastDatabase,
  content: ImportContent,
  options: ImportOptions = {},
): Promise<Written<ImportRecord>> {
  const now = options.now ?? Date.now;
  const record: ImportRecord = {
    id: newId(),
    fileName: content.fileName,
    ...(content.profileName === undefined ? {} : { profileName: content.profileName }),
    state: 'writing',
    ...(content.proof === undefined ? {} : { proof: content.proof }),
    rowCount: content.transactions.length,
    createdAt: new Date(now()).toISOString(),
    lastWrittenAt: now(),
  };
  const finished = await writeRows(db, record, content, options, now);
  if (!finished.ok) await removeBrokenImport(db, record.id);
  return finished;
}

async function writeRows(
  db: HoldfastDatabase,
  record: ImportRecord,
  content: ImportContent,
  options: ImportOptions,
  now: () => number,
): Promise<Written<ImportRecord>> {
  const { length } = content.transactions;
  for (let from = 0; ; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, length);
    const written = await write(db, to < length ? TABLES : COMMIT_TABLES, async () => {
      requireGoingOn(options.signal);
      const writing = { ...(from === 0 ? record : await requireWriting(db, record.id)), lastWrittenAt: now() };
      await db.imports.put(writing);
      for (let start = from; start < to; start += CHUNK_ROWS)
        await writeChunk(
          db,
          writing.id,
          start / CHUNK_ROWS,
          content.transactions.slice(start, Math.min(start + CHUNK_ROWS, to)),
          content.statements?.slice(start, Math.min(start + CHUNK_ROWS, to)),
        );
      requireGoingOn(options.signal);
      return to < length ? null : await commit(db, writing, content, options.noted === true, now());
    });
    if (!written.ok) return written;
    options.onProgress?.(to, length);
    if (written.value !== null) return { ok: true, value: written.value };
  }
}

function requireGoingOn(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new WriteRefused({ code: 'interrupted' });
}

async function requireWriting(db: HoldfastDatabase, importId: string): Promise<ImportRecord> {
  const record = await db.imports.get(importId);
  // Another tab treated this writer as stopped and has removed its rows.
  if (record?.state !== 'writing') throw new WriteRefused({ code: 'interrupted' });
  return record;
}

async function writeChunk(
  db: HoldfastDatabase,
  importId: string,
  index: number,
  rows: readonly Transaction[],
  statements: readonly Statement[] | undefined,
): Promise<void> {
  const parents = [...new Set(rows.flatMap((row) => [row.accountId, row.brokerId]))];
  const current = await currentIds(db, parents);
  const renamed = new Map(parents.map((id, index) => [id, current[index] ?? id]));
  const accountIds = rows.map(({ accountId }) => renamed.get(accountId) ?? accountId);
  const brokerIds = rows.map(({ brokerId }) => renamed.get(brokerId) ?? brokerId);
  const adding = db.transactions.bulkAdd(
    rows.map((row, at) => ({
      ...row,
      accountId: accountIds[at] ?? row.accountId,
      brokerId: brokerIds[at] ?? row.brokerId,
      version: null,
      importId,
      importIndex: index,
    })),
  );
  // Prepared while the browser is busy writing the rows.
  const chunk: ImportChunk = {
    importId,
    index,
    ids: rows.map((row) => row.id),
    imported: {
      marks: rows.map(rowMark),
      ...(statements !== undefined && { statements }),
      accountIds: onceIfSame(accountIds),
      brokerIds: onceIfSame(brokerIds),
    },
  };
  await Promise.all([adding, db.importChunks.add(chunk)]);
}

/** Nearly all imports have one account and one broker, whose ids would take as much room as those of the rows. */
function onceIfSame(ids: readonly string[]): readonly string[] {
  return ids.every((id) => id === ids[0]) ? ids.slice(0, 1) : ids;
}

async function commit(
  db: HoldfastDatabase,
  writing: ImportRecord,
  content: ImportContent,
  noted: boolean,
  now: number,
): Promise<ImportRecord> {
  const chunks = Math.ceil(content.transactions.length / CHUNK_ROWS);
  for (const account of content.newAccounts) await putAndQueue(db, 'account', account, now);
  const assets = await assetsOf(
    db,
    new Set([...content.transactions.flatMap(isinsIn), ...content.unlistedAssets.map(({ isin }) => isin)]),
  );
  const known = new Set(assets.map(({ isin }) => isin));
  await db.assets.bulkAdd(
    content.unlistedAssets
      .filter(({ isin }) => !known.has(isin))
      .map((asset) => ({ ...asset, version: null, unlisted: true })),
  );
  const accountIds = await currentIds(db, [...new Set(content.transactions.map((row) => row.accountId))]);
  const brokerIds = await currentIds(db, [...new Set(content.transactions.map((row) => row.brokerId))]);
  const { reversed = [] } = content;
  const record: ImportRecord = {
    ...writing,
    state: 'committed',
    ...(reversed.length > 0 && {
      takenBackCount: reversed.length,
      takenBack: await removeReversed(db, reversed, now),
    }),
    lastWrittenAt: now,
    accountNames: namesOf(await db.accounts.bulkGet(accountIds)),
    brokerNames: namesOf(await db.brokers.bulkGet(brokerIds)),
  };
  await countUnsaved(db, content.transactions.length);
  await db.imports.put(record);
  const parents = await entriesOfAny(db, [...accountIds, ...brokerIds, ...assets.map(({ id }) => id)]).toArray();
  const dependsOn = parents.filter((entry) => entry.kind === 'create').map((entry) => entry.seq);
  await db.outbox.bulkAdd(
    Array.from({ length: chunks }, (_, index): NewOutboxEntry => ({
      key: newId(),
      entity: 'import',
      kind: 'import',
      localId: writing.id,
      index,
      rows: Math.min(CHUNK_ROWS, content.transactions.length - index * CHUNK_ROWS),
      dependsOn,
      state: 'queued',
      attempts: 0,
      nextAttemptAt: 0,
      queuedAt: new Date(now).toISOString(),
      error: null,
    })),
  );
  if (noted) await putImportNote(db, record, now);
  return record;
}

function namesOf(
  rows: readonly ({ readonly id: string; readonly name: string } | undefined)[],
): Record<string, string> {
  return Object.fromEntries(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row.name]])));
}

async function removeBrokenImport(db: HoldfastDatabase, importId: string): Promise<void> {
  await write(db, TABLES, async () => {
    const record = await db.imports.get(importId);
    if (record?.state === 'committed') return;
    const chunks = await chunksOf(db, importId);
    await db.transactions.bulkDelete(chunks.flatMap((chunk) => [...chunk.ids]));
    await db.importChunks.bulkDelete(chunks.map((chunk): [string, number] => [chunk.importId, chunk.index]));
    await db.imports.delete(importId);
  });
}

/** Removes what imports that a crash broke off have left. To be called when the app starts. */
export async function removeBrokenImports(db: HoldfastDatabase, now = Date.now()): Promise<void> {
  const imports = await db.imports.toArray();
  for (const record of imports) {
    if (record.state === 'writing' && Math.abs(now - record.lastWrittenAt) > WRITER_DEAD_MS)
      await removeBrokenImport(db, record.id);
  }
}

/** Removes what an unfinished import of that file has left. Only when no other tab can be writing it. */
export async function removeUnfinishedImport(db: HoldfastDatabase, fileName: string): Promise<void> {
  for (const record of await db.imports.toArray())
    if (record.state === 'writing' && record.fileName === fileName) await removeBrokenImport(db, record.id);
}

/** All imports, the latest first, including those that were undone. */
export async function listImports(db: HoldfastDatabase): Promise<ImportRecord[]> {
  const committed = (await db.imports.toArray()).filter((record) => record.state !== 'writing');
  return committed.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}
