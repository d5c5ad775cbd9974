/** The address of a PostgreSQL database, as DATABASE_URL names it. */

const EXPECTED = 'expected postgres://user:password@host/database, or nothing for the SQLite file';

/** Without a host, the address of a socket follows in its query. */
function parsed(text: string): URL | null {
  const withHost = text.replace('@/', '@localhost/');
  const url = URL.canParse(withHost) ? new URL(withHost) : null;
  // An @ after the host is that of a password with /, ? or #, of which a part was taken for a port.
  return url !== null && /@/u.test(`${url.pathname}${url.hash}${url.search.split('=')[0] ?? ''}`) ? null : url;
}

/** Why the address cannot be used, in a sentence without any part of it, which may be a password; null if it can be. */
export function databaseUrlProblem(text: string): string | null {
  if (!/^postgres(?:ql)?:\/\/./u.test(text)) return `DATABASE_URL is not valid: ${EXPECTED}.`;
  if (parsed(text) !== null) return null;
  return `DATABASE_URL is not valid: ${EXPECTED}. Its port must be at most 65535, and in a password write # as %23, / as %2F, ? as %3F, @ as %40 and : as %3A.`;
}

/** The address without its password and settings, for messages. */
export function databaseUrlShown(text: string): string {
  const url = parsed(text);
  if (url === null) return 'postgres://…';
  const user = url.username === '' ? '' : `${url.username}@`;
  return `${url.protocol}//${user}${text.includes('@/') ? '' : url.host}${url.pathname}`;
}
