/** What every kind of sending needs, its possible results, and the meaning of a failed call. */
import type { EntryError, OutboxEntry } from '../../data/database/outbox-entry.ts';
import { deferWaiting } from '../../data/outbox/defer.ts';
import type { AnyOutcome, Sent } from '../../data/outbox/outcome.ts';
import { settle } from '../../data/outbox/settlement.ts';
import { backoffMs, isRetryable, refusalOf, retryAfter, type Api, type CallOutcome } from '../api/api.ts';
import type { LockContext } from '../api/sync-lock.ts';
import { errorCodeOf } from '../network/http.ts';

export interface SenderContext extends LockContext {
  readonly api: Api;
  readonly mode: 'plain' | 'extended';
}

/**
 * The result of trying to send.
 * - `done`: an entry was handled, whatever the outcome; there may be more
 * - `entryFailed`: the server failed over one entry, which waits; the others may go on
 * - `idle`: nothing may be sent before `nextAt` (null: nothing waits for a time), as while another tab has the lock
 * - `restoredFromBackup`: the server was restored from a backup and has done nothing: it has to be read first
 * - `pause`: the server wants no request before `until`
 */
export type SendResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'entryFailed' }
  | { readonly kind: 'idle'; readonly nextAt: number | null }
  | { readonly kind: 'pause'; readonly until: number }
  | { readonly kind: 'restoredFromBackup' }
  | { readonly kind: 'offline' };

/** What a driver returns for an entry: its outcome, and whether the round goes on. */
export interface Driven<Outcome> {
  readonly outcome: Outcome;
  readonly result: SendResult;
}

/** Has an outcome written. Where the device cannot store it, the entry is sent again after a pause. */
export async function settleSent(
  { db, environment }: SenderContext,
  sent: Sent,
  result: SendResult,
): Promise<SendResult> {
  const now = environment.now();
  if ((await settle(db, sent, now)).ok) return result;
  return { kind: 'pause', until: now + backoffMs(sent.claim.entry.attempts, environment.random) };
}

/** An entry was handled; there may be more. */
export function done<Outcome>(outcome: Outcome): Driven<Outcome> {
  return { outcome, result: { kind: 'done' } };
}

/**
 * The change names a record that a restored server has lost: it waits until its user has answered and the record is
 * there again, and so does every other such change.
 */
export async function deferred(
  { db, environment }: SenderContext,
  { error }: OutboxEntry,
): Promise<Driven<AnyOutcome>> {
  const nextAttemptAt = await deferWaiting(db, environment.now());
  return done({ kind: 'again', nextAttemptAt, error, untouched: true });
}

export function refused(error: EntryError): Driven<AnyOutcome> {
  return done({ kind: 'refused', error });
}

/** The server cannot store it. */
export const KEPT_HERE: EntryError = { status: 0, code: 'unsupported', message: '' };

/**
 * The meaning of a failed call, whatever was sent: no connection and 401 put the entry back, statuses that mean
 * 'later' set a time, any other is a refusal that waits for the user.
 */
export function unsuccessful(
  { environment }: Pick<SenderContext, 'environment'>,
  { attempts }: Pick<OutboxEntry, 'attempts'>,
  call: CallOutcome,
): Driven<AnyOutcome> {
  const now = environment.now();
  if (call.kind !== 'reply') {
    const untouched = call.kind === 'signedOut';
    return { outcome: { kind: 'again', nextAttemptAt: 0, error: null, untouched }, result: { kind: 'offline' } };
  }
  const { status } = call;
  const said = refusalOf(call);
  if (!isRetryable(status)) return refused({ status, code: 'refused', ...said });
  const until = retryAfter(call.headers, now) ?? now + backoffMs(attempts, environment.random);
  const error: EntryError =
    errorCodeOf(call.json) === 'storageFull'
      ? { status, code: 'serverFull', message: '' }
      : { status, code: 'retrying', ...said };
  return {
    outcome: { kind: 'again', nextAttemptAt: until, error, untouched: status === 429 },
    // A 500 may concern this entry alone; the others concern the whole server.
    result: status === 500 ? { kind: 'entryFailed' } : { kind: 'pause', until },
  };
}
