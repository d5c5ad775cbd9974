/** Every state of the asset catalogue and of the price history (001 §2.3-2.7, §5, §8). */
import { expect, type Locator, type Page } from '@playwright/test';
import { test, visit } from './demo-journey.ts';
import { stage } from './stage.ts';

test.describe.configure({ mode: 'default' });
test.use({ serviceWorkers: 'block' });

const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });
const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search assets...' });
const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });

async function reopen(page: Page, path: string): Promise<void> {
  await visit(page, 'settings');
  await expect(title(page)).toHaveText('Settings');
  await visit(page, path);
}

test('the catalogue while it loads, when it fails, when nothing matches, and what an administrator selects of it', async ({
  page,
}) => {
  await page.goto('assets');
  await expect(page.getByText(/^Showing 1 to 20 of \d+ results$/u)).toBeVisible();
  const total = Number(/of (\d+)/u.exec(await page.getByText(/^Showing 1 to 20/u).innerText())?.[1]);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Select all rows on this page',
    'Name',
    'ISIN',
    'Type',
    'Category',
    'TER %',
    'Price Source',
    'Denomination',
    'Price Update Status',
  ]);
  await expect(
    page.getByText('Never Fetched').or(page.getByText('Success')).or(page.getByText('Excluded')).first(),
  ).toBeVisible();
  await search(page).fill('no such asset');
  await expect(page.getByText('No assets found matching your search.')).toBeVisible();
  await expect(button(page, 'No assets to export')).toBeDisabled();
  await search(page).fill('');
  await page.getByLabel('Category').selectOption({ label: 'Cash' });
  await page.getByLabel('Type').selectOption({ label: 'Commodity' });
  await expect(page.getByText('No assets found with the selected filters.')).toBeVisible();
  await button(page, 'Clear Filters').click();

  await page.getByRole('columnheader').getByRole('checkbox').check();
  await expect(page.getByText('20 selected on this page.')).toBeVisible();
  await stage(page, { failing: ['assetIds', 'exportAssets'] });
  await button(page, `Select all ${total}`).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to select all assets. Please try again.');
  await button(page, 'Export 20 selected assets').click();
  await expect(page.getByRole('alert')).toHaveText('Failed to export selected assets. Please try again.');
  await stage(page, {});
  await button(page, `Select all ${total}`).click();
  await expect(page.getByText(`All ${total} selected.`)).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Delete Assets' });
  await stage(page, { failing: ['assetIds'] });
  await button(page, `Delete ${total} selected assets`).click();
  await button(dialog, 'Delete').click();
  await expect(page.getByRole('alert')).toHaveText('Failed to fetch assets for deletion. Please try again.');
  await stage(page, {});
  await button(page, `Delete ${total} selected assets`).click();
  await button(dialog, 'Delete').click();
  const refused = page.getByRole('dialog', { name: 'Cannot Delete Assets' });
  await expect(refused).toContainText(/\d+ of your transactions are in these assets, so nothing was deleted/u);
  await expect(button(refused, 'Delete')).toHaveCount(0);
  await refused.getByText('Close').click();
  await button(page, 'Clear selection').click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Export all assets (filtered)').click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^assets-export-\d{4}-\d\d-\d\d\.csv$/u);
  await stage(page, { failing: ['exportAssets'] });
  await button(page, 'Export all assets (filtered)').click();
  await expect(page.getByRole('alert')).toHaveText('Failed to export assets. Please try again.');

  await stage(page, { held: ['listAssets'] });
  await reopen(page, 'assets');
  await expect(page.getByText('Loading assets...')).toBeVisible();
  await stage(page, { failing: ['listAssets'] });
  await reopen(page, 'assets');
  await expect(page.getByRole('alert')).toHaveText('Could not load assets. Please try again later.');
  await search(page).fill('gold');
  await expect(page.getByRole('alert')).toHaveText('Could not search assets. Please try again later.');
});

