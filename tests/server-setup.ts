/** The server's program for all files of a run that start it as a process: packages are found from where it stands. */
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleServer } from '../scripts/bundle-server.mjs';
import { SERVER_PROGRAM } from '../server/testing/server-process.ts';

const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));

export async function setup(): Promise<() => void> {
  const program = `${cache}holdfast-server-${process.pid}.js`;
  mkdirSync(cache, { recursive: true });
  await bundleServer(program);
  // The processes that run the files take it from here.
  process.env[SERVER_PROGRAM] = program;
  return () => {
    for (const file of [program, `${program}.map`]) rmSync(file, { force: true });
  };
}
