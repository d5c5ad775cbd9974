/** Authorised requests in the name of a database's owner. */
import type { EntryError } from '../../data/database/outbox-entry.ts';
import type { OwnerRecord } from '../../data/database/schema.ts';
import { messageOf, send, type HttpOutcome, type HttpRequest } from '../network/http.ts';
import type { SyncEnvironment } from './environment.ts';

export const WRITE_TIMEOUT_MS = 25_000;
/** Uploads take longer than other writes. */
export const UPLOAD_TIMEOUT_MS = 120_000;
const READ_TIMEOUT_MS = 60_000;

/**
 * The result of a call.
 * - `reply`: any reply of the API but 401
 * - `offline`: no reply of the API
 * - `signedOut`: nothing was done: nobody, or somebody else, is signed in, or the server refused the token
 */
export type CallOutcome =
  | Extract<HttpOutcome, { kind: 'reply' }>
  | { readonly kind: 'offline' }
  | { readonly kind: 'signedOut' };

export interface CallOptions extends Partial<Pick<HttpRequest, 'json' | 'form' | 'headers' | 'timeoutMs'>> {
  /** A question that not every server knows: a 401 in reply ends no session. */
  readonly probe?: boolean;
  /** An earlier reply of this round may be used, unless something was sent since. */
  readonly recent?: boolean;
}

export interface Api {
  readonly call: (method: HttpRequest['method'], path: string, options?: CallOptions) => Promise<CallOutcome>;
}

/** The API of the server that a database belongs to. */
export function createApi(environment: SyncEnvironment, owner: OwnerRecord): Api {
  const attempt = async (
    method: HttpRequest['method'],
    path: string,
    options: CallOptions,
    refusedToken: string | null,
  ): Promise<CallOutcome> => {
    const credentials = environment.credentials();
    // One user's changes must never be sent in another's name.
    if (credentials === null || credentials.userId !== owner.userId) return { kind: 'signedOut' };
    if (credentials.token === refusedToken) {
      environment.onUnauthorised(credentials.token);
      return { kind: 'signedOut' };
    }
    const timeoutMs = method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS;
    const { probe = false, recent: _recent, ...given } = options;
    const outcome = await send(environment, {
      timeoutMs,
      ...given,
      method,
      url: owner.apiBase + path,
      token: credentials.token,
    });
    if (outcome.kind === 'offline' || outcome.status !== 401 || probe) return outcome;
    // Another tab may have renewed the token during this request: then try once more with the new one.
    if (refusedToken === null) return await attempt(method, path, options, credentials.token);
    environment.onUnauthorised(credentials.token);
    return { kind: 'signedOut' };
  };
  return { call: async (method, path, options = {}) => await attempt(method, path, options, null) };
}

export type Reply = Extract<CallOutcome, { kind: 'reply' }>;

/** The reply of a call that succeeded, else null. */
export function successOf(outcome: CallOutcome): Reply | null {
  return outcome.kind === 'reply' && outcome.status >= 200 && outcome.status < 300 ? outcome : null;
}

/** The status of a call that was answered, else null. */
export function statusOf(outcome: CallOutcome): number | null {
  return outcome.kind === 'reply' ? outcome.status : null;
}

/** Statuses that mean 'try again later' rather than 'no'. */
export function isRetryable(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/** The server's words of a refusal, or its status. */
export function refusalText(reply: Pick<Reply, 'status' | 'json' | 'text'>): string {
  return messageOf(reply) || `HTTP ${reply.status}`;
}

/** The same, with the kind of words where they are not the server's message. */
export function refusalOf(reply: Pick<Reply, 'status' | 'json' | 'text'>): Pick<EntryError, 'message' | 'words'> {
  const message = refusalText(reply);
  if (reply.text !== undefined) return { message, words: 'text' };
  return messageOf(reply) === '' ? { message, words: 'status' } : { message };
}

/** An instant that `Retry-After` names, as milliseconds since 1970; null without one. */
export function retryAfter(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  const seconds = Number(text);
  const at = Number.isFinite(seconds) ? now + seconds * 1000 : Date.parse(text);
  return Number.isFinite(at) ? Math.min(Math.max(at, now), now + LONGEST_RETRY_AFTER_MS) : null;
}

const LONGEST_RETRY_AFTER_MS = 60 * 60_000;
const FIRST_BACKOFF_MS = 2000;
const LONGEST_BACKOFF_MS = 5 * 60_000;

/** A wait with full jitter: up to 2 s after the first failure, twice as long after each further one, at most 5 minutes. */
export function backoffMs(failures: number, random: () => number): number {
  const longest = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.max(0, failures - 1));
  return Math.ceil(longest * random());
}
