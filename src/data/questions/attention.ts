/** What the user may do about a change that the server refused or that conflicts with somebody else's. */
import { balanceHistoryKey } from '../../../domain/records/extra.ts';
import type { AnyRecord, Stored } from '../entities/entities.ts';
import { recordOf } from '../entities/entity-fields.ts';
import { isOpen } from '../outbox/open-chunks.ts';
import { entriesOfAny } from '../outbox/outbox-index.ts';
import { isEntryOf, NO_COPY, PAYLOAD_SCHEMA, type OutboxEntry, type RecordEntry } from '../database/outbox-entry.ts';
import { entriesOf, metaOf, parentsOf, putAndQueue, QUEUE_TABLES, renewed } from '../outbox/outbox.ts';
import { putCopy } from '../outbox/server-copies.ts';
import { entityTable, RECORD_TABLES, type HoldfastDatabase } from '../database/schema.ts';
import { write, WriteRefused, type Written } from '../database/write.ts';

const TABLES = [...RECORD_TABLES, ...QUEUE_TABLES] as const;

async function entryOf(db: HoldfastDatabase, seq: number): Promise<OutboxEntry> {
  const entry = await db.outbox.get(seq);
  if (entry === undefined) throw new WriteRefused({ code: 'notFound' });
  // The result on the server is not known yet.
  if (entry.state === 'sending' || entry.state === 'doubtful') throw new WriteRefused({ code: 'tooLate' });
  return entry;
}

/** Sends a refused change again unchanged. `tooLate` while it is being sent. */
export async function retryEntry(db: HoldfastDatabase, seq: number): Promise<Written<null>> {
  return await write(db, TABLES, async () => {
    const entry = await entryOf(db, seq);
    if (entry.state === 'conflict') throw new WriteRefused({ code: 'notFound' });
    // What may have arrived without a reply is looked for before it is sent again.
    const state = entry.error?.code === 'unknownOutcome' ? 'doubtful' : 'queued';
    if (entry.entity === 'import')
      await db.outbox.put({
        ...entry,
        attempts: isOpen(entry) ? 0 : entry.attempts,
        nextAttemptAt: 0,
        error: null,
        state: 'queued',
      });
    else await db.outbox.put({ ...entry, ...renewed(), state });
    // Shown again only while it could not be deleted.
    if (entry.entity !== 'import' && entry.kind === 'delete') await entityTable(db, entry.entity).delete(entry.localId);
    return null;
  });
}

/** Sends again what the server could not store, now that it can. */
export async function retryUnsupported(db: HoldfastDatabase): Promise<void> {
  await write(db, TABLES, async () => {
    const kept = (await db.outbox.toArray()).filter(isRecordEntry).filter(({ error }) => error?.code === 'unsupported');
    await db.outbox.bulkPut(kept.map((entry) => ({ ...entry, ...renewed(), state: 'queued' as const })));
  });
}

function isRecordEntry(entry: OutboxEntry): entry is RecordEntry {
  return entry.entity !== 'import';
}

/**
 * Discards a change and all later ones of the same record; the record is then as the server has it, and gone when it
 * was never there. `inUse` when other changes need it (their number), `tooLate` while it is being sent.
 */
export async function discardEntry(db: HoldfastDatabase, seq: number): Promise<Written<null>> {
  return await write(db, TABLES, async () => {
    const entry = await entryOf(db, seq);
    if (entry.kind === 'create' || entry.kind === 'import') await requireUnneeded(db, entry);
    if (entry.entity === 'import') await discardChunk(db, entry.localId, entry.index, seq);
    else await discardRecordEntry(db, entry);
    return null;
  });
}

async function requireUnneeded(db: HoldfastDatabase, entry: OutboxEntry): Promise<void> {
  // The catalogue has the security without it.
  if (
    isEntryOf(entry, 'asset') &&
    (await db.assets
      .where('isin')
      .equals(entry.payload?.record.isin ?? '')
      .count()) > 1
  )
    return;
  // Edits of the record itself, or of a chunk's rows, are discarded with it, and so are its entries in the history of
  // balances.
  const own = new Set([
    entry.localId,
    ...(entry.entity === 'import' ? ((await db.importChunks.get([entry.localId, entry.index]))?.ids ?? []) : []),
  ]);
  const dependents = await db.outbox
    .filter((other) => !own.has(other.localId) && other.entity !== 'extra' && other.dependsOn.includes(entry.seq))
    .count();
  if (dependents > 0) throw new WriteRefused({ code: 'inUse', count: dependents, uses: [] });
}

