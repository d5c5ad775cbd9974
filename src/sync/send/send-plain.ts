/**
 * Sending a change to a plain server: it gives its own ids, its replies may be empty, and it does not recognise
 * repeats.
 */
import type { RecordEntry } from '../../data/database/outbox-entry.ts';
import type { AnyRecord, EntityName } from '../../data/entities/entities.ts';
import { sameContent } from '../../data/entities/entity-fields.ts';
import { isOwned } from '../../data/entities/entity-references.ts';
import type { RecordClaim } from '../../data/outbox/claims.ts';
import type { RecordOutcome } from '../../data/outbox/outcome.ts';
import { isRetryable, refusalOf, statusOf, successOf, type CallOutcome, type Reply } from '../api/api.ts';
import { findOnServer } from '../read/find-on-server.ts';
import { addressOf, isOld, readCurrent } from '../read/read-current.ts';
import { itemPath } from '../wire/paths.ts';
import { noteWireForms } from '../wire/wire-forms.ts';
import { asObject } from '../network/http.ts';
import { readId } from '../wire/wire.ts';
import { needsExtendedServer } from './bodies.ts';
import { postRecord, putRecord } from './requests.ts';
import { sendDeletionsPlain } from './send-deletions.ts';
import { done, KEPT_HERE, refused, unsuccessful, type Driven, type SenderContext } from './send-result.ts';

type SendOutcome = Promise<Driven<RecordOutcome>>;

/** When a create without a reply is looked for on the server, in milliseconds after it was sent or last looked for. */
const LOOK_AFTER_MS = [2000, 10_000, 60_000] as const;

/** Sends a claimed change. */
export async function sendPlain(context: SenderContext, claim: RecordClaim): SendOutcome {
  const { entry } = claim;
  const record = entry.payload?.record ?? null;
  if (record === null)
    return claim.others.length > 0 ? await sendDeletionsPlain(context, claim) : await remove(context, entry);
  if (needsExtendedServer<EntityName>(entry.entity, record)) return refused(KEPT_HERE);
  if (entry.kind === 'update') return await update(context, entry, record);
  // Another sender stopped during it, or its reply was lost: it may have arrived already.
  return claim.was === 'queued' ? await create(context, entry, record) : await lookFor(context, entry, record);
}

async function create(context: SenderContext, entry: RecordEntry, record: AnyRecord): SendOutcome {
  const back = entry.theirs === null ? null : await whereBack(context, entry);
  if (back !== null) return back;
  const posted = await postRecord(context, entry, record, {});
  if ('refused' in posted) return refused(posted.refused);
  const { call } = posted;
  const reply = successOf(call);
  if (reply !== null) return await createAnswered(context, entry, record, reply);
  if (!mayHaveArrived(call)) return unsuccessful(context, entry, call);
  return {
    outcome: doubtful(context, 0),
    result: call.kind === 'offline' ? { kind: 'offline' } : { kind: 'done' },
  };
}

/** A record that the server had lost and that the user has kept: null while it does not exist again under its id. */
async function whereBack(context: SenderContext, entry: RecordEntry): Promise<Driven<RecordOutcome> | null> {
  const current = await readCurrent(context.api, entry);
  if ('failed' in current) return unsuccessful(context, entry, current.failed);
  const { record, version } = current.copy;
  return record === null ? null : done({ kind: 'there', theirs: { record, version } });
}

/** No reply, or one of a gateway or of an accident on the server, which may have come after the record was stored. */
function mayHaveArrived(outcome: CallOutcome): boolean {
  const status = statusOf(outcome);
  return outcome.kind === 'offline' || status === 408 || (status !== null && status >= 500 && status !== 503);
}

async function createAnswered(
  context: SenderContext,
  entry: RecordEntry,
  record: AnyRecord,
  reply: Reply,
): SendOutcome {
  const id = newIdIn(reply);
  if (id === null) return await lookFor(context, entry, record);
  await noteWireForms(context.db, entry.entity, reply.json);
  return done(applied(record, id));
}

