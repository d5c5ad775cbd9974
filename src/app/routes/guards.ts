/** Guards A, B and C (000 §2.1, §6) as route loaders. */
import { redirect, type ShouldRevalidateFunctionArgs } from 'react-router-dom';
import { serverNow } from '../../sync/network/server-clock.ts';
import type { KeptName } from '../../data/database/kept-rows.ts';
import { hasServer } from '../../data/database/places.ts';
import { currentSession, type Session } from '../../sync/session/session.ts';
import { loadRuntime } from '../runtime/load-runtime.ts';
import { HOME } from '../frame/screens.ts';

/** A: signed in; also waits until the user's database is open. */
export async function requireSession(): Promise<Response | null> {
  const session = currentSession();
  if (session === null) return redirect('/login');
  const runtime = await loadRuntime();
  await runtime.openSession(session);
  return null;
}

/**
 * B: a user known to have no account sets up the first one. If that cannot be found out, access is allowed. `stored` names
 * the stored figures that the screen's first drawing has.
 */
export async function requireAccount(stored: readonly KeptName[] = []): Promise<Response | null> {
  const signedIn = await requireSession();
  if (signedIn !== null) return signedIn;
  const runtime = await loadRuntime();
  const [lacksAccount] = await Promise.all([runtime.lacksAccount(), runtime.readAhead(stored)]);
  return lacksAccount ? redirect('/accounts/setup') : null;
}

/** C: administrators, by the token's claim; the server checks again. */
export function requireAdministrator(): Response | null {
  const session = currentSession();
  if (session === null) return redirect('/login');
  return isAdministratorNow(session) ? null : redirect('/dashboard?error=admin-required');
}

/** L: whoever may change what all users of a server share: administrators, and anybody where there is no server. */
export async function requireLists(): Promise<Response | null> {
  const session = currentSession();
  return session !== null && !hasServer(session) ? await requireSession() : requireAdministrator();
}

/** A role ends with its token; offline the last known one counts, and the pages only show. */
function isAdministratorNow({ isAdministrator, token, expiresAt }: Session): boolean {
  return isAdministrator && (token === null || expiresAt > serverNow());
}

/** Someone who is signed in has no business on the sign-in page. */
export function leaveWhenSignedIn(): Response | null {
  return currentSession() === null ? null : redirect(HOME);
}

/** Guards are of a screen: a change of its query alone, as of a day or a filter, does not ask them again. */
export function guardAgain({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: Pick<ShouldRevalidateFunctionArgs, 'currentUrl' | 'nextUrl' | 'defaultShouldRevalidate'>): boolean {
  const queryOnly = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return defaultShouldRevalidate && !queryOnly;
}
