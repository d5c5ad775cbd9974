/** Guards A, B and C (000 §2.1, §6) as route loaders. */
import { redirect } from 'react-router-dom';
import { currentSession } from '../sync/session.ts';
import { loadRuntime } from './load-runtime.ts';
import { HOME } from './screens.ts';

/** A: signed in; also waits until the user's database is open. */
export async function requireSession(): Promise<Response | null> {
  const session = currentSession();
  if (session === null) return redirect('/login');
  const runtime = await loadRuntime();
  await runtime.openSession(session);
  return null;
}

/** B: a user known to have no account sets up the first one. If that cannot be found out, access is allowed. */
export async function requireAccount(): Promise<Response | null> {
  const signedIn = await requireSession();
  if (signedIn !== null) return signedIn;
  const runtime = await loadRuntime();
  return (await runtime.lacksAccount()) ? redirect('/accounts/setup') : null;
}

/** C: administrators, by the token's claim; the server checks again. */
export function requireAdministrator(): Response | null {
  const session = currentSession();
  if (session === null) return redirect('/login');
  return session.isAdministrator ? null : redirect('/dashboard?error=admin-required');
}

/** Someone who is signed in has no business on the sign-in page. */
export function leaveWhenSignedIn(): Response | null {
  return currentSession() === null ? null : redirect(HOME);
}
