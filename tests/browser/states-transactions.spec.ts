/** Every state of the transactions list, of its form, and of the import's dialogs (000 §2.9-2.12, §4.5-4.7, §8.3-8.5). */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { test, visit } from './demo-journey.ts';
import { offlineReady } from './journey.ts';
import { stage } from './stage.ts';

test.describe.configure({ mode: 'default' });
test.use({ serviceWorkers: 'block' });

const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });
const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search transactions...' });

/** Opens the list from another screen, so that it is read anew. */
async function openList(page: Page): Promise<void> {
  await visit(page, 'settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await visit(page, 'transactions');
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
}

/** How many transactions filters and search show. */
async function shownTotal(page: Page): Promise<number> {
  const text = await page.getByText(/^Showing 1 to 20 of \d+ results$/u).innerText();
  return Number(/of (\d+)/u.exec(text)?.[1]);
}

test('the list while it loads, when it fails, and while it searches', async ({ page }) => {
  await page.goto('transactions');
  await expect(page.getByText(/^Showing 1 to 20/u)).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Select all rows on this page',
    'Asset',
    'Account',
    'Type',
    'Tax Wrapper',
    'Quantity',
    'Consideration',
    'Date',
  ]);
  await stage(page, { held: ['listTransactions'] });
  await openList(page);
  await expect(page.getByText('Loading transactions...')).toBeVisible();
  await stage(page, { failing: ['listTransactions'] });
  await openList(page);
  await expect(page.getByRole('alert')).toHaveText('Could not load transactions. Please try again later.');
  await search(page).fill('vanguard');
  await expect(page.getByRole('alert')).toHaveText('Could not search transactions. Please try again later.');

  await stage(page, { held: ['listTransactions'] });
  await search(page).fill('unilever');
  await expect(page.getByText('Searching for "unilever"...')).toBeVisible();
  await stage(page, {});
  await expect(page.getByText(/^Found \d+ result\(s\) for "unilever"$/u)).toBeVisible();
  await search(page).fill('no such thing');
  await expect(page.getByText('Found 0 result(s) for "no such thing"')).toBeVisible();
  await expect(page.getByText('No transactions found.')).toBeVisible();
  await expect(button(page, 'No transactions to export')).toBeDisabled();
  await button(page, 'Clear search').click();
  await expect(page.getByText(/^Showing 1 to 20/u)).toBeVisible();

  await page.getByLabel('Tax Wrapper').selectOption('ISA');
  await page.getByLabel('Asset Category').selectOption({ label: 'Cash' });
  await expect(page.getByText('No transactions found.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Tax Wrapper')).toHaveValue('ISA');
  await button(page, 'Clear Filters').click();
  await expect(page.getByText(/^Showing 1 to 20/u)).toBeVisible();
});

test('pages, order and values; the selection, and what it says when it cannot be had, saved or deleted', async ({
  page,
}) => {
  await page.goto('transactions');
  const total = await shownTotal(page);
  await button(page, 'Next').click();
  await expect(page.getByText(`Showing 21 to 40 of ${total} results`)).toBeVisible();
  await page.getByRole('columnheader', { name: 'Consideration' }).getByRole('button').click();
  await expect(page.getByText(`Page 1 of ${Math.ceil(total / 20)}`)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Consideration' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByText('••••••')).toHaveCount(20);
  await button(page, 'Show values').click();
  await expect(page.getByText('••••••')).toHaveCount(0);
  await button(page, 'Lock values').click();
  await button(page, 'Hide values').click();
  await expect(page.getByText('••••••')).toHaveCount(20);

  await expect(button(page, 'Select transactions to delete')).toBeDisabled();
  const whole = page.getByRole('columnheader').getByRole('checkbox');
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await expect(whole).toHaveJSProperty('indeterminate', true);
  await whole.check();
  await expect(page.getByText('20 selected on this page.')).toBeVisible();
  await stage(page, { failing: ['transactionIds', 'exportTransactions'] });
  await button(page, `Select all ${total}`).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to select all transactions. Please try again.');
  await button(page, 'Export 20 selected transactions').click();
  await expect(page.getByRole('alert')).toHaveText('Failed to export selected transactions. Please try again.');
  await stage(page, {});
  await button(page, `Select all ${total}`).click();
  await expect(page.getByText(`All ${total} selected.`)).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'Confirm Delete' });
  await button(page, `Delete ${total} selected transactions`).click();
  await expect(dialog).toContainText(
    `Are you sure you want to delete ${total} selected transaction(s)? This action cannot be undone.`,
  );
  await stage(page, { failing: ['transactionIds'] });
  await button(dialog, `Delete ${total} Transaction(s)`).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to fetch transactions for deletion. Please try again.');
  await expect(dialog).toBeHidden();
  await button(page, 'Clear selection').click();
  await page.getByRole('row').nth(2).getByRole('checkbox').check();
  await stage(page, { unwritable: ['outbox'] });
  await button(page, 'Delete 1 selected transactions').click();
  await button(dialog, 'Delete 1 Transaction(s)').click();
  await expect(page.getByRole('alert')).toHaveText('Failed to delete selected transactions. Please try again.');
  await expect(dialog).toBeHidden();
  await stage(page, {});

  const [one] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Export 1 selected transactions').click(),
  ]);
  expect(one.suggestedFilename()).toMatch(/^transactions-export-selected-1-\d{4}-\d\d-\d\d\.csv$/u);
  await page.getByRole('row').nth(2).getByRole('checkbox').uncheck();
  const [all] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Export all transactions (filtered)').click(),
  ]);
  expect(all.suggestedFilename()).toMatch(/^transactions-export-\d{4}-\d\d-\d\d\.csv$/u);
  expect(
    readFileSync(await all.path(), 'utf8')
      .trim()
      .split('\r\n').length,
  ).toBeGreaterThan(total);
  await stage(page, { failing: ['exportTransactions'] });
  await button(page, 'Export all transactions (filtered)').click();
  await expect(page.getByRole('alert')).toHaveText('Failed to export transactions. Please try again.');
});

