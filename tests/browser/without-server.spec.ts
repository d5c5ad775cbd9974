import { expect, test, type Page } from '@playwright/test';
import {
  lockValues,
  offlineReady,
  pounds,
  synced,
  testThroughProxy as connected,
  transactionsOnServer,
} from './journeys/journey.ts';
import { EXPECTED } from './steps/sample.ts';
import { firstGains, MOST_CLICKS } from './steps/first-gains.ts';
import { newPerson } from './steps/people.ts';
import { StaticHost } from './servers/static-host.ts';

test.use({ serviceWorkers: 'allow' });

const PASSPHRASE = 'correct horse battery staple';

async function totalsAgree(page: Page): Promise<void> {
  for (const [account, years] of Object.entries(EXPECTED.capitalGains)) {
    await page.getByLabel('Account', { exact: true }).selectOption({ label: account });
    for (const [year, { shown }] of Object.entries(years)) {
      await page.getByLabel('Tax Year').selectOption(year);
      const net = page.getByText('Net Gains', { exact: true }).locator('xpath=following-sibling::dd');
      await expect(net).toHaveText(pounds(shown.net));
    }
  }
}

/** Whether the copy to the account is whole, or not remembered any more. */
async function isCopied(page: Page): Promise<boolean> {
  return await page.evaluate(() => {
    const copy = JSON.parse(localStorage.getItem('holdfast-record-copy') ?? '{"isCopied":true}') as {
      isCopied: boolean;
    };
    return copy.isCopied;
  });
}

/** Names and sizes of the files in the folder that stands for the chosen one. */
async function filesInFolder(page: Page): Promise<(readonly [string, number])[]> {
  return await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    const files: [string, number][] = [];
    for await (const entry of (folder as unknown as { values: () => AsyncIterable<FileSystemFileHandle> }).values())
      // What the page removes while it is being listed is no file any more.
      try {
        files.push([entry.name, (await entry.getFile()).size]);
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
      }
    return files;
  });
}

/** The one file in the folder that stands for the chosen one: no test can answer the browser's own question for a folder. */
async function savedBackup(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    for await (const entry of (folder as unknown as { values: () => AsyncIterable<FileSystemFileHandle> }).values())
      return [...new Uint8Array(await (await entry.getFile()).arrayBuffer())];
    return [];
  });
  return Buffer.from(bytes);
}

