/** Inside a settlement: the result of sending a chunk of an import. */
import { groupBy } from '../../../domain/values/group-by.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import type { Stored } from '../entities/entities.ts';
import { changedFields, recordOf } from '../entities/entity-fields.ts';
import type { ImportChunk } from '../database/import-record.ts';
import {
  isEntryOf,
  sameField,
  type ImportEntry,
  type NewOutboxEntry,
  type PresentCopy,
  type RecordEntry,
} from '../database/outbox-entry.ts';
import { readChunk, rowsNow } from './chunk-rows.ts';
import { metaOf, newCreation } from './outbox.ts';
import { entriesOfAny } from './outbox-index.ts';
import { rowMark } from './row-mark.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import type { ChunkClaim } from './claims.ts';
import type { ChunkOutcome, RowOutcome } from './outcome.ts';
import { acceptCopy, forgetDeleted, keepMine } from './server-copies.ts';

/**
 * The server has answered each row that was sent. An edit that was queued behind the chunk is in the row, and waits for its own
 * turn; a row whose deletion was undone while the chunk was on its way without it is sent by itself.
 */
export async function settleRows(
  db: HoldfastDatabase,
  { entry, claimNumber }: ChunkClaim,
  { rows: outcomes, sent }: Extract<ChunkOutcome, { readonly kind: 'rows' }>,
  now: number,
): Promise<void> {
  await db.outbox.delete(entry.seq);
  await db.acknowledgedCreations.put({ id: `${entry.localId}/${entry.index}`, claimNumber });
  const chunk = await db.importChunks.get([entry.localId, entry.index]);
  const ids = [...new Set([...outcomes.keys(), ...(chunk?.ids ?? [])])];
  const rows = await rowsNow(db, ids, sent);
  const later = await laterEntries(db, ids);
  const isAsImported = importedMarks(chunk);
  const versions = new Map<string, number>();
  const puts: Stored<Transaction>[] = [];
  /** Of rows that the server did not take with the chunk. */
  const creations: NewOutboxEntry[] = [];
  for (const [id, outcome] of outcomes) {
    const row = rows.get(id);
    const next = later.get(id);
    if (outcome.kind === 'refused') {
      if (row !== undefined) creations.push({ ...creationOf(row, [], now), state: 'failed', error: outcome.error });
    } else if (next !== undefined) await informLater(db, next, outcome);
    else if (outcome.kind === 'deleted') {
      await db.transactions.delete(id);
      await forgetDeleted(db, 'transaction', id);
    } else if (row !== undefined && !isPassed(row, outcome.version)) {
      const { version, differing } = outcome;
      if (differing === null) versions.set(id, version);
      else
        puts.push(await reconciled(db, row, { record: differing, version }, { isAsImported: isAsImported(row), now }));
    }
  }
  for (const row of rows.values())
    if (!outcomes.has(row.id) && row.version === null) creations.push(creationOf(row, [], now));
  if (chunk !== undefined)
    await db.importChunks.put({ ...chunk, versions: chunk.ids.map((id) => versions.get(id) ?? null) });
  await db.transactions.bulkPut(puts);
  // The row's latest text waits in its creation; edits that were queued behind the chunk are in it.
  await db.outbox.bulkDelete(creations.flatMap(({ localId }) => later.get(localId)?.map(({ seq }) => seq) ?? []));
  await replaceChunk(db, entry, creations);
}

/** By record, the changes that were queued behind the chunk. */
async function laterEntries(
  db: HoldfastDatabase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly RecordEntry<'transaction'>[]>> {
  const entries = await entriesOfAny(db, ids).sortBy('seq');
  return groupBy(
    entries.filter((entry) => isEntryOf(entry, 'transaction')),
    ({ localId }) => localId,
  );
}

/**
 * A change that was queued while the chunk was being sent is based on what was sent. Where the server has something
 * else it keeps its base and is reconciled when it is sent; where the row is gone, it learns so then.
 */
async function informLater(
  db: HoldfastDatabase,
  [next]: readonly RecordEntry<'transaction'>[],
  outcome: Exclude<RowOutcome, { readonly kind: 'refused' }>,
): Promise<void> {
  if (next === undefined || outcome.kind === 'deleted') return;
  const { sent, version, differing } = outcome;
  const noted = next.theirs?.version != null && next.theirs.version > version ? next.theirs : null;
  if (differing === null)
    await acceptCopy(db, 'transaction', { record: recordOf('transaction', sent), version }, noted);
  else if (noted === null) await db.outbox.update(next.seq, { theirs: { record: differing, version } });
}

/** True where a pull has brought a later version than the reply. */
function isPassed(row: Stored<Transaction>, version: number): boolean {
  return row.version !== null && row.version >= version;
}

/** Returns whether a row has the content with which it was imported. */
function importedMarks(chunk: ImportChunk | undefined): (row: Transaction) => boolean {
  const ids = chunk?.imported?.ids ?? chunk?.ids ?? [];
  const marks = new Map(ids.map((id, index) => [id, chunk?.imported?.marks[index]]));
  return (row) => marks.get(row.id) === rowMark(row);
}

/**
 * The row with what becomes of it where the server has another version: another device was first, or has edited it
 * since. It takes the server's version, as nobody imports what is there; where it was edited here after the import, the
 * user is asked.
 */
async function reconciled(
  db: HoldfastDatabase,
  row: Stored<Transaction>,
  theirs: PresentCopy<Transaction>,
  { isAsImported, now }: { readonly isAsImported: boolean; readonly now: number },
): Promise<Stored<Transaction>> {
  if (isAsImported) return { ...theirs.record, ...metaOf(row), version: theirs.version };
  const error = sameField(changedFields('transaction', recordOf('transaction', row), theirs.record));
  return await keepMine(db, 'transaction', row, theirs, { now, error });
}

/**
 * Puts single creations in a chunk's place in the order; changes that waited for the chunk then wait for their own
 * record's.
 */
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

/** For a server that takes no chunks: puts single creates in the chunk's place in the order. */
export async function replaceByRows(db: HoldfastDatabase, entry: ImportEntry, now: number): Promise<void> {
  const { rows } = await readChunk(db, entry);
  await db.outbox.delete(entry.seq);
  await replaceChunk(
    db,
    entry,
    rows.map((row) => creationOf(row, entry.dependsOn, now)),
  );
}

function creationOf(row: Stored<Transaction>, dependsOn: readonly number[], now: number): NewOutboxEntry {
  return newCreation('transaction', recordOf('transaction', row), dependsOn, now);
}
