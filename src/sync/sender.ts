/** Sends the outbox: one entry at a time, first in first out, whichever tab or worker gets the claim. */
import { claimNext, heldUntil } from '../data/claims.ts';
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
  const { db, environment, mode } = context;
  const claimed = await claimNext(db, environment.now(), isAlone);
  if (claimed.kind !== 'claimed') return claimed;
  const { claim } = claimed;
  const { entry } = claim;
  if (entry.entity === 'import') return await sendChunk(context, { ...claim, entry });
  const recordClaim = { ...claim, entry };
  return mode === 'extended' ? await sendExtended(context, recordClaim) : await sendPlain(context, recordClaim);
}
