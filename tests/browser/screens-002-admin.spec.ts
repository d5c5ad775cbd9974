/** The admin portal and the price lookup test page (002 §2, §4, §6): their words and figures, with sources of this machine. */
import { join } from 'node:path';
import { expect, type Page, type Route } from '@playwright/test';
import { addLogs, MAX_LOGS } from '../../server/store/upkeep/logs.ts';
import { openStore } from '../../server/store/database/store.ts';
import { offlineReady } from './journeys/journey.ts';
import { CURRENCY_COUNT, type MarketSource, startMarketSource } from './servers/market-source.ts';
import { closeSharedTab, columnsOf, goTo, openSharedTab, type SharedTab } from './journeys/shared-tab.ts';
import { test } from './servers/worker-servers.ts';

test.describe.configure({ mode: 'serial' });

let source: MarketSource | undefined;
let shared: SharedTab | undefined;
let page: Page;
test.beforeAll(async ({ browser }) => {
  source = await startMarketSource();
  shared = await openSharedTab(browser, source.env);
  ({ page } = shared);
});
test.afterAll(async () => {
  await closeSharedTab(shared);
  source?.close();
});

const PLACES = [
  'Dashboard',
  'Broker Management',
  'Price Service',
  'Exchange Rates',
  'System Logs',
  'Commodity Debug',
  'Bank Names',
  'Target Allocations',
  'Users',
] as const;

const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const section = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const fact = (name: string) => page.getByText(name, { exact: true }).locator('xpath=following-sibling::dd');
/** Goes to a place of the portal by its sidebar. */
const place = async (name: string) => {
  await page.getByRole('navigation', { name: 'Admin Portal' }).getByRole('link', { name, exact: true }).click();
};

/** Answers calls of the API in the server's place, with a refusal or not at all, until it is released. */
async function instead(
  path: string,
  answer: 'wait' | { readonly status: number; readonly message: string },
): Promise<() => Promise<void>> {
  const url = new RegExp(`/api/${path}`, 'u');
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const answers: Promise<void>[] = [];
  const handle = (route: Route): void => {
    answers.push(
      answer === 'wait'
        ? released.then(async () => {
            await route.continue();
          })
        : route.fulfill({ status: answer.status, json: { message: answer.message } }),
    );
  };
  await page.route(url, handle);
  return async () => {
    release();
    await Promise.all(answers);
    await page.unroute(url, handle);
  };
}

