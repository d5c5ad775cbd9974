/** Sending a change to a server that has only what the specification has: its own ids, perhaps empty replies, no repeats recognised. */
import { sameContent } from '../data/entity-fields.ts';
import { isOwned } from '../data/entity-references.ts';
import type { EntityName } from '../data/schema.ts';
import { addNotice } from '../data/notices.ts';
import {
  settleApplied,
  settleConflict,
  settleDoubtful,
  settleFailed,
  type AnyRecord,
  type RecordClaim,
} from '../data/settlement.ts';
import { needsExtendedServer } from './bodies.ts';
import { isRetryable, refusalText, statusOf, successOf, type CallOutcome, type Reply } from './api.ts';
import { findOnServer } from './find-on-server.ts';
import { itemPath } from './paths.ts';
import { addressOf, readCurrent } from './read-current.ts';
import { meet, settleMergeOrConflict } from './reconcile.ts';
import { postRecord, putRecord } from './requests.ts';
import { sendDeletionsPlain } from './send-deletions.ts';
import { settleUnsuccessful, type SenderContext, type SendResult } from './send-result.ts';
import { asObject, readId } from './wire.ts';
import { noteWireForms } from './wire-forms.ts';

const DONE: SendResult = { kind: 'done' };

/** When a create without a reply is looked for on the server, in milliseconds after it was sent or last looked for. */
const LOOK_AFTER_MS = [2000, 10_000, 60_000] as const;

/** Sends a claimed change and settles it. */
export async function sendPlain(context: SenderContext, claim: RecordClaim): Promise<SendResult> {
  const { entry } = claim;
  if (entry.payload !== null && needsExtendedServer<EntityName>(entry.entity, entry.payload.record)) {
    await settleFailed(context.db, claim, { status: 0, code: 'unsupported', message: '' });
    return DONE;
  }
  if (entry.kind === 'update') return await update(context, claim);
  if (entry.kind === 'delete')
    return claim.others.length > 0 ? await sendDeletionsPlain(context, claim) : await remove(context, claim);
  // Another sender died over it, or its reply was lost: it may be there already.
  return claim.was === 'queued' ? await create(context, claim) : await lookFor(context, claim);
}

async function create(context: SenderContext, claim: RecordClaim): Promise<SendResult> {
  const { entry } = claim;
  if (entry.payload === null) return DONE;
  const back = entry.theirs === null ? null : await meetIfBack(context, claim);
  if (back !== null) return back;
  const outcome = await postRecord(context, claim, {});
  if (outcome === null) return DONE;
  const reply = successOf(outcome);
  if (reply !== null) return await createAnswered(context, claim, reply);
  if (!mayHaveArrived(outcome)) return await settleUnsuccessful(context, claim, outcome);
  await doubt(context, claim, entry.resent, 0);
  return outcome.kind === 'offline' ? { kind: 'offline' } : DONE;
}

/** A record that the server had lost and that the user has kept: null while it is not there again under its id. */
async function meetIfBack(context: SenderContext, claim: RecordClaim): Promise<SendResult | null> {
  const current = await readCurrent(context.api, claim.entry);
  if ('failed' in current) return await settleUnsuccessful(context, claim, current.failed);
  return current.copy.record === null ? null : await meet(context, claim, current.copy);
}

/** No answer, or one of a gateway or of an accident on the server, which may have come after the record was stored. */
function mayHaveArrived(outcome: CallOutcome): boolean {
  const status = statusOf(outcome);
  return outcome.kind === 'offline' || status === 408 || (status !== null && status >= 500 && status !== 503);
}

async function createAnswered(context: SenderContext, claim: RecordClaim, reply: Reply): Promise<SendResult> {
  const record = claim.entry.payload?.record ?? null;
  const id = newIdIn(reply);
  if (id !== null) {
    await noteWireForms(context.db, claim.entry.entity, reply.json);
    await applied(context, claim, record, id);
    return DONE;
  }
  return await lookFor(context, claim);
}

