/** Sends the outbox: one entry at a time, first in first out, in the tab or worker that gets the claim. */
import type { ErrorCode } from '../../../contract/common.ts';
import type { EPOCH_HEADER as epochHeader } from '../../../contract/sync.ts';
import { parseExtraId } from '../../../domain/records/extra.ts';
import { readSyncState } from '../../data/database/meta.ts';
import type { RecordEntry } from '../../data/database/outbox-entry.ts';
import { claimNext, isChunkClaim, latestClaimNumber, type Claim, type RecordClaim } from '../../data/outbox/claims.ts';
import type { RecordOutcome } from '../../data/outbox/outcome.ts';
import { isAnyUnsettled, parentsNamedBy } from '../../data/outbox/parents.ts';
import { WRITE_TIMEOUT_MS, type Api, type CallOutcome } from '../api/api.ts';
import { featureOfExtra } from '../api/capabilities.ts';
import { LOOK_AGAIN_MS, whileBeating, withSyncLock } from '../api/sync-lock.ts';
import { errorCodeOf } from '../network/http.ts';
import { sendChunks } from './send-chunk.ts';
import { sendExtended } from './send-extended.ts';
import { sendPlain } from './send-plain.ts';
import { deferred, done, settleSent, type Driven, type SenderContext, type SendResult } from './send-result.ts';

/** Claims and sends one entry, or several chunks of one import, under the lock. */
export async function sendNext(context: SenderContext): Promise<SendResult> {
  const { environment } = context;
  const result = await withSyncLock(context, async () => await sendOne(context));
  return result ?? { kind: 'idle', nextAt: environment.now() + LOOK_AGAIN_MS };
}

async function sendOne(context: SenderContext): Promise<SendResult> {
  const claimed = await claimNext(context.db, context.environment.now());
  if (claimed.kind !== 'claimed') return claimed;
  const { claim } = claimed;
  return await whileBeating(context, claim.claimNumber, async () => await sendClaimed(context, claim));
}

/** Sends what was claimed through its driver, and has the outcome written. */
async function sendClaimed(context: SenderContext, claim: Claim): Promise<SendResult> {
  const guard = guardedApi(context, claim);
  const guarded = { ...context, api: guard.api };
  const result = isChunkClaim(claim) ? await sendChunks(guarded, claim) : await sendAndSettle(guarded, claim);
  if (guard.isLost()) return { kind: 'done' };
  return guard.isRestoredFromBackup() ? { kind: 'restoredFromBackup' } : result;
}

async function sendAndSettle(context: SenderContext, claim: RecordClaim): Promise<SendResult> {
  const { outcome, result } = await sendRecord(context, claim);
  return await settleSent(context, { what: 'record', claim, outcome }, result);
}

async function sendRecord(context: SenderContext, claim: RecordClaim): Promise<Driven<RecordOutcome>> {
  const { entry } = claim;
  if (context.mode === 'extended' && (await isAnyUnsettled(context.db, await parentsNamedBy(context.db, entry))))
    return await deferred(context, entry);
  if (await staysHere(context, entry))
    return done({ kind: 'applied', copy: { record: entry.payload?.record ?? null, version: null }, serverId: null });
  return await (context.mode === 'extended' ? sendExtended : sendPlain)(context, claim);
}

const EPOCH_HEADER = 'Sync-Epoch' satisfies typeof epochHeader;

/**
 * The API for one claim. No request is made after another tab has taken over, as from a sender that was frozen between
 * two of them; its late outcome is stale and ignored. Each request names the server epoch that was known when the
 * claim was made; if the server has another, the request counts as not answered, and no more are made.
 */
function guardedApi(
  { db, api, mode }: SenderContext,
  held: Claim,
): { readonly api: Api; readonly isLost: () => boolean; readonly isRestoredFromBackup: () => boolean } {
  let isLost = false;
  let isRestoredFromBackup = false;
  const call: Api['call'] = async (method, path, options = {}) => {
    isLost ||= (await latestClaimNumber(db)) !== held.claimNumber;
    if (isLost || isRestoredFromBackup) return { kind: 'offline' };
    const { serverEpoch } = held;
    const headers = mode === 'plain' || serverEpoch === null ? {} : { [EPOCH_HEADER]: serverEpoch };
    const outcome = await api.call(method, path, {
      timeoutMs: WRITE_TIMEOUT_MS,
      ...options,
      headers: { ...options.headers, ...headers },
    });
    isRestoredFromBackup = isOfAnotherEpoch(outcome);
    return isRestoredFromBackup ? { kind: 'offline' } : outcome;
  };
  return { api: { call }, isLost: () => isLost, isRestoredFromBackup: () => isRestoredFromBackup };
}

function isOfAnotherEpoch(outcome: CallOutcome): boolean {
  return (
    outcome.kind === 'reply' &&
    outcome.status === 409 &&
    errorCodeOf(outcome.json) === ('epochChanged' satisfies ErrorCode)
  );
}

/** Whether a change is of an extra that this server cannot store: nothing is sent. */
export async function staysHere({ db }: SenderContext, entry: RecordEntry): Promise<boolean> {
  const kind = entry.entity === 'extra' ? parseExtraId(entry.localId)?.kind : undefined;
  return kind !== undefined && !(await readSyncState(db)).features.includes(featureOfExtra(kind));
}
