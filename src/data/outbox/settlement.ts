/** The results of sending are written only here: the record, the outbox and the notices in one transaction. */
import { settleRows, replaceByRows } from './chunk-settlement.ts';
import { latestClaimNumber, type ChunkClaim, type Claim, type RecordClaim } from './claims.ts';
import { changedFields, differingFields, sameContent } from '../entities/entity-fields.ts';
import { mergeRecords } from '../entities/merge.ts';
import { addNotices, type Notice } from './notices.ts';
import {
  DELETED_ELSEWHERE,
  isRewritable,
  sameField,
  type EntryError,
  type PresentCopy,
  type RecordEntry,
  type ServerCopy,
} from '../database/outbox-entry.ts';
import { entriesOf, metaOf, newQuestion, renewed } from './outbox.ts';
import type { AnyRecord, EntityName } from '../entities/entities.ts';
import type { AnyOutcome, Deletions, RecordOutcome, Sent } from './outcome.ts';
import { REKEY_TABLES, rekeyRecord } from './rekey.ts';
import { entityTable, type HoldfastDatabase } from '../database/schema.ts';
import { acceptCopy, forgetDeleted, isLater, isQuestionOf, newerThan, putCopy } from './server-copies.ts';
import { write, type Written } from '../database/write.ts';

/**
 * Writes the result of a claim. Returns false, with nothing written, when another tab has taken over from its sender.
 * `now` in milliseconds since 1970.
 */
export async function settle(db: HoldfastDatabase, sent: Sent, now: number): Promise<Written<boolean>> {
  return await write(db, [...REKEY_TABLES, 'importChunks', 'tableStamps'], async () => {
    if ((await latestClaimNumber(db)) !== sent.claim.claimNumber) return false;
    if (sent.what === 'record') await settleRecord(db, sent.claim, sent.outcome, now);
    else await settleChunk(db, sent, now);
    return true;
  });
}

/** Tells the user what was done about records. */
async function tell(
  db: HoldfastDatabase,
  kind: Notice['kind'],
  records: readonly Pick<Notice, 'entity' | 'id' | 'fields'>[],
  now: number,
): Promise<void> {
  const at = new Date(now).toISOString();
  await addNotices(
    db,
    records.map((record) => ({ kind, ...record, at })),
  );
}

type SentChunk = Extract<Sent, { readonly what: 'chunk' }>;

async function settleChunk(db: HoldfastDatabase, { claim, outcome }: SentChunk, now: number): Promise<void> {
  if (outcome.kind !== 'rows') await release(db, claim.others);
  switch (outcome.kind) {
    case 'again':
      return await requeue(db, { ...claim, others: [] }, outcome);
    case 'refused':
      return await refuse(db, claim, outcome.error);
    case 'singly':
      return await replaceByRows(db, claim.entry, now);
    case 'rows':
      await settleRows(db, claim, outcome, now);
      return await tell(
        db,
        'broughtBack',
        outcome.recreated.map(([entity, id]) => ({ entity, id, fields: [] })),
        now,
      );
  }
}

/** Chunks that were claimed and not sent wait as before. */
async function release(db: HoldfastDatabase, chunks: ChunkClaim['others']): Promise<void> {
  for (const { seq, attempts } of chunks) await db.outbox.update(seq, { state: 'queued', attempts: attempts - 1 });
}

async function settleRecord(
  db: HoldfastDatabase,
  claim: RecordClaim,
  outcome: RecordOutcome,
  now: number,
): Promise<void> {
  const { entry } = claim;
  switch (outcome.kind) {
    case 'again':
      return await requeue(db, claim, outcome);
    case 'refused':
      return await refuse(db, claim, outcome.error);
    case 'applied':
      return await applied(db, claim, outcome);
    case 'there':
      return await reconcileExisting(db, entry, outcome.theirs, now);
    case 'changed':
      return await mergeOrAsk(db, claim, outcome.theirs, now);
    case 'deletionAsked':
      return await ask(db, entry, outcome.theirs, CHANGED_ELSEWHERE);
    case 'doubtful': {
      const { nextAttemptAt, checks } = outcome;
      await db.outbox.put({ ...entry, state: 'doubtful', error: null, nextAttemptAt, checks });
      return undefined;
    }
    case 'sendTwice':
      await db.outbox.put({ ...entry, state: 'queued', error: null, nextAttemptAt: 0, checks: 0, resent: true });
      return await tell(db, 'duplicate', [{ entity: entry.entity, id: entry.localId, fields: [] }], now);
    case 'deletions':
      return await settleDeletions(db, outcome);
  }
}

