/** Sending a change to a server with our extensions: exactly one effect, and no silent overwrite. */
import type { assetRoutes } from '../../../contract/assets.ts';
import type { ErrorCode } from '../../../contract/common.ts';
import type { REPLAYED_HEADER as replayedHeader } from '../../../contract/sync.ts';
import { readSyncState } from '../../data/database/meta.ts';
import { NO_COPY, type PresentCopy, type RecordEntry, type ServerCopy } from '../../data/database/outbox-entry.ts';
import type { AnyRecord, EntityName } from '../../data/entities/entities.ts';
import { sameContent } from '../../data/entities/entity-fields.ts';
import type { RecordClaim } from '../../data/outbox/claims.ts';
import type { RecordOutcome } from '../../data/outbox/outcome.ts';
import { findUnlisted } from '../../data/records/assets.ts';
import { statusOf, successOf, type CallOutcome, type Reply } from '../api/api.ts';
import { asObject, errorCodeOf } from '../network/http.ts';
import { addressOf, knownOf, readCurrent } from '../read/read-current.ts';
import { itemPath } from '../wire/paths.ts';
import { readRecord } from '../wire/wire.ts';
import { isBeyond } from './bodies.ts';
import { postRecord, putRecord } from './requests.ts';
import { sendDeletionsAtVersions } from './send-deletions.ts';
import { done, KEPT_HERE, refused, unsuccessful, type Driven, type SenderContext } from './send-result.ts';

type SendOutcome = Promise<Driven<RecordOutcome>>;

/** Sends a claimed change. */
export async function sendExtended(context: SenderContext, claim: RecordClaim): SendOutcome {
  const { entry } = claim;
  const record = entry.payload?.record ?? null;
  if (record === null)
    return claim.others.length > 0 ? await sendDeletionsAtVersions(context, claim) : await remove(context, entry);
  const { features } = await readSyncState(context.db);
  if (isBeyond<EntityName>(features, entry.entity, record)) return refused(KEPT_HERE);
  return await (entry.kind === 'create' ? create : update)(context, entry, record);
}

/** The record in a reply, or as it was sent when the reply has none. */
function copyIn(entry: RecordEntry, reply: Reply): ServerCopy<AnyRecord> {
  const read = readRecord(entry.entity, reply.json, knownOf(entry));
  if (read !== null) return read;
  const tag = /^(?:W\/)?"(\d+)"$/u.exec(reply.headers.get('etag') ?? '')?.[1];
  return { record: entry.payload?.record ?? null, version: tag === undefined ? null : Number(tag) };
}

/**
 * A repeated request is answered with the present record: where others have edited it since, that is not the result of
 * this request.
 */