/** The new record's id: in the body, as the body, or at the end of Location. */
function newIdIn(reply: Reply): string | null {
  const inBody = readId(asObject(reply.json)?.['id']) ?? readId(reply.json);
  if (inBody !== null) return inBody;
  const location = reply.headers.get('location')?.split(/[?#]/u)[0];
  const last = location?.split('/').findLast((part) => part !== '');
  return last === undefined ? null : decodeURIComponent(last);
}

/** Looks for a create of which nobody knows whether it arrived; resends it once, then asks the user. */
async function lookFor(context: SenderContext, claim: RecordClaim): Promise<SendResult> {
  const { entry } = claim;
  if (entry.payload === null) return DONE;
  const found = await findOnServer(context, entry.entity, entry.payload.record);
  if (found.kind === 'failed') return await couldNotLook(context, claim, found.outcome);
  if (found.kind === 'found') {
    await applied(context, claim, found.record, found.record.id);
    return DONE;
  }
  const checks = entry.checks + 1;
  if (checks < LOOK_AFTER_MS.length) await doubt(context, claim, entry.resent, checks);
  else if (entry.resent) await settleFailed(context.db, claim, { status: 0, code: 'unknownOutcome', message: '' });
  else return await resend(context, claim);
  return DONE;
}

/** The look-up failed: it is looked for again, or the user hears why that is of no use. */
async function couldNotLook(context: SenderContext, claim: RecordClaim, outcome: CallOutcome): Promise<SendResult> {
  const { entry } = claim;
  const isRefusal = outcome.kind === 'reply' && !isRetryable(outcome.status);
  // What it hangs on was deleted elsewhere, and it with that if it had arrived.
  if (isRefusal && outcome.status === 404 && isOwned(entry.entity))
    return await settleUnsuccessful(context, claim, outcome);
  if (isRefusal)
    await settleFailed(context.db, claim, {
      status: outcome.status,
      code: 'unknownOutcome',
      message: refusalText(outcome),
    });
  else await doubt(context, claim, entry.resent, entry.checks);
  return outcome.kind === 'reply' ? DONE : { kind: outcome.kind };
}

async function resend(context: SenderContext, claim: RecordClaim): Promise<SendResult> {
  const { db, environment } = context;
  const { entity, localId } = claim.entry;
  await addNotice(db, {
    kind: 'maybeTwice',
    entity,
    id: localId,
    fields: [],
    at: new Date(environment.now()).toISOString(),
  });
  return await create(context, { ...claim, entry: { ...claim.entry, resent: true, checks: 0 } });
}

async function doubt(context: SenderContext, claim: RecordClaim, resent: boolean, checks: number): Promise<void> {
  const wait = LOOK_AFTER_MS[Math.min(checks, LOOK_AFTER_MS.length - 1)] ?? 0;
  await settleDoubtful(context.db, claim, { nextAttemptAt: context.environment.now() + wait, checks, resent });
}

async function applied(
  context: SenderContext,
  claim: RecordClaim,
  record: AnyRecord | null,
  serverId: string | null,
): Promise<void> {
  await settleApplied(context.db, claim, { copy: { record, version: null }, serverId });
}

/** A plain server overwrites: so it is read just before, and what changed there is merged first. */
async function update(context: SenderContext, claim: RecordClaim): Promise<SendResult> {
  const { entry } = claim;
  const current = await readCurrent(context.api, entry);
  if ('failed' in current) return await settleUnsuccessful(context, claim, current.failed);
  const { record } = current.copy;
  const base = entry.base?.record ?? null;
  if (record === null || base === null || entry.payload === null || !sameContent(entry.entity, base, record)) {
    return await settleMergeOrConflict(context, claim, { record, version: null });
  }
  const outcome = await putRecord(context, entry, {});
  if (outcome === null) return DONE;
  if (successOf(outcome) === null) return await settleUnsuccessful(context, claim, outcome);
  await applied(context, claim, entry.payload.record, null);
  return DONE;
}

async function remove(context: SenderContext, claim: RecordClaim): Promise<SendResult> {
  const { entry } = claim;
  const current = await readCurrent(context.api, entry);
  if ('failed' in current) return await settleUnsuccessful(context, claim, current.failed);
  const { record } = current.copy;
  const base = entry.base?.record ?? null;
  if (record !== null && base !== null && !sameContent(entry.entity, base, record)) {
    await settleConflict(
      context.db,
      claim,
      { record, version: null },
      { status: 412, code: 'changedElsewhere', message: '' },
    );
    return DONE;
  }
  const outcome = record === null ? null : await context.api.call('DELETE', itemPath(entry.entity, addressOf(entry)));
  if (outcome !== null && successOf(outcome) === null && statusOf(outcome) !== 404)
    return await settleUnsuccessful(context, claim, outcome);
  await applied(context, claim, null, null);
  return DONE;
}
