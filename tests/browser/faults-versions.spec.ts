import { expect, type Page } from '@playwright/test';
import type { FaultProxy } from '../faults/fault-proxy.ts';
import { addAccount, test } from './journeys/fault-journey.ts';
import { offlineReady, visit } from './journeys/journey.ts';
import { accountsOnServer, enterAs, newPerson } from './steps/people.ts';

/** From now on the server has another build: a service worker of other bytes. */
async function deploy(faults: FaultProxy): Promise<void> {
  const script = await (await fetch(`${faults.url}/sw.js`)).text();
  const headers = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' };
  faults.plan = (request) =>
    request.url === '/sw.js' ? { status: 200, headers, body: `${script}\n// Another build.\n` } : 'pass';
}

/** Counts how often a page is loaded from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}

test('row 52: a new version that waits is offered over a form, and reloads nothing, not even when another tab takes it', async ({
  page,
  context,
  server,
  faults,
}) => {
  // The app's files are installed twice and loaded six times, on a machine that may do other things too.
  test.setTimeout(180_000);
  await enterAs(page, await newPerson(server));
  await offlineReady(page);
  await page.goto('properties/new');
  const name = page.getByLabel('Property Name *');
  await name.fill('Half typed');
  const loads = countLoads(page);
  await deploy(faults);
  // As the app does every hour.
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  await expect(page.getByText('A new version is ready')).toBeVisible();
  await expect(name).toHaveValue('Half typed');

  await test.step('another tab reloads into it', async () => {
    const second = await context.newPage();
    await second.goto('accounts');
    await expect(second.getByText('A new version is ready')).toBeVisible();
    const reloaded = second.waitForEvent('load');
    await second.getByRole('button', { name: 'Reload' }).click();
    await reloaded;
    await expect(second.getByText('Main Account')).toBeVisible();
    expect(
      await second.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null),
    ).toBeNull();
    await second.close();
  });
  await expect(page.getByText('A new version is ready')).toBeVisible();
  await expect(name).toHaveValue('Half typed');

  await test.step('the form goes on and is saved', async () => {
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('A new version is ready')).toBeHidden();
    await page.getByLabel('Account *').selectOption({ label: 'Main Account' });
    await page.getByRole('textbox', { name: 'Date Purchased' }).fill('01/06/2019');
    await page.getByLabel('Purchase Price *').fill('200000');
    await page.getByRole('button', { name: 'Create Property' }).click();
    await expect(page.getByRole('link', { name: 'Half typed' })).toBeVisible();
  });
  expect(loads()).toBe(0);
  // A request that reaches the older worker keeps it awake, and the newer one from taking over. Browsers have more than
  // one name for the field that says who answered.
  const answered = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => `${entry.name} ${JSON.stringify(entry)}`),
  );
  const ofTheApi = answered.filter((line) => /^\S+\/api\//u.test(line));
  expect(ofTheApi.length).toBeGreaterThan(0);
  expect(ofTheApi.filter((line) => !line.includes(':"network"'))).toEqual([]);
});

/** Upgrades the user's database as a newer build would, and returns what waits and what is drafted in it. */
async function upgradeFrom(page: Page): Promise<{ readonly outbox: unknown[]; readonly drafts: unknown[] }> {
  return await page.evaluate(async () => {
    const [info] = (await indexedDB.databases()).filter(({ name }) => /^holdfast-[0-9a-f]{32}$/u.test(name ?? ''));
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(info?.name ?? '', (info?.version ?? 0) + 10);
      opening.onsuccess = () => {
        resolve(opening.result);
      };
      opening.onerror = () => {
        reject(opening.error ?? new Error('not opened'));
      };
      opening.onblocked = () => {
        reject(new Error('the old tab holds on'));
      };
    });
    const all = async (table: string): Promise<unknown[]> =>
      await new Promise((resolve, reject) => {
        const reading = db.transaction(table).objectStore(table).getAll();
        reading.onsuccess = () => {
          resolve(reading.result);
        };
        reading.onerror = () => {
          reject(reading.error ?? new Error('not read'));
        };
      });
    const read = { outbox: await all('outbox'), drafts: await all('drafts') };
    db.close();
    return read;
  });
}

test('row 45: an old tab whose database a newer version upgrades offers to reload, and keeps what waits and what is typed', async ({
  page,
  context,
  server,
}) => {
  const person = await newPerson(server);
  await enterAs(page, person);
  await offlineReady(page);
  await context.setOffline(true);
  await addAccount(page, 'Waits');
  await expect(page.getByText('1 waiting')).toBeVisible();
  await visit(page, 'transactions/new');
  const reference = page.getByLabel('Broker Deal Reference');
  await reference.fill('HALF-TYPED');
  const loads = countLoads(page);
  const newer = await context.newPage();
  await newer.goto('icons/icon-192.png');
  // The draft is kept some moments after the last key.
  await expect
    .poll(
      async () =>
        await page.evaluate(async () => {
          const [info] = (await indexedDB.databases()).filter(({ name }) =>
            /^holdfast-[0-9a-f]{32}$/u.test(name ?? ''),
          );
          return await new Promise<number>((resolve) => {
            const opening = indexedDB.open(info?.name ?? '');
            opening.onsuccess = () => {
              const counting = opening.result.transaction('drafts').objectStore('drafts').count();
              counting.onsuccess = () => {
                opening.result.close();
                resolve(counting.result);
              };
            };
          });
        }),
    )
    .toBe(1);
  const { outbox, drafts } = await upgradeFrom(newer);
  expect(outbox).toMatchObject([{ entity: 'account', kind: 'create', payload: { record: { name: 'Waits' } } }]);
  expect(JSON.stringify(drafts)).toContain('HALF-TYPED');
  await expect(page.getByText('A newer version runs in another tab').first()).toBeVisible();
  await expect(page.getByText('This tab has stopped saving. Reload it to continue.').first()).toBeVisible();
  // One database is open, so it is said once.
  await expect(page.getByRole('button', { name: 'Reload', includeHidden: true })).toBeVisible();
  await expect(reference).toHaveValue('HALF-TYPED');
  expect(loads()).toBe(0);
  await context.setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  expect(await accountsOnServer(server, person)).toEqual(['Main Account']);
});