/** The new record's id: in the body, as the body, or at the end of Location. */
function newIdIn(reply: Reply): string | null {
  const inBody = readId(asObject(reply.json)?.['id']) ?? readId(reply.json);
  if (inBody !== null) return inBody;
  const location = reply.headers.get('location')?.split(/[?#]/u)[0];
  const last = location?.split('/').findLast((part) => part !== '');
  return last === undefined ? null : decodeURIComponent(last);
}

/** Looks for a create that may or may not have arrived; sends it once more, then asks the user. */
async function lookFor(context: SenderContext, entry: RecordEntry, record: AnyRecord): SendOutcome {
  const found = await findOnServer(context, entry.entity, record);
  if (found.kind === 'failed') return couldNotLook(context, entry, found.outcome);
  if (found.kind === 'found') return done(applied(found.record, found.record.id));
  const checks = entry.checks + 1;
  if (checks < LOOK_AFTER_MS.length) return done(doubtful(context, checks));
  return entry.resent ? refused({ status: 0, code: 'unknownOutcome', message: '' }) : done({ kind: 'sendTwice' });
}

/** The look-up failed: it is repeated, or the user is told why that is of no use. */
function couldNotLook(context: SenderContext, entry: RecordEntry, call: CallOutcome): Driven<RecordOutcome> {
  if (call.kind !== 'reply') return { outcome: doubtful(context, entry.checks), result: { kind: 'offline' } };
  const { status } = call;
  if (isRetryable(status)) return done(doubtful(context, entry.checks));
  // The record that it belongs to was deleted elsewhere, and so was it if it had arrived.
  if (status === 404 && isOwned(entry.entity)) return unsuccessful(context, entry, call);
  return refused({ status, code: 'unknownOutcome', ...refusalOf(call) });
}

function doubtful({ environment }: SenderContext, checks: number): RecordOutcome {
  const wait = LOOK_AFTER_MS[Math.min(checks, LOOK_AFTER_MS.length - 1)] ?? 0;
  return { kind: 'doubtful', nextAttemptAt: environment.now() + wait, checks };
}

function applied(record: AnyRecord | null, serverId: string | null): RecordOutcome {
  return { kind: 'applied', copy: { record, version: null }, serverId };
}

/**
 * A plain server overwrites: so it is read just before, and what changed there is merged first. A reading that took long, as
 * where the browser froze the tab over it, is no longer that of just before, and is made once more.
 */
async function readJustBefore({ api, environment }: SenderContext, entry: RecordEntry): ReturnType<typeof readCurrent> {
  const asked = environment.now();
  const current = await readCurrent(api, entry);
  return isOld(asked, environment) ? await readCurrent(api, entry) : current;
}

async function update(context: SenderContext, entry: RecordEntry, mine: AnyRecord): SendOutcome {
  const current = await readJustBefore(context, entry);
  if ('failed' in current) return unsuccessful(context, entry, current.failed);
  const { record } = current.copy;
  const base = entry.base?.record ?? null;
  if (record === null || base === null || !sameContent(entry.entity, base, record))
    return done({ kind: 'changed', theirs: { record, version: null } });
  const call = await putRecord(context, entry, mine, {});
  return successOf(call) === null ? unsuccessful(context, entry, call) : done(applied(mine, null));
}

async function remove(context: SenderContext, entry: RecordEntry): SendOutcome {
  const current = await readJustBefore(context, entry);
  if ('failed' in current) return unsuccessful(context, entry, current.failed);
  const { record } = current.copy;
  const base = entry.base?.record ?? null;
  if (record !== null && base !== null && !sameContent(entry.entity, base, record))
    return done({ kind: 'deletionAsked', theirs: { record, version: null } });
  const call = record === null ? null : await context.api.call('DELETE', itemPath(entry.entity, addressOf(entry)));
  const isGone = call === null || successOf(call) !== null || statusOf(call) === 404;
  return isGone ? done(applied(null, null)) : unsuccessful(context, entry, call);
}