test('the dashboard has its words with figures of the server, and a sidebar that leads everywhere', async () => {
  await goTo(page, 'Admin Portal');
  await expect(title('Dashboard')).toBeVisible();
  for (const text of [
    'Administration',
    'Manage your Holdfast system',
    'Admin Dashboard',
    'Add, edit, or remove brokers from the system',
    'Monitor and refresh currency exchange rates',
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByText(/^\d+ Broker\(s\)$/u)).toBeVisible();
  await expect(page.getByText('No run yet.')).toBeVisible();
  await expect(page.getByText('No rates yet.')).toBeVisible();
  const sidebar = page.getByRole('navigation', { name: 'Admin Portal' });
  await expect(sidebar.getByRole('link')).toHaveText([...PLACES, 'Back to Main Site']);
  await expect(sidebar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
  await button('Collapse the sidebar').click();
  await button('Expand the sidebar').click();
});

test('the price service says how it stands, fetches once at a time, and keeps its history', async () => {
  const release = await instead('prices/(background-service/health|fetch-history)', {
    status: 500,
    message: 'out of order',
  });
  await place('Price Service');
  await expect(page.getByText('Failed to check service health: out of order')).toBeVisible();
  await expect(page.getByText('Failed to load tracking history: out of order')).toBeVisible();
  await release();
  await button('Refresh Status').click();
  await expect(fact('Status')).toHaveText('Switched off');
  await button('Refresh').click();
  await expect(page.getByText('No tracking history')).toBeVisible();
  await expect(page.getByText('Price fetch operations will appear here once they have been executed.')).toBeVisible();
  await expect(
    page.getByText(
      'Testing Only: This manually triggers the price fetch process. Use only for testing and troubleshooting.',
    ),
  ).toBeVisible();
  const go = await instead('prices/background-service/trigger', 'wait');
  await button('Trigger Price Fetch').click();
  await expect(button('Fetching Prices...')).toBeVisible();
  await go();
  await expect(section('Last Trigger Result')).toBeVisible();
  await expect(page.getByText(/^Updated 1 of \d+ prices\./u)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Sample Prices' })).toContainText('9,071.5000');
  expect(await columnsOf(page, 'Recent Price Fetch History')).toEqual([
    'Run Date',
    'Status',
    'Updated Count',
    'Created At',
    'Error',
  ]);
  await expect(page.getByRole('table', { name: 'Recent Price Fetch History' }).getByRole('row').nth(1)).toContainText(
    'Partial',
  );
  await expect(section('How to Use')).toBeVisible();
});

test('exchange rates are missing until they are there, then fetched, derived and paged', async () => {
  const release = await instead('exchangerates/history/', 'wait');
  await place('Exchange Rates');
  await expect(page.getByText('No rate yet')).toHaveCount(4);
  await expect(page.getByText('Loading rates...')).toBeVisible();
  await release();
  await expect(page.getByText(/^No exchange rates found for \d/u)).toBeVisible();
  await expect(page.getByText('Stale', { exact: true })).toBeVisible();
  await expect(page.getByText('critical', { exact: true })).toBeVisible();
  await button('Trigger Manual Refresh').click();
  await expect(section('Last Refresh Result')).toBeVisible();
  await expect(fact('Rates Fetched')).toHaveText(String(CURRENCY_COUNT));
  // By hand: 1 / 0.8, 0.8 / 0.64 and 0.64 / 0.8.
  for (const text of ['1 USD = 0.8000 GBP', '1 EUR = 1.2500 GBP', '1 GBP = 1.2500 USD', '1 GBP = 0.8000 EUR'])
    await expect(page.getByText(text)).toBeVisible();
  await expect(page.getByText('Current', { exact: true })).toBeVisible();
  await expect(page.getByText('healthy', { exact: true })).toBeVisible();
  await expect(fact('Available Currencies')).toHaveText(/^(?:[A-Z]{3}, ){9}[A-Z]{3}\.\.\.$/u);
  await button('Load Rates').click();
  await expect(page.getByText(`Showing ${CURRENCY_COUNT} rates`)).toBeVisible();
  const table = page.getByRole('table', { name: 'Historical Exchange Rates' });
  await expect(table.getByRole('row')).toHaveCount(21);
  await expect(page.getByText(`Page 1 of 51 (1-20 of ${CURRENCY_COUNT})`)).toBeVisible();
  await button('Page 3').click();
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('button')).toHaveText([
    'Previous',
    '1',
    '2',
    '3',
    '4',
    '5',
    'Next',
  ]);
  await expect(table.getByRole('row')).toHaveCount(21);
  await page.getByPlaceholder('Search by currency code (e.g., USD, GBP, EUR)').fill('gbp');
  await expect(page.getByText(`Showing 1 of ${CURRENCY_COUNT} rates matching "gbp"`)).toBeVisible();
  await expect(table.getByRole('row').nth(1)).toContainText('0.800000');
  await page.getByPlaceholder('Search by currency code (e.g., USD, GBP, EUR)').fill('nope');
  await expect(page.getByText('No exchange rates found matching "nope"')).toBeVisible();
  await page.getByRole('textbox', { name: 'Select Date:' }).fill('');
  await expect(button('Load Rates')).toBeDisabled();
});

test('gold is worked out step by step', async () => {
  const release = await instead('commodities/debug-gold', { status: 500, message: 'the metals are missing' });
  await place('Commodity Debug');
  await expect(title('Commodity Price Debug - Gold')).toBeVisible();
  await expect(page.getByText('the metals are missing')).toBeVisible();
  await release();
  await button('Refresh Debug Info').click();
  for (const name of [
    'Raw API Response (for debugging)',
    'Raw API Data',
    'Price Calculations',
    'Asset Information',
    'Stored Price Data',
  ])
    await expect(section(name)).toBeVisible();
  // By hand: 1 / 0.00025 = 4,000 dollars, x 0.8 = 3,200 pounds.
  for (const [name, value] of [
    ['XAU Rate from API', '0.00025000'],
    ['USD to GBP Rate', '0.8000'],
    ['USD Price per Ounce', '$4,000.00'],
    ['GBP Price per Ounce', '£3,200.00'],
    ['ISIN', 'XAU'],
    ['Close Price', '3,200.00 GBP'],
  ] as const)
    await expect(fact(name)).toHaveText(value);
});

test('10,000 log entries come a page at a time; auto-refresh stops when the page is hidden or left', async () => {
  const { server } =
    shared ??
    (() => {
      throw new Error('no server');
    })();
  const store = await openStore({ dialect: 'sqlite', file: join(server.dataDir, 'holdfast.sqlite') });
  const at = (index: number) => new Date(Date.now() - (MAX_LOGS - index) * 1000).toISOString();
  await addLogs(
    store,
    Array.from({ length: MAX_LOGS }, (_, index) => ({
      at: at(index),
      level: index % 2 === 0 ? 'Information' : 'Error',
      source: 'prices',
      message: `entry ${index + 1}`,
      exception: index === MAX_LOGS - 1 ? 'TimeoutError: 10 s' : null,
    })),
  );
  await store.close();
  const release = await instead('admin/logs\\?', 'wait');
  await place('System Logs');
  await expect(page.getByText('Loading logs...')).toBeVisible();
  await release();
  await expect(page.getByText('Showing 50 of 10000 logs (Page 1 of 200)')).toBeVisible();
  const entries = page.getByRole('list', { name: 'Logs' }).locator('> li');
  await expect(entries).toHaveCount(50);
  for (const name of ['Environment', 'Machine Name', 'Process ID', 'Working Set', 'Server Time', 'Uptime'])
    await expect(fact(name)).not.toBeEmpty();
  const first = entries.first();
  await expect(first).toContainText('entry 10000');
  await first.getByText('Show Exception Details').click();
  await expect(first.getByRole('button', { name: 'Copy to clipboard' })).toBeVisible();
  await button('Page 3').click();
  await expect(page.getByText('Showing 50 of 10000 logs (Page 3 of 200)')).toBeVisible();
  await expect(entries).toHaveCount(50);
  await page.getByLabel('Log Level').selectOption('Error');
  await expect(page.getByText(/^Showing 50 of (?:4999|5000) logs \(Page 1 of 100\)$/u)).toBeVisible();
  await page.getByPlaceholder('Search in messages...').fill('no such entry');
  await expect(page.getByText('No logs found')).toBeVisible();
  await expect(page.getByText('Try adjusting your filters or refresh the page.')).toBeVisible();
  await button('Clear Filters').click();
  await expect(page.getByText(/^Showing 50 of \d+ logs \(Page 1 of 20\d\)$/u)).toBeVisible();

  await page.clock.install();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/logs?')) asked += 1;
  });
  const seconds = async (count: number) => {
    await page.clock.runFor(count * 1000);
  };
  const visibility = async (state: DocumentVisibilityState) => {
    await page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    }, state);
  };
  await seconds(12);
  expect(asked).toBe(0);
  await button('Auto Refresh OFF').click();
  await expect(button('Auto Refresh ON')).toHaveAttribute('aria-pressed', 'true');
  for (const times of [1, 2]) {
    const answered = page.waitForResponse(/\/api\/admin\/logs\?/u);
    await seconds(5);
    await answered;
    expect(asked).toBe(times);
  }
  await visibility('hidden');
  await seconds(30);
  expect(asked).toBe(2);
  await visibility('visible');
  const answered = page.waitForResponse(/\/api\/admin\/logs\?/u);
  await seconds(5);
  await answered;
  expect(asked).toBe(3);
  await place('Commodity Debug');
  await expect(title('Commodity Price Debug - Gold')).toBeVisible();
  await seconds(30);
  expect(asked).toBe(3);
  await page.clock.resume();
  // Its threads go by the clock of the device.
  await page.clock.setSystemTime(new Date());
});

