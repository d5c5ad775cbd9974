/** What came of sending a chunk of an import. */
import type { Transaction } from '../../domain/records.ts';
import type { Claim } from './claims.ts';
import { changedFields, recordOf } from './entity-fields.ts';
import type { ImportChunk } from './import-record.ts';
import {
  isEntryOf,
  PAYLOAD_SCHEMA,
  type EntryError,
  type ImportEntry,
  type NewOutboxEntry,
  type ServerCopy,
} from './outbox-entry.ts';
import { metaOf, newEntry } from './outbox.ts';
import { rowMark } from './row-mark.ts';
import type { HoldfastDatabase, Stored } from './schema.ts';
import { settle } from './settlement.ts';
import { write, type Written } from './write.ts';

/** A claim of a chunk. */
export type ChunkClaim = Omit<Claim, 'entry'> & { readonly entry: ImportEntry };

/** The chunk's rows as they are to be sent: those that were not deleted since, in file order. */
export async function readChunk(
  db: HoldfastDatabase,
  entry: ImportEntry,
): Promise<{ readonly chunk: ImportChunk | null; readonly rows: readonly Stored<Transaction>[] }> {
  const chunk = (await db.importChunks.get([entry.localId, entry.index])) ?? null;
  return { chunk, rows: chunk === null ? [] : await rowsNamed(db, chunk.ids) };
}

/** Rows read at once: sending goes on beside the user's work, which must never wait for long. */
const ROWS_AT_ONCE = 1000;

function* portions<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let at = 0; at < all.length; at += ROWS_AT_ONCE) yield all.slice(at, at + ROWS_AT_ONCE);
}

