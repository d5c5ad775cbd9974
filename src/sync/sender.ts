/** Sends the outbox: one entry at a time, first in first out, whichever tab or worker gets the claim. */
import type { ErrorCode } from '../../contract/common.ts';
import type { EPOCH_HEADER as epochHeader } from '../../contract/sync.ts';
import { claimNext, LEASE_MS, renewClaim, senderHold, type Claim, type ClaimResult } from '../data/claims.ts';
import { readSyncState } from '../data/meta.ts';
import { putOffWaiting, waitsForParent } from '../data/put-off.ts';
import type { HoldfastDatabase } from '../data/schema.ts';
import { settleRetry, type RecordClaim } from '../data/settlement.ts';
import { WRITE_TIMEOUT_MS, type Api, type CallOutcome } from './api.ts';
import { keepExtra } from './keep-extra.ts';
import { withLock } from './locks.ts';
import { sendChunk } from './send-chunk.ts';
import { sendExtended } from './send-extended.ts';
import { sendPlain } from './send-plain.ts';
import type { SenderContext, SendResult } from './send-result.ts';
import { asObject } from './wire.ts';

/** A lock that is held by one who makes no claim is looked at again after this many milliseconds. */
const LOOK_AGAIN_MS = 1000;

/** Since when this tab has seen the lock held although nothing was claimed. */
const idleHolds = new WeakMap<HoldfastDatabase, { readonly epoch: number; readonly since: number }>();

/** Claims and sends one entry under the senders' lock. */
export async function sendNext(context: SenderContext): Promise<SendResult> {
  const { db, environment } = context;
  const { locks } = environment;
  const name = `holdfast-sender-${db.name}`;
  const result = await withLock(locks, name, 'ifFree', async (isOurs) => await sendOne(context, isOurs));
  if (result !== null) {
    idleHolds.delete(db);
    return result;
  }
  const now = environment.now();
  const hold = await senderHold(db, now);
  if (hold.until !== null) return { kind: 'busy', until: hold.until };
  // Between two entries the lock is held without a claim for a moment; only one who stays like that, or whose claim has
  // run out, is frozen, and a frozen tab never lets go of a lock.
  if (!hold.hasRunOut && !isFrozen(db, hold.epoch, now)) return { kind: 'busy', until: now + LOOK_AGAIN_MS };
  idleHolds.delete(db);
  return (
    (await withLock(locks, name, 'steal', async () => await sendOne(context, () => false))) ?? {
      kind: 'busy',
      until: now + LOOK_AGAIN_MS,
    }
  );
}

function isFrozen(db: HoldfastDatabase, epoch: number, now: number): boolean {
  const seen = idleHolds.get(db);
  if (seen?.epoch === epoch) return Math.abs(now - seen.since) >= LEASE_MS;
  idleHolds.set(db, { epoch, since: now });
  return false;
}

/** The next claim; who holds the lock takes over from a sender that has died with its claim. */
async function claim({ db, environment }: SenderContext, isOurs: () => boolean): Promise<ClaimResult> {
  const claimed = await claimNext(db, environment.now());
  if (claimed.kind !== 'busy' || !isOurs()) return claimed;
  // Were we frozen, the claim may be that of a thief: the browser tells us of the theft before it answers this.
  await environment.locks.query();
  return isOurs() ? await claimNext(db, environment.now(), true) : claimed;
}

async function sendOne(context: SenderContext, isOurs: () => boolean): Promise<SendResult> {
  const claimed = await claim(context, isOurs);
  if (claimed.kind !== 'claimed') return claimed;
  const { claim: ours } = claimed;
  context.onClaim?.(ours.epoch);
  const { entry } = ours;
  if (context.mode === 'extended' && (await putOff(context, ours))) return { kind: 'done' };
  const guard = guardedApi(context, ours);
  const guarded: SenderContext = { ...context, api: guard.api };
  const result = await (entry.entity === 'import'
    ? sendChunk(guarded, { ...ours, entry })
    : sendRecord(guarded, { ...ours, entry }));
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
 * The API for one claim: each request of several renews the claim first, so that a sender which was frozen between two
 * of them writes nothing after another has taken over. What it then settles is stale and ignored. Each names the epoch
 * that was known when the claim was made; one that meets another, or whose answer comes when another is known, counts as
 * not answered, and no more are made.
 */
function guardedApi(
  { db, api, environment, mode }: SenderContext,
  held: Claim,
): { readonly api: Api; readonly isLost: () => boolean; readonly isSetBack: () => boolean } {
  let calls = 0;
  let isLost = false;
  let isSetBack = false;
  const call: Api['call'] = async (method, path, options = {}) => {
    calls += 1;
    isLost ||= calls > 1 && !(await renewClaim(db, held, environment.now()));
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
