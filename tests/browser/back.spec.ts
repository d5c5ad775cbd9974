/** The browser's Back while something covers the page. */
import { expect } from '@playwright/test';
import { startFresh, test } from './journeys/journey.ts';
import { SAMPLE } from './steps/sample.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('Back closes the sheet of a phone, a dialog and a preview, and only then leaves the page', async ({ page }) => {
  await startFresh(page);
  await page.getByRole('link', { name: 'Transactions' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
  const sheet = page.getByRole('button', { name: 'Logout' });
  await page.getByRole('button', { name: 'More' }).click();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/transactions$/u);

  await page.getByRole('button', { name: 'Import transactions from CSV' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/transactions$/u);

  await page.getByRole('button', { name: 'Import transactions from CSV' }).click();
  await dialog.getByLabel('Select CSV/TSV File').setInputFiles(SAMPLE);
  await dialog.getByRole('button', { name: 'Preview Import' }).click();
  const preview = page.getByRole('dialog', { name: 'Transaction Import Preview' });
  await preview.getByRole('button', { name: 'Clear Selection' }).click();
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Close the preview?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(preview.getByText('Selected: 0 transactions')).toBeVisible();
  await page.goBack();
  await question.getByRole('button', { name: 'Close the preview' }).click();
  await expect(preview).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/u);
});

test('where the browser takes its time, Back out of an import that has its own page leaves the page before it alone', async ({
  page,
}) => {
  await startFresh(page);
  await page.goto('accounts/setup');
  await page.locator('input[type=file]').setInputFiles(SAMPLE);
  const preview = page.getByRole('dialog', { name: 'Transaction Import Preview' });
  await expect(preview).toBeVisible();
  await expect(page).toHaveURL(/\/transactions\/import$/u);
  await page.evaluate(() => {
    const go = history.go.bind(history);
    history.go = (delta) => void setTimeout(go, 500, delta);
  });
  await page.goBack();
  await expect(preview).toBeHidden();
  await expect(page).toHaveURL(/\/transactions$/u);
  await page.goBack();
  await expect(page).toHaveURL(/\/accounts\/setup$/u);
  await expect(page.getByRole('heading', { name: 'Welcome to Holdfast' })).toBeVisible();
});