/** The rows of those ids that exist, in the order of the ids. */
async function rowsNamed(db: HoldfastDatabase, ids: readonly string[]): Promise<Stored<Transaction>[]> {
  const known = new Map<string, Stored<Transaction>>();
  for (const portion of portions(ids.toSorted()))
    for (const row of await rowsAmong(db, portion)) known.set(row.id, row);
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** Rows among which are all of those sorted ids that exist. An import's ids are made one after the other: mostly nothing lies between. */
async function rowsAmong(db: HoldfastDatabase, sorted: readonly string[]): Promise<Stored<Transaction>[]> {
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
  const between = db.transactions.where('id').between(first, last, true, true);
  if ((await between.count()) <= sorted.length * 2) return await between.toArray();
  return (await db.transactions.bulkGet([...sorted])).filter((row) => row !== undefined);
}

/** Keeps the text that is about to be sent, so that a repeat carries the same bytes. */
export async function keepSentCsv(db: HoldfastDatabase, chunk: ImportChunk, sentCsv: string): Promise<Written<null>> {
  return await write(db, ['importChunks'], async () => {
    await db.importChunks.put({ ...chunk, sentCsv });
    return null;
  });
}

/** What a server has made of a chunk. */
export interface ChunkOutcome {
  /** By id, of the rows that it has. */
  readonly versions: ReadonlyMap<string, number>;
  /** What it has where that is not what the row says: it had the id already, or put the row elsewhere. */
  readonly differing: ReadonlyMap<string, Transaction>;
  /** Rows that it did not take. */
  readonly refused: ReadonlyMap<string, EntryError>;
}

/** The server has the chunk, but for what it refused. */
export async function settleChunk(
  db: HoldfastDatabase,
  claim: ChunkClaim,
  outcome: ChunkOutcome,
  now: number,
): Promise<Written<boolean>> {
  const { entry, epoch } = claim;
  return await settle(db, claim, async () => {
    await db.outbox.delete(entry.seq);
    const { chunk, rows } = await readChunk(db, entry);
    if (chunk !== null) await db.importChunks.put({ ...chunk, sentCsv: null });
    await db.touched.put({ id: `${entry.localId}/${entry.index}`, epoch });
    await takeVersions(
      db,
      entry,
      rows.filter((row) => !outcome.differing.has(row.id)),
      outcome.versions,
    );
    if (chunk !== null && outcome.differing.size > 0)
      await meetDiffering(
        db,
        chunk,
        rows.filter((row) => outcome.differing.has(row.id)),
        outcome,
        now,
      );
    await informLaterEntries(db, outcome);
    const refused = rows.filter((row) => outcome.refused.has(row.id));
    // The row's latest text waits in its creation; edits that were queued behind the chunk are in it.
    await db.outbox.bulkDelete(
      await db.outbox
        .where('localId')
        .anyOf(refused.map((row) => row.id))
        .primaryKeys(),
    );
    await replaceChunk(
      db,
      entry,
      refused.map((row) => ({
        ...createEntry(row, [], now),
        state: 'failed',
        error: outcome.refused.get(row.id) ?? null,
      })),
    );
  });
}

/** True where a pull has brought what is newer than an answer: a repeated request is answered as the first time. */
function isPassed(row: Stored<Transaction>, version: number): boolean {
  return row.version !== null && row.version >= version;
}

async function takeVersions(
  db: HoldfastDatabase,
  { localId, index }: ImportEntry,
  rows: readonly Stored<Transaction>[],
  versions: ReadonlyMap<string, number>,
): Promise<void> {
  await db.transactions.bulkPut(
    rows.flatMap((row) => {
      const version = versions.get(row.id);
      return version === undefined || isPassed(row, version)
        ? []
        : [{ ...row, version, importId: localId, importIndex: index }];
    }),
  );
}

/**
 * Rows of which the server has something else: another device was there before, or has gone on since. They become what it has, as
 * nobody imports what is there; where one was edited here after it was imported, the user is asked. An edit behind the chunk
 * meets it when it is sent.
 */
async function meetDiffering(
  db: HoldfastDatabase,
  chunk: ImportChunk,
  rows: readonly Stored<Transaction>[],
  { versions, differing }: ChunkOutcome,
  now: number,
): Promise<void> {
  const queued = new Set(
    (
      await db.outbox
        .where('localId')
        .anyOf(rows.map((row) => row.id))
        .toArray()
    ).map((later) => later.localId),
  );
  const marks = new Map((chunk.imported?.ids ?? chunk.ids).map((id, index) => [id, chunk.imported?.marks[index]]));
  const puts: Stored<Transaction>[] = [];
  const questions: NewOutboxEntry[] = [];
  for (const row of rows) {
    const version = versions.get(row.id) ?? null;
    const theirs = differing.get(row.id);
    if (version === null || theirs === undefined || queued.has(row.id) || isPassed(row, version)) continue;
    const isOurs = rowMark(theirs) === rowMark(row) || marks.get(row.id) === rowMark(row);
    puts.push({ ...(isOurs ? theirs : recordOf('transaction', row)), ...metaOf(row), version });
    if (!isOurs) questions.push(conflictEntry(row, { record: theirs, version }, now));
  }
  await db.transactions.bulkPut(puts);
  await db.outbox.bulkAdd(questions);
}

function conflictEntry(row: Stored<Transaction>, theirs: ServerCopy<Transaction>, now: number): NewOutboxEntry {
  const record = recordOf('transaction', row);
  const message = theirs.record === null ? '' : changedFields('transaction', record, theirs.record).join(', ');
  return {
    ...newEntry('transaction', row.id, now),
    kind: 'update',
    payload: { schema: PAYLOAD_SCHEMA, record },
    base: theirs,
    theirs,
    state: 'conflict',
    error: { status: 412, code: 'sameField', message },
  };
}

/** Puts single creations in a chunk's place in the order; what waited for the chunk then waits for its own record's. */
async function replaceChunk(
  db: HoldfastDatabase,
  chunk: ImportEntry,
  creates: readonly NewOutboxEntry[],
): Promise<void> {
  const step = 1 / (creates.length + 1);
  const seqs = new Map(creates.map((create, index) => [create.localId, chunk.seq + (index + 1) * step]));
  await db.outbox.bulkAdd(creates.map((create) => ({ ...create, seq: seqs.get(create.localId) ?? chunk.seq })));
  for (const other of await db.outbox.filter((waiting) => waiting.dependsOn.includes(chunk.seq)).toArray()) {
    const seq = seqs.get(
      isEntryOf(other, 'receipt') ? ((other.payload ?? other.base)?.record?.transactionId ?? '') : other.localId,
    );
    await db.outbox.put({
      ...other,
      dependsOn: [...other.dependsOn.filter((one) => one !== chunk.seq), ...(seq === undefined ? [] : [seq])],
    });
  }
}

/**
 * Edits that were queued while the chunk was on its way were made on rows whose versions are known only now. One that was made on
 * something else than the server has names no version: it reads what is there.
 */
async function informLaterEntries(db: HoldfastDatabase, { versions, differing }: ChunkOutcome): Promise<void> {
  for (const entry of await db.outbox.toArray()) {
    const version = versions.get(entry.localId);
    if (
      version === undefined ||
      differing.has(entry.localId) ||
      !isEntryOf(entry, 'transaction') ||
      entry.base === null ||
      entry.base.version !== null
    )
      continue;
    await db.outbox.put({ ...entry, base: { ...entry.base, version } });
  }
}

/** For a server that takes no chunks: puts single creates in the chunk's place in the order. */
export async function splitChunk(db: HoldfastDatabase, claim: ChunkClaim, now: number): Promise<Written<boolean>> {
  const { entry } = claim;
  return await settle(db, claim, async () => {
    const { rows } = await readChunk(db, entry);
    await db.outbox.delete(entry.seq);
    await replaceChunk(
      db,
      entry,
      rows.map((row) => createEntry(row, entry.dependsOn, now)),
    );
  });
}

function createEntry(row: Transaction, dependsOn: readonly number[], now: number): NewOutboxEntry {
  const record = recordOf('transaction', row);
  return {
    ...newEntry('transaction', row.id, now),
    kind: 'create',
    payload: { schema: PAYLOAD_SCHEMA, record },
    dependsOn,
  };
}
