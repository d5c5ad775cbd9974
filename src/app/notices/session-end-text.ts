/** What the sign-in page says of a session that has ended (000 §4.1, §4.2). */
import type { SessionEnd } from '../../sync/session/session.ts';

const TEXTS: Readonly<Record<SessionEnd, string | undefined>> = {
  signedOut: 'You are signed out. Your data is kept on this device; Settings can remove it.',
  removed: 'You are signed out. Your data was removed from this device.',
  deleted: 'Your account was deleted from the server, and your data was removed from this device.',
  left: 'Your records are kept in this browser. Use on this device only opens them again.',
  cleared: 'The records were removed from this device.',
  connecting: 'Sign in, or sign up first. Then the records of this device are copied to your account and sent.',
  keeping: undefined,
  elsewhere: undefined,
  expired: 'Your session has expired. Please sign in again.',
  inactive: 'You were signed out after 30 minutes without activity.',
  unauthorised: 'The server asks you to sign in again.',
  extensionFailed: 'Session extension failed. Please sign in again.',
};

/** The notice for that end, or undefined where there is nothing to say. */
export function sessionEndText(end: SessionEnd | null): string | undefined {
  return end === null ? undefined : TEXTS[end];
}
