/** The calls before and around a session (000 §7.1). Small: the sign-in pages load it. */
import { API_BASE } from '../network/api-base.ts';
import {
  asObject,
  browserNetwork,
  errorCodeOf,
  isUnreached,
  messageOf,
  send,
  textIn,
  type HttpOutcome,
  type NetworkEnvironment,
} from '../network/http.ts';
import { browserLocks, type Locks } from '../network/locks.ts';
import {
  currentSession,
  followOtherTabs,
  giveUpToken,
  rememberSession,
  startSession,
  type Session,
} from './session.ts';

/** After this many milliseconds without a reply a sign-in counts as offline. */
const SIGN_IN_TIMEOUT_MS = 5000;
const TIMEOUT_MS = 20_000;

/**
 * Why a call did not succeed; `message` is the server's, or empty.
 * - `offline`: no connection, a time-out, or a reply that is a gateway's or not the API's
 * - `refused`: 401 from sign-in and refresh, 400 from registration and reset
 * - `commonPassword`: 400, because the new password is a common one
 * - `forbidden`: 403, as when registration needs an invitation
 * - `wrongOffline`: no connection, and not the password that this device knows
 * - `locked`: the same, after too many wrong tries; the next is accepted in `retryInMs`
 * - `ended`: the session that asked has ended in the meantime, and the reply is of no use
 */
export interface AuthFailure {
  readonly ok: false;
  readonly reason:
    | 'offline'
    | 'refused'
    | 'commonPassword'
    | 'forbidden'
    | 'other'
    | 'wrongOffline'
    | 'locked'
    | 'ended';
  readonly message: string;
  readonly retryInMs?: number;
}

export type SignInResult = { readonly ok: true; readonly session: Session } | AuthFailure;
export type AuthResult = { readonly ok: true } | AuthFailure;

/** Signs in and, on success, starts the session. */
export async function signIn(
  credentials: { readonly email: string; readonly password: string },
  network: NetworkEnvironment = browserNetwork,
): Promise<SignInResult> {
  const isWanted = rememberSession();
  return startFrom(
    await post('/auth/login', credentials, SIGN_IN_TIMEOUT_MS, network),
    credentials.email.trim(),
    isWanted,
  );
}

/**
 * Starts the session whose token a reply contains, unless the session that asked for it has ended: a user who has
 * signed out stays signed out.
 */
function startFrom(outcome: HttpOutcome, email: string, isWanted: () => boolean): SignInResult {
  const token = tokenOf(outcome);
  if (!isWanted()) {
    giveUpToken(token);
    return { ok: false, reason: 'ended', message: '' };
  }
  const session = token === null ? null : startSession(token, email);
  return session === null ? failureOf(outcome, 401) : { ok: true, session };
}

export interface Registration {
  readonly firstName: string;
  readonly surname: string;
  readonly email: string;
  readonly password: string;
  /** From the link `/register?code=…`. */
  readonly inviteCode?: string;
}

/** Creates a user; does not sign in. `refused` means that the e-mail may be taken. */
export async function register(
  registration: Registration,
  network: NetworkEnvironment = browserNetwork,
): Promise<AuthResult> {
  return resultOf(await post('/auth/register', registration, TIMEOUT_MS, network), 400);
}

/** `mailSetUp` is false where the server has replied that it sends no mail. */
export type ResetRequestResult = AuthResult & { readonly mailSetUp: boolean };

/** Asks for a reset link; the screen shows the same words whether or not the address is known. */
export async function forgotPassword(
  email: string,
  network: NetworkEnvironment = browserNetwork,
): Promise<ResetRequestResult> {
  const outcome = await post('/auth/forgot-password', { email }, TIMEOUT_MS, network);
  const reply = outcome.kind === 'reply' ? asObject(outcome.json) : null;
  return { ...resultOf(outcome, 400), mailSetUp: reply?.['mailSetUp'] !== false };
}

/** Sets a new password with the token of a reset link. */
export async function resetPassword(
  reset: { readonly token: string; readonly password: string },
  network: NetworkEnvironment = browserNetwork,
): Promise<AuthResult> {
  return resultOf(await post('/auth/reset-password', reset, TIMEOUT_MS, network), 400);
}

/**
 * Exchanges the session's token for a new one and stores it. Without a token: `refused`. Tabs that ask at once make
 * one call: the later ones use the token that the first got.
 */
export async function refreshSession(
  network: NetworkEnvironment = browserNetwork,
  locks: Locks = browserLocks,
): Promise<SignInResult> {
  const asked = currentSession();
  const refresh = async (): Promise<SignInResult> => {
    // This tab may know the other's token already, or not yet.
    followOtherTabs();
    const known = currentSession();
    // A user who has signed out in another tab meanwhile is not signed in again, and one who has signed in since did
    // not ask.
    if (asked !== null && known?.userId !== asked.userId) return { ok: false, reason: 'ended', message: '' };
    return known === null || known.token === null || known.token === asked?.token
      ? await refreshNow(network)
      : { ok: true, session: known };
  };
  return await locks.request('holdfast-refresh', {}, refresh);
}

async function refreshNow(network: NetworkEnvironment): Promise<SignInResult> {
  const before = currentSession();
  if (before === null || before.token === null) return { ok: false, reason: 'refused', message: '' };
  const isWanted = rememberSession();
  return startFrom(await post('/auth/refresh', undefined, TIMEOUT_MS, network, before.token), before.email, isWanted);
}

async function post(
  path: string,
  json: unknown,
  timeoutMs: number,
  network: NetworkEnvironment,
  token: string | null = null,
): Promise<HttpOutcome> {
  return await send(network, {
    method: 'POST',
    url: API_BASE + path,
    timeoutMs,
    token,
    ...(json === undefined ? {} : { json }),
  });
}

function isSuccess(outcome: HttpOutcome): boolean {
  return outcome.kind === 'reply' && outcome.status >= 200 && outcome.status < 300;
}

function tokenOf(outcome: HttpOutcome): string | null {
  return isSuccess(outcome) && outcome.kind === 'reply' ? textIn(outcome.json, 'token') || null : null;
}

function resultOf(outcome: HttpOutcome, refusedStatus: number): AuthResult {
  return isSuccess(outcome) ? { ok: true } : failureOf(outcome, refusedStatus);
}

function failureOf(outcome: HttpOutcome, refusedStatus: number): AuthFailure {
  if (outcome.kind === 'offline') return { ok: false, reason: 'offline', message: '' };
  const message = messageOf(outcome);
  if (isUnreached(outcome)) return { ok: false, reason: 'offline', message };
  if (outcome.status === 400 && errorCodeOf(outcome.json) === 'commonPassword')
    return { ok: false, reason: 'commonPassword', message };
  if (outcome.status === refusedStatus) return { ok: false, reason: 'refused', message };
  if (outcome.status === 403) return { ok: false, reason: 'forbidden', message };
  return { ok: false, reason: 'other', message };
}
