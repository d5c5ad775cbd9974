/** The page of one transaction: from the list by its day, read, edited and come back to; also from a disposal. */
import { expect } from '@playwright/test';
import { importSample, lockValues, startFresh, synced, test, visit } from './journeys/journey.ts';

test('a transaction is reached by its day in the list, read, edited, and read again', async ({ page }) => {
  await startFresh(page);
  await importSample(page);
  await synced(page);
  await page
    .getByRole('link', { name: /^\d\d\/\d\d\/\d{4}$/u })
    .first()
    .click();
  await expect(page).toHaveURL(/\/transactions\/[\w-]{36}$/u);
  const address = page.url();
  const facts = page.getByRole('region', { name: 'Amounts' });
  await expect(facts).toContainText('Consideration');
  await expect(facts).not.toContainText('£');
  await lockValues(page);
  await expect(facts).toContainText(/£[\d,]+\.\d\d/u);
  await expect(page.getByRole('heading', { name: 'Imported from' })).toBeVisible();
  await expect(page.getByText(/^transactions-real\.csv, /u)).toBeVisible();

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Edit Transaction' })).toBeVisible();
  await page.getByLabel('Broker Charge').fill('12.34');
  await page.getByRole('button', { name: 'Update Transaction' }).click();
  // It is saved once the form has made place.
  await expect(page.getByRole('heading', { name: 'Edit Transaction' })).toBeHidden();
  await page.goto(address);
  await expect(facts).toContainText('£12.34');
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Transactions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();

  await test.step('from a disposal, its transactions lead to their pages', async () => {
    await visit(page, 'capital-gains');
    await page
      .getByRole('button', { name: /^Details of /u })
      .first()
      .click();
    const matched = page.getByRole('region', { name: 'Matched transactions' });
    await matched.getByRole('link', { name: 'Sell' }).first().click();
    await expect(page.getByRole('heading', { name: 'Gain/Loss' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Matches' })).toContainText('£');
  });
});
