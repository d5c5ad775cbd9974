/** What came of sending a record's entry, written in one transaction with the record; a stale sender changes nothing. */
import { endClaim, type Claim } from './claims.ts';
import { changedFields, recordOf, sameContent } from './entity-fields.ts';
import { isRewritable, type EntryError, type RecordEntry, type ServerCopy } from './outbox-entry.ts';
import { entriesOf, metaOf, renewed } from './outbox.ts';
import { REKEY_TABLES, rekeyRecord } from './rekey.ts';
import { forgetChildren } from './removals.ts';
import { entityTable, type EntityName, type EntityRecords, type HoldfastDatabase } from './schema.ts';
import { write, type Written } from './write.ts';

export type AnyRecord = EntityRecords[EntityName];

/** A claim of a change of one record. */
export type RecordClaim = Omit<Claim, 'entry'> & { readonly entry: RecordEntry };

/** Runs `body` when the claim still holds; answers false when it does not, with nothing written. */
export async function settle(db: HoldfastDatabase, claim: Claim, body: () => Promise<void>): Promise<Written<boolean>> {
  return await write(db, [...REKEY_TABLES, 'importChunks'], async () => {
    if (!(await endClaim(db, claim))) return false;
    await body();
    return true;
  });
}

/** Whether one copy of a record has a later version than another. */
export function isLater(copy: ServerCopy<AnyRecord>, than: ServerCopy<AnyRecord>): boolean {
  return copy.version !== null && than.version !== null && copy.version > than.version;
}

/**
 * What a pull had noted before the claim, when it is newer than the copy in an answer: older servers answer a repeated request as
 * the first time, although others may have gone on since. While the claim holds nobody pulls.
 */
export function newerThan(copy: ServerCopy<AnyRecord>, { theirs }: RecordEntry): ServerCopy<AnyRecord> | null {
  return theirs !== null && isLater(theirs, copy) ? theirs : null;
}

/** What an answer says of a change that the server has. */
interface Applied {
  /** What the change has made. */
  readonly copy: ServerCopy<AnyRecord>;
  /** What others have made of that since, where the answer tells it. */
  readonly since?: ServerCopy<AnyRecord> | null;
  /** The record's id, where it is not ours. */
  readonly serverId: string | null;
}

/**
 * The server has it: `copy` as it answered (or as it was sent), no record for a delete,
 * with the version that was deleted, and for what was deleted elsewhere after it had arrived.
 */
export async function settleApplied(
  db: HoldfastDatabase,
  claim: RecordClaim,
  applied: Applied,
): Promise<Written<boolean>> {
  const { entry, epoch } = claim;
  return await settle(db, claim, async () => {
    const since = newerThan(applied.since ?? applied.copy, entry) ?? applied.since ?? null;
    await db.outbox.delete(entry.seq);
    const id = applied.serverId ?? entry.localId;
    await rekeyRecord(db, entry.entity, entry.localId, id);
    const { version } = since ?? applied.copy;
    if (entry.kind === 'create')
      await db.touched.put({ id, epoch, ...(version === null && { created: true as const }) });
    if (entry.kind === 'delete') await forgetDeleted(db, entry.entity, id);
    // What was changed here since is sent next, and asked about then.
    else if (applied.copy.record === null && (await entriesOf(db, id)).length === 0) {
      await entityTable(db, entry.entity).delete(id);
      await forgetDeleted(db, entry.entity, id);
    }
    if (entry.kind !== 'delete' && applied.copy.record !== null) {
      await acceptCopy(
        db,
        entry.entity,
        { record: { ...applied.copy.record, id }, version: applied.copy.version },
        since,
      );
    } else if (since !== null && since.record !== null)
      await entityTable(db, entry.entity).put({ ...since.record, version: since.version });
  });
}

/** Inside a settlement: forgets what hung on a record that the server no longer has. */
export async function forgetDeleted(db: HoldfastDatabase, entity: EntityName, id: string): Promise<void> {
  await forgetChildren(db, entity, id);
  if (entity === 'receipt') await db.receiptFiles.delete(id);
}

/**
 * Makes a copy that the server just confirmed, or what it has made of it since, the row's content; or that copy the base
 * of what was changed here since.
 */