test('bank names are searched, added, renamed, switched off and deleted, but not while in use', async () => {
  await place('Bank Names');
  await expect(page.getByText(/^Showing (\d+) of \1 bank names · \1 active, 0 inactive$/u)).toBeVisible();
  await button('Add Bank Name').click();
  const dialog = page.getByRole('dialog', { name: 'Add Bank Name' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Bank Name is required')).toBeVisible();
  await expect(dialog.getByText('Only active bank names appear in selection lists')).toBeVisible();
  await dialog.getByLabel('Bank Name *').fill('Larch Bank');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Bank name created successfully')).toBeVisible();
  const search = page.getByPlaceholder('Search bank names...');
  await search.fill('LARCH');
  const row = page.getByRole('row', { name: /Larch Bank/u });
  await expect(row).toContainText('0 account(s)');
  await row.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog', { name: 'Edit Bank Name' }).getByLabel('Bank Name *').fill('Larch Bank plc');
  await page.getByRole('dialog', { name: 'Edit Bank Name' }).getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Bank name updated successfully')).toBeVisible();
  await row.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Bank name deactivated successfully')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Include Inactive Bank Names' }).uncheck();
  await expect(page.getByText('No bank names match your search')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Include Inactive Bank Names' }).check();
  await row.getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText('Bank name activated successfully')).toBeVisible();
  await row.getByRole('button', { name: 'Delete' }).click();
  const confirm = page.getByRole('dialog', { name: 'Delete Bank Name' });
  await expect(confirm).toContainText(
    'Are you sure you want to delete "Larch Bank plc"? This action cannot be undone.',
  );
  await expect(confirm).toContainText('This will permanently remove the bank name from the system.');
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Bank name deleted successfully')).toBeVisible();
  // It came into use since the list was read.
  await search.fill('Zopa');
  const zopa = page.getByRole('row', { name: /Zopa/u });
  await expect(zopa.getByRole('button', { name: 'Delete' })).toBeVisible();
  await useBank('Zopa Bank');
  await zopa.getByRole('button', { name: 'Delete' }).click();
  const refusal = page.getByRole('dialog', { name: 'Cannot Delete Bank Name' });
  await expect(refusal).toContainText('The bank name "Zopa Bank" cannot be deleted because it is currently in use.');
  await expect(refusal).toContainText(
    'This bank name is used by 1 bank account(s). To remove it from the system, first delete or reassign all associated bank accounts, then try again.',
  );
  await refusal.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(refusal).toBeHidden();
});

