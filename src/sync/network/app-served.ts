import { BASE_PATH } from './api-base.ts';

/** True when the server delivers the app's page just now. Small: the sign-in page loads it. */
export async function isAppServed(): Promise<boolean> {
  // Not GET, which the service worker answers from its cache, whether or not there is a server.
  return await fetch(BASE_PATH, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    // No reply.
    () => false,
  );
}
