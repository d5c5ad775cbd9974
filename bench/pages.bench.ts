/**
 * Screens of a device with 100,000 transactions and 200 holdings, in a real browser with the built app: from the input
 * to the painted frame, and the page's longest task meanwhile. Each figure is the median of several runs, with its
 * limit or beside a bare floor. `ROWS=10000` measures a smaller device, `ONLY=Holdings` the screens whose link contains
 * that word, `FIRST=1` only the first figures.
 */
import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { londonDate } from '../domain/dates.ts';
import { ServerProcess } from '../tests/browser/server-process.ts';
import type { BrowserContext } from '@playwright/test';
import { copyWritten, figuresKept, fillDevice, startOnServer } from './device-data.ts';
import {
  measureAsOf,
  measureCold,
  measureFirst,
  measureList,
  measureWarm,
  measureYears,
  open,
  RUNS,
} from './page-measures.ts';
import { withRelaunches } from './profile.ts';

const ROWS = Number(process.env['ROWS'] ?? 100_000);
const ONLY = process.env['ONLY'] ?? '';

/** A small device for measuring the first figures with a processor slowed four times. */
const SMALL_ROWS = 10_000;

type Launch = () => Promise<BrowserContext>;

/** Runs on a device with this many transactions, without its server, from the dashboard. */
async function onDevice(
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

async function main(): Promise<void> {
  if (process.env['BUILT'] === undefined) spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  if (process.env['FIRST'] === undefined)
    await onDevice(ROWS, async (launch, { page, session }) => {
      if ('Transactions'.includes(ONLY)) await measureList(page, session, ROWS);
      await measureWarm(page, session, ONLY);
      if ('Holdings'.includes(ONLY)) await measureAsOf(page, session);
      if ('Capital Gains'.includes(ONLY)) await measureYears(page, session);
      await measureFirst(launch, ONLY, 1);
      await measureCold(launch, ONLY);
    });
  else await onDevice(ROWS, async (launch) => await measureFirst(launch, ONLY, 1));
  await onDevice(SMALL_ROWS, async (launch) => await measureFirst(launch, ONLY, 4));
}

await main();
