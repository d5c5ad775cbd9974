/** Sending a change to a server with our extensions: exactly one effect, and no silent overwrite. */
import { changedFields, sameContent } from '../data/entity-fields.ts';
import type { assetRoutes } from '../../contract/assets.ts';
import type { ErrorCode } from '../../contract/common.ts';
import type { REPLAYED_HEADER as replayedHeader } from '../../contract/sync.ts';
import { findUnlisted } from '../data/assets.ts';
import { readSyncState } from '../data/meta.ts';
import type { EntryError, ServerCopy } from '../data/outbox-entry.ts';
import type { EntityName } from '../data/schema.ts';
import {
  settleApplied,
  settleConflict,
  settleFailed,
  settleFound,
  type AnyRecord,
  type RecordClaim,
} from '../data/settlement.ts';
import { statusOf, successOf, type CallOutcome, type Reply } from './api.ts';
import { isBeyond } from './bodies.ts';
import { errorCodeOf } from './http.ts';
import { itemPath } from './paths.ts';
import { addressOf, knownOf, readCurrent } from './read-current.ts';
import { meet, settleMergeOrConflict } from './reconcile.ts';
import { postRecord, putRecord } from './requests.ts';
import { sendDeletionsAtVersions } from './send-deletions.ts';
import { settleUnsuccessful, type SenderContext, type SendResult } from './send-result.ts';
import { asObject, readRecord } from './wire.ts';

const DONE: SendResult = { kind: 'done' };

/** Sends a claimed change and settles it. */
export async function sendExtended(context: SenderContext, claim: RecordClaim): Promise<SendResult> {
  const { entity, kind, payload } = claim.entry;
  if (payload !== null && isBeyond<EntityName>((await readSyncState(context.db)).features, entity, payload.record)) {
    await settleFailed(context.db, claim, { status: 0, code: 'unsupported', message: '' });
    return DONE;
  }
  if (kind === 'create') return await create(context, claim);
  if (kind === 'update') return await update(context, claim);
  return claim.others.length > 0 ? await sendDeletionsAtVersions(context, claim) : await remove(context, claim);
}

/** The record in a reply, or as it was sent when the reply has none. */
function copyIn(claim: RecordClaim, reply: Reply): ServerCopy<AnyRecord> {
  const read = readRecord(claim.entry.entity, reply.json, knownOf(claim.entry));
  if (read !== null) return read;
  const tag = /^(?:W\/)?"(\d+)"$/u.exec(reply.headers.get('etag') ?? '')?.[1];
  return { record: claim.entry.payload?.record ?? null, version: tag === undefined ? null : Number(tag) };
}

/** A repeated request is answered with what is there now: where others have gone on since, that is not what this one has made. */
function asAnswered(
  { entry }: RecordClaim,
  reply: Reply,
  copy: ServerCopy<AnyRecord>,
): { readonly copy: ServerCopy<AnyRecord>; readonly since: ServerCopy<AnyRecord> | null } {
  const sent = entry.payload?.record;
  const isWhatWasSent =
    reply.headers.get(REPLAYED_HEADER) === null ||
    sent === undefined ||
    copy.record === null ||
    sameContent(entry.entity, sent, copy.record);
  return isWhatWasSent ? { copy, since: null } : { copy: { record: sent, version: null }, since: copy };
}

const REPLAYED_HEADER = 'Idempotency-Replayed' satisfies typeof replayedHeader;

/** The record that a 409 or 412 shows as it is on the server. */
function currentIn(claim: RecordClaim, outcome: CallOutcome): ServerCopy<AnyRecord> | null {
  return outcome.kind === 'reply'
    ? readRecord(claim.entry.entity, asObject(outcome.json)?.['current'], knownOf(claim.entry))
    : null;
}

async function create(context: SenderContext, claim: RecordClaim): Promise<SendResult> {
  const { entry } = claim;
  if (entry.payload === null) return DONE;
  const listing = await listSecurities(context, entry.payload.record);
  if (listing !== null) return await settleUnsuccessful(context, claim, listing);
  const outcome = await postRecord(context, claim, { 'Idempotency-Key': entry.key });
  if (outcome === null) return DONE;
  const reply = successOf(outcome);
  if (reply !== null) {
    const copy = copyIn(claim, reply);
    await settleApplied(context.db, claim, { ...asAnswered(claim, reply, copy), serverId: copy.record?.id ?? null });
    return DONE;
  }
  if (isDeletedSince(outcome)) return await goneSince(context, claim);
  const current = currentIn(claim, outcome);
  // Our own id is there already: another device has made the record again, as after a backup that had lost it.
  if (statusOf(outcome) === 409 && current?.record?.id === entry.localId) return await meet(context, claim, current);
  // The catalogue has the security already: another administrator's entry, or one that the server made for an import.
  if (entry.entity === 'asset' && statusOf(outcome) === 409 && current?.record != null)
    return await meetUnderItsId(context, claim, { ...current, record: current.record });
  // Extras are named by their users: another device may have made the same one.
  if (statusOf(outcome) === 412 && current !== null) return await meet(context, claim, current);
  return await settleUnsuccessful(context, claim, outcome);
}

/** An earlier try had arrived, and what it made or changed was deleted elsewhere since: nobody needs to be asked. */
function isDeletedSince(outcome: CallOutcome): boolean {
  return outcome.kind === 'reply' && errorCodeOf(outcome.json) === ('deleted' satisfies ErrorCode);
}

