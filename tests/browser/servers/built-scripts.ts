/** The scripts of the built app. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ASSETS = fileURLToPath(new URL('../../../dist/client/assets/', import.meta.url));

/** What every signed-in screen needs: the entry, the code behind sign-in and that of the two threads. */
export const SHELL = /^(?:index|open|rolldown-runtime|signed-in|service-worker|main|sync-worker)-/u;

/** Bytes of a script as the server sends it. */
export function compressedSize(name: string): number {
  return readFileSync(join(ASSETS, `${name}.br`)).length;
}

/** The screens' own files. */
export function pageFiles(): string[] {
  return readdirSync(ASSETS).filter((name) => /-page-[\w-]+\.js$/u.test(name));
}

/** A script with everything that it imports at once, without the shell. */
export function scriptsBeyondShell(page: string): string[] {
  const found = new Set([page]);
  for (const name of found)
    for (const [, imported = ''] of readFileSync(join(ASSETS, name), 'utf8').matchAll(
      /(?:from|import)"\.\/([^"]+\.js)"/gu,
    ))
      found.add(imported);
  return [...found].filter((name) => !SHELL.test(name));
}
