/**
 * The built server with one user of 100,000 transactions: the time until it replies, and its memory when idle, beside a
 * bare Node process that loads the framework and the database driver and also listens. Each start is a new process,
 * ours and the floor's in turn.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from '../server/store/database/store.ts';
import { startTestApp } from '../server/testing/test-app.ts';
import { fillOnlyUser } from './fill-user.ts';
import { printLimit, printTimes } from './measure.ts';

const ROWS = 100_000;
const RUNS = 5;
const START_LIMIT_MS = 1000;
const MEMORY_LIMIT_MB = 120;
/** By then the work that a start defers is done. */
const IDLE_AFTER_MS = 5000;

const root = fileURLToPath(new URL('..', import.meta.url));
spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
const store = await openStore({ dialect: 'sqlite', file: join(folder, 'holdfast.sqlite') });
const app = await startTestApp({}, store);
await app.signIn('bench@example.org');
await fillOnlyUser(store, ROWS);
await app.close();

const FLOOR = `
  const { default: fastify } = await import('fastify');
  const { default: Database } = await import('better-sqlite3');
  new Database(process.env.DATA_DIR + '/holdfast.sqlite').prepare('select count(*) from users').get();
  const server = fastify();
  server.get('/', async () => 'here');
  console.log(await server.listen({ port: 0, host: '127.0.0.1' }));`;

interface Started {
  /** By the clock, until it listens. */
  readonly time: number;
  /** Processor time of all its threads together. */
  readonly computing: number;
  /** Megabytes when idle that the system counts as the process's own. */
  readonly memory: number;
}

/** From the start of a process until it prints its address. */
async function start(args: readonly string[], isLong: boolean): Promise<Started> {
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0', DAILY_FETCH_TIME: 'off', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (/http:\/\/[\w.]+:\d+/u.test(chunk.toString())) resolve();
    });
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
  });
  const time = performance.now() - begun;
  const [user = 0, system = 0] = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    .replace(/^.*\) /su, '')
    .split(' ')
    .slice(11, 13)
    .map(Number);
  if (isLong)
    await new Promise((resolve) => {
      setTimeout(resolve, IDLE_AFTER_MS);
    });
  const memory = Number(/^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
  child.kill('SIGTERM');
  await ended;
  return { time, computing: (user + system) * 10, memory };
}

try {
  const [server, floor]: [Started[], Started[]] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    server.push(await start(['dist/server/main.js'], run === 0));
    floor.push(await start(['--input-type=module', '-e', FLOOR], run === 0));
  }
  const best = (runs: readonly Started[], of: 'time' | 'computing'): number => Math.min(...runs.map((run) => run[of]));
  const floorName = 'framework and driver alone';
  printLimit('start of the server until it listens', best(server, 'time'), START_LIMIT_MS, ' ms');
  printTimes('  on the clock', best(server, 'time'), floorName, best(floor, 'time'));
  printTimes('  of the processor', best(server, 'computing'), floorName, best(floor, 'computing'));
  printLimit(`memory, idle, ${ROWS / 1000},000 transactions`, server[0]?.memory ?? Infinity, MEMORY_LIMIT_MB, ' MB');
  console.log(`  ${floorName}: ${(floor[0]?.memory ?? 0).toFixed(1)} MB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
