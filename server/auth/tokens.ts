/** Sign-in tokens: JWT, HS256 only, with issuer, audience, expiry and an id that can be revoked. */
import { createHmac, randomBytes, type webcrypto } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jwtVerify, SignJWT } from 'jose';
import { makeFolder } from '../make-folder.ts';
import { metaValue } from '../store/database/meta.ts';
import type { Store } from '../store/database/store.ts';

const ISSUER = 'holdfast';
const AUDIENCE = 'holdfast-api';
const ALGORITHM = 'HS256';

interface TokenSubject {
  readonly userId: string;
  readonly displayName: string;
  readonly isAdmin: boolean;
  readonly jti: string;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

export interface Tokens {
  readonly sign: (subject: TokenSubject) => Promise<string>;
  /** The user and token ids of a token that is genuine and has not expired at `now` (milliseconds), else null. */
  readonly verify: (token: string, now: number) => Promise<{ readonly userId: string; readonly jti: string } | null>;
  /** This server's signature of a text for one purpose, such as a link. */
  readonly seal: (purpose: string, text: string) => string;
}

/** The claims of a genuine token. */
interface Claims {
  readonly userId: string;
  readonly jti: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

const MOST_KNOWN = 1000;

/** Signs and verifies tokens; the key is imported once, not for every request. `secret` has the key's bytes. */
function tokensWith(key: webcrypto.CryptoKey, secret: Uint8Array): Tokens {
  // A session sends the same token with every request: its signature is checked once, its expiry each time.
  const known = new Map<string, Claims>();
  return {
    sign: async ({ userId, displayName, isAdmin, jti, issuedAt, expiresAt }) =>
      await new SignJWT({ unique_name: displayName, UserType: isAdmin ? 1 : 0 })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(userId)
        .setJti(jti)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(Math.floor(issuedAt / 1000))
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(key),
    verify: async (token, now) => {
      const genuine = known.get(token);
      if (genuine !== undefined && genuine.expiresAt > now / 1000) return genuine;
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['sub', 'jti', 'exp'],
          currentDate: new Date(now),
        });
        const { sub: userId, jti, exp: expiresAt } = payload;
        if (userId === undefined || jti === undefined || expiresAt === undefined) return null;
        if (known.size >= MOST_KNOWN) known.clear();
        known.set(token, { userId, jti, expiresAt });
        return { userId, jti };
      } catch {
        return null;
      }
    },
    // Tokens contain no NUL, so that a seal is never a token's signature.
    seal: (purpose, text) => createHmac('sha256', secret).update(`${purpose}\0${text}`).digest('base64url'),
  };
}

function keyFile(dataDir: string): string {
  const file = join(dataDir, 'token.key');
  makeFolder(dataDir);
  try {
    writeFileSync(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}

/**
 * The signing key: a file in the data folder, or with PostgreSQL a row that all its processes share. Created at the
 * first start.
 */
export async function loadTokens(store: Store, dataDir: string): Promise<Tokens> {
  const text =
    store.dialect === 'postgres'
      ? await metaValue(store, 'token-key', () => randomBytes(32).toString('base64'))
      : keyFile(dataDir);
  const key = Buffer.from(text, 'base64');
  if (key.length < 32)
    throw new Error(
      'the token key is damaged: remove token.key from the data folder, after which everyone has to sign in again',
    );
  return tokensWith(
    await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']),
    key,
  );
}
