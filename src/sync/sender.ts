/** Sends the outbox: one entry at a time, first in first out, whichever tab or worker gets the claim. */
import type { ErrorCode } from '../../contract/common.ts';
import type { EPOCH_HEADER as epochHeader } from '../../contract/sync.ts';
import { claimNext, isHolder, type Claim } from '../data/claims.ts';
import { readSyncState } from '../data/meta.ts';
import { putOffWaiting, waitsForParent } from '../data/put-off.ts';
import { settleRetry, type RecordClaim } from '../data/settlement.ts';
import { WRITE_TIMEOUT_MS, type Api, type CallOutcome } from './api.ts';
import { keepExtra } from './keep-extra.ts';
import { sendChunk } from './send-chunk.ts';
import { sendExtended } from './send-extended.ts';
import { sendPlain } from './send-plain.ts';
import type { SenderContext, SendResult } from './send-result.ts';
import { LOOK_AGAIN_MS, whileBeating, withSyncLock } from './sync-lock.ts';
import { asObject } from './wire.ts';

/** Claims and sends one entry under the lock. */
export async function sendNext(context: SenderContext): Promise<SendResult> {
  const { environment } = context;
  const result = await withSyncLock(context, async () => await sendOne(context));
  return result ?? { kind: 'busy', until: environment.now() + LOOK_AGAIN_MS };
}

async function sendOne(context: SenderContext): Promise<SendResult> {
  const claimed = await claimNext(context.db, context.environment.now());
  if (claimed.kind !== 'claimed') return claimed;
  const { claim } = claimed;
  context.onClaim?.(claim.claims);
  return await whileBeating(context, claim.epoch, async () => await sendClaimed(context, claim));
}

async function sendClaimed(context: SenderContext, claim: Claim): Promise<SendResult> {
  const { entry } = claim;
  if (context.mode === 'extended' && (await putOff(context, claim))) return { kind: 'done' };
  const guard = guardedApi(context, claim);
  const guarded: SenderContext = { ...context, api: guard.api };
  const result = await (entry.entity === 'import'
    ? sendChunk(guarded, { ...claim, entry })
    : sendRecord(guarded, { ...claim, entry }));
  if (guard.isLost()) return { kind: 'done' };
  return guard.isSetBack() ? { kind: 'setBack' } : result;
}

/** A change that names what a server which was set back has lost waits until its user has answered and that is there again. */
async function putOff({ db, environment }: SenderContext, claim: Claim): Promise<boolean> {
  if (!(await waitsForParent(db, claim.entry))) return false;
  const nextAttemptAt = await putOffWaiting(db, environment.now());
  await settleRetry(db, claim, { nextAttemptAt, error: claim.entry.error, untouched: true });
  return true;
}

async function sendRecord(context: SenderContext, claim: RecordClaim): Promise<SendResult> {
  if (await keepExtra(context, claim)) return { kind: 'done' };
  return await (context.mode === 'extended' ? sendExtended : sendPlain)(context, claim);
}

const EPOCH_HEADER = 'Sync-Epoch' satisfies typeof epochHeader;

/**
 * The API for one claim. No request is made after another has taken over, as from a sender that was frozen between two of
 * them; what it then settles is stale and ignored. Each request names the epoch that was known when the claim was made;
 * one that meets another, or whose answer comes when another is known, counts as not answered, and no more are made.
 */
function guardedApi(
  { db, api, mode }: SenderContext,
  held: Claim,
): { readonly api: Api; readonly isLost: () => boolean; readonly isSetBack: () => boolean } {
  let isLost = false;
  let isSetBack = false;
  const call: Api['call'] = async (method, path, options = {}) => {
    isLost ||= !(await isHolder(db, held.epoch));
    if (isLost || isSetBack) return { kind: 'offline' };
    const { serverEpoch: epoch } = held;
    const headers = mode === 'plain' || epoch === null ? {} : { [EPOCH_HEADER]: epoch };
    const outcome = await api.call(method, path, {
      timeoutMs: WRITE_TIMEOUT_MS,
      ...options,
      headers: { ...options.headers, ...headers },
    });
    isSetBack ||= isOfAnotherEpoch(outcome) || (await readSyncState(db)).epoch !== epoch;
    return isSetBack ? { kind: 'offline' } : outcome;
  };
  return { api: { call }, isLost: () => isLost, isSetBack: () => isSetBack };
}

function isOfAnotherEpoch(outcome: CallOutcome): boolean {
  return (
    outcome.kind === 'reply' &&
    outcome.status === 409 &&
    asObject(outcome.json)?.['code'] === ('epochChanged' satisfies ErrorCode)
  );
}
