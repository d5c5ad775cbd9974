/** Reading the sign-in token's claims (000 §3.1). The server verifies the signature; the device only reads. */
import { asObject } from '../network/http.ts';

export interface TokenUser {
  /** The claim `sub`; null where the server has none. */
  readonly subject: string | null;
  /** The claim `unique_name`. */
  readonly displayName: string;
  /** The claim `UserType` is 1, as text or number. */
  readonly isAdministrator: boolean;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The claims of a JSON web token, or null when it is not one or has no expiry. */
export function readTokenUser(token: string): TokenUser | null {
  const claims = decode(token.split('.')[1] ?? '');
  if (claims === null) return null;
  const { sub, unique_name: name, UserType: type, exp } = claims;
  if (typeof exp !== 'number') return null;
  return {
    subject: typeof sub === 'string' && sub !== '' ? sub : null,
    displayName: typeof name === 'string' ? name : '',
    isAdministrator: type === 1 || type === '1',
    expiresAt: exp * 1000,
  };
}

function decode(part: string): ReturnType<typeof asObject> {
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
    return asObject(JSON.parse(text));
  } catch {
    // Not a token of a server: nobody is signed in by it.
    return null;
  }
}
