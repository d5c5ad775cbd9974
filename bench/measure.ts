/** Time and memory for benchmarks, each printed beside its floor. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** Calls before the first measured one continue for this long, so that the code is fully compiled. */
const WARM_MS = 300;

/**
 * The best time of `runs` calls, in milliseconds, once warm, because other work on the machine affects it least.
 * Garbage is collected as in the app. `prepare` is not timed and its result is passed to the call.
 */
export function bestOf<T = void>(
  runs: number,
  call: (prepared: T) => unknown,
  prepare: () => T = () => undefined as T,
): number {
  const warmUntil = performance.now() + WARM_MS;
  do call(prepare());
  while (performance.now() < warmUntil);
  let best = Infinity;
  for (let run = 0; run < runs; run += 1) {
    const prepared = prepare();
    const start = performance.now();
    call(prepared);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** `bestOf` for asynchronous calls. */
export async function bestOfAsync(runs: number, call: () => Promise<unknown>): Promise<number> {
  await call();
  let best = Infinity;
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    await call();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/**
 * The mean processor time of `calls` calls, in milliseconds, once warm, including the collection of their garbage. For
 * growth: the same number of rows in many short calls and in a few long ones uses the machine's caches and collector
 * equally.
 */
export function processorTime(calls: number, call: () => unknown): number {
  for (let warm = 0; warm < calls / 4; warm += 1) call();
  const before = process.cpuUsage();
  for (let done = 0; done < calls; done += 1) call();
  return process.cpuUsage(before).user / 1000 / calls;
}

function milliseconds(time: number): string {
  return `${time.toFixed(time < 10 ? 2 : 0)} ms`;
}

/** One line: the measured task, its time, the floor's time and their ratio. */
export function printTimes(name: string, time: number, floorName: string, floor: number): void {
  console.log(
    `${name.padEnd(52)} ${milliseconds(time).padStart(10)}   ${floorName}: ${milliseconds(floor)}   x${(time / floor).toFixed(1)}`,
  );
}

/** One line: a figure and its limit; a figure above the limit fails the benchmark. */
export function printLimit(name: string, figure: number, limit: number, unit: string): void {
  const over = figure > limit;
  console.log(
    `${name.padEnd(52)} ${`${figure.toFixed(1)}${unit}`.padStart(10)}   at most ${limit}${unit}${over ? '   OVER' : ''}`,
  );
  if (over) process.exitCode = 1;
}

/** The most memory, in megabytes, of a script of this folder in a process of its own, bundled as for production. */
export function peakMemory(script: string, ...args: readonly string[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const outfile = join(folder, 'script.mjs');
    buildSync({
      entryPoints: [fileURLToPath(new URL(script, import.meta.url))],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
    });
    const { status, stdout, stderr } = spawnSync(process.execPath, [outfile, ...args], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${script} failed: ${stderr}`);
    return Number(stdout) / 1024;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
