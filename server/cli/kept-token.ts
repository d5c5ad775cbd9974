/** The token of the last sign-in, stored for the user of this machine only. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder } from '../make-folder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface Kept {
  readonly server: string;
  readonly token: string;
}

function fileOf(environment: Environment): string {
  return join(environment['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'holdfast', 'token.json');
}

/** The last sign-in; null when there is none, or the file cannot be read. */
export function readKeptToken(environment: Environment): Kept | null {
  try {
    const { server, token } = JSON.parse(readFileSync(fileOf(environment), 'utf8')) as Partial<Kept>;
    return typeof server === 'string' && typeof token === 'string' ? { server, token } : null;
  } catch {
    return null;
  }
}

/** Stores a token in a file that only its user can read (mode 0600). */
export function keepToken(environment: Environment, kept: Kept): string {
  const file = fileOf(environment);
  makeFolder(dirname(file));
  // Written to a new file first: an existing file may be readable by others.
  writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return file;
}
