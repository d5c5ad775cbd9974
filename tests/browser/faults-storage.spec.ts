import { chromium, expect } from '@playwright/test';
import { addAccount, queueAccounts, test } from './journeys/fault-journey.ts';
import { offlineReady } from './journeys/journey.ts';
import { KillableBrowser } from './journeys/killable-browser.ts';
import { accountsOnServer, enterAs, newPerson, signIn, signInAs } from './steps/people.ts';

test('row 27: logging out offline asks first, keeps what waits, and can remove it', async ({
  page,
  context,
  server,
}) => {
  const person = await newPerson(server);
  await enterAs(page, person);
  await offlineReady(page);
  await context.setOffline(true);
  await addAccount(page, 'Not sent');
  await expect(page.getByText('1 waiting')).toBeVisible();
  const logout = async () => {
    await page.getByRole('button', { name: /Welcome, Ada/u }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  };
  await logout();
  const dialog = page.getByRole('dialog', { name: 'Log out with unsent changes?' });
  await expect(dialog).toContainText('1 change has not reached the server yet.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Not sent')).toBeVisible();
  await logout();
  await dialog.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('1 change is kept on this device. Sign in to send it.')).toBeVisible();
  await context.setOffline(false);
  await signInAs(page, person);
  expect(await accountsOnServer(server, person)).toContain('Not sent');
  await context.setOffline(true);
  await addAccount(page, 'To be removed');
  await logout();
  await dialog.getByLabel('Remove my data from this device').check();
  await expect(dialog).toContainText('permanently lost');
  await dialog.getByRole('button', { name: 'Remove and log out' }).click();
  await expect(page).toHaveURL(/\/login$/u);
  await expect(page.getByText('Your data was removed from this device.')).toBeVisible();
  await expect
    .poll(
      async () =>
        await page.evaluate(
          async () => (await indexedDB.databases()).filter(({ name }) => name?.startsWith('holdfast-')).length,
        ),
    )
    .toBe(0);
});

test('removing the data after a second sign-in leaves no database, not even an empty one', async ({ page, server }) => {
  const person = await newPerson(server);
  await signInAs(page, person);
  await page.getByRole('button', { name: /Welcome, Ada/u }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  // Without a page of its own: what the first session loaded is there for the second.
  await signIn(page, person);
  await page.getByText(/^Synced/u).waitFor();
  await page.goto('settings');
  await page.getByRole('button', { name: 'Remove my data from this device' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Your data was removed from this device.')).toBeVisible();
  // Another page finds what is left for good.
  await page.goto('register');
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible();
  expect(
    await page.evaluate(
      async () => (await indexedDB.databases()).filter(({ name }) => name?.startsWith('holdfast-')).length,
    ),
  ).toBe(0);
});

test('row 41: a full disk leaves the form open and the database as it was', async ({ page, server }) => {
  await enterAs(page, await newPerson(server), 'accounts/new');
  // A quota set by the debugger stops no write to IndexedDB here, of a form or of 9 MB, so the store itself reports it.
  await page.evaluate(() => {
    const full = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    IDBObjectStore.prototype.put = full;
    IDBObjectStore.prototype.add = full;
  });
  const name = page.getByRole('textbox', { name: /name/iu });
  await name.fill('Does not fit');
  await page.getByRole('button', { name: /^(?:Save|Create|Add)/u }).click();
  await expect(page.getByText(/Storage full/u)).toBeVisible();
  await expect(name).toHaveValue('Does not fit');
  await page.goto('accounts');
  await expect(page.getByText('Main Account')).toBeVisible();
  await expect(page.getByText('Does not fit')).toBeHidden();
});

test('row 48: a browser without access to its storage is explained in a message, and nothing is sent', async ({
  page,
  server,
  faults,
}) => {
  const person = await newPerson(server);
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  });
  await page.goto('login');
  await page.getByLabel('Email Address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Your records on this device cannot be opened' })).toBeVisible();
  await expect(
    page.getByText('The browser does not allow access to its storage', { exact: false }).first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(faults.log.filter((line) => !line.startsWith('GET') && !line.includes('/auth/'))).toEqual([]);
  expect(await accountsOnServer(server, person)).toEqual(['Main Account']);
});

