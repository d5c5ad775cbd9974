/** Random secrets and their hashes: links contain the secret, the database only its hash. */
import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text for a link. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** 128 random bits as text for an address that is typed into other programs. */
export function feedSecret(): string {
  return randomBytes(16).toString('base64url');
}

/** A secret of 128 bits or more needs no slow hash. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
