/** Settles a change of a record that the server has in another form than the change was made on. */
import { changedFields, differingFields, sameContent } from '../data/entity-fields.ts';
import { mergeRecords } from '../data/merge.ts';
import type { RecordEntry, ServerCopy } from '../data/outbox-entry.ts';
import { entriesOf } from '../data/outbox.ts';
import { addNotice } from '../data/notices.ts';
import { isRewritable } from '../data/outbox-entry.ts';
import { settleApplied, settleConflict, settleMerged, type AnyRecord, type RecordClaim } from '../data/settlement.ts';
import type { SenderContext, SendResult } from './send-result.ts';

const DONE: SendResult = { kind: 'done' };

/**
 * Merges the claimed edit, and any later one of the same record, with the server's record: the merged record is queued
 * on top of it, nothing is left to do, or the user is asked.
 */
export async function settleMergeOrConflict(
  context: SenderContext,
  claim: RecordClaim,
  theirs: ServerCopy<AnyRecord>,
): Promise<SendResult> {
  const { db, environment } = context;
  const { entry } = claim;
  const last = await lastEdit(context, entry);
  if (theirs.record === null) {
    await settleConflict(db, claim, theirs, { status: 404, code: 'deletedElsewhere', message: '' }, last);
    return DONE;
  }
  const mine = last.payload?.record;
  if (mine === undefined) return DONE;
  // An earlier try arrived, or both made the same change; a later edit is then one of that.
  if (entry.payload !== null && sameContent(entry.entity, entry.payload.record, theirs.record)) {
    await settleApplied(db, claim, { copy: theirs, serverId: null });
    return DONE;
  }
  const merge = mergeRecords(entry.entity, baseOf(entry, last, theirs.record), mine, theirs.record);
  if (merge.kind === 'conflict') {
    await settleConflict(db, claim, theirs, { status: 412, code: 'sameField', message: merge.fields.join(', ') }, last);
    return DONE;
  }
  const settled = await settleMerged(db, claim, { merged: merge.record, theirs, last });
  if (settled.ok && settled.value && merge.fromTheirs.length > 0) {
    await addNotice(db, {
      kind: 'merged',
      entity: entry.entity,
      id: entry.localId,
      fields: merge.fromTheirs.map(String),
      at: new Date(environment.now()).toISOString(),
    });
  }
  return DONE;
}

/**
 * What the latest text was made on. A later edit was made on the claimed one, which may have arrived without a reply: what
 * the server has as that says is nobody else's change.
 */
function baseOf(entry: RecordEntry, last: RecordEntry, theirs: AnyRecord): AnyRecord {
  const base = entry.base?.record ?? theirs;
  if (last.seq === entry.seq || entry.payload === null) return base;
  const differing = changedFields(entry.entity, entry.payload.record, theirs);
  const others = Object.fromEntries(differing.map((field) => [field, Reflect.get(base, field) as unknown]));
  return { ...entry.payload.record, ...others } as AnyRecord;
}

/** What was to be made is there already: it is as it was meant, or the user is asked. */
export async function meet(
  context: SenderContext,
  claim: RecordClaim,
  theirs: ServerCopy<AnyRecord>,
): Promise<SendResult> {
  const { entity, payload } = claim.entry;
  const differing =
    payload === null || theirs.record === null ? [] : differingFields(entity, payload.record, theirs.record);
  if (differing.length === 0) await settleApplied(context.db, claim, { copy: theirs, serverId: null });
  else
    await settleConflict(
      context.db,
      claim,
      theirs,
      { status: 412, code: 'sameField', message: differing.join(', ') },
      await lastEdit(context, claim.entry),
    );
  return DONE;
}

/** The latest text of the record: the claimed edit's, or that of an edit that was queued behind it. */
export async function lastEdit(context: SenderContext, entry: RecordEntry): Promise<RecordEntry> {
  const later = (await entriesOf(context.db, entry.localId)).filter((other) => other.seq > entry.seq);
  const [next] = later;
  return later.length === 1 && next?.kind === 'update' && isRewritable(next) ? next : entry;
}