function asAnswered(
  entry: RecordEntry,
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
function currentIn(entry: RecordEntry, outcome: CallOutcome): PresentCopy | null {
  return outcome.kind === 'reply'
    ? readRecord(entry.entity, asObject(outcome.json)?.['current'], knownOf(entry))
    : null;
}

async function create(context: SenderContext, entry: RecordEntry, record: AnyRecord): SendOutcome {
  const listing = await listSecurities(context, record);
  if (listing !== null) return unsuccessful(context, entry, listing);
  const posted = await postRecord(context, entry, record, { 'Idempotency-Key': entry.key });
  if ('refused' in posted) return refused(posted.refused);
  const { call } = posted;
  const reply = successOf(call);
  if (reply !== null) {
    const copy = copyIn(entry, reply);
    return done({ kind: 'applied', ...asAnswered(entry, reply, copy), serverId: copy.record?.id ?? null });
  }
  if (isDeletedSince(call)) return done(GONE_SINCE);
  const current = currentIn(entry, call);
  // Our own id exists already: another device has created the record again, as after a backup that had lost it. Or the
  // catalogue has the security: from another administrator, or created by the server for an import.
  const isKnown = current?.record.id === entry.localId || entry.entity === 'asset';
  // Extras are named by their users: another device may have created the same one.
  if (current !== null && (statusOf(call) === 412 || (statusOf(call) === 409 && isKnown)))
    return done({ kind: 'there', theirs: current });
  return unsuccessful(context, entry, call);
}

/** An earlier try had arrived, and its record was deleted elsewhere since: nobody needs to be asked. */
function isDeletedSince(outcome: CallOutcome): boolean {
  return outcome.kind === 'reply' && errorCodeOf(outcome.json) === ('deleted' satisfies ErrorCode);
}

const GONE_SINCE: RecordOutcome = { kind: 'applied', copy: { record: null, version: 0 }, serverId: null };

const UNLISTED_PATH = '/assets/unlisted' satisfies (typeof assetRoutes.createUnlisted)['path'];

/**
 * Sends the securities that an import found and the server's catalogue lacks; null when all are sent, else the failed
 * call.
 */
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

/** The base of the change, read from the server where its version is not known here. */
async function baseVersion(
  context: SenderContext,
  entry: RecordEntry,
): Promise<{ readonly theirs: ServerCopy<AnyRecord> } | { readonly failed: CallOutcome }> {
  if (entry.base !== null && entry.base.version !== null) return { theirs: entry.base };
  const current = await readCurrent(context.api, entry);
  return 'failed' in current ? current : { theirs: current.copy };
}

async function update(context: SenderContext, entry: RecordEntry, record: AnyRecord): SendOutcome {
  const base = await baseVersion(context, entry);
  if ('failed' in base) return unsuccessful(context, entry, base.failed);
  // Read just now: it may differ from the base of the change.
  if (base.theirs !== entry.base) return done({ kind: 'changed', theirs: base.theirs });
  const listing = await listSecurities(context, record);
  if (listing !== null) return unsuccessful(context, entry, listing);
  const call = await putRecord(context, entry, record, {
    'Idempotency-Key': entry.key,
    'If-Match': `"${base.theirs.version ?? 0}"`,
  });
  const reply = successOf(call);
  if (reply !== null)
    return done({ kind: 'applied', ...asAnswered(entry, reply, copyIn(entry, reply)), serverId: null });
  if (isDeletedSince(call)) return done(GONE_SINCE);
  if (statusOf(call) === 404) return done({ kind: 'changed', theirs: NO_COPY });
  const current = currentIn(entry, call);
  if (statusOf(call) === 412 && current !== null) return done({ kind: 'changed', theirs: current });
  return unsuccessful(context, entry, call);
}

async function remove(context: SenderContext, entry: RecordEntry): SendOutcome {
  const version = entry.base?.version ?? null;
  const base = version === null ? await baseVersion(context, entry) : null;
  if (base !== null && 'failed' in base) return unsuccessful(context, entry, base.failed);
  const theirs = base?.theirs ?? null;
  if (theirs !== null && theirs.record === null) return done(gone(null));
  if (theirs !== null && !isUnchanged(entry, theirs)) return done({ kind: 'deletionAsked', theirs });
  const deleted = version ?? theirs?.version ?? 0;
  const call = await context.api.call('DELETE', itemPath(entry.entity, addressOf(entry)), {
    headers: { 'Idempotency-Key': entry.key, 'If-Match': `"${deleted}"` },
  });
  if (successOf(call) !== null) return done(gone(deleted));
  if (statusOf(call) === 404) return done(gone(null));
  const current = currentIn(entry, call);
  if (statusOf(call) === 412 && current !== null) return done({ kind: 'deletionAsked', theirs: current });
  return unsuccessful(context, entry, call);
}

function isUnchanged({ entity, base }: RecordEntry, theirs: ServerCopy<AnyRecord>): boolean {
  return base?.record != null && theirs.record !== null && sameContent(entity, base.record, theirs.record);
}

/** It is deleted: the version that was, where it is known. */
function gone(version: number | null): RecordOutcome {
  return { kind: 'applied', copy: { record: null, version }, serverId: null };
}
