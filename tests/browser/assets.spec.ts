/** The catalogue in the browser: an asset is added, found, edited and looked at, with its prices. */
import { expect } from '@playwright/test';
import { test } from './journeys/demo-journey.ts';

test('an administrator adds and edits an asset, and looks at the prices of another', async ({ page }) => {
  const title = page.getByRole('heading', { level: 1 });
  await page.goto('assets/new');
  await expect(title).toHaveText('Add Asset');
  await page.getByLabel('Asset Name').fill('Orchard Trust');
  await page.getByLabel('ISIN').fill('TESTORCHARD1');
  await page.getByLabel('Fetch Code').fill('ORCH.L');
  await page.getByLabel('Total Expense Ratio').fill('0.15');
  await page.getByRole('button', { name: 'Create Asset' }).click();
  await expect(title).toHaveText('Assets');
  const search = page.getByRole('searchbox', { name: 'Search assets...' });
  await search.fill('orchard');
  await page.getByRole('link', { name: 'Orchard Trust' }).click();
  await expect(title).toHaveText('Edit Asset');
  await page.getByLabel('Asset Name').fill('Orchard Investment Trust');
  await page.getByRole('button', { name: 'Update Asset' }).click();
  await expect(page.getByRole('link', { name: 'Orchard Investment Trust' })).toBeVisible();

  await search.fill('unilever');
  await page
    .getByRole('table')
    .getByRole('link', { name: /Unilever/u })
    .click();
  await page.getByRole('button', { name: /^Price History/u }).click();
  await expect(page.getByRole('table', { name: 'Prices' }).getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Chart View' }).click();
  await expect(page.getByRole('img', { name: /^Price History/u })).toBeVisible();
});
