/** What every kind of sending needs, what may come of it, and how a call that did not succeed is settled. */
import type { Claim } from '../data/claims.ts';
import type { EntryError } from '../data/outbox-entry.ts';
import type { HoldfastDatabase } from '../data/schema.ts';
import { settleFailed, settleRetry } from '../data/settlement.ts';
import { backoffMs, isRetryable, refusalText, retryAfter, type Api, type CallOutcome } from './api.ts';
import type { SyncEnvironment } from './environment.ts';
import { errorCodeOf } from './http.ts';

export interface SenderContext {
  readonly db: HoldfastDatabase;
  readonly api: Api;
  readonly environment: SyncEnvironment;
  readonly mode: 'plain' | 'extended';
  /** Called with the number of each claim that is made here. */
  readonly onClaim?: (claimNumber: number) => void;
}

/**
 * What came of trying to send.
 * - `done`: an entry was dealt with, whatever the outcome; there may be more
 * - `stumbled`: the server failed over one entry, which waits; the others may go on
 * - `idle`: nothing may be sent before `nextAt` (null: nothing waits for a time)
 * - `busy`: another tab is sending, at most until then
 * - `setBack`: the server came back from a backup and has done nothing: it has to be read first
 * - `pause`: the server wants no request before `until`
 */
export type SendResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'stumbled' }
  | { readonly kind: 'idle'; readonly nextAt: number | null }
  | { readonly kind: 'busy'; readonly until: number }
  | { readonly kind: 'pause'; readonly until: number }
  | { readonly kind: 'setBack' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'signedOut' };

/**
 * Settles a call that did not succeed, in the way that all entries share: no connection and 401 put the entry back,
 * statuses that mean 'later' set a time, any other is a refusal that waits for the user.
 */
export async function settleUnsuccessful(
  context: SenderContext,
  claim: Claim,
  outcome: CallOutcome,
): Promise<SendResult> {
  const { db, environment } = context;
  const now = environment.now();
  if (outcome.kind === 'signedOut') {
    await settleRetry(db, claim, { nextAttemptAt: 0, error: null, untouched: true });
    return { kind: 'signedOut' };
  }
  if (outcome.kind === 'offline') {
    await settleRetry(db, claim, { nextAttemptAt: 0, error: null, untouched: false });
    return { kind: 'offline' };
  }
  const { status } = outcome;
  const message = refusalText(outcome);
  if (!isRetryable(status)) {
    await settleFailed(db, claim, { status, code: 'refused', message });
    return { kind: 'done' };
  }
  const until = retryAfter(outcome.headers, now) ?? now + backoffMs(claim.entry.attempts, environment.random);
  const isFull = errorCodeOf(outcome.json) === 'storageFull';
  const error: EntryError = isFull
    ? { status, code: 'serverFull', message: '' }
    : { status, code: 'retrying', message };
  await settleRetry(db, claim, { nextAttemptAt: until, error, untouched: status === 429 });
  // A 500 may be this entry's alone; the others concern the whole server.
  return status === 500 ? { kind: 'stumbled' } : { kind: 'pause', until };
}