export async function acceptCopy(
  db: HoldfastDatabase,
  entity: EntityName,
  copy: { readonly record: AnyRecord; readonly version: number | null },
  since: ServerCopy<AnyRecord> | null,
): Promise<void> {
  const table = entityTable(db, entity);
  const row = await table.get(copy.record.id);
  const [next] = await entriesOf(db, copy.record.id);
  const newest = (since ?? copy).record;
  if (next !== undefined && !isDone(next, copy.record) && (newest === null || !isQuestionOf(next, newest))) {
    // Who is being asked sees what the server has now.
    await db.outbox.put({ ...next, base: copy, theirs: since ?? (next.state === 'conflict' ? copy : null) });
    if (row !== undefined) await table.put({ ...recordOf(entity, row), ...metaOf(row), version: copy.version });
    return;
  }
  if (next !== undefined) await db.outbox.delete(next.seq);
  if (row === undefined) return;
  const { record, version } = since ?? copy;
  if (record === null) await table.delete(row.id);
  else await table.put({ ...record, ...metaOf(row), version });
}

/**
 * What was to be made is there under another id: ours takes that id, and what waited for it goes on. Where they differ the user is
 * asked about it as about an edit.
 */
export async function settleFound(
  db: HoldfastDatabase,
  claim: RecordClaim,
  theirs: { readonly record: AnyRecord; readonly version: number | null },
  error: EntryError | null,
): Promise<Written<boolean>> {
  const { entry } = claim;
  return await settle(db, claim, async () => {
    const { id } = theirs.record;
    await db.outbox.delete(entry.seq);
    await rekeyRecord(db, entry.entity, entry.localId, id);
    const later = await entriesOf(db, id);
    if (error === null) return await acceptCopy(db, entry.entity, theirs, null);
    // A deletion that was queued behind it reads what is there, and asks.
    if (later.at(-1)?.kind === 'delete') return undefined;
    await db.outbox.bulkDelete(later.map((other) => other.seq));
    const { seq: _seq, ...rest } = entry;
    const payload = later.at(-1)?.payload ?? entry.payload;
    if (payload !== null && sameContent(entry.entity, payload.record, theirs.record))
      return await acceptCopy(db, entry.entity, theirs, null);
    await db.outbox.add({
      ...rest,
      ...renewed(),
      localId: id,
      kind: 'update',
      base: theirs,
      theirs,
      state: 'conflict',
      error,
      payload: payload === null ? null : { ...payload, record: { ...payload.record, id } },
    });
  });
}

/** Whether the user is asked to choose between this text and one that says the same. */
export function isQuestionOf(entry: RecordEntry, theirs: AnyRecord): boolean {
  return (
    entry.state === 'conflict' &&
    entry.kind === 'update' &&
    entry.payload !== null &&
    sameContent(entry.entity, entry.payload.record, theirs)
  );
}

/** Whether a later edit asks for nothing but what the server has confirmed. */
function isDone(next: RecordEntry, confirmed: AnyRecord): boolean {
  return (
    next.kind === 'update' &&
    next.payload !== null &&
    isRewritable(next) &&
    changedFields(next.entity, next.payload.record, confirmed).length === 0
  );
}

/** To be sent again at `nextAttemptAt`. `untouched` says that the server certainly did nothing, as after a 401. */
export async function settleRetry(
  db: HoldfastDatabase,
  claim: Claim,
  retry: { readonly nextAttemptAt: number; readonly error: EntryError | null; readonly untouched: boolean },
): Promise<Written<boolean>> {
  const { entry, was } = claim;
  return await settle(db, claim, async () => {
    const attempts = retry.untouched ? entry.attempts - 1 : entry.attempts;
    const state = retry.untouched && was === 'doubtful' ? 'doubtful' : 'queued';
    // What a pull has noted meanwhile stays; where it has asked the user, nothing is sent again before the answer.
    const current = await db.outbox.get(entry.seq);
    if (current?.state === 'sending')
      await db.outbox.put({ ...current, state, attempts, nextAttemptAt: retry.nextAttemptAt, error: retry.error });
    await putBackInQueue(db, claim.others, null);
  });
}

/** Inside a settlement: what was sent together is sent again, one by one where there is an error. */
export async function putBackInQueue(
  db: HoldfastDatabase,
  entries: readonly RecordEntry[],
  error: EntryError | null,
): Promise<void> {
  const current = await db.outbox.bulkGet(entries.map(({ seq }) => seq));
  await db.outbox.bulkPut(
    current.flatMap((entry) => (entry?.state === 'sending' ? [{ ...entry, state: 'queued' as const, error }] : [])),
  );
}

