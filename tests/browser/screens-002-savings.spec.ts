/** Savings accounts as a person meets them (002 §2, §4, §5): the list, the form, the imports and the reminder. */
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { lockValues, offlineReady } from './journeys/journey.ts';
import { closeSharedTab, columnsOf, enter, goTo, openSharedTab, type SharedTab } from './journeys/shared-tab.ts';
import { test } from './servers/worker-servers.ts';

test.describe.configure({ mode: 'serial' });

let shared: SharedTab | undefined;
let page: Page;
test.beforeAll(async ({ browser }) => {
  shared = await openSharedTab(browser);
  ({ page } = shared);
});
test.afterAll(async () => {
  await closeSharedTab(shared);
});

const HEADER =
  'Bank Name,Account Type,Account Open Date,Account Close Date,Latest Balance,Latest Balance Date,Interest Rate,Account Reference,Sort Code,Account Number,Notes';
const csv = (...rows: readonly string[]) => ({
  name: 'accounts.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADER, ...rows].join('\r\n')),
});
const EASY = 'Aldermore,Easy access,01/02/2023,,"1,234.56",03/03/2026,4.32,Rainy day,20-36-43,12345678,';
const WRONG = 'Nobank,Easy access,01/02/2023,,1,03/03/2026,,,,,';
/** Twenty-two bonds, the last one closed. */
const BONDS = Array.from(
  { length: 22 },
  (_, index) =>
    `Nationwide Building Society,Bond ${String(index + 1).padStart(2, '0')},01/02/2023,${index === 21 ? '01/02/2025' : ''},10.10,03/03/2026,,,,,`,
);

const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const row = (name: RegExp) => page.getByRole('row', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const figure = (label: string) => page.getByText(label, { exact: true }).locator('xpath=following-sibling::dd').first();
/** A day so many days from now, as it is typed. */
const inDays = (days: number) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(Date.now() + days * 86_400_000);

test('the form refuses what is wrong in its own words, and adds an account', async () => {
  await goTo(page, 'Savings Accounts');
  await expect(page.getByText('No savings accounts found.')).toBeVisible();
  await page.getByRole('link', { name: 'Add new savings account' }).click();
  await expect(title('Add Savings Account')).toBeVisible();
  await expect(button('Create Account')).toBeDisabled();
  // The only account is chosen beforehand.
  await expect(page.getByLabel('Associated Account *').locator('option:checked')).toHaveText('Main Account');
  await page.getByLabel('Account Type *').press('Enter');
  for (const text of [
    'Bank Name is required',
    'Account Type is required',
    'Account Open Date is required',
    'Balance Date is required',
  ])
    await expect(page.getByText(text)).toBeVisible();
  await expect(title('Add Savings Account')).toBeVisible();
  for (const [label, wrong, message] of [
    ['Sort Code', '2036-3', 'Sort code must be in format XX-XX-XX (e.g., 20-36-43)'],
    ['Account Number', '1234', 'Account number must be 8 digits (e.g., 12345678)'],
    ['Interest Rate (%)', '101', 'Interest Rate (%) must be less than or equal to 100'],
    ['Latest Balance *', '-1', 'Latest Balance must be greater than or equal to 0'],
  ] as const) {
    await enter(page, label, wrong);
    await page.getByLabel('Account Reference').focus();
    await expect(page.getByText(message)).toBeVisible();
  }
  await page.getByLabel('Bank Name *').selectOption({ label: 'Aldermore' });
  await page.getByLabel('Account Type *').fill('Fixed Rate Saver');
  await page.getByRole('textbox', { name: 'Account Open Date *' }).fill('01/02/2023');
  await page.getByRole('textbox', { name: 'Account Close Date' }).fill(inDays(12));
  await enter(page, 'Latest Balance *', '0.30');
  // A balance that is entered is today's.
  await expect(page.getByRole('textbox', { name: 'Balance Date *' })).toHaveValue(inDays(0));
  await enter(page, 'Interest Rate (%)', '4.32');
  await page.getByLabel('Sort Code').fill('20-36-43');
  await page.getByLabel('Account Number').fill('12345678');
  await button('Create Account').click();
  await expect(page).toHaveURL(/\/savings-accounts$/u);
  await expect(row(/Aldermore/u)).toContainText('Fixed Rate Saver');
  await expect(row(/Aldermore/u)).toContainText('4.32%');
});

test('the dashboard reminds of an account that closes within 30 days', async () => {
  await goTo(page, 'Dashboard');
  await expect(page.getByText('A savings account closes soon')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'closes in 12 days' })).toBeVisible();
  await page.getByRole('link', { name: 'Aldermore, Fixed Rate Saver' }).click();
  await expect(title('Edit Savings Account')).toBeVisible();
});

