/** What the browser knows of the connection. */

/**
 * False when the browser is certain that the server cannot be reached. It looks at the machine's networks, which a
 * server on the same machine does not need.
 */
export function mayBeOnline(): boolean {
  return navigator.onLine || isLoopback(location.hostname);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(host);
}
