// Plays many random histories of devices and servers on all cores: `npm run soak`, or `npm run soak -- 2000 12345`
// for so many histories from that seed.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import './ensure-installed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const total = Number(process.argv[2] ?? 50_000);
const seed = Number(process.argv[3] ?? Date.now() % 2_000_000_000);
/** Portions of different processes never share a seed. */
const SEEDS_APART = 10_007;
const processes = Math.max(2, availableParallelism());

console.log(
  `${total} histories on ${processes} processes, seed ${seed}; the same again: npm run soak -- ${total} ${seed}`,
);
const begun = Date.now();

/** Runs one process to its end; answers whether every history held. */
function run(mode, from, count) {
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

// Half of them on each kind of server; each kind shared out among the processes, both kinds from the beginning.
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
    if (!(await run(job.mode, job.from, job.count))) failed += 1;
};
await Promise.all(Array.from({ length: processes }, worker));
console.log(
  failed === 0
    ? `All ${total} histories held (seed ${seed}, ${Math.round((Date.now() - begun) / 1000)} s).`
    : `${failed} processes found a history that does not hold; its seed and text are above.`,
);
process.exit(failed === 0 ? 0 : 1);