test('each balance is kept and drawn, with the interest expected this tax year', async () => {
  await expect(
    page.getByText(/^Interest expected in the tax year 20\d\d-\d\d, if balance and rate stay as they are: ••••••$/u),
  ).toBeVisible();
  await enter(page, 'Latest Balance *', '1000');
  await page.getByRole('textbox', { name: 'Balance Date *' }).fill('01/03/2024');
  await page.getByRole('textbox', { name: 'Account Close Date' }).fill('');
  await button('Update Account').click();
  await page.getByRole('link', { name: 'Aldermore' }).click();
  await expect(page.getByRole('img', { name: /^Balance, 1 Mar 2024 to / })).toBeVisible();
  await lockValues(page);
  // 1,000 x 4.32 % for a whole tax year.
  await expect(page.getByText(/^Interest expected in the tax year .*: £43\.20$/u)).toBeVisible();
  await page.getByText('The balances as a table').click();
  await expect(page.getByRole('table', { name: 'Balances' }).getByRole('row')).toHaveText([
    'DateBalance',
    /£0\.30$/u,
    '1 Mar 2024£1,000.00',
  ]);
  await page.goto('savings-accounts/no-such-id/edit');
  await expect(page.getByRole('alert')).toContainText('Failed to load savings account');
});

test('the import previews a file, row by row, and imports what is chosen', async () => {
  await goTo(page, 'Savings Accounts');
  await button('Import savings accounts from CSV').click();
  const dialog = page.getByRole('dialog', { name: 'Import Savings Accounts' });
  await expect(dialog.getByText(/^Supports multiple formats: CSV \(comma\)/u)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Preview Import' })).toBeDisabled();
  await dialog.getByLabel('Select CSV/TSV File').setInputFiles(csv(EASY, WRONG, ...BONDS));
  await expect(dialog.getByText('Selected: accounts.csv')).toBeVisible();
  await dialog.getByRole('button', { name: 'Preview Import' }).click();
  const preview = page.getByRole('dialog', { name: 'Savings Account Import Preview' });
  for (const [tab, count] of [
    ['All', 24],
    ['Valid', 23],
    ['Duplicates', 0],
    ['Errors', 1],
  ] as const)
    await expect(preview.getByRole('tab', { name: `${tab} (${count})` })).toBeVisible();
  await expect(preview.getByText('£1,234.56')).toBeVisible();
  await preview.getByRole('tab', { name: 'Errors (1)' }).click();
  await expect(preview.getByText(/Nobank/u).first()).toBeVisible();
  await expect(preview.getByRole('row').getByRole('checkbox')).toHaveCount(0);
  await preview.getByRole('button', { name: 'Clear Selection' }).click();
  await expect(preview.getByRole('button', { name: 'Import 0 Selected' })).toBeDisabled();
  await preview.getByRole('button', { name: 'Select All Valid' }).click();
  await expect(preview.getByText('Selected: 23 savings accounts')).toBeVisible();
  await preview.getByRole('button', { name: 'Import 23 Selected' }).click();
  await expect(preview).toBeHidden();
});

test('the list sums up its page, hides balances, pages and sorts', async () => {
  await expect(page.getByText('Showing 1 to 20 of 24 results')).toBeVisible();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  expect(await columnsOf(page, 'Savings Accounts')).toEqual([
    'Bank',
    'Account Type',
    'Associated Account',
    'Opened',
    'Closed',
    'Balance',
    'Interest Rate',
    'Last Updated',
    'Status',
  ]);
  await expect(figure('Active Accounts')).toHaveText('20');
  // Loading the page again has hidden what was only visible, and kept what was locked.
  await button('Hide values').click();
  await expect(figure('Total Balance')).toHaveText('••••••');
  expect(await page.locator('main').innerText()).not.toMatch(/£\d/u);
  await lockValues(page);
  // 1,000 + 1,234.56 + 18 x 10.10
  await expect(figure('Total Balance')).toHaveText('£2,416.36');
  await button('Next').click();
  await expect(page.getByText('Showing 21 to 24 of 24 results')).toBeVisible();
  await expect(button('Next')).toBeDisabled();
  await expect(figure('Closed Accounts')).toHaveText('1');
  await page.getByRole('columnheader', { name: 'Balance' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Balance' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('columnheader', { name: 'Balance' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Balance' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await expect(page.getByRole('rowheader').first()).toContainText('Aldermore');
});

test('rows are chosen one by one, by the page and all together, exported and deleted', async () => {
  const all = page.getByRole('checkbox', { name: 'Select all rows on this page' });
  await page.getByRole('checkbox', { name: 'Select Aldermore, Easy access' }).check();
  await expect(all).toHaveJSProperty('indeterminate', true);
  await all.click();
  await expect(page.getByText('20 selected on this page.')).toBeVisible();
  await button('Select all 24').click();
  await expect(page.getByText('All 24 selected.')).toBeVisible();
  const download = page.waitForEvent('download');
  await button('Export 24 selected savings accounts').click();
  expect((await download).suggestedFilename()).toMatch(/^bank-accounts-export-selected-24-\d{4}-\d\d-\d\d\.csv$/u);
  await button('Clear selection').click();
  await expect(page.getByText('All 24 selected.')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select Aldermore, Easy access' }).check();
  await button('Delete 1 selected savings accounts').click();
  const dialog = page.getByRole('dialog', { name: 'Confirm Delete' });
  await expect(dialog).toContainText(
    'Are you sure you want to delete 1 selected savings account(s)? This action cannot be undone.',
  );
  await dialog.getByRole('button', { name: 'Delete 1 Savings Account(s)' }).click();
  await button('Undo').hover();
  await expect(page.getByText('of 23 results')).toBeVisible();
  await button('Undo').click();
  await expect(page.getByText('of 24 results')).toBeVisible();
});

test('filters and search narrow the list, and are there again later', async () => {
  await page.getByRole('checkbox', { name: 'Exclude closed accounts' }).check();
  await expect(page.getByText('of 23 results')).toBeVisible();
  await page.getByPlaceholder('Search savings accounts...').fill('rainy');
  await expect(page.getByText('Found 1 result(s) for "rainy"')).toBeVisible();
  await goTo(page, 'Accounts');
  await goTo(page, 'Savings Accounts');
  await expect(page.getByText('Found 1 result(s) for "rainy"')).toBeVisible();
  await button('Clear search').click();
  await button('Clear Filters').click();
  await expect(page.getByText('of 24 results')).toBeVisible();
  await page.goto('savings-accounts?search=bond+22&excludeClosed=true');
  await expect(page.getByText('No savings accounts found.')).toBeVisible();
  await button('Show all savings accounts').click();
  await expect(page.getByText('of 24 results')).toBeVisible();
});

test('a quick import says what it skipped, or what is wrong', async () => {
  const dialog = page.getByRole('dialog', { name: 'Import Savings Accounts' });
  await button('Import savings accounts from CSV').click();
  await dialog.getByLabel('Select CSV/TSV File').setInputFiles(csv(WRONG));
  await dialog.getByRole('button', { name: 'Quick Import' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Import failed with validation errors:');
  await expect(dialog.getByRole('alert').getByRole('listitem')).toHaveText(/^Row 2: /u);
  await dialog.getByLabel('Select CSV/TSV File').setInputFiles(csv(EASY, 'Chase,Saver,01/02/2023,,5,03/03/2026,,,,,'));
  await dialog.getByRole('button', { name: 'Quick Import' }).click();
  await expect(dialog.getByText('Imported 1 savings accounts successfully. 1 duplicates were skipped.')).toBeVisible();
  // It closes by itself.
  await expect(dialog).toBeHidden();
  await expect(page.getByText('of 25 results')).toBeVisible();
});

test('the import page gives a template, refuses other files, and imports into the chosen account', async () => {
  await goTo(page, 'Import Bank Accounts');
  await expect(title('Import Bank Accounts')).toBeVisible();
  for (const text of [
    'Bank Name, Account Type, Account Open Date, Latest Balance, Latest Balance Date',
    'Account Close Date, Interest Rate, Account Reference, Sort Code, Account Number, Notes',
    'Maximum file size: 10MB',
    'All imported bank accounts will be associated with this account',
    'Matching is based on Bank Name, Account Type, and Account Reference',
  ])
    await expect(page.getByText(text)).toBeVisible();
  const download = page.waitForEvent('download');
  await button('Download Template').click();
  const template = await download;
  expect(template.suggestedFilename()).toBe('bank-accounts-template.csv');
  expect(
    readFileSync(await template.path(), 'utf8')
      .replace('\uFEFF', '')
      .trim(),
  ).toBe(HEADER);
  const picker = page.getByLabel('Click to select a CSV file or drag and drop');
  await picker.setInputFiles({ ...csv(EASY), name: 'accounts.txt' });
  await expect(page.getByRole('alert')).toHaveText('Import ErrorPlease select a CSV file');
  await picker.setInputFiles(csv(EASY, WRONG, 'Chase,Second saver,01/02/2023,,7.5,03/03/2026,1.1,,,,'));
  await expect(page.getByText(/^accounts\.csv \(\d+ Bytes\)$/u)).toBeVisible();
  await expect(page.getByLabel('Default Account *').locator('option:checked')).toHaveText('Main Account');
  await page.getByRole('checkbox', { name: 'Update existing bank accounts if they match' }).check();
  await button('Import Bank Accounts').click();
  await expect(page.getByText('2 bank account(s) imported successfully')).toBeVisible();
  await expect(page.getByText('Validation Errors (1)')).toBeVisible();
  await expect(page.getByText(/^Row 3: .*Nobank/u)).toBeVisible();
  await expect(page.getByText('1 row(s) were skipped due to validation errors')).toBeVisible();
  await button('Import Another File').click();
  await expect(page.getByText('Import Successful')).toHaveCount(0);
});

test('without a connection accounts are added, and reach the server when it is back', async () => {
  const { server, person } =
    shared ??
    (() => {
      throw new Error('no server');
    })();
  await expect(page.getByText(/^Synced/u)).toBeVisible();
  await offlineReady(page);
  await page.context().setOffline(true);
  await page.goto('savings-accounts/new');
  await page.getByLabel('Bank Name *').selectOption({ label: 'Monzo' });
  await page.getByLabel('Account Type *').fill('Made offline');
  await page.getByRole('textbox', { name: 'Account Open Date *' }).fill('01/02/2023');
  await enter(page, 'Latest Balance *', '12.34');
  await button('Create Account').click();
  await expect(row(/Made offline/u)).toBeVisible();
  await expect(page.getByText(/\d waiting$/u)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^Synced/u)).toBeVisible();
  const reply = await page.request.get(`${server.url}/api/savingsaccounts/search?query=made+offline`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(await reply.json()).toMatchObject({
    totalCount: 1,
    savingsAccounts: [{ accountType: 'Made offline', latestBalance: 12.34, bankName: 'Monzo' }],
  });
});
