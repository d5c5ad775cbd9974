/**
 * What a phone shows and how it feels: 390 px wide, the processor slowed four times, 10,000 transactions, no connection.
 * Starts, screens opened from the running app, interactions, movement of the layout and the size of each route's scripts,
 * each with its limit; starts beside a bare page of the same weight. `ROWS=3000` measures a smaller device, and
 * `ONLY=routes` one of `starts`, `opened`, `interactions` and `routes`.
 */
import { spawnSync } from 'node:child_process';
import type { CDPSession, Locator, Page } from '@playwright/test';
import { compressedSize, SHELL } from '../tests/browser/servers/built-scripts.ts';
import { dashboardWeight, withBarePage } from './bare-page.ts';
import { printLimit } from './measure.ts';
import { type Launch, onDevice } from './on-device.ts';
import { COLD_RUNS, FIRST, open, printRuns, repeat, SCREENS } from './page-measures.ts';
import { measureInput, measureStart, median } from './screen-probe.ts';

const ROWS = Number(process.env['ROWS'] ?? 10_000);
const ONLY = process.env['ONLY'] ?? '';
const PHONE = { width: 390, height: 844 };
const SLOWNESS = 4;
const LIMITS = { cold: 1200, warm: 600, interaction: 100, shift: 20, script: 120 };
/** Interactions that the browser does not report are shorter than this, in milliseconds. */
const SHORTEST_REPORTED = 16;
const ROUTES = [
  'dashboard',
  'transactions',
  'transactions/new',
  'holdings',
  'capital-gains',
  'returns',
  'income',
  'allowances',
  'plans',
  'savings-accounts',
  'broker-cash-balances',
  'properties',
  'accounts',
  'assets',
  'settings',
  'sync',
  'help',
];

async function openPhone(
  launch: Launch,
  isOffline = true,
): Promise<{ readonly page: Page; readonly session: CDPSession }> {
  const context = await launch();
  await context.setOffline(isOffline);
  const opened = await open(context);
  await opened.page.setViewportSize(PHONE);
  await opened.session.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS });
  return opened;
}

/** Resolves when a page has read what it shows. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('[aria-busy="true"]') === null && !/Loading|Updating/u.test(document.body.innerText),
  );
  await page.evaluate(async () => await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })));
}

async function measureStarts(launch: Launch): Promise<void> {
  for (const { link, path } of SCREENS)
    printRuns(
      { name: `${link}, cold start`, limit: LIMITS.cold },
      await repeat(COLD_RUNS, async () => {
        const { page, session } = await openPhone(launch);
        return await measureStart(page, session, path, FIRST[link] ?? []);
      }),
    );
  const weight = dashboardWeight();
  const floors = await withBarePage(weight, async (url) => {
    const times: number[] = [];
    for (let run = 0; run < COLD_RUNS; run += 1) {
      const { page } = await openPhone(launch, false);
      await page.goto(url);
      times.push(
        await page.evaluate(
          async () =>
            await new Promise<number>((resolve) =>
              requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))),
            ),
        ),
      );
    }
    return times;
  });
  const bare = `floor: a bare page with ${(weight / 1000).toFixed(0)} kB of scripts`;
  console.log(`${bare.padEnd(52)} ${`${median(floors).toFixed(1)} ms`.padStart(10)}`);
}

/** The link of a screen in the phone's bar, or under its More, which is then open. */
async function linkTo(page: Page, name: string): Promise<Locator> {
  const bar = page.getByRole('navigation', { name: 'Main' });
  const link = bar.getByRole('link', { name, exact: true });
  if ((await link.count()) === 0) await bar.getByRole('button', { name: 'More', exact: true }).click();
  await link.waitFor();
  return link;
}

async function goTo(page: Page, name: string): Promise<void> {
  await (await linkTo(page, name)).click();
}

async function measureOpened(launch: Launch): Promise<void> {
  const { page, session } = await openPhone(launch);
  await page.goto('dashboard');
  await settled(page);
  for (const { link, sights } of SCREENS)
    printRuns(
      { name: `${link}, from the running app`, limit: LIMITS.warm },
      await repeat(COLD_RUNS, async () => {
        await goTo(page, 'Transactions');
        await settled(page);
        const target = await linkTo(page, link);
        return await measureInput(page, session, 'click', FIRST[link] ?? sights, async () => await target.click());
      }),
    );
}

