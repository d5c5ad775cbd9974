/** Every table with a total, on every screen and in print, is added up from what it shows (issue: figures that foot). */
import { expect, type Locator, type Page } from '@playwright/test';
import { gainsFoot, pennies, printFoots, tablesFoot } from './steps/calculator.ts';
import { test } from './journeys/demo-journey.ts';
import { importSample, lockValues, startFresh, test as freshTest, visit } from './journeys/journey.ts';

/** The browser's own dialog would wait for a person. */
async function withoutDialog(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
}

/** All wrappers and holders of each tax year, on screen and in print. */
async function allYearsFoot(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  const years = await page.getByLabel('Tax Year:').getByRole('option').allInnerTexts();
  expect(years.length).toBeGreaterThan(5);
  for (const year of years) {
    await page.getByLabel('Tax Year:').selectOption(year);
    await expect(page.getByRole('table', { name: 'Disposals' })).toBeVisible();
    await gainsFoot(page);
    await printFoots(page);
  }
}

async function columnSum(table: Locator, header: string): Promise<number> {
  await expect(table.locator('tbody tr').first()).toBeVisible();
  const heads = await table.getByRole('columnheader').allInnerTexts();
  const index = heads.findIndex((head) => head.trim() === header);
  const cells = await table.locator(`tbody tr > :nth-child(${index + 1})`).allInnerTexts();
  expect(cells.length).toBeGreaterThan(0);
  return cells.filter((cell) => cell.includes('£')).reduce((sum, cell) => sum + pennies(cell), 0);
}

/** The figure above a list is the sum of a column of it. */
async function totalFoots(page: Page, label: string, header: string): Promise<void> {
  const total = page.getByText(label, { exact: true }).locator('xpath=following-sibling::dd').first();
  await expect(total).toContainText('£');
  expect(await columnSum(page.getByRole('table'), header)).toBe(pennies(await total.innerText()));
}

test("the demo investor's screens and prints add up", async ({ page }) => {
  test.setTimeout(180_000);
  await withoutDialog(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('dashboard');
  await expect(page.getByText(/^Synced/u)).toBeVisible();
  await lockValues(page);

  await test.step('the dashboard, with cash and without', async () => {
    await expect(page.getByRole('table', { name: 'Portfolio by asset class' })).toBeVisible();
    await tablesFoot(page, ['Increase %']);
    await page.getByRole('checkbox', { name: 'Include cash & savings' }).click();
    await tablesFoot(page, ['Increase %']);
    await page.getByRole('checkbox', { name: 'Include cash & savings' }).click();
  });

  await test.step('holdings: the total, and each grouping', async () => {
    await visit(page, 'holdings');
    await expect(page.getByText(/^Showing \d+ of \d+ holdings/u)).toBeVisible();
    expect(await columnSum(page.getByRole('table', { name: 'Holdings' }), 'Current Value')).toBe(
      pennies(await page.getByText('Total Value').locator('xpath=following-sibling::*').innerText()),
    );
    for (const grouping of ['Account', 'Tax wrapper', 'Asset category', 'Asset type']) {
      await page.getByLabel('Group by').selectOption({ label: grouping });
      await expect(page.locator('tfoot').first()).toBeVisible();
      await tablesFoot(page);
    }
  });

  await test.step('savings and properties', async () => {
    await visit(page, 'savings-accounts');
    await page.getByRole('checkbox', { name: 'Exclude closed accounts' }).check();
    await expect(page.getByText('Closed Accounts').locator('xpath=following-sibling::dd')).toHaveText('0');
    await totalFoots(page, 'Total Balance', 'Balance');
    await visit(page, 'properties');
    await totalFoots(page, 'Portfolio Total', 'Current Price');
  });

  await test.step('capital gains of every year, on screen and in print', async () => {
    await visit(page, 'capital-gains');
    await allYearsFoot(page);
  });

  await test.step('the workings of a disposal', async () => {
    await page
      .getByRole('button', { name: /^Details of/u })
      .first()
      .click();
    await expect(page.getByRole('table', { name: 'Matches' })).toBeVisible();
    await tablesFoot(page);
  });
});

freshTest("the sample file's years add up for both holders, on screen and in print", async ({ page }) => {
  freshTest.setTimeout(180_000);
  await withoutDialog(page);
  await startFresh(page);
  await importSample(page);
  await page.goto('capital-gains');
  await lockValues(page);
  await allYearsFoot(page);
});
