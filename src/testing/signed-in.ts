/** A session as signing in starts it, for tests that have no server to sign in at. */
import { endSession, currentSession, startSession, type Session } from '../sync/session/session.ts';

export interface SignedInUser {
  readonly userId?: string;
  readonly isAdministrator?: boolean;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

const EMAIL = 'ada@example.com';

/** What a server gives this user at sign-in. */
export function tokenOf(user: SignedInUser = {}): string {
  const { userId = 'ada', isAdministrator = false, expiresAt = 4_000_000_000_000 } = user;
  const claims = { sub: userId, unique_name: 'Ada', UserType: isAdministrator ? '1' : '0', exp: expiresAt / 1000 };
  return ['{}', JSON.stringify(claims), ''].map((part) => btoa(part).replaceAll('=', '')).join('.');
}

/** Starts the session of Ada, or extends it. */
export function signInAda(user: SignedInUser = {}): Session {
  const session = startSession(tokenOf(user), EMAIL);
  if (session === null) throw new Error('the token of the test names nobody');
  return session;
}

/** Ends whatever session a test leaves. */
export function leaveSession(): void {
  if (currentSession() !== null) endSession('elsewhere');
}
