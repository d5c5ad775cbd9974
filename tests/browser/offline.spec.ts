import { expect } from '@playwright/test';
import {
  addPurchase,
  importFirstRows,
  lockValues,
  offlineReady,
  startFresh,
  synced,
  test,
  transactionsOnServer,
  visit,
} from './journeys/journey.ts';
import { signInAs } from './steps/people.ts';

/** Few: a server without our extensions takes them one by one. */
const ROWS = 30;

test.use({ ownServer: true, serviceWorkers: 'allow' });

test('with the server stopped everything is still there, and three changes arrive once when it is back', async ({
  page,
  server,
  browser,
}) => {
  const person = await startFresh(page);
  await importFirstRows(page, ROWS);
  // The header may still tell of the pull before: a row that is not sent yet would wait beside the three.
  await expect.poll(async () => await transactionsOnServer(page), { timeout: 60_000 }).toBe(ROWS);
  await synced(page);
  await offlineReady(page);

  await server.stop();
  await page.reload();
  await expect(page.getByText(`of ${ROWS} results`)).toBeVisible();

  await test.step('values that are kept visible on this device are visible at each start', async () => {
    await expect(page.getByText('••••••').first()).toBeVisible();
    await page.getByRole('button', { name: 'Options for values' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Keep values visible on this device' }).click();
    await expect(page.getByText('••••••')).toHaveCount(0);
    await page.reload();
    await expect(page.getByText(/£\d/u).first()).toBeVisible();
    await expect(page.getByText('••••••')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Hide values' })).toBeVisible();
  });

  await test.step('add, edit and delete', async () => {
    await addPurchase(page);
    await expect(page.getByText(`of ${ROWS + 1} results`)).toBeVisible();

    await page.getByRole('searchbox', { name: /search transactions/iu }).fill('Greencoat');
    await expect(page.getByText(/^Found \d+ result\(s\) for/u)).toBeVisible();
    await page.getByRole('row').filter({ hasText: 'Greencoat' }).first().getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: 'Edit Transaction' })).toBeVisible();
    await page.getByLabel('Broker Deal Reference').fill('EDITED-OFFLINE');
    await page.getByRole('button', { name: 'Update Transaction' }).click();
    await expect(page).toHaveURL(/\/transactions$/u);

    await page.getByRole('button', { name: 'Clear search', exact: true }).click();
    await expect(page.getByText(`of ${ROWS + 1} results`)).toBeVisible();
    await page.getByRole('row').nth(3).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Delete 1 selected transactions' }).click();
    await page
      .getByRole('dialog', { name: 'Confirm Delete' })
      .getByRole('button', { name: 'Delete 1 Transaction(s)' })
      .click();
    await expect(page.getByText(`of ${ROWS} results`)).toBeVisible();
  });

  await expect(page.getByText('3 waiting')).toBeVisible();
  await page.reload();
  await expect(page.getByText('3 waiting')).toBeVisible();

  await server.startAgain();
  await page.evaluate(() => {
    window.dispatchEvent(new Event('online'));
  });
  await synced(page);

  await test.step('a second profile of the same user shows them', async () => {
    const other = await browser.newContext({ baseURL: server.url });
    const second = await other.newPage();
    await signInAs(second, person);
    await visit(second, 'transactions');
    await expect(second.getByText(`of ${ROWS} results`)).toBeVisible();
    await second.getByRole('searchbox', { name: /search transactions/iu }).fill('Unilever');
    await lockValues(second);
    await expect(second.getByText('£600.25')).toBeVisible();
    await second.getByRole('searchbox', { name: /search transactions/iu }).fill('Greencoat');
    await expect(second.getByText(/^Found \d+ result\(s\) for "Greencoat"/u)).toBeVisible();
    await second.getByRole('row').filter({ hasText: 'Greencoat' }).first().getByRole('link').first().click();
    await expect(second.getByLabel('Broker Deal Reference')).toHaveValue('EDITED-OFFLINE');
    await other.close();
  });
});
