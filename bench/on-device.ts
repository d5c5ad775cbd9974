/** A device with many transactions for the benchmarks of screens. */
import type { BrowserContext } from '@playwright/test';
import { loadavg } from 'node:os';
import { londonDate } from '../domain/values/dates.ts';
import { ServerProcess } from '../tests/browser/servers/server-process.ts';
import { copyWritten, figuresKept, fillDevice, startOnServer } from './device-data.ts';
import { open, RUNS } from './page-measures.ts';
import { withRelaunches } from './profile.ts';

export type Launch = () => Promise<BrowserContext>;

/**
 * Runs on a device with this many transactions, without its server, from the dashboard. `KEPT=0` does not wait for the
 * figures that the app stores for its next start.
 */
export async function onDevice(
  rows: number,
  work: (launch: Launch, opened: Awaited<ReturnType<typeof open>>) => Promise<void>,
) {
  const server = await ServerProcess.start();
  try {
    const known = await startOnServer(server.url);
    await withRelaunches(`${server.url}/`, async (launch) => {
      const { page: first } = await open(await launch());
      await fillDevice(first, rows, known, londonDate(Date.now()));
      await server.stop();
      console.log(
        `${rows.toLocaleString('en-GB')} transactions; median of ${RUNS}; load ${loadavg()
          .map((load) => load.toFixed(1))
          .join(' ')}`,
      );
      const opened = await open(await launch());
      await opened.page.goto('/dashboard');
      // Written once after many changes; until then they use the worker's time.
      await copyWritten(opened.page);
      if (process.env['KEPT'] !== '0') await figuresKept(opened.page);
      await work(launch, opened);
    });
  } finally {
    await server.dispose();
  }
}
