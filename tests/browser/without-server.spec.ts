import { expect, test, type Page } from '@playwright/test';
import { EXPECTED, lockValues, offlineReady, pounds, SAMPLE } from './journey.ts';
import { StaticHost } from './static-host.ts';

test.use({ serviceWorkers: 'allow' });

const MOST_CLICKS = 6;
const PASSPHRASE = 'correct horse battery staple';

/** The records of this device, from opening the address to the gains of a file. Answers how many clicks it took. */
async function firstGains(page: Page): Promise<number> {
  let clicks = 0;
  const click = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
    clicks += 1;
    await page.getByRole(role, { name }).first().click();
  };
  await click('Use on this device only');
  clicks += 1;
  await page.getByLabel('Select CSV/TSV File').setInputFiles(SAMPLE);
  await click('Preview Import');
  await click(`Import ${EXPECTED.valid} Selected`);
  await expect(page.getByText(`of ${EXPECTED.valid} results`)).toBeVisible();
  await click('Capital Gains', 'link');
  await expect(page.getByRole('heading', { name: 'Capital Gains Tax' })).toBeVisible();
  return clicks;
}

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

  // Not the folder itself: the 404 page finds it.
  await page.goto(`${host.url}transactions/new`);
  await expect(page).toHaveURL(`${host.url}login`);
  await offlineReady(page);
  const first = host.asked.length;
  expect(await firstGains(page)).toBeLessThanOrEqual(MOST_CLICKS);
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

  await page.goto(`${host.url}settings`);
  await page.getByLabel('Passphrase (optional)').fill(PASSPHRASE);
  await page.getByLabel('Repeat passphrase').fill(PASSPHRASE);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Everything' }).click();
  const backup = await (await download).path();
  await page.getByRole('button', { name: 'Remove my data from this device' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();

  await page.getByRole('button', { name: 'Use on this device only' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.goto(`${host.url}settings`);
  await page.getByRole('button', { name: 'Restore From an Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore From an Export' });
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
