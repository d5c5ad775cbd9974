/** Password hashing: argon2id with at least 19 MiB, two passes, one lane. */
import { hash, verify } from '@node-rs/argon2';

const ARGON2ID = 2;
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$';

export async function hashPassword(password: string): Promise<string> {
  return await hash(password, PARAMETERS);
}

export async function passwordMatches(passwordHash: string, password: string): Promise<boolean> {
  return await verify(passwordHash, password);
}

/** True when the hash was made with other parameters than the present ones. */
export function needsRehash(passwordHash: string): boolean {
  return !passwordHash.startsWith(CURRENT);
}

let dummy: Promise<string> | null = null;

/**
 * Takes the time of a check where there is no user, so that an unknown e-mail gets no faster reply than a known one.
 */
export async function checkNobody(password: string): Promise<false> {
  dummy ??= hashPassword('nobody has this password');
  await verify(await dummy, password);
  return false;
}