async function discardChunk(db: HoldfastDatabase, importId: string, index: number, seq: number): Promise<void> {
  const ids = (await db.importChunks.get([importId, index]))?.ids ?? [];
  const later = await entriesOfAny(db, ids).primaryKeys();
  await db.outbox.bulkDelete([seq, ...later]);
  await db.transactions.bulkDelete([...ids]);
  await db.importChunks.delete([importId, index]);
}

async function discardRecordEntry(db: HoldfastDatabase, entry: RecordEntry): Promise<void> {
  const given = (await entriesOf(db, entry.localId))
    .filter((other) => other.seq >= entry.seq)
    .map((other) => other.seq);
  await db.outbox.bulkDelete(given);
  // Without a copy it was never there.
  await putCopy(db, entry.entity, entry.localId, entry.theirs ?? entry.base ?? NO_COPY);
  if (entry.entity === 'savingsAccount') await correctHistory(db, entry.localId, given, 'discarded');
}

/** Corrects the history of balances after changes of a savings account were discarded or decided otherwise. */
async function correctHistory(
  db: HoldfastDatabase,
  id: string,
  changes: readonly number[],
  what: 'discarded' | 'decided',
): Promise<void> {
  const account = await db.savingsAccounts.get(id);
  const balances = await db.outbox
    .filter((entry) => entry.entity === 'extra' && entry.dependsOn.some((seq) => changes.includes(seq)))
    .toArray();
  for (const entry of balances) {
    if (!isEntryOf(entry, 'extra') || entry.payload === null) continue;
    const { record } = entry.payload;
    const isStated =
      account !== undefined &&
      record.key === balanceHistoryKey(id, account.latestBalanceDate) &&
      (await parentsOf(db, 'extra', record)).length > 0;
    const stated = { ...record, value: { balance: account?.latestBalance } };
    if (!isStated) await discardRecordEntry(db, entry);
    // A user who has decided about the balance is not asked about its history too.
    else if (what === 'decided' && entry.theirs !== null) await saveChoice(db, entry, stated);
    else await putAndQueue(db, 'extra', stated, Date.parse(entry.queuedAt));
  }
}

/**
 * The user's choice in a conflict.
 * - `mine`: the change made here is applied on top of theirs: a record deleted elsewhere is created again, one changed
 *   elsewhere deleted
 * - `theirs`: the change made here is discarded - a record: its text is saved instead of either
 */
export type ConflictChoice = 'mine' | 'theirs' | { readonly record: AnyRecord };

/** Settles a conflict by the user's choice. */
export async function resolveConflict(
  db: HoldfastDatabase,
  seq: number,
  choice: ConflictChoice,
): Promise<Written<null>> {
  return await write(db, TABLES, async () => {
    const entry = await entryOf(db, seq);
    if (entry.state !== 'conflict' || entry.entity === 'import') throw new WriteRefused({ code: 'notFound' });
    if (choice === 'theirs') await discardRecordEntry(db, entry);
    else await saveChoice(db, entry, choice === 'mine' ? (entry.payload?.record ?? null) : choice.record);
    if (entry.entity === 'savingsAccount') await correctHistory(db, entry.localId, [seq], 'decided');
    return null;
  });
}

async function saveChoice(db: HoldfastDatabase, entry: RecordEntry, record: AnyRecord | null): Promise<void> {
  const again = { ...entry, ...renewed(), state: 'queued' as const, theirs: null, base: entry.theirs ?? entry.base };
  if (record === null) {
    await db.outbox.put(again);
    return;
  }
  const payload = { schema: PAYLOAD_SCHEMA, record: { ...record, id: entry.localId } };
  const dependsOn = await parentsOf(db, entry.entity, payload.record);
  // Deleted elsewhere: an edit has nothing left to change, so the record is created again.
  const isGone = entry.theirs !== null && entry.theirs.record === null;
  await db.outbox.put(
    isGone
      ? { ...again, kind: 'create', base: null, payload, dependsOn }
      : { ...again, kind: 'update', payload, dependsOn },
  );
  const table = entityTable(db, entry.entity);
  const row = await table.get(entry.localId);
  await table.put({
    ...recordOf(entry.entity, payload.record),
    ...metaOf(row),
    version: again.base?.version ?? null,
  } as Stored<AnyRecord>);
}
