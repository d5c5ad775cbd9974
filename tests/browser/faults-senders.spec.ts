import { expect } from '@playwright/test';
import { addAccount, fireSyncEvent, queueAccounts, test } from './journeys/fault-journey.ts';
import { offlineReady, visit } from './journeys/journey.ts';
import { accountsOnServer, enterAs, newPerson, signInAs } from './steps/people.ts';

test('row 1: changes saved offline wait and are sent', async ({ page, context, server }) => {
  const person = await newPerson(server);
  await enterAs(page, person);
  await offlineReady(page);
  await context.setOffline(true);
  await addAccount(page, 'Made offline');
  await expect(page.getByText('1 waiting')).toBeVisible();
  // The count may be there before the form has closed.
  await expect(page).toHaveURL(/\/accounts$/u);
  await page.reload();
  await expect(page.getByText('Made offline')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^Synced/u)).toBeVisible();
  expect(await accountsOnServer(server, person)).toContain('Made offline');
});

test('row 13: false online events make no storm of requests', async ({ page, server, faults }) => {
  await enterAs(page, await newPerson(server));
  // No broken connections: of those the browser itself tries each idle one again.
  // The service worker may still be storing the app's own files: only calls of the API count.
  let calls = 0;
  faults.plan = (request) => {
    if (!request.url.startsWith('/api')) return 'pass';
    calls += 1;
    return { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Wi-Fi</html>' };
  };
  await addAccount(page, 'Waits');
  await expect(page.getByText('Offline · 1 waiting')).toBeVisible();
  const before = calls;
  for (let burst = 0; burst < 3; burst += 1) {
    const sent = calls;
    await page.evaluate(() => {
      for (let event = 0; event < 100; event += 1) dispatchEvent(new Event('online'));
    });
    await expect.poll(() => calls).toBeGreaterThan(sent);
  }
  expect(calls - before).toBeLessThan(12);
});

test('row 31: two tabs, a frozen tab and the service worker make 50 requests of 50 changes', async ({
  page,
  context,
  server,
  faults,
}) => {
  const person = await newPerson(server);
  await enterAs(page, person);
  await offlineReady(page);
  const second = await context.newPage();
  const frozen = await context.newPage();
  for (const tab of [second, frozen]) {
    await tab.goto('accounts');
    await tab.getByText(/^Synced/u).waitFor();
  }
  await context.setOffline(true);
  await queueAccounts(page, 50);
  const frozenCdp = await context.newCDPSession(frozen);
  await frozenCdp.send('Page.setWebLifecycleState', { state: 'frozen' });
  const cdp = await context.newCDPSession(page);
  const before = faults.log.filter((line) => line === 'POST /accounts').length;
  await context.setOffline(false);
  const fired = fireSyncEvent(page, cdp);
  for (const tab of [page, second]) await tab.evaluate(() => dispatchEvent(new Event('online')));
  await fired;
  await expect.poll(async () => (await accountsOnServer(server, person)).length).toBe(51);
  await frozenCdp.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(second.getByText(/^Synced/u)).toBeVisible();
  expect(faults.log.filter((line) => line === 'POST /accounts').length - before).toBe(50);
});

test('the service worker sends what waits after the last tab was closed', async ({ page, context, server }) => {
  const person = await newPerson(server);
  await enterAs(page, person);
  await offlineReady(page);
  await context.setOffline(true);
  await queueAccounts(page, 3);
  // A page of the origin that runs no app: the only one that is open.
  const other = await context.newPage();
  await page.close();
  await context.setOffline(false);
  await other.goto('icons/icon-192.png');
  await fireSyncEvent(other, await context.newCDPSession(other));
  await expect.poll(async () => (await accountsOnServer(server, person)).length).toBe(4);
});

test('row 32: a tab frozen over its request is relieved by another', async ({ page, context, server, faults }) => {
  const person = await newPerson(server);
  await enterAs(page, person);
  const second = await context.newPage();
  await second.goto('accounts');
  await second.getByText(/^Synced/u).waitFor();
  // The first tab's request never comes back, and then the tab is frozen.
  let held = 0;
  faults.plan = (request) => {
    if (request.method !== 'POST' || request.path !== '/accounts' || held > 0) return 'pass';
    held += 1;
    return 'hold';
  };
  await addAccount(page, 'Relieved');
  await expect.poll(() => held).toBe(1);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
  await second.bringToFront();
  const sent = (): number => faults.log.filter((line) => line === 'POST /accounts').length;
  // The one journey in which a heartbeat ages by the browser's own clock; elsewhere tests turn it.
  await expect.poll(sent).toBe(2);
  await expect(second.getByText(/^Synced/u)).toBeVisible();
  expect((await accountsOnServer(server, person)).filter((name) => name === 'Relieved')).toHaveLength(1);
});

test('row 28: a tab stops when somebody else signs in beside it', async ({ page, context, server, faults }) => {
  const [ada, ben] = [await newPerson(server), await newPerson(server)];
  await enterAs(page, ada);
  await offlineReady(page);
  const second = await context.newPage();
  await second.goto('accounts');
  await second.getByText(/^Synced/u).waitFor();
  faults.plan = (request) =>
    request.method === 'POST' && request.path === '/accounts'
      ? { status: 503, headers: { 'retry-after': '1' }, body: '{"message":"later"}' }
      : 'pass';
  await addAccount(page, 'Of Ada alone');
  await expect(page.getByText('1 waiting')).toBeVisible();
  await second.getByRole('button', { name: /Welcome, Ada/u }).click();
  await second.getByRole('menuitem', { name: 'Logout' }).click();
  await second
    .getByRole('dialog', { name: 'Log out with unsent changes?' })
    .getByRole('button', { name: 'Logout' })
    .click();
  await expect(page).toHaveURL(/\/login$/u);
  await expect(second.getByText('1 change is kept on this device. Sign in to send it.')).toBeVisible();
  faults.plan = () => 'pass';
  await signInAs(second, ben);
  await visit(second, 'accounts');
  await expect(second.getByText('Main Account')).toBeVisible();
  await expect(second.getByText('Of Ada alone')).toBeHidden();
  expect(await accountsOnServer(server, ben)).toEqual(['Main Account']);
});

test('a known user signs in, works and signs out without a connection', async ({ page, context, server, faults }) => {
  const person = await newPerson(server);
  await signInAs(page, person);
  await offlineReady(page);
  // The check of the password is kept a moment after the sign-in.
  await expect
    .poll(
      async () =>
        await page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'holdfast:device')),
    )
    .toBe(true);
  await page.getByRole('button', { name: /Welcome, Ada/u }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText('Your data is kept on this device', { exact: false })).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel('Email Address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid email or password.');
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/u);
  // An offline session survives a reload.
  await page.reload();
  await addAccount(page, 'Made in an offline session');
  await expect(page.getByText('Made in an offline session')).toBeVisible();
  const before = faults.log.length;
  await context.setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue syncing' });
  await expect(dialog).toBeVisible();
  expect(faults.log.slice(before).filter((line) => !line.startsWith('GET'))).toEqual([]);
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Synced/u)).toBeVisible();
  expect(await accountsOnServer(server, person)).toContain('Made in an offline session');
});
