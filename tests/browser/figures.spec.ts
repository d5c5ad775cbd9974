import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { importSample, lockValues, pounds, previewFile, startFresh, test } from './journeys/journey.ts';
import { EXPECTED, SAMPLE } from './steps/sample.ts';

// Nothing here goes offline.
/** The figure under a label of the summary. */
function total(page: Page, label: string): Locator {
  return page.getByText(label, { exact: true }).locator('xpath=following-sibling::dd');
}

test('a broker file becomes transactions, holdings and capital gains to the penny', async ({ page }) => {
  await startFresh(page);

  await test.step('the preview counts rows, duplicates and errors', async () => {
    await previewFile(page, SAMPLE);
    const preview = page.getByRole('dialog', { name: /Import Preview/u });
    await expect(preview.getByText('transactions-real.csv')).toBeVisible();
    for (const [tab, count] of [
      ['All', EXPECTED.rows],
      ['Valid', EXPECTED.valid],
      ['Duplicates', EXPECTED.duplicates],
      ['Errors', EXPECTED.errors],
    ] as const) {
      await expect(preview.getByRole('tab', { name: `${tab} (${count})` })).toBeVisible();
    }
    await expect(preview.getByRole('checkbox', { name: /Partner/u })).toBeChecked();
    await preview.getByRole('button', { name: 'Cancel' }).click();
  });

  await importSample(page);

  await test.step('positions stand on /holdings', async () => {
    await page.getByRole('link', { name: 'Holdings' }).first().click();
    await expect(page.getByText(/^Showing \d+ of \d+ holdings/u)).toBeVisible();
    await expect(page.getByText('across 2 accounts')).toBeVisible();
  });

  await page.getByRole('link', { name: 'Capital Gains' }).first().click();
  await expect(page.getByRole('heading', { name: 'Capital Gains Tax' })).toBeVisible();
  await lockValues(page);
  for (const [account, years] of Object.entries(EXPECTED.capitalGains)) {
    await test.step(`every tax year of ${account}`, async () => {
      await page.getByLabel('Account', { exact: true }).selectOption({ label: account });
      for (const [year, summary] of Object.entries(years)) {
        await page.getByLabel('Tax Year').selectOption(year);
        await expect(total(page, 'Total Gains')).toHaveText(pounds(summary.shown.gains));
        await expect(total(page, 'Total Losses')).toHaveText(pounds(summary.shown.losses));
        await expect(total(page, 'Net Gains')).toHaveText(pounds(summary.shown.net));
      }
    });
  }

  await test.step('each match names its rule, and the year exports as CSV', async () => {
    await page.getByLabel('Tax Year').selectOption('2023-24');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export to CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('capital-gains-2023-24.csv');
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines[0]?.replace('\uFEFF', '')).toBe(
      'Disposal Date,ISIN,Asset Name,Account,Tax Wrapper,Quantity,Proceeds,Cost,Gain/Loss',
    );
    expect(lines).toHaveLength(1 + (EXPECTED.capitalGains['Partner']?.['2023-24']?.disposals ?? 0));
  });
});
