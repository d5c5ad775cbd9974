/**
 * `--demo`: creates the demo investor and prints how to sign in. The password is this server's own and is stored with
 * its data.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashPassword } from '../auth/passwords.ts';
import { makeFolder } from '../make-folder.ts';
import type { Store } from '../store/database/store.ts';
import { DEMO_EMAIL, hasDemo, seedDemo } from './seed-demo.ts';

const PASSWORD_FILE = 'demo-password.txt';

export interface DemoModeOptions {
  readonly dataDir: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly newId: () => string;
}

/** Creates the demo investor where there is none, and returns the line to print. */
export async function startDemo(store: Store, { dataDir, now, newId }: DemoModeOptions): Promise<string> {
  const file = join(dataDir, PASSWORD_FILE);
  if (await hasDemo(store)) {
    const known = existsSync(file)
      ? `password ${readFileSync(file, 'utf8').trim()}`
      : 'password printed at the first start';
    return `Demo investor: ${DEMO_EMAIL}, ${known}`;
  }
  const password = randomBytes(8).toString('hex');
  makeFolder(dataDir);
  // Written first: after a crash in between, the next start creates the investor with another password.
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  await seedDemo(store, { now, newId, passwordHash: await hashPassword(password) });
  return `Demo investor: ${DEMO_EMAIL}, password ${password} (the prices are invented)`;
}
