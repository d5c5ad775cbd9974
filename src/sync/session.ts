/** Who is signed in on this device, in all its tabs (000 §4.1). Light: the sign-in page loads it. */
import {
  onSignInChangedElsewhere, readActiveAt, readOfflineUser, readSignInEmail, readToken, storeActiveAt, storeOfflineUser, storeSignInEmail, storeToken,
  storeValuesVisibility, type OfflineUser,
} from '../data/local-settings.ts';
import { storeSessionCopy } from '../data/session-copy.ts';
import { clearSessionValues } from '../data/session-storage.ts';
import { serverNow } from './server-clock.ts';
import { readTokenUser } from './token.ts';

/** Without activity for so long, in milliseconds, a session ends (000 §4.2). */
export const INACTIVITY_LIMIT_MS = 30 * 60_000;

export interface Session {
  /** Null in an offline session: the user is known, and nothing is sent in their name until they sign in again. */
  readonly token: string | null;
  /** The claim `sub`, else the sign-in e-mail: names the user's database. */
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  readonly isAdministrator: boolean;
  /** By the server's clock, in milliseconds since 1970; 0 in an offline session. */
  readonly expiresAt: number;
}

/**
 * Why a session ended: `signedOut` by the user, `expired` token, `inactive` for 30 minutes, `unauthorised` by a 401,
 * `extensionFailed` by a refused refresh, `elsewhere` in another tab.
 */
export type SessionEnd = 'signedOut' | 'expired' | 'inactive' | 'unauthorised' | 'extensionFailed' | 'elsewhere';

export type SessionListener = (session: Session | null, end: SessionEnd | null) => void;

const listeners = new Set<SessionListener>();
let session: Session | null = null;
let watching = false;
let signOutHook: ((token: string) => void) | null = null;

/** The current session, or null when nobody is signed in. The same object until it changes. */
export function currentSession(): Session | null {
  return session;
}

/** Calls `listener` when a session starts, is extended (a new token) or ends (null, with the reason). Answers how to stop. */
export function onSessionChanged(listener: SessionListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Takes up the session that local storage holds, to be called when the app loads. An expired one is cleared. */
export function restoreSession(now = serverNow()): Session | null {
  watchOtherTabs();
  const restored = storedSession(now);
  if (restored === null) {
    clearStored();
    return null;
  }
  session = restored;
  copyForWorker();
  tell(null);
  return session;
}

/** Starts a session with a token from sign-in or refresh. Null when the token cannot be read or names nobody. */
export function startSession(token: string, email: string): Session | null {
  const started = sessionOf(token, email);
  if (started === null) return null;
  watchOtherTabs();
  session = started;
  storeToken(token);
  storeSignInEmail(email);
  storeOfflineUser(null);
  copyForWorker();
  tell(null);
  return started;
}

/** Starts a session of a user whom only this device has recognised, and who was last active then. */
export function startOfflineSession(user: OfflineUser, activeAt = serverNow()): Session {
  watchOtherTabs();
  const { userId, email, displayName, isAdministrator } = user;
  const started: Session = { token: null, userId, email, displayName, isAdministrator, expiresAt: 0 };
  session = started;
  storeActiveAt(activeAt);
  storeOfflineUser({ userId, email, displayName, isAdministrator });
  storeToken(null);
  copyForWorker();
  tell(null);
  return started;
}

/** Takes over a newer token of the same user that another tab has just got; the event that tells of it may still be on its way. */
export function adoptNewerToken(): Session | null {
  const other = storedSession(serverNow());
  if (session === null || other === null || other.token === null || other.userId !== session.userId || other.expiresAt <= session.expiresAt) return null;
  session = other;
  tell(null);
  return session;
}

/** The token ran out while there was no connection: the session goes on as an offline one, which inactivity since `activeAt` alone ends. */
export function continueOffline(activeAt: number): void {
  if (session !== null && session.token !== null) startOfflineSession(session, activeAt);
}

/** Notes that the user does something: for tabs that sleep meanwhile, and so that an offline session survives a reload but not 30 minutes away. */
export function noteActivity(now = serverNow()): void {
  if (session !== null) storeActiveAt(now);
}

/** Ends the session: clears the token, the filters of this tab and the visibility of values (000 §4.1). */
export function endSession(reason: SessionEnd): void {
  if (session === null) return;
  if (session.token !== null && (reason === 'signedOut' || reason === 'inactive')) signOutHook?.(session.token);
  session = null;
  clearStored();
  copyForWorker();
  storeValuesVisibility({ visible: false, locked: false });
  clearSessionValues();
  tell(reason);
}

/** Sets what is called with the token when the user signs out, or null for nothing: only some servers can be told. */
export function setSignOutHook(hook: ((token: string) => void) | null): void {
  signOutHook = hook;
}

function clearStored(): void {
  if (readToken() !== null) storeToken(null);
  if (readOfflineUser() !== null) storeOfflineUser(null);
  storeSignInEmail(null);
}

/** What local storage says: a token that still holds, or an offline session whose user was there lately. */
function storedSession(now: number): Session | null {
  const token = readToken();
  const signedIn = token === null ? null : sessionOf(token, readSignInEmail() ?? '');
  if (signedIn !== null && signedIn.expiresAt > now) return signedIn;
  const user = readOfflineUser();
  return user !== null && Math.abs(now - readActiveAt()) < INACTIVITY_LIMIT_MS ? { ...user, token: null, expiresAt: 0 } : null;
}

function copyForWorker(): void {
  void storeSessionCopy(session === null || session.token === null ? null : { token: session.token, userId: session.userId, expiresAt: session.expiresAt });
}

function sessionOf(token: string, email: string): Session | null {
  const user = readTokenUser(token);
  const userId = user?.subject ?? email;
  if (user === null || userId === '') return null;
  return { token, userId, email, displayName: user.displayName, isAdministrator: user.isAdministrator, expiresAt: user.expiresAt };
}

function tell(end: SessionEnd | null): void {
  for (const listener of listeners) listener(session, end);
}

function watchOtherTabs(): void {
  if (watching || typeof addEventListener === 'undefined') return;
  watching = true;
  onSignInChangedElsewhere(() => {
    const other = storedSession(serverNow());
    if (other !== null && other.token === session?.token && other.userId === session.userId) return;
    if (other !== null && (session === null || other.userId === session.userId)) {
      session = other;
      tell(null);
    } else if (session !== null) {
      // Signed out there, or as somebody else: what this tab shows is no longer this user's to see.
      session = null;
      clearSessionValues();
      tell('elsewhere');
    }
  });
}