test('row 43: data erased while the app is open is reported, and nothing is deleted on the server', async ({
  page,
  context,
  server,
  faults,
}) => {
  const person = await newPerson(server);
  await enterAs(page, person);
  await offlineReady(page);
  await context.setOffline(true);
  await addAccount(page, 'Never sent');
  await expect(page.getByText('Offline · 1 waiting')).toBeVisible();
  await page
    .getByRole('row', { name: /Main Account/u })
    .getByRole('button', { name: 'Edit' })
    .click();
  const name = page.getByRole('textbox', { name: /name/iu });
  await expect(name).toHaveValue('Main Account');
  await name.fill('Typed before');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'indexeddb' });
  // Nothing is saved, and nothing is asked for.
  const told = /1 change that had not been sent is lost: New account 'Never sent'\./u;
  await expect(page.getByText(told).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Offline', exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^(?:Save|Update)/u }).click();
  await expect(page.getByText("has erased this device's copy of your records", { exact: false }).first()).toBeVisible();
  await expect(name).toHaveValue('Typed before');
  await context.setOffline(false);
  await expect(page.getByRole('link', { name: /^Synced/u })).toBeVisible();
  await expect(name).toHaveValue('Typed before');
  await page.getByRole('button', { name: /^(?:Save|Update)/u }).click();
  await expect.poll(async () => await accountsOnServer(server, person)).toEqual(['Typed before']);
  await page.goto('accounts');
  await expect(page.getByText('Typed before')).toBeVisible();
  await expect(page.getByText('Never sent')).toBeHidden();
  expect(faults.log.filter((line) => line.startsWith('DELETE'))).toEqual([]);
});

test('row 30: a sign-in that local storage lost while the database survived leads to the sign-in page', async ({
  server,
  baseURL,
}) => {
  const person = await newPerson(server);
  const killed = await KillableBrowser.start(baseURL ?? '');
  try {
    // The browser writes local storage some seconds late: a kill brings back what it held before the sign-in.
    await killed.page.goto('login');
    await killed.stop();
    const before = killed.copyLocalStorage();
    await killed.startAgain();
    await signInAs(killed.page, person);
    await queueAccounts(killed.page, 2);
    await killed.stop('SIGKILL');
    before.restore();
    await killed.startAgain();
    await killed.page.goto('accounts');
    await expect(killed.page).toHaveURL(/\/login$/u);
    expect(await accountsOnServer(server, person)).toEqual(['Main Account']);
    await signInAs(killed.page, person);
    await expect.poll(async () => await accountsOnServer(server, person)).toHaveLength(3);
  } finally {
    await killed.dispose();
  }
});

test('row 53: no answer of the API is ever in a cache', async ({ page, server }) => {
  await enterAs(page, await newPerson(server));
  await offlineReady(page);
  await page.goto('accounts');
  const cached = await page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) urls.push(new URL(request.url).pathname);
    return urls;
  });
  expect(cached.length).toBeGreaterThan(5);
  expect(cached.filter((path) => path.startsWith('/api/'))).toEqual([]);
});

test('row 50: opened by host name over plain http, the app says that it needs https', async ({ server }) => {
  const browser = await chromium.launch({
    executablePath: process.env['HOLDFAST_BROWSER'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP holdfast.test 127.0.0.1'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://holdfast.test:${server.port}/`);
    await expect(page.getByRole('heading', { name: 'Needs HTTPS' })).toBeVisible();
  } finally {
    await browser.close();
  }
});

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('row 51: a file that is gone after a deployment makes one reload', async ({ page, server, faults }) => {
    await enterAs(page, await newPerson(server));
    // Until the page is loaded again, which then names other files: a browser may ask once more for one that was not there.
    let isGone = true;
    let loads = 0;
    faults.plan = ({ method, url, headers }) => {
      if (method === 'GET' && headers.accept?.includes('text/html') === true) {
        isGone = false;
        loads += 1;
      }
      return isGone && /\/assets\/settings-page-[^/]+\.js$/u.test(url)
        ? { status: 404, body: '{"message":"Not found"}' }
        : 'pass';
    };
    await page.getByRole('button', { name: /Welcome, Ada/u }).click();
    const reloaded = page.waitForEvent('load');
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await reloaded;
    await page.getByRole('button', { name: /Welcome, Ada/u }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
    expect(loads).toBe(1);
  });
});