/** A walk over the screens as a user's thumb makes it: each press and key to the next frame. */
async function measureInteractions(launch: Launch): Promise<void> {
  const { page } = await openPhone(launch);
  await page.addInitScript((shortest) => {
    const longest = new Map<number, number>();
    Object.assign(globalThis, { benchInteractions: longest });
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId > 0) longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0));
    }).observe({ type: 'event', durationThreshold: shortest, buffered: true } as PerformanceObserverInit);
  }, SHORTEST_REPORTED);
  await page.goto('dashboard');
  await settled(page);
  let presses = 0;
  const reported: { readonly what: string; readonly time: number }[] = [];
  const press = async (what: string, act: () => Promise<void>): Promise<void> => {
    await act();
    presses += 1;
    await settled(page);
    const times = await page.evaluate(() => {
      const longest = Reflect.get(globalThis, 'benchInteractions') as Map<number, number>;
      const all = [...longest.values()];
      longest.clear();
      return all;
    });
    reported.push(...times.map((time) => ({ what, time })));
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  const pressLink = async (name: string): Promise<void> => await press(name, async () => await goTo(page, name));
  for (let round = 0; round < 2; round += 1) {
    await pressLink('Transactions');
    await press('typing', async () => await page.getByRole('searchbox').first().pressSequentially('number 17'));
    presses += 'number 17'.length - 1;
    await press('clearing', async () => await page.getByRole('searchbox').first().fill(''));
    await press('next page', async () => await button('Next').click());
    await pressLink('Holdings');
    await press('details', async () => await button(/^Details of/u).click());
    await press('details', async () => await button(/^Details of/u).click());
    // The button's name follows from whether values are shown.
    for (let turn = 0; turn < 2; turn += 1)
      await press('values', async () => await button(/^(?:Show|Lock|Hide) values$/u).click());
    await pressLink('Capital Gains');
    await press('summary', async () => await page.locator('summary:visible').first().click());
    await pressLink('Dashboard');
    await press('3Y', async () => await page.getByRole('radio', { name: '3Y' }).check());
    for (const name of ['Returns', 'Income', 'Allowances', 'Savings Accounts']) await pressLink(name);
  }
  // Each press of a menu's entry is two interactions; the browser reports all that are not short.
  const all = Math.max(presses, reported.length);
  const sorted = reported.toSorted((a, b) => b.time - a.time);
  const p98 = sorted[Math.floor(all * 0.02)]?.time ?? SHORTEST_REPORTED;
  console.log(
    `${all} interactions, the longest ${sorted
      .slice(0, 5)
      .map(({ what, time }) => `${time.toFixed(0)} (${what})`)
      .join(', ')} ms`,
  );
  printLimit('interaction to next paint, 98th percentile', p98, LIMITS.interaction, ' ms');
}

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** Of each route, from a cold start: how far the layout moves, and what its scripts weigh beyond the shell. */
async function measureRoutes(launch: Launch): Promise<void> {
  const { page } = await openPhone(launch);
  await page.addInitScript(() => {
    Object.assign(globalThis, { benchShift: 0 });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as Shift[])
        if (!hadRecentInput)
          Reflect.set(globalThis, 'benchShift', (Reflect.get(globalThis, 'benchShift') as number) + value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const route of ROUTES) {
    await page.goto(route);
    await settled(page);
    const { shift, scripts } = await page.evaluate(() => ({
      shift: Reflect.get(globalThis, 'benchShift') as number,
      scripts: performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname.split('/').at(-1) ?? '')
        .filter((name) => name.endsWith('.js')),
    }));
    const beyond = [...new Set(scripts)].filter((name) => !SHELL.test(name));
    const weight = beyond.reduce((sum, name) => sum + compressedSize(name), 0) / 1000;
    printLimit(`/${route}: movement of the layout, thousandths`, shift * 1000, LIMITS.shift, '');
    printLimit(`/${route}: scripts beyond the shell`, weight, LIMITS.script, ' kB');
  }
}

if (process.env['BUILT'] === undefined) spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
const PARTS = {
  starts: measureStarts,
  opened: measureOpened,
  interactions: measureInteractions,
  routes: measureRoutes,
};
await onDevice(ROWS, async (launch) => {
  for (const [name, measure] of Object.entries(PARTS)) if (name.includes(ONLY)) await measure(launch);
});