async function goneSince(context: SenderContext, claim: RecordClaim): Promise<SendResult> {
  await settleApplied(context.db, claim, { copy: { record: null, version: 0 }, serverId: null });
  return DONE;
}

/** What was to be made is there under another id. */
async function meetUnderItsId(
  context: SenderContext,
  claim: RecordClaim,
  theirs: { readonly record: AnyRecord; readonly version: number | null },
): Promise<SendResult> {
  const { entity, payload } = claim.entry;
  const differing = payload === null ? [] : changedFields(entity, payload.record, theirs.record);
  await settleFound(
    context.db,
    claim,
    theirs,
    differing.length === 0 ? null : { status: 409, code: 'sameField', message: differing.join(', ') },
  );
  return DONE;
}

const UNLISTED_PATH = '/assets/unlisted' satisfies (typeof assetRoutes.createUnlisted)['path'];

/** Tells the server of securities that an import found and its catalogue lacks; null when all is told, else the failed call. */
async function listSecurities(context: SenderContext, record: AnyRecord): Promise<CallOutcome | null> {
  if (!('transactionType' in record)) return null;
  for (const isin of [record.isin, record.relatedIsin ?? '']) {
    const asset = await findUnlisted(context.db, isin);
    if (asset === null) continue;
    const outcome = await context.api.call('POST', UNLISTED_PATH, { json: { isin, name: asset.name } });
    if (successOf(outcome) === null) return outcome;
  }
  return null;
}

/** What the change was made on, read from the server where its version is not known here. */
async function baseVersion(
  context: SenderContext,
  claim: RecordClaim,
): Promise<{ readonly theirs: ServerCopy<AnyRecord> } | { readonly failed: CallOutcome }> {
  const { entry } = claim;
  if (entry.base !== null && entry.base.version !== null) return { theirs: entry.base };
  const current = await readCurrent(context.api, entry);
  return 'failed' in current ? current : { theirs: current.copy };
}

async function update(context: SenderContext, claim: RecordClaim): Promise<SendResult> {
  const { entry } = claim;
  const base = await baseVersion(context, claim);
  if ('failed' in base) return await settleUnsuccessful(context, claim, base.failed);
  // Read just now: it may differ from what the change was made on.
  if (base.theirs !== entry.base) return await settleMergeOrConflict(context, claim, base.theirs);
  if (entry.payload === null) return DONE;
  const listing = await listSecurities(context, entry.payload.record);
  if (listing !== null) return await settleUnsuccessful(context, claim, listing);
  const outcome = await putRecord(context, entry, {
    'Idempotency-Key': entry.key,
    'If-Match': `"${base.theirs.version ?? 0}"`,
  });
  if (outcome === null) return DONE;
  const reply = successOf(outcome);
  if (reply !== null) {
    await settleApplied(context.db, claim, { ...asAnswered(claim, reply, copyIn(claim, reply)), serverId: null });
    return DONE;
  }
  if (isDeletedSince(outcome)) return await goneSince(context, claim);
  if (statusOf(outcome) === 404) return await settleMergeOrConflict(context, claim, { record: null, version: null });
  const current = currentIn(claim, outcome);
  if (statusOf(outcome) === 412 && current !== null) return await settleMergeOrConflict(context, claim, current);
  return await settleUnsuccessful(context, claim, outcome);
}

async function remove(context: SenderContext, claim: RecordClaim): Promise<SendResult> {
  const { entry } = claim;
  const version = entry.base?.version ?? null;
  const base = version === null ? await baseVersion(context, claim) : null;
  if (base !== null && 'failed' in base) return await settleUnsuccessful(context, claim, base.failed);
  const theirs = base?.theirs ?? null;
  if (theirs !== null && theirs.record === null) return await gone(context, claim);
  if (theirs !== null && !isUnchanged(claim, theirs)) return await askToDelete(context, claim, theirs);
  const deleted = version ?? theirs?.version ?? 0;
  const outcome = await context.api.call('DELETE', itemPath(entry.entity, addressOf(entry)), {
    headers: { 'Idempotency-Key': entry.key, 'If-Match': `"${deleted}"` },
  });
  if (successOf(outcome) !== null) return await gone(context, claim, deleted);
  if (statusOf(outcome) === 404) return await gone(context, claim);
  const current = currentIn(claim, outcome);
  if (statusOf(outcome) === 412 && current !== null) return await askToDelete(context, claim, current);
  return await settleUnsuccessful(context, claim, outcome);
}

function isUnchanged(claim: RecordClaim, theirs: ServerCopy<AnyRecord>): boolean {
  return isUnchangedFrom(claim.entry.base?.record, claim, theirs);
}

function isUnchangedFrom(
  record: AnyRecord | null | undefined,
  claim: RecordClaim,
  theirs: ServerCopy<AnyRecord>,
): boolean {
  return record != null && theirs.record !== null && sameContent(claim.entry.entity, record, theirs.record);
}

async function gone(context: SenderContext, claim: RecordClaim, deleted: number | null = null): Promise<SendResult> {
  await settleApplied(context.db, claim, { copy: { record: null, version: deleted }, serverId: null });
  return DONE;
}

const CHANGED_ELSEWHERE: EntryError = { status: 412, code: 'changedElsewhere', message: '' };

async function askToDelete(
  context: SenderContext,
  claim: RecordClaim,
  theirs: ServerCopy<AnyRecord>,
): Promise<SendResult> {
  await settleConflict(context.db, claim, theirs, CHANGED_ELSEWHERE);
  return DONE;
}