test('brokers follow the pattern of the bank names', async () => {
  await place('Broker Management');
  await expect(page.getByText(/^Showing \d+ of \d+ brokers/u)).toBeVisible();
  await page.getByPlaceholder('Search brokers...').fill('AJ Bell');
  await expect(page.getByRole('row', { name: /AJ Bell/u })).toContainText('0 records');
  await page
    .getByRole('row', { name: /AJ Bell/u })
    .getByRole('button', { name: 'Deactivate' })
    .click();
  await expect(page.getByText('Broker deactivated successfully')).toBeVisible();
  await page
    .getByRole('row', { name: /AJ Bell/u })
    .getByRole('button', { name: 'Activate' })
    .click();
  await expect(page.getByText('Broker activated successfully')).toBeVisible();
});

test('target allocations start empty, refuse invalid percentages, and are added, edited and deleted', async () => {
  await place('Target Allocations');
  await expect(title('Target Asset Allocation')).toBeVisible();
  await expect(page.getByText('No target allocations')).toBeVisible();
  await expect(page.getByText('Get started by creating your first target allocation.')).toBeVisible();
  const total = page.getByText(/^Total Allocation: /u);
  await expect(total).toHaveText('Total Allocation: 0.00%');
  await button('Add Target Allocation').click();
  await button('Add Allocation').click();
  await expect(page.getByText('Please select an asset category')).toBeVisible();
  await expect(page.getByText('Please enter a target percentage')).toBeVisible();
  const percentage = page.getByLabel('Target Percentage');
  for (const [text, message] of [
    ['1000.01', 'Percentage must be between 0 and 1000'],
    ['10.001', 'Percentage must have at most 2 decimal places'],
  ] as const) {
    await percentage.fill(text);
    await expect(page.getByText(message)).toBeVisible();
  }
  for (const [category, text] of [
    ['Cash', '0.1'],
    ['Non-Core', '0.2'],
  ] as const) {
    if ((await percentage.count()) === 0) await button('Add Target Allocation').click();
    await page.getByLabel('Asset Category').selectOption({ label: category });
    await percentage.fill(text);
    await button('Add Allocation').click();
    await expect(page.getByText('Target allocation created successfully')).toBeVisible();
    await expect(percentage).toHaveCount(0);
  }
  await expect(total).toHaveText('Total Allocation: 0.30%');
  await button('Add Target Allocation').click();
  await expect(page.getByLabel('Asset Category').locator('option')).toHaveCount(8);
  await button('Cancel').click();
  const row = page.getByRole('row', { name: /Non-Core/u });
  await row.getByRole('button', { name: 'Edit' }).click();
  await row.getByRole('textbox').fill('99.9');
  await page.keyboard.press('Enter');
  await expect(total).toHaveText('Total Allocation: 100.00%');
  await page.getByRole('row', { name: /Cash/u }).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Target Allocation' });
  await expect(dialog).toContainText('Are you sure you want to delete the target allocation for Cash?');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Target allocation deleted successfully')).toBeVisible();
});

