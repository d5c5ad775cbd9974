import { BASE_PATH } from './api-base.ts';

/** True when the server gives out the app's page just now. Light: the sign-in page loads it. */
export async function isAppServed(): Promise<boolean> {
  // Not GET, which the service worker answers from what it keeps, whether or not there is a server.
  return await fetch(BASE_PATH, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    // Nobody answers.
    () => false,
  );
}
