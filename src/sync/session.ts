/** Who is signed in on this device, in all its tabs (000 §4.1). Light: the sign-in page loads it. */
import {
  onTokenChangedElsewhere, readSignInEmail, readToken, storeSignInEmail, storeToken, storeValuesVisibility,
} from '../data/local-settings.ts';
import { clearSessionValues } from '../data/session-storage.ts';
import { readTokenUser } from './token.ts';

export interface Session {
  readonly token: string;
  /** The claim `sub`, else the sign-in e-mail: names the user's database. */
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  readonly isAdministrator: boolean;
  /** Milliseconds since 1970. */
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

/** Takes up the session that local storage holds, to be called when the app loads. An expired token is cleared. */
export function restoreSession(now = Date.now()): Session | null {
  watchOtherTabs();
  const token = readToken();
  const restored = token === null ? null : sessionOf(token, readSignInEmail() ?? '');
  if (restored === null || restored.expiresAt <= now) {
    if (token !== null) storeToken(null);
    return null;
  }
  session = restored;
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
  tell(null);
  return started;
}

/** Ends the session: clears the token, the filters of this tab and the visibility of values (000 §4.1). */
export function endSession(reason: SessionEnd): void {
  if (session === null) return;
  if (reason === 'signedOut' || reason === 'inactive') signOutHook?.(session.token);
  session = null;
  storeToken(null);
  storeSignInEmail(null);
  storeValuesVisibility({ visible: false, locked: false });
  clearSessionValues();
  tell(reason);
}

/** Sets what is called with the token when the user signs out, or null for nothing: only some servers can be told. */
export function setSignOutHook(hook: ((token: string) => void) | null): void {
  signOutHook = hook;
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
  onTokenChangedElsewhere((token) => {
    const other = token === null ? null : sessionOf(token, readSignInEmail() ?? session?.email ?? '');
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