test('the price lookup test page creates, fetches and updates', async () => {
  await goTo(page, 'Price Lookup Test');
  await expect(page.getByText('Test Page - Admin Login Required')).toBeVisible();
  await expect(
    page.getByText(
      'This is a temporary test page for price fetching functionality. You must be logged in as an admin user to access existing assets. It will be removed in the future.',
    ),
  ).toBeVisible();
  const asset = page.getByLabel('Asset', { exact: true });
  await expect(asset.locator('option').first()).toHaveText('Choose an existing asset...');
  for (const name of ['Fetch Current Price', 'Get Latest Stored Price', 'Create Test Asset & Fetch Price'])
    await expect(button(name)).toBeDisabled();
  await expect(page.getByText('LSE ticker e.g. AAPL')).toBeVisible();
  await page.getByRole('radio', { name: /FT/u }).check();
  await expect(page.getByText('FT code e.g. AAPL:NSQ')).toBeVisible();
  await page.getByLabel('Fetch Code').fill('AAPL:NSQ');
  await page.getByLabel('Asset Name').fill('Test apple');
  await button('Create Test Asset & Fetch Price').click();
  await expect(section('Fetched Price')).toBeVisible();
  await expect(fact('ISIN')).toHaveText(/^TEST\d+/u);
  await expect(fact('Source').first()).toHaveText('FT');
  await expect(asset.locator('option:checked')).toHaveText('Test apple (FT: AAPL:NSQ)');
  await button('Get Latest Stored Price').click();
  await expect(section('Latest Stored Price')).toBeVisible();
  await button('Force Batch Update All Prices').click();
  await expect(section('Batch Update Results')).toBeVisible();
  await button('Clear All').click();
  await expect(section('Batch Update Results')).toHaveCount(0);
  const release = await instead('prices/latest/', { status: 500, message: 'no such table' });
  await asset.selectOption({ label: 'Test apple (FT: AAPL:NSQ)' });
  await button('Get Latest Stored Price').click();
  await expect(page.getByRole('alert')).toContainText('Error getting latest price: no such table');
  await release();
});

test("without a connection the last answers stay, greyed and with their time, and the device's records can be read", async () => {
  await expect(page.getByText(/^Synced/u)).toBeVisible();
  await goTo(page, 'Admin Portal');
  await expect(page.getByText(/Last run .*, 1 updated\.$/u)).toBeVisible();
  await offlineReady(page);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText(/Last run .* No connection. Last reply: \d{1,2} \w+ \d{4}, /u)).toBeVisible();
  for (const [name, kept] of [
    ['Price Service', 'Price fetch service'],
    ['Exchange Rates', '1 EUR = 1.2500 GBP'],
    ['System Logs', 'Machine Name'],
    ['Commodity Debug', '£3,200.00'],
  ] as const) {
    await place(name);
    await expect(
      page.getByText(/^No connection to the server\. ?Last reply: \d{1,2} \w+ \d{4}, \d\d:\d\d:\d\d\.$/u).first(),
    ).toBeVisible();
    await expect(page.getByText(kept, { exact: true })).toBeVisible();
  }
  await place('Bank Names');
  await expect(page.getByRole('row', { name: /Aldermore/u })).toBeVisible();
  await place('Target Allocations');
  await expect(page.getByRole('row', { name: /Non-Core/u })).toContainText('99.90%');
  await page.context().setOffline(false);
});

/** Another device saves an account at the bank: the server knows it before this list does. */
async function useBank(name: string): Promise<void> {
  if (shared === undefined) throw new Error('no server');
  const {
    server,
    person: { token },
  } = shared;
  const headers = { authorization: `Bearer ${token}` };
  const of = async (path: string) =>
    (await (await page.request.get(`${server.url}/api/${path}`, { headers })).json()) as { id: string; name: string }[];
  const [bank] = (await of('savingsaccounts/bank-names')).filter((known) => known.name === name);
  const [account] = await of('accounts');
  const made = await page.request.post(`${server.url}/api/savingsaccounts`, {
    headers,
    data: {
      bankNameId: bank?.id,
      accountType: 'Saver',
      accountId: account?.id,
      accountOpenDate: '2023-02-01',
      latestBalance: 1,
      latestBalanceDate: '2026-01-05',
    },
  });
  expect(made.ok()).toBe(true);
}
