/** The copy of the sign-in token that the service worker sends with; it has no access to local storage. */
import { changeDeviceValue, readDeviceValue } from './device-store.ts';

export interface SessionCopy {
  readonly token: string;
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const KEY = 'session';

/** Copies must be stored in the order in which sessions change, or a late one would outlive the sign-out. */
let last: Promise<unknown> = Promise.resolve();

/** Stores the copy, or with null removes it. Where the browser refuses, the worker has nothing to send with. */
export async function storeSessionCopy(copy: SessionCopy | null): Promise<void> {
  const next = last.then(async () => await changeDeviceValue(KEY, () => copy)).catch(() => null);
  last = next;
  await next;
}

/** The copy, or null when nobody is signed in or it cannot be read: then a tab sends. */
export async function readSessionCopy(): Promise<SessionCopy | null> {
  const value = (await readDeviceValue(KEY).catch(() => null)) as Partial<SessionCopy> | null;
  const { token, userId, expiresAt } = value ?? {};
  return typeof token === 'string' && typeof userId === 'string' && typeof expiresAt === 'number'
    ? { token, userId, expiresAt }
    : null;
}

const EMAIL_KEY = 'sign-in-email';

/** Keeps the e-mail of the sign-in for tabs that are opened or reloaded later; null removes it. Where the browser refuses, it is typed once more. Local storage is for what 'Remember me' keeps. */
export async function storeSessionEmail(
  kept: { readonly userId: string; readonly email: string } | null,
): Promise<void> {
  const next = last.then(async () => await changeDeviceValue(EMAIL_KEY, () => kept)).catch(() => null);
  last = next;
  await next;
}

/** The e-mail with which this user signed in, or null. */
export async function readSessionEmail(userId: string): Promise<string | null> {
  await last;
  const kept = (await readDeviceValue(EMAIL_KEY).catch(() => null)) as { userId?: unknown; email?: unknown } | null;
  return kept?.userId === userId && typeof kept.email === 'string' ? kept.email : null;
}

/**
 * Removes the copy of this token, which the server refused; a newer one stays. A copy that cannot be removed is
 * refused once more.
 */
export async function dropSessionCopy(token: string): Promise<void> {
  await changeDeviceValue(KEY, (before) => ((before as SessionCopy | null)?.token === token ? null : before)).catch(
    () => null,
  );
}
