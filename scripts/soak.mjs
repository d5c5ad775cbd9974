// Looks for what a run of the tests is too short to find, on all cores and with a new seed each time:
//   npm run soak                        50,000 random histories of devices and servers, then all properties
//   npm run soak -- 2000 12345          so many histories, from that seed
//   npm run soak -- properties [seed]   the properties of calculations, requests and files alone
//   npm run soak -- files [seed]        those of files alone: 20,000 changed ones
//   npm run soak -- hostile             all that a hostile client may try, against real processes, on SQLite and PostgreSQL
//   npm run soak -- browsers 15 1       so many rounds of chaos in real browsers with a real server, from that seed
//   npm run soak -- use 60 1            an hour of random use of the app over 100,000 transactions: memory, IndexedDB and caches
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './ensure-installed.mjs';
import { runStep, VITEST } from './steps.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const HISTORIES = 50_000;
/** Processes never share a seed. */
const SEEDS_APART = 10_007;
/** Changed files are read in these. */
const FILES = [
  'domain/csv/import/robustness.test.ts',
  'domain/csv/entities/entity-robustness.test.ts',
  'workers/imports/read-file.test.ts',
  'tests/imports/import-histories.test.ts',
  'tests/imports/mutants.test.ts',
];
/** Every file of tests with properties. */
async function filesWithProperties() {
  const { tsImport } = await import('tsx/esm/api');
  const { testProjects } = await tsImport('./test-projects.ts', import.meta.url);
  const isOne = (file) => /from '(?:fast-check|.*\/runs\.ts)'/u.test(readFileSync(join(root, file), 'utf8'));
  return Object.values(testProjects()).flat().filter(isOne);
}

/** Runs one process to its end; returns whether every history held. */
function play(mode, from, count, begun) {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', 'tests/sync/soak.ts', mode, String(from), String(count)],
      { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    child.stdout.on('data', (text) => process.stdout.write(`${Math.round((Date.now() - begun) / 1000)} s: ${text}`));
    child.once('exit', (code) => resolve(code === 0));
  });
}

/** Half of the histories on each kind of server; each half is divided among the processes, both from the beginning. */
async function playHistories(total, seed) {
  const processes = Math.max(2, availableParallelism());
  const begun = Date.now();
  console.log(
    `${total} histories on ${processes} processes, seed ${seed}; the same again: npm run soak -- ${total} ${seed}`,
  );
  const jobs = Array.from({ length: processes }, (_, index) =>
    ['extended', 'plain'].map((mode, kind) => ({
      mode,
      from: seed + (kind * processes + index) * SEEDS_APART,
      count: Math.floor(total / 2 / processes) + (index < Math.floor(total / 2) % processes ? 1 : 0),
    })),
  ).flat();
  let failed = 0;
  const worker = async () => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift())
      if (!(await play(job.mode, job.from, job.count, begun))) failed += 1;
  };
  await Promise.all(Array.from({ length: processes }, worker));
  console.log(
    failed === 0
      ? `All ${total} histories held (seed ${seed}, ${Math.round((Date.now() - begun) / 1000)} s).`
      : `${failed} processes found a history that does not hold; its seed and text are above.`,
  );
  return failed === 0;
}

/** Tries the properties in these files as often as a soak does. */
async function tryProperties(name, files, seed) {
  console.log(`\nSeed ${seed}; the same again: npm run soak -- ${name} ${seed}`);
  const { ok } = await runStep({
    name,
    // So many cases take their time.
    args: [...VITEST, '--testTimeout=0', ...files],
    env: { SOAK: '1', SEED: String(seed) },
    live: true,
  });
  return ok;
}

/** On SQLite, then on PostgreSQL. Without `initdb` and `TEST_DATABASE_URL` the second fails and says so. */
async function playHostileClient() {
  let held = true;
  for (const database of ['sqlite', 'postgres']) {
    const env = { HOSTILE: 'all', HOSTILE_DATABASE: database };
    const step = { name: `hostile on ${database}`, args: [...VITEST, 'tests/hostile'], env, live: true };
    held = (await runStep(step)).ok && held;
  }
  return held;
}

/** Runs a program that needs the built app, with how much it is to do and a seed. */
async function playOnBuild(name, program, amount, seedText) {
  const { buildIfChanged } = await import('./build.mjs');
  const { findBrowser } = await import('./browser.mjs');
  await buildIfChanged();
  const args = [amount, String(seedOf(seedText))];
  console.log(`The same again: npm run soak -- ${name} ${args.join(' ')}`);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', program, ...args], {
    cwd: root,
    env: { ...process.env, HOLDFAST_BROWSER: findBrowser() },
    stdio: 'inherit',
  });
  return status === 0;
}

const [what, ...rest] = process.argv.slice(2);
const seedOf = (text) => Number(text ?? Date.now() % 2_000_000_000);
const isNumber = (text) => text === undefined || /^\d+$/u.test(text);
if (
  !(isNumber(what) || ['files', 'properties', 'hostile', 'use', 'browsers'].includes(what)) ||
  !rest.every(isNumber)
) {
  console.error(
    `soak: "${process.argv.slice(2).join(' ')}" is not understood: expected a number of histories and a seed, or "files" or "properties" and a seed, or "hostile", or "use" with minutes or "browsers" with rounds, and a seed.`,
  );
  process.exit(1);
}
let held = true;
if (isNumber(what)) held = await playHistories(Number(what ?? HISTORIES), seedOf(rest[0]));
if (what === 'hostile') held = await playHostileClient();
if (what === 'use') held = await playOnBuild(what, 'bench/random-use.ts', rest[0] ?? '60', rest[1]);
if (what === 'browsers') held = await playOnBuild(what, 'tests/browser/chaos/chaos.ts', rest[0] ?? '15', rest[1]);
if (what === 'files') held = await tryProperties(what, FILES, seedOf(rest[0]));
if (what === undefined || what === 'properties')
  held = (await tryProperties('properties', await filesWithProperties(), seedOf(rest[0]))) && held;
process.exit(held ? 0 : 1);
