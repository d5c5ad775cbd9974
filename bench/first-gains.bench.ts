/**
 * The time that a new user needs: from the address of a static host, without an account, to the gains of an imported
 * file in a real browser; beside it, how long the browser takes to show a minimal page of that host.
 */
import { spawnSync } from 'node:child_process';
import { chromium } from '@playwright/test';
import { findBrowser } from '../scripts/browser.mjs';
import { firstGains, MOST_CLICKS } from '../tests/browser/steps/first-gains.ts';
import { StaticHost } from '../tests/browser/servers/static-host.ts';
import { printLimit, printTimes } from './measure.ts';

const RUNS = 3;
const MOST_SECONDS = 5;

spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
const host = await StaticHost.start();
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
let [opening, waiting, clicks, floor] = [Infinity, Infinity, 0, Infinity];
for (let run = 0; run < RUNS; run += 1) {
  // A new visitor each time, with nothing stored.
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London' });
  const page = await context.newPage();
  const plain = performance.now();
  await page.goto(`${host.url}favicon.svg`);
  floor = Math.min(floor, performance.now() - plain);
  const begun = performance.now();
  await page.goto(host.url);
  await page.getByRole('button', { name: 'Use on this device only' }).waitFor();
  const opened = performance.now() - begun;
  const gains = await firstGains(page);
  if (opened + gains.waited < opening + waiting) [opening, waiting] = [opened, gains.waited];
  clicks = gains.clicks;
  await context.close();
}
await browser.close();
await host.stop();
printTimes('the address until the sign-in page is there', opening, 'a page that does nothing', floor);
printLimit('clicks from there to the gains of a file', clicks, MOST_CLICKS, '');
printLimit('waiting, the opening included', (opening + waiting) / 1000, MOST_SECONDS, ' s');
