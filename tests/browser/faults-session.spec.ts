import { expect, type BrowserContext, type Page } from '@playwright/test';
import type { FaultProxy, Plan, SeenRequest } from '../faults/fault-proxy.ts';
import { addAccount, test } from './journeys/fault-journey.ts';
import { setThreadClocks } from './steps/clock.ts';
import { accountsOnServer, enterAs, newPerson, signInAs } from './steps/people.ts';

// Nobody is offline here, and storing the app for that costs more than the tests do.
test.use({ serviceWorkers: 'block' });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Answers as a server would whose clock is so much further, and otherwise by `plan`. */
function serverAhead(faults: FaultProxy, ms: number, plan: (request: SeenRequest) => Plan = () => 'pass'): void {
  faults.plan = (request) => {
    const planned = plan(request);
    const date = new Date(Date.now() + ms).toUTCString();
    if (typeof planned === 'object') return { ...planned, headers: { ...planned.headers, date } };
    if (planned !== 'pass') return planned;
    return (reply) => ({ ...reply, headers: { ...reply.headers, date } });
  };
}

/** The user comes back to the tab, at which the session is looked at. */
async function returnToPage(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** The device's clock jumps; the clock that nobody can set stands still, as it does while a machine sleeps. */
async function setClock(context: BrowserContext, ms: number): Promise<void> {
  await context.clock.setSystemTime(Date.now() + ms);
  await setThreadClocks(context, ms);
}

test('row 24: two tabs that extend the session at once make one call, and both go on with its token', async ({
  page,
  context,
  server,
  faults,
}) => {
  await context.clock.install();
  await enterAs(page, await newPerson(server));
  const second = await context.newPage();
  await second.goto('accounts');
  await second.getByText(/^Synced/u).waitFor();
  serverAhead(faults, 26 * MINUTE, ({ path }) => (path === '/auth/refresh' ? 'hold' : 'pass'));
  await context.clock.fastForward(26 * MINUTE);
  for (const tab of [page, second])
    await expect(tab.getByText(/^Your session will expire in \d minutes?/u)).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  await Promise.all([page, second].map(async (tab) => await tab.getByRole('button', { name: 'Extend' }).click()));
  await expect.poll(() => faults.log.filter((line) => line === 'POST /auth/refresh').length).toBe(1);
  const used = new Set<string | undefined>();
  // What a tab asks by itself when its settings are opened: sync does not do, since one tab syncs for both.
  serverAhead(faults, 26 * MINUTE, ({ path, headers }) => {
    if (path === '/user/sessions') used.add(headers.authorization);
    return 'pass';
  });
  await faults.release();
  await expect.poll(async () => await page.evaluate(() => localStorage.getItem('auth_token'))).not.toBe(token);
  const renewed = await page.evaluate(() => localStorage.getItem('auth_token'));
  for (const tab of [page, second]) {
    used.clear();
    await expect(tab.getByText('Session Warning')).toHaveCount(0);
    await tab.getByRole('button', { name: 'Ada Holder' }).click();
    await tab.getByRole('menuitem', { name: 'Settings' }).click();
    await expect.poll(() => [...used]).toEqual([`Bearer ${renewed ?? ''}`]);
  }
  expect(faults.log.filter((line) => line === 'POST /auth/refresh')).toHaveLength(1);
});

test('row 25: after a sleep of two hours the user signs in again, and what waited is sent', async ({
  page,
  context,
  server,
  faults,
}) => {
  await context.clock.install();
  const person = await newPerson(server);
  await signInAs(page, person);
  const later = (request: SeenRequest): Plan =>
    request.method === 'POST' && request.path === '/accounts'
      ? { status: 503, headers: { 'retry-after': '5' }, body: '{"message":"later"}' }
      : 'pass';
  serverAhead(faults, 0, later);
  await addAccount(page, 'Before the sleep');
  await expect(page.getByText('1 waiting')).toBeVisible();
  serverAhead(faults, 2 * HOUR, later);
  await setClock(context, 2 * HOUR);
  await returnToPage(page);
  await expect(page).toHaveURL(/\/login$/u);
  await expect(page.getByText('You were signed out after 30 minutes without activity.')).toBeVisible();
  await expect(page.getByText('1 change is kept on this device. Sign in to send it.')).toBeVisible();
  serverAhead(faults, 2 * HOUR);
  await signInAs(page, person);
  expect((await accountsOnServer(server, person)).toSorted()).toEqual(['Before the sleep', 'Main Account']);
});

for (const when of ['before the page has looked', 'while the server is asked for the time'] as const) {
  test(`row 25: a touch ${when} lets nobody in after a sleep of two hours`, async ({
    page,
    context,
    server,
    faults,
  }) => {
    await context.clock.install();
    await signInAs(page, await newPerson(server));
    const asksTime = ({ method, path, headers }: SeenRequest) =>
      method === 'GET' && path === '/accounts' && headers.authorization === undefined;
    let asked = 0;
    serverAhead(faults, 2 * HOUR, (request) => {
      if (!asksTime(request)) return 'pass';
      asked += 1;
      return when === 'before the page has looked' ? 'pass' : 'hold';
    });
    await setClock(context, 2 * HOUR);
    if (when === 'while the server is asked for the time') {
      await returnToPage(page);
      await expect.poll(() => asked).toBe(1);
    }
    await page.mouse.move(200, 200);
    await page.mouse.move(210, 210);
    await returnToPage(page);
    await expect(page).toHaveURL(/\/login$/u);
    await expect(page.getByText('You were signed out after 30 minutes without activity.')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
  });
}

test('row 25: an answer of before the sleep that is read after it keeps nobody signed in', async ({
  page,
  context,
  server,
  faults,
}) => {
  await context.clock.install();
  await signInAs(page, await newPerson(server));
  faults.plan = ({ path }) => (path.startsWith('/sync/') ? 'hold' : 'pass');
  await setThreadClocks(context, MINUTE);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => faults.held).toBe(1);
  await setClock(context, 2 * HOUR);
  serverAhead(faults, 2 * HOUR);
  const sent = faults.log.length;
  await faults.release();
  // What it asks next it asks after it has read that answer.
  await expect.poll(() => faults.log.length).toBeGreaterThan(sent);
  await returnToPage(page);
  await expect(page).toHaveURL(/\/login$/u);
});

for (const [words, ms] of [
  ['three days ahead', 3 * DAY],
  ['a day back', -DAY],
] as const) {
  test(`row 26: a clock that is set ${words} signs nobody out, and changes are sent`, async ({
    page,
    context,
    server,
  }) => {
    await context.clock.install();
    const person = await newPerson(server);
    await enterAs(page, person);
    await setClock(context, ms);
    await returnToPage(page);
    // The server's answer has told how wrong the clock is.
    await expect
      .poll(async () => await page.evaluate(() => localStorage.getItem('holdfast-clock-error')))
      .not.toBeNull();
    await addAccount(page, 'After the clock was set');
    await expect.poll(async () => await accountsOnServer(server, person)).toContain('After the clock was set');
    // The session is looked at every 30 seconds.
    await context.clock.runFor(2 * MINUTE);
    await returnToPage(page);
    await expect(page.getByText('After the clock was set')).toBeVisible();
    await expect(page.getByText('Session Warning')).toHaveCount(0);
    await expect(page).toHaveURL(/\/accounts$/u);
    await expect(page.getByText(/^Synced/u)).toBeVisible();
  });
}