test('without any server: from an address of a static host to gains, offline, sealed and restored', async ({
  page,
}) => {
  const host = await StaticHost.start();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // A first visit to an address that is no file is answered with 404, which the browser notes.
    if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));

  await page.addInitScript(() => {
    Reflect.set(window, 'showDirectoryPicker', async () => await navigator.storage.getDirectory());
  });

  // What the page itself loads; the service worker stores the whole app beside it.
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && request.serviceWorker() === null)
      scripts.add(new URL(request.url()).pathname.slice(new URL(host.url).pathname.length));
  });
  // Not the folder itself: the 404 page finds it.
  await page.goto(`${host.url}transactions/new`);
  await expect(page).toHaveURL(`${host.url}login`);
  await expect(page.getByRole('button', { name: 'Use on this device only' })).toBeEnabled();
  const firstLoad = [...scripts].map((name) => host.compressedSize(name));
  expect(firstLoad.length).toBeGreaterThan(0);
  expect(firstLoad.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(130_000);
  // The catalogue and the made-up investor come when they are asked for.
  expect([...scripts].filter((name) => name.includes('starter'))).toEqual([]);
  await offlineReady(page);
  const first = host.asked.length;
  expect((await firstGains(page)).clicks).toBeLessThanOrEqual(MOST_CLICKS);
  await lockValues(page);
  await totalsAgree(page);
  await page.reload();
  await totalsAgree(page);
  expect(host.asked.slice(first)).toEqual([]);
  expect(host.asked.filter((path) => path.includes('/api'))).toEqual([]);

  await host.stop();
  await page.goto(`${host.url}holdings`);
  await expect(page.getByText(/^Showing \d+ of \d+ holdings/u)).toBeVisible();
  await page.goto(`${host.url}capital-gains/simulate`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await expect(page.getByText(/in this browser but not in a backup/u)).toBeVisible();
  await page.getByRole('link', { name: 'Save a backup' }).click();
  await page.getByLabel('Passphrase of the backups (optional)').fill(PASSPHRASE);
  await expect(page.getByRole('button', { name: 'Choose a folder' })).toBeDisabled();
  await page.getByLabel('Repeat passphrase of the backups').fill(PASSPHRASE);
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await expect(page.getByText('encrypted with your passphrase')).toBeVisible();
  await expect(page.getByText(/and includes everything\./u)).toBeVisible();
  const backup = { name: 'saved.holdfast', mimeType: 'application/octet-stream', buffer: await savedBackup(page) };
  expect(backup.buffer.subarray(0, 16).toString()).toBe('HOLDFAST-SEALED1');

  await test.step('a folder that is read-only or full is reported and keeps its files', async () => {
    const saveNow = page.getByRole('button', { name: 'Save now' });
    const before = await filesInFolder(page);
    // Refused once, as after a restart of the browser; then the disk is full in the middle of the file.
    await page.evaluate(() => {
      const { prototype } = FileSystemDirectoryHandle;
      Reflect.set(prototype, 'requestPermission', async () => await Promise.resolve('denied'));
    });
    await saveNow.click();
    await expect(page.getByText('The browser does not allow saving in the folder.')).toBeVisible();
    await page.evaluate(() => {
      Reflect.set(FileSystemDirectoryHandle.prototype, 'requestPermission', undefined);
      Reflect.set(FileSystemWritableFileStream.prototype, 'write', async () => {
        Reflect.set(window, 'refusedWrites', ((Reflect.get(window, 'refusedWrites') as number | undefined) ?? 0) + 1);
        await Promise.reject(new DOMException('the disk is full', 'QuotaExceededError'));
      });
    });
    await saveNow.click();
    await expect(page.getByText('The backup could not be saved in the folder.')).toBeVisible();
    expect(await filesInFolder(page)).toEqual(before);
    // Where there was none of the day, none is left that only looks like one.
    await page.evaluate(async (name) => {
      await (await navigator.storage.getDirectory()).removeEntry(name);
    }, before[0]?.[0] ?? '');
    await saveNow.click();
    await page.waitForFunction(() => Reflect.get(window, 'refusedWrites') === 2);
    await expect.poll(async () => await filesInFolder(page)).toEqual([]);
    await page.reload();
  });

  await page.getByRole('button', { name: 'Remove my data from this device' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();

  await page.getByRole('button', { name: 'Use on this device only' }).click();
  await page.getByRole('button', { name: 'Restore a backup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore from an export' });
  await dialog.getByLabel('Export file').setInputFiles(backup);
  await dialog.getByLabel('Passphrase').fill(PASSPHRASE);
  await dialog.getByRole('button', { name: 'Open' }).click();
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(dialog.getByText('Everything was restored: all counts and totals agree.')).toBeVisible();
  await page.goto(`${host.url}capital-gains`);
  await lockValues(page);
  await totalsAgree(page);
  expect(complaints).toEqual([]);
});

test('a device-only user first names the people, and types a transaction for one of them', async ({ page }) => {
  const host = await StaticHost.start();
  await page.goto(`${host.url}login`);
  await page.getByRole('button', { name: 'Use on this device only' }).click();
  await page.getByLabel('Account Name').fill('Ada');
  await page.getByRole('button', { name: 'Add another person' }).click();
  await page.keyboard.type('Ben');
  await page.getByRole('button', { name: 'Type a transaction' }).click();
  await expect(page.getByRole('heading', { name: 'Add New Transaction' })).toBeVisible();
  await expect(page.getByLabel('Account', { exact: true }).getByRole('option')).toContainText(['Ada', 'Ben']);
  await host.stop();
});

connected.use({ ownServer: true });

connected(
  'the records of this device go to an account, though tab and server are killed, and come back',
  async ({ page, server, faults }) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      // What the killed server does not answer is noted by the browser.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        complaints.push(message.text());
    });
    await page.goto('login');
    await firstGains(page);
    // Parts of screens that are loaded when they are asked for come from the device by then, not from the killed server.
    await offlineReady(page);
    await page.goto('sync');
    const { email, password } = await newPerson(server);
    // Twice the server is killed when a write has reached it, before anybody hears of it.
    let kills = 0;
    faults.plan = ({ method, path }) => {
      if (method === 'GET' || path.includes('/auth/') || kills >= 2) return 'pass';
      kills += 1;
      return async () => {
        await server.stop('SIGKILL');
        await server.startAgain();
        throw new Error('the connection is gone with the server');
      };
    };
    await page.getByRole('button', { name: 'Connect to a server' }).click();
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect to a server' });
    await expect(dialog).toBeVisible();
    await page.reload();
    // It goes on by itself; where it was done already, nothing is asked.
    await expect.poll(async () => await isCopied(page)).toBe(true);
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => kills).toBe(2);
    await page.evaluate(() => {
      window.dispatchEvent(new Event('online'));
    });
    await synced(page);
    expect(await transactionsOnServer(page)).toBe(EXPECTED.valid);
    // The copy that was on this device only is gone when all is sent.
    await expect.poll(async () => await page.evaluate(() => localStorage.getItem('holdfast-record-copy'))).toBeNull();

    await page.goto('sync');
    await page.getByRole('button', { name: 'Keep on this device only' }).click();
    const back = page.getByRole('dialog', { name: 'Keep on this device only' });
    await expect(back.getByText('Everything was copied: all counts and totals agree.')).toBeVisible();
    await back.getByRole('button', { name: 'Done' }).click();
    await page.goto('capital-gains');
    await lockValues(page);
    await totalsAgree(page);
    await expect(page.getByText('On this device only')).toBeVisible();
    expect(complaints).toEqual([]);
  },
);
