/**
 * Screens of a device with 100,000 transactions and 200 holdings, in a real browser on the built app: from the input to the painted
 * frame, and the page's longest task meanwhile. Each figure is the median of several runs, with its limit or beside a bare floor.
 * `ROWS=10000` measures a smaller device, `ONLY=Holdings` the screens whose link has that word.
 */
import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { londonDate } from '../domain/dates.ts';
import { ServerProcess } from '../tests/browser/server-process.ts';
import { copyWritten, fillDevice, startOnServer } from './device-data.ts';
import { measureAsOf, measureCold, measureList, measureWarm, measureYears, open, RUNS } from './page-measures.ts';
import { withRelaunches } from './profile.ts';

const ROWS = Number(process.env['ROWS'] ?? 100_000);
const ONLY = process.env['ONLY'] ?? '';

async function main(): Promise<void> {
  if (process.env['BUILT'] === undefined) spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  const server = await ServerProcess.start();
  try {
    const known = await startOnServer(server.url);
    await withRelaunches(`${server.url}/`, async (launch) => {
      const { page: first } = await open(await launch());
      await fillDevice(first, ROWS, known, londonDate(Date.now()));
      await server.stop();
      console.log(
        `${ROWS.toLocaleString('en-GB')} transactions; median of ${RUNS}; load ${loadavg()
          .map((load) => load.toFixed(1))
          .join(' ')}`,
      );
      const { page, session } = await open(await launch());
      await page.goto('/dashboard');
      // Written once after many changes; until then it takes the worker's time.
      await copyWritten(page);
      if ('Transactions'.includes(ONLY)) await measureList(page, session, ROWS);
      await measureWarm(page, session, ONLY);
      if ('Holdings'.includes(ONLY)) await measureAsOf(page, session);
      if ('Capital Gains'.includes(ONLY)) await measureYears(page, session);
      await measureCold(launch, ONLY);
    });
  } finally {
    await server.dispose();
  }
}

await main();
