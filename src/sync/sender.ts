/** Sends the outbox: one entry at a time, first in first out, whichever tab or worker gets the claim. */
import { claimNext, heldUntil, renewClaim, type Claim } from '../data/claims.ts';
import { WRITE_TIMEOUT_MS, type Api } from './api.ts';
import type { RecordClaim } from '../data/settlement.ts';
import { keepExtra } from './keep-extra.ts';
import { withLock } from './locks.ts';
import { sendChunk } from './send-chunk.ts';
import type { SenderContext, SendResult } from './send-result.ts';
import { sendExtended } from './send-extended.ts';
import { sendPlain } from './send-plain.ts';

/** Claims and sends one entry under the senders' lock. */
export async function sendNext(context: SenderContext): Promise<SendResult> {
  const { db, environment } = context;
  const name = `holdfast-sender-${db.name}`;
  const isAlone = environment.locks !== null;
  const result = await withLock(environment.locks, name, 'ifFree', async () => await sendOne(context, isAlone));
  if (result !== null) return result;
  const until = await heldUntil(db, environment.now());
  if (until !== null) return { kind: 'busy', until };
  // The lock is held but the claim has run out: its holder is frozen, and a frozen tab never lets go of a lock.
  return (await withLock(environment.locks, name, 'steal', async () => await sendOne(context, false))) ?? { kind: 'busy', until: environment.now() + 1000 };
}

async function sendOne(context: SenderContext, isAlone: boolean): Promise<SendResult> {
  const { db, environment } = context;
  const claimed = await claimNext(db, environment.now(), isAlone);
  if (claimed.kind !== 'claimed') return claimed;
  const { claim } = claimed;
  const { entry } = claim;
  const guard = guardedApi(context, claim);
  const guarded: SenderContext = { ...context, api: guard.api };
  const result = await (entry.entity === 'import' ? sendChunk(guarded, { ...claim, entry }) : sendRecord(guarded, { ...claim, entry }));
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
function guardedApi({ db, api, environment }: SenderContext, claim: Claim): { readonly api: Api; readonly isLost: () => boolean } {
  let calls = 0;
  let isLost = false;
  const call: Api['call'] = async (method, path, options = {}) => {
    calls += 1;
    isLost ||= calls > 1 && !(await renewClaim(db, claim, environment.now()));
    return isLost ? { kind: 'offline' } : await api.call(method, path, { timeoutMs: WRITE_TIMEOUT_MS, ...options });
  };
  return { api: { call }, isLost: () => isLost };
}
