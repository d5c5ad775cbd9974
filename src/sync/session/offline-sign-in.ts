/** Signing in without the server, on a device where the user has signed in with it before. */
import { changeDeviceValue } from '../../data/device/device-store.ts';
import type { OfflineUser } from '../../data/device/local-settings.ts';
import { browserNetwork, type NetworkEnvironment } from '../network/http.ts';
import { signIn, type AuthFailure, type SignInResult } from './auth-client.ts';
import { offlineUserOf, startOfflineSession, type Session } from './session.ts';

/** What the device stores to recognise a password; never the password. */
interface Verifier extends OfflineUser {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly hash: Uint8Array<ArrayBuffer>;
  readonly rounds: number;
  /** Wrong tries since the last right one. */
  readonly wrongTries: number;
  /** Milliseconds since 1970 before which no further try is taken. */
  readonly lockedUntil: number;
}

/** OWASP's figure for PBKDF2 with SHA-256. */
const ROUNDS = 600_000;
const HASH_BITS = 256;
const FREE_TRIES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 24 * 60 * 60_000;

/** The wait after this many wrong tries: none before the fifth, then 30 s and twice as long after each further one. */
function waitAfter(wrongTries: number): number {
  return wrongTries < FREE_TRIES ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (wrongTries - FREE_TRIES));
}

function keyOf(email: string): string {
  return `verifier:${email.trim().toLowerCase()}`;
}

async function derive(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  rounds: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, ['deriveBits']);
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }, key, HASH_BITS),
  );
}

/**
 * Makes the device recognise the password of the user who has just signed in with it; replaces what it stored before.
 */
export async function rememberPassword(session: Session, password: string): Promise<void> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const hash = await derive(password, salt, ROUNDS);
  await changeDeviceValue<Verifier>(keyOf(session.email), () => ({
    ...offlineUserOf(session),
    salt,
    hash,
    rounds: ROUNDS,
    wrongTries: 0,
    lockedUntil: 0,
  }));
}

/** The stored verifier of a password moves to the user's present name and address. */
export async function renamePasswordOwner(formerEmail: string, session: Session): Promise<void> {
  const { email } = session;
  let kept: Verifier | null = null;
  await changeDeviceValue<Verifier>(keyOf(formerEmail), (before) => {
    kept = before === null ? null : { ...(before as Verifier), ...offlineUserOf(session) };
    return keyOf(formerEmail) === keyOf(email) ? kept : null;
  });
  if (keyOf(formerEmail) !== keyOf(email)) await changeDeviceValue<Verifier>(keyOf(email), () => kept);
}

/** Makes the device forget the password with this user's data. */
export async function forgetPassword(email: string): Promise<void> {
  await changeDeviceValue(keyOf(email), () => null);
}

/**
 * Signs in with the server and, only when it cannot be reached, with what the device stores. `refused` then means that
 * the password is wrong, and `locked` that there were too many wrong ones.
 */
export async function signInHere(
  credentials: { readonly email: string; readonly password: string },
  network: NetworkEnvironment = browserNetwork,
  now: () => number = Date.now,
): Promise<SignInResult> {
  const online = await signIn(credentials, network);
  if (online.ok) {
    // Not awaited: it takes a moment, and a browser that refuses storage just cannot sign in offline.
    rememberPassword(online.session, credentials.password).catch(() => undefined);
    return online;
  }
  // If the device store cannot be read, the result of the failed call stands.
  return online.reason === 'offline' ? ((await signInOffline(credentials, now).catch(() => null)) ?? online) : online;
}

/** Null when this device knows no password of the user. */
async function signInOffline(
  { email, password }: { readonly email: string; readonly password: string },
  now: () => number,
): Promise<SignInResult | null> {
  let lockedFor = 0;
  // Counted as wrong before it is checked, so that tabs trying at once gain nothing.
  const verifier = await changeDeviceValue<Verifier>(keyOf(email), (before) => {
    if (before === null) return null;
    const known = before as Verifier;
    lockedFor = Math.min(known.lockedUntil - now(), waitAfter(known.wrongTries));
    if (lockedFor > 0) return known;
    const wrongTries = known.wrongTries + 1;
    return { ...known, wrongTries, lockedUntil: now() + waitAfter(wrongTries) };
  });
  if (verifier === null) return null;
  if (lockedFor > 0) return { ok: false, reason: 'locked', message: '', retryInMs: lockedFor };
  const hash = await derive(password, verifier.salt, verifier.rounds);
  if (!hash.every((byte, index) => byte === verifier.hash[index])) return refusal(waitAfter(verifier.wrongTries));
  await changeDeviceValue<Verifier>(keyOf(email), (before) =>
    before === null ? null : { ...(before as Verifier), wrongTries: 0, lockedUntil: 0 },
  );
  return { ok: true, session: startOfflineSession(verifier) };
}

function refusal(retryInMs: number): AuthFailure {
  return { ok: false, reason: retryInMs > 0 ? 'locked' : 'wrongOffline', message: '', retryInMs };
}
