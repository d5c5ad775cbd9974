/** Sends the outbox: one entry at a time, first in first out, whichever tab or worker gets the claim. */
import { claimNext, LEASE_MS, renewClaim, senderHold, type Claim, type ClaimResult } from '../data/claims.ts';
import type { HoldfastDatabase } from '../data/schema.ts';
import { WRITE_TIMEOUT_MS, type Api } from './api.ts';
import type { RecordClaim } from '../data/settlement.ts';
import { keepExtra } from './keep-extra.ts';
import { withLock } from './locks.ts';
import { sendChunk } from './send-chunk.ts';
import type { SenderContext, SendResult } from './send-result.ts';
import { sendExtended } from './send-extended.ts';
import { sendPlain } from './send-plain.ts';

/** A lock that is held by one who makes no claim is looked at again after this many milliseconds. */
const LOOK_AGAIN_MS = 1000;
/** A lock that was stolen from us is known to be after this many milliseconds. */
const THEFT_KNOWN_MS = 50;

/** Since when this tab has seen the lock held although nothing was claimed. */
const idleHolds = new WeakMap<HoldfastDatabase, { readonly epoch: number; readonly since: number }>();

/** Claims and sends one entry under the senders' lock. */
export async function sendNext(context: SenderContext): Promise<SendResult> {
  const { db, environment } = context;
  const { locks } = environment;
  const name = `holdfast-sender-${db.name}`;
  const result = await withLock(locks, name, 'ifFree', async (isOurs) => await sendOne(context, locks === null ? () => false : isOurs));
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
  return (await withLock(locks, name, 'steal', async () => await sendOne(context, () => false))) ?? { kind: 'busy', until: now + LOOK_AGAIN_MS };
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
  // Were we frozen, the claim may be that of the one who has taken the lock from us.
  await new Promise((resolve) => setTimeout(resolve, THEFT_KNOWN_MS));
  return isOurs() ? await claimNext(db, environment.now(), true) : claimed;
}

async function sendOne(context: SenderContext, isOurs: () => boolean): Promise<SendResult> {
  const claimed = await claim(context, isOurs);
  if (claimed.kind !== 'claimed') return claimed;
  const { claim: ours } = claimed;
  const { entry } = ours;
  const guard = guardedApi(context, ours);
  const guarded: SenderContext = { ...context, api: guard.api };
  const result = await (entry.entity === 'import' ? sendChunk(guarded, { ...ours, entry }) : sendRecord(guarded, { ...ours, entry }));
  return guard.isLost() ? { kind: 'done' } : result;
}

async function sendRecord(context: SenderContext, claim: RecordClaim): Promise<SendResult> {
  if (await keepExtra(context, claim)) return { kind: 'done' };
  return await (context.mode === 'extended' ? sendExtended : sendPlain)(context, claim);
}

/**
 * The API for one claim: each request of several renews the claim first, so that a sender which was frozen between two
 * of them writes nothing after another has taken over. What it then settles is stale and ignored.
 */
function guardedApi({ db, api, environment }: SenderContext, held: Claim): { readonly api: Api; readonly isLost: () => boolean } {
  let calls = 0;
  let isLost = false;
  const call: Api['call'] = async (method, path, options = {}) => {
    calls += 1;
    isLost ||= calls > 1 && !(await renewClaim(db, held, environment.now()));
    return isLost ? { kind: 'offline' } : await api.call(method, path, { timeoutMs: WRITE_TIMEOUT_MS, ...options });
  };
  return { api: { call }, isLost: () => isLost };
}