test('an empty list offers the import and the first transaction', async ({ newcomer: { page } }) => {
  await page.goto('transactions');
  await expect(page.getByText('No transactions found.')).toBeVisible();
  await expect(button(page, 'No transactions to export')).toBeDisabled();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Add your first transaction' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Transaction' })).toBeVisible();
});

test('the form while it loads, when it fails, prefilled, in ounces, and when it cannot be saved', async ({ page }) => {
  await page.goto('transactions');
  await search(page).fill('XAU');
  await expect(page.getByRole('row').nth(1)).toContainText('Gold');
  await page.getByRole('table').getByRole('link').first().click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Edit Transaction');
  await expect(page.getByLabel('Quantity (oz)')).not.toHaveValue('');
  await expect(page.getByText('Enter quantity in troy ounces for Gold')).toBeVisible();
  await expect(page.getByText('Price per troy ounce in original currency')).toBeVisible();
  await expect(page.getByText('Price per troy ounce in local currency (GBP)')).toBeVisible();
  const form = new URL(page.url()).pathname.slice(1);

  await stage(page, { unwritable: ['transactions', 'outbox'] });
  await page.getByLabel('Broker Deal Reference').fill('NOT SAVED');
  await button(page, 'Update Transaction').click();
  await expect(page.getByRole('alert')).toContainText('Failed to update transaction. Please try again.');
  await expect(page.getByLabel('Broker Deal Reference')).toHaveValue('NOT SAVED');
  await stage(page, { locked: ['transactions', 'outbox'] });
  await button(page, 'Update Transaction').click();
  await expect(button(page, 'Updating...')).toBeDisabled();
  await expect(button(page, 'Cancel').or(page.getByRole('link', { name: 'Cancel' }))).toBeDisabled();
  await stage(page, {});
  await expect(title).toHaveText('Transactions');
  // What the server answers is written too, and would stand in the line before everything that is read from here on.
  await expect(page.getByRole('link', { name: /^Synced/u })).toBeVisible();

  await stage(page, { locked: ['transactions'] });
  await visit(page, form);
  await expect(page.getByText('Loading transaction...')).toBeVisible();
  await stage(page, { unreadable: ['transactions'] });
  await visit(page, 'transactions');
  await visit(page, form);
  await expect(page.getByText('Failed to load transaction data. Please try again.')).toBeVisible();
  // From another screen: the form that is left for a new one has its choices already.
  await visit(page, 'transactions');
  await expect(title).toHaveText('Transactions');
  await stage(page, { unreadable: ['brokers'] });
  await visit(page, 'transactions/new');
  await expect(page.getByText('Failed to load form data. Please try again.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to transactions' }).click();
  await stage(page, {});

  await visit(page, form);
  await button(page, 'New Transaction For This Holding').click();
  await expect(title).toHaveText('Add New Transaction');
  await expect(page).toHaveURL(/accountId=.+&isin=XAU&taxWrapper=.+&brokerId=.+/u);
  await expect(page.getByLabel('Asset Name')).toHaveValue(/Gold/u);
  await expect(page.getByLabel('Broker', { exact: true })).not.toHaveValue('');
  await expect(button(page, 'Save Transaction')).toBeDisabled();
});