async function requeue(
  db: HoldfastDatabase,
  { entry, was, others }: Claim,
  { nextAttemptAt, error, untouched }: Extract<AnyOutcome, { kind: 'again' }>,
): Promise<void> {
  const attempts = untouched ? entry.attempts - 1 : entry.attempts;
  const state = untouched && was === 'doubtful' ? 'doubtful' : 'queued';
  await db.outbox.put({ ...entry, state, attempts, nextAttemptAt, error });
  await db.outbox.bulkPut(others.map((other) => ({ ...other, state: 'queued' as const, error: null })));
}

/** A record that could not be deleted is shown again until the user has decided. */
async function refuse(db: HoldfastDatabase, { entry }: Claim, error: EntryError): Promise<void> {
  await db.outbox.put({ ...entry, state: 'failed', error });
  if (entry.kind !== 'delete') return;
  await showCopy(db, entry.entity, entry.theirs ?? entry.base);
}

async function applied(
  db: HoldfastDatabase,
  { entry, claimNumber }: RecordClaim,
  outcome: Omit<Extract<RecordOutcome, { kind: 'applied' }>, 'kind'>,
): Promise<void> {
  const { copy } = outcome;
  const since = newerThan(outcome.since ?? copy, entry) ?? outcome.since ?? null;
  await db.outbox.delete(entry.seq);
  const id = outcome.serverId ?? entry.localId;
  await rekeyRecord(db, entry.entity, entry.localId, id);
  const { version } = since ?? copy;
  if (entry.kind === 'create')
    await db.acknowledgedCreations.put({ id, claimNumber, ...(version === null && { isUnversioned: true as const }) });
  if (entry.kind === 'delete') await forgetDeleted(db, entry.entity, id);
  // What was changed here since is sent next, and asked about then.
  else if (copy.record === null && (await entriesOf(db, id)).length === 0) {
    await entityTable(db, entry.entity).delete(id);
    await forgetDeleted(db, entry.entity, id);
  }
  if (entry.kind !== 'delete' && copy.record !== null) {
    await acceptCopy(db, entry.entity, { record: { ...copy.record, id }, version: copy.version }, since);
  } else await showCopy(db, entry.entity, since);
}

/** Makes the server's copy the row, where it has a record. */
async function showCopy(db: HoldfastDatabase, entity: EntityName, copy: ServerCopy<AnyRecord> | null): Promise<void> {
  if (copy !== null && copy.record !== null) await putCopy(db, entity, copy.record.id, copy);
}

/**
 * The new record is there already. Under another id ours takes that one. Changes that waited for it continue; where the
 * two differ the user is asked as about an edit.
 */
async function reconcileExisting(
  db: HoldfastDatabase,
  { entity, seq, localId, payload }: RecordEntry,
  theirs: PresentCopy,
  now: number,
): Promise<void> {
  const { id } = theirs.record;
  await db.outbox.delete(seq);
  await rekeyRecord(db, entity, localId, id);
  const isSame = (sent: RecordEntry['payload']): boolean =>
    sent === null || sameContent(entity, sent.record, theirs.record);
  const later = await entriesOf(db, id);
  if (!isSame(payload)) {
    // A deletion that was queued behind it reads what is there, and asks.
    if (later.at(-1)?.kind === 'delete') return undefined;
    await db.outbox.bulkDelete(later.map((other) => other.seq));
    const last = later.at(-1)?.payload ?? payload;
    if (last !== null && !isSame(last)) {
      const error = sameField(differingFields(entity, last.record, theirs.record));
      const record = { ...last.record, id };
      await db.outbox.add(newQuestion<EntityName>(entity, record, { base: theirs, theirs }, error, now));
      return undefined;
    }
  }
  return await acceptCopy(db, entity, theirs, null);
}

/**
 * Merges the claimed edit, and a later one of the same record, with the server's record: the merged record is queued on top
 * of it, nothing is left to do, or the user is asked.
 */
async function mergeOrAsk(
  db: HoldfastDatabase,
  claim: RecordClaim,
  theirs: ServerCopy<AnyRecord>,
  now: number,
): Promise<void> {
  const { entry } = claim;
  const last = await lastEdit(db, entry);
  if (theirs.record === null) return await ask(db, entry, theirs, DELETED_ELSEWHERE, last);
  const mine = last.payload?.record;
  // An earlier try arrived, or both made the same change; a later edit is then based on that.
  if (mine === undefined || (entry.payload !== null && sameContent(entry.entity, entry.payload.record, theirs.record)))
    return await applied(db, claim, { copy: theirs, serverId: null });
  const merge = mergeRecords(entry.entity, baseOf(entry, last, theirs.record), mine, theirs.record);
  if (merge.kind === 'conflict') return await ask(db, entry, theirs, sameField(merge.fields), last);
  await putMerged(db, entry, { merged: merge.record, theirs, last });
  const fields = merge.fromTheirs.map(String);
  if (fields.length > 0) await tell(db, 'merged', [{ entity: entry.entity, id: entry.localId, fields }], now);
}

