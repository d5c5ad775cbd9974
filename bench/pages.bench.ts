/**
 * Screens of a device with 100,000 transactions and 200 holdings, in a real browser with the built app: from the input
 * to the painted frame, and the page's longest task meanwhile. Each figure is the median of several runs, with its
 * limit or beside a bare floor. `ROWS=10000` measures a smaller device, `ONLY=Holdings` the screens whose link contains
 * that word, `FIRST=1` only the first figures.
 */
import { spawnSync } from 'node:child_process';
import { onDevice } from './on-device.ts';
import { measureAsOf, measureCold, measureFirst, measureList, measureWarm, measureYears } from './page-measures.ts';

const ROWS = Number(process.env['ROWS'] ?? 100_000);
const ONLY = process.env['ONLY'] ?? '';

/** A small device for measuring the first figures with a processor slowed four times. */
const SMALL_ROWS = 10_000;

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