const HEADER = 'Date,Type,ISIN,Asset,Account,Broker,Tax Wrapper,Quantity,Price,Consideration,Reference\n';
const ROWS = [
  '20/04/2026,Buy,GB00B10RZP78,Unilever,Main Account,AJ Bell,DEALING,10,48,480.00,A-1',
  '20/04/2026,Buy,GB00B10RZP78,Unilever,Main Account,AJ Bell,DEALING,10,48,480.00,A-1',
  '21/04/2026,Sell,GB00B10RZP78,Unilever,Main Account,AJ Bell,DEALING,4,50,200.00,A-2',
  ...Array.from(
    { length: 7 },
    (_, index) => `not a date,Buy,GB00B10RZP78,Unilever,Main Account,AJ Bell,DEALING,${index + 1},48,480.00,E-${index}`,
  ),
];

test('an import is previewed, chosen from and taken in; what is wrong with the file is listed', async ({
  newcomer: { page },
}) => {
  const file = { name: 'trades.csv', mimeType: 'text/csv', buffer: Buffer.from(HEADER + ROWS.join('\n')) };
  const dialog = page.getByRole('dialog', { name: 'Import Transactions' });
  const preview = page.getByRole('dialog', { name: 'Transaction Import Preview' });
  await page.goto('transactions');
  await button(page, 'Import transactions from CSV').click();
  await expect(
    dialog.getByText('Separators are automatically detected to handle monetary values properly.', { exact: false }),
  ).toBeVisible();
  await expect(button(dialog, 'Preview Import')).toBeDisabled();
  await dialog.getByLabel('Select CSV/TSV File').setInputFiles(file);
  await expect(dialog.getByText('Selected: trades.csv')).toBeVisible();

  await button(dialog, 'Quick Import').click();
  await expect(dialog.getByText('Errors (7 total):')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(5);
  await button(dialog, 'Show all 7 errors').click();
  await expect(dialog.getByRole('listitem')).toHaveCount(7);
  await button(dialog, 'Show only first 5 errors').click();

  await stage(page, { held: ['previewImport'] });
  await button(dialog, 'Preview Import').click();
  await expect(button(dialog, 'Loading Preview...')).toBeDisabled();
  await stage(page, {});
  await expect(dialog).toBeHidden();
  for (const [tab, count] of [
    ['All', 10],
    ['Valid', 2],
    ['Duplicates', 1],
    ['Errors', 7],
  ] as const)
    await expect(preview.getByRole('tab', { name: `${tab} (${count})` })).toBeVisible();
  for (const column of ['#', 'Status', 'Date', 'Type', 'ISIN', 'Asset', 'Quantity', 'Amount', 'Account', 'Details'])
    await expect(preview.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
  await expect(preview.getByText('Selected: 2 transactions')).toBeVisible();
  await preview.getByLabel('Include duplicate transactions (1)').check();
  await expect(preview.getByText('Selected: 3 transactions')).toBeVisible();
  await preview.getByRole('tab', { name: 'Errors (7)' }).click();
  await expect(preview.getByRole('rowgroup').last().getByRole('checkbox')).toHaveCount(0);
  await button(preview, 'Clear Selection').click();
  await expect(button(preview, 'Import 0 Selected')).toBeDisabled();
  await button(preview, 'Select All Valid').click();

  await stage(page, { held: ['commitImport'] });
  await button(preview, 'Import 2 Selected').click();
  await expect(button(preview, 'Importing...')).toBeDisabled();
  await stage(page, {});
  await expect(preview).toBeHidden();
  await expect(page.getByRole('table').getByRole('link', { name: /Unilever/u })).toHaveCount(2);
});

test('the palette finds records and pages, says when there is nothing, and works without a connection', async ({
  page,
}) => {
  await page.goto('dashboard');
  await expect(page.getByText('Total Portfolio Value')).toBeVisible();
  await offlineReady(page);
  await page.context().setOffline(true);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search Everything' });
  await expect(palette.getByRole('group', { name: 'Go to' }).getByRole('option', { name: /^Holdings/u })).toBeVisible();
  await page.keyboard.type('unilever');
  await expect(palette.getByRole('group', { name: 'Found' }).getByRole('option').first()).toContainText('Unilever');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('zzzz');
  await expect(palette.getByText('Nothing found.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('unilever');
  await expect(palette.getByRole('option').first()).toContainText('Unilever');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Edit Transaction|Asset Details/u);
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText('Unilever');
});