/** The latest text of the record: the claimed edit's, or that of an edit that was queued behind it. */
async function lastEdit(db: HoldfastDatabase, entry: RecordEntry): Promise<RecordEntry> {
  const later = (await entriesOf(db, entry.localId)).filter((other) => other.seq > entry.seq);
  const [next] = later;
  return later.length === 1 && next?.kind === 'update' && isRewritable(next) ? next : entry;
}

/**
 * The base of the latest text. A later edit was made on the claimed one, which may have arrived without a reply: where
 * the server has the claimed text, nobody else has changed it.
 */
function baseOf(entry: RecordEntry, last: RecordEntry, theirs: AnyRecord): AnyRecord {
  const base = entry.base?.record ?? theirs;
  if (last.seq === entry.seq || entry.payload === null) return base;
  const differing = changedFields(entry.entity, entry.payload.record, theirs);
  const others = Object.fromEntries(differing.map((field) => [field, Reflect.get(base, field) as unknown]));
  return { ...entry.payload.record, ...others } as AnyRecord;
}

/** The merged record is sent next, on top of the server's; a later edit is in it. */
async function putMerged(
  db: HoldfastDatabase,
  entry: RecordEntry,
  merge: { readonly merged: AnyRecord; readonly theirs: ServerCopy<AnyRecord>; readonly last: RecordEntry },
): Promise<void> {
  const { merged, theirs, last } = merge;
  const since = newerThan(theirs, entry);
  if (last.seq !== entry.seq) await db.outbox.delete(last.seq);
  const payload = entry.payload === null ? null : { ...entry.payload, record: merged };
  await db.outbox.put({ ...entry, ...renewed(), state: 'queued', payload, base: theirs, theirs: since });
  const rest = (await entriesOf(db, entry.localId)).filter((other) => other.seq > entry.seq);
  const table = entityTable(db, entry.entity);
  const row = await table.get(entry.localId);
  if (row !== undefined && rest.length === 0) await table.put({ ...merged, ...metaOf(row), version: theirs.version });
  await askAboutDeletion(db, rest[0], { made: entry.base, theirs: since ?? theirs });
}

/** A deletion behind an edit that was merged: the user who deleted the record has not seen the changes of others. */
async function askAboutDeletion(
  db: HoldfastDatabase,
  next: RecordEntry | undefined,
  copies: { readonly made: ServerCopy<AnyRecord> | null; readonly theirs: ServerCopy<AnyRecord> },
): Promise<void> {
  const { made, theirs } = copies;
  if (next?.kind !== 'delete' || !isRewritable(next) || made === null || made.record === null) return;
  if (theirs.record !== null && sameContent(next.entity, made.record, theirs.record)) return;
  await db.outbox.put({ ...next, state: 'conflict', theirs, error: CHANGED_ELSEWHERE });
}

/**
 * Asks the user. `last` is the entry with the record's latest text, when that is a later edit: it joins the claimed
 * one, so that the user is asked once and about that text.
 */
async function ask(
  db: HoldfastDatabase,
  entry: RecordEntry,
  theirs: ServerCopy<AnyRecord>,
  error: EntryError,
  last: RecordEntry = entry,
): Promise<void> {
  if (last.seq !== entry.seq) await db.outbox.delete(last.seq);
  const newest = newerThan(theirs, entry) ?? theirs;
  const question: RecordEntry = { ...entry, state: 'conflict', payload: last.payload, theirs: newest, error };
  const { record } = newest;
  if (record === null || !isQuestionOf({ ...question, kind: 'update' }, record)) {
    await db.outbox.put(question);
    return;
  }
  // Both have the same content now.
  await db.outbox.delete(entry.seq);
  await acceptCopy(db, entry.entity, { record, version: newest.version }, null);
}

async function settleDeletions(db: HoldfastDatabase, { gone, changed, singly, error }: Deletions): Promise<void> {
  await db.outbox.bulkDelete(gone.map(({ seq }) => seq));
  for (const { entity, localId, base, theirs } of gone) {
    await forgetDeleted(db, entity, localId);
    // Created again elsewhere after it was deleted, as a pull had noted: the user is shown that.
    if (theirs !== null && base !== null && isLater(theirs, base)) await showCopy(db, entity, theirs);
  }
  for (const { entry, theirs } of changed)
    await db.outbox.put({
      ...entry,
      state: 'conflict',
      theirs: newerThan(theirs, entry) ?? theirs,
      error: CHANGED_ELSEWHERE,
    });
  await db.outbox.bulkPut(singly.map((entry) => ({ ...entry, state: 'queued' as const, error })));
}

const CHANGED_ELSEWHERE: EntryError = { status: 412, code: 'changedElsewhere', message: '' };
