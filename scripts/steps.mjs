// Runs commands at the same time: the output of each is shown in one piece when it has ended, with its seconds.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (path) => `node_modules/${path}`;

/** Checks that run nothing of the product. */
export const STATIC_STEPS = [
  { name: 'types', args: [bin('typescript/bin/tsc'), '-b'] },
  { name: 'format', args: [bin('oxfmt/bin/oxfmt'), '--check', '.'] },
  { name: 'lint', args: [bin('oxlint/bin/oxlint'), '--type-aware'] },
  { name: 'unused', args: [bin('knip/bin/knip.js')] },
  { name: 'packages', args: ['scripts/check-packages.mjs'] },
  { name: 'specification', args: ['scripts/check-spec.mjs'] },
];
export const VITEST = [bin('vitest/vitest.mjs'), 'run'];

/**
 * Runs one command of Node in the project's folder.
 * @param {{ name: string, args: string[], env?: Record<string, string>, live?: boolean }} step `live` shows its lines as they come
 * @returns {Promise<{ name: string, ok: boolean, seconds: number }>} whether it exited with 0, and how long it took
 */
export async function runStep({ name, args, env = {}, live = false }) {
  const begun = performance.now();
  if (live) console.log(`\n== ${name}`);
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const written = [];
  for (const stream of live ? [] : [child.stdout, child.stderr]) stream.on('data', (chunk) => written.push(chunk));
  const ok = await new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
  const seconds = (performance.now() - begun) / 1000;
  const text = Buffer.concat(written).toString().trim();
  console.log(
    `${live ? '' : `\n== ${name}\n`}${text === '' ? '' : `${text}\n`}${ok ? 'passed' : 'FAILED'}: ${name}, ${seconds.toFixed(1)} s`,
  );
  return { name, ok, seconds };
}

/**
 * Runs lists of commands: each list in its order, all lists at once.
 * @param {readonly (readonly Parameters<typeof runStep>[0][])[]} lists
 */
export async function runBeside(lists) {
  const results = await Promise.all(
    lists.map(async (steps) => {
      const done = [];
      for (const step of steps) done.push(await runStep(step));
      return done;
    }),
  );
  return results.flat();
}