/** Refused for good: waits for the user. What could not be deleted is shown again meanwhile. */
export async function settleFailed(db: HoldfastDatabase, claim: Claim, error: EntryError): Promise<Written<boolean>> {
  const { entry } = claim;
  return await settle(db, claim, async () => {
    await db.outbox.put({ ...entry, state: 'failed', error });
    if (entry.kind !== 'delete') return;
    const copy = entry.theirs ?? entry.base;
    if (copy !== null && copy.record !== null)
      await entityTable(db, entry.entity).put({ ...copy.record, version: copy.version });
  });
}

/**
 * Changed or deleted elsewhere in a way that only the user can decide. `last` is the entry with the record's latest
 * text, when that is a later edit: it joins the claimed one, so that the user is asked once and about that text.
 */
export async function settleConflict(
  db: HoldfastDatabase,
  claim: RecordClaim,
  theirs: ServerCopy<AnyRecord>,
  error: EntryError,
  last: RecordEntry = claim.entry,
): Promise<Written<boolean>> {
  const { entry } = claim;
  return await settle(db, claim, async () => {
    const later = last.seq === entry.seq ? undefined : await db.outbox.get(last.seq);
    const newest = newerThan(theirs, entry) ?? theirs;
    if (later !== undefined) await db.outbox.delete(later.seq);
    const payload = later?.entity === entry.entity ? later.payload : entry.payload;
    const question: RecordEntry = { ...entry, state: 'conflict', payload, theirs: newest, error };
    const { record } = newest;
    if (record === null || !isQuestionOf({ ...question, kind: 'update' }, record)) {
      await db.outbox.put(question);
      return;
    }
    // Both have come to say the same.
    await db.outbox.delete(entry.seq);
    await acceptCopy(db, entry.entity, { record, version: newest.version }, null);
  });
}

/** A create that a plain server may or may not have taken: to be looked for at `nextAttemptAt`. */
export async function settleDoubtful(
  db: HoldfastDatabase,
  claim: RecordClaim,
  doubt: { readonly nextAttemptAt: number; readonly checks: number; readonly resent: boolean },
): Promise<Written<boolean>> {
  return await settle(
    db,
    claim,
    async () => void (await db.outbox.put({ ...claim.entry, state: 'doubtful', error: null, ...doubt })),
  );
}

/**
 * The server's record was changed elsewhere in other fields: `merged` is sent next, on top of `theirs`. `last` is the
 * entry whose payload was merged: the claimed one, or a later edit of the same record that it then replaces.
 */
export async function settleMerged(
  db: HoldfastDatabase,
  claim: RecordClaim,
  merge: { readonly merged: AnyRecord; readonly theirs: ServerCopy<AnyRecord>; readonly last: RecordEntry },
): Promise<Written<boolean>> {
  const { entry } = claim;
  const { merged, theirs, last } = merge;
  return await settle(db, claim, async () => {
    const current = await db.outbox.get(last.seq);
    // Edited again while this was on its way: send as it was, and merge anew with the newer text.
    if (last.seq !== entry.seq && current?.key !== last.key) {
      await db.outbox.put({ ...entry, state: 'queued', nextAttemptAt: 0 });
      return;
    }
    const since = newerThan(theirs, entry);
    if (last.seq !== entry.seq) await db.outbox.delete(last.seq);
    const payload = entry.payload === null ? null : { ...entry.payload, record: merged };
    await db.outbox.put({ ...entry, ...renewed(), state: 'queued', payload, base: theirs, theirs: since });
    const rest = (await entriesOf(db, entry.localId)).filter((other) => other.seq > entry.seq);
    const table = entityTable(db, entry.entity);
    const row = await table.get(entry.localId);
    if (row !== undefined && rest.length === 0) await table.put({ ...merged, ...metaOf(row), version: theirs.version });
    await askAboutDeletion(db, rest[0], { made: entry.base, theirs: since ?? theirs });
  });
}

export const CHANGED_ELSEWHERE: EntryError = { status: 412, code: 'changedElsewhere', message: '' };

/** A deletion behind an edit that was merged: who deleted the record has not seen what others made of it. */
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
