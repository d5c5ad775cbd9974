/** Addresses of this machine only. */

/** True for `localhost` and for addresses of the loopback interface, in brackets or not, also IPv4 in IPv6. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/gu, '').toLowerCase();
  return name === 'localhost' || name === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/u.test(name);
}