test('an asset is added and edited by an administrator; the form says what is wrong with it', async ({ page }) => {
  await page.goto('assets/new');
  await expect(title(page)).toHaveText('Add Asset');
  const create = button(page, 'Create Asset');
  await expect(create).toBeDisabled();
  await expect(page.getByText('Enter as decimal (e.g. 0.15 for 0.15%)')).toBeVisible();
  await expect(page.getByText('Symbol used to fetch price data')).toBeVisible();
  await page.getByLabel('Asset Name').fill('Orchard Trust');
  await page.getByLabel('ISIN').fill('GB00B10RZP79');
  await page.getByLabel('Fetch Code').fill('ORCH.L');
  await expect(create).toBeDisabled();
  await expect(page.getByText(/an ISIN whose last digit checks/u)).toBeVisible();
  await page.getByLabel('ISIN').fill('TESTORCHARD1');
  await page.getByLabel('Total Expense Ratio').fill('11');
  await page.getByLabel('Fetch Code').focus();
  await expect(create).toBeDisabled();
  await page.getByLabel('Total Expense Ratio').fill('0.15');
  await stage(page, { unwritable: ['assets', 'outbox'] });
  await create.click();
  await expect(page.getByRole('alert')).toContainText('Failed to save asset. Please try again.');
  await stage(page, {});
  await create.click();
  await expect(title(page)).toHaveText('Assets');

  await search(page).fill('orchard');
  await page.getByRole('link', { name: 'Orchard Trust' }).click();
  await expect(title(page)).toHaveText('Edit Asset');
  const edit = new URL(page.url()).pathname.slice(1);
  await page.getByLabel('Asset Name').fill('Orchard Investment Trust');
  await button(page, 'Update Asset').click();
  await expect(page.getByRole('link', { name: 'Orchard Investment Trust' })).toBeVisible();

  await visit(page, edit.replace('edit', 'view'));
  await expect(title(page)).toHaveText('Asset Details');
  await expect(page.getByText('Not provided')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit This Asset' })).toBeVisible();
  await stage(page, { locked: ['assets'] });
  await visit(page, edit);
  await expect(page.getByText('Loading asset...')).toBeVisible();
  await stage(page, { unreadable: ['assets'] });
  await visit(page, 'accounts');
  await expect(title(page)).toHaveText('Your Accounts');
  await visit(page, edit);
  await expect(page.getByRole('alert')).toContainText('Failed to load asset data. Please try again.');
});

test('others look at the catalogue, and are told why they change nothing', async ({ newcomer: { page } }) => {
  await page.goto('assets');
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('table').getByRole('checkbox')).toHaveCount(0);
  for (const name of ['Select assets to delete', 'Import assets from CSV', 'Add new asset'])
    await expect(button(page, name)).toBeDisabled();
  await page.getByRole('table').getByRole('link').first().click();
  await expect(title(page)).toHaveText('Asset Details');
  await expect(page.getByRole('link', { name: /^Edit/u })).toHaveCount(0);
  await page.getByRole('link', { name: 'Close' }).click();
  await expect(title(page)).toHaveText('Assets');
});

test('the price history: loading, failing, its ranges, its picture, and fetching', async ({ page }) => {
  await page.goto('assets');
  await search(page).fill('unilever');
  await page
    .getByRole('table')
    .getByRole('link', { name: /Unilever/u })
    .click();
  const head = page.getByRole('button', { name: /^Price History/u });
  await expect(head).toHaveText(/[A-Z]{3} [\d,]+\.\d\d \(\d\d\/\d\d\/\d{4}\).*Click to view history/u);
  await head.click();
  await expect(head).toHaveText(/Click to collapse/u);
  const table = page.getByRole('table', { name: 'Prices' });
  await expect(table.getByRole('row').nth(1)).toHaveText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/u);
  await expect(page.getByText(/^Showing 1 to 20 of \d+ results$/u)).toBeVisible();
  await expect(page.getByText(/^From this device’s copy: newest price of/u)).toBeVisible();
  const range = page.getByLabel('Time range');
  await range.selectOption('custom');
  const [start, end] = [
    page.getByRole('textbox', { name: 'Start Date' }),
    page.getByRole('textbox', { name: 'End Date' }),
  ];
  for (const [from, to, message] of [
    ['01/01/2025', '01/01/2199', 'Dates cannot be in the future'],
    ['02/01/2025', '01/01/2025', 'Start date must be before end date'],
    ['01/01/2015', '01/01/2025', 'Date range cannot exceed 5 years'],
  ] as const) {
    await start.fill(from);
    await end.fill(to);
    await end.blur();
    await expect(page.getByRole('alert')).toHaveText(message);
  }
  await start.fill('01/01/1990');
  await end.fill('02/01/1990');
  await end.blur();
  await expect(page.getByText('No price data available for the selected period')).toBeVisible();
  await button(page, 'Chart View').click();
  await expect(page.getByText('No price data available to display in chart')).toBeVisible();
  await range.selectOption('30d');
  await expect(page.getByRole('img', { name: /^Price History/u })).toBeVisible();
  await button(page, 'Table View').click();
  await expect(table).toBeVisible();

  const edit = new URL(page.url()).pathname.slice(1);
  const again = async (): Promise<void> => {
    await reopen(page, edit);
    await expect(page.getByLabel('Asset Name')).toBeVisible();
  };
  await stage(page, { locked: ['prices'] });
  await again();
  await expect(head).toHaveText(/Loading\.\.\./u);
  await head.click();
  await expect(page.getByText('Loading price history...')).toBeVisible();
  await stage(page, { unreadable: ['prices'] });
  await again();
  await expect(head).toHaveText(/No price data/u);
  await head.click();
  await expect(page.getByRole('alert')).toContainText('Error loading price history');
  await stage(page, {});
  await button(page, 'Retry').click();
  await expect(table).toBeVisible();

  await test.step('fetching a price', async () => {
    let answer = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(
      '**/api/prices/asset/*/fetch',
      async (route) => {
        await until;
        await route.fulfill({ json: { priceDate: '2026-11-20T00:00:00Z', closePrice: 4321.5, currency: 'GBX' } });
      },
      { times: 1 },
    );
    await button(page, 'Fetch Price').click();
    await expect(button(page, 'Fetching...')).toBeDisabled();
    answer();
    await expect(page.getByText('Latest price fetched successfully!')).toBeVisible();
    await page.route(
      '**/api/prices/asset/*/fetch',
      (route) =>
        route.fulfill({
          status: 400,
          json: { error: { code: 'unavailable', message: 'The source does not know it.' } },
        }),
      { times: 1 },
    );
    await button(page, 'Fetch Price').click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.context().setOffline(true);
    await expect(button(page, 'Fetch Price')).toBeDisabled();
    await page.context().setOffline(false);
  });
});
