/** Broker cash and properties as a person meets them (002 §2, §4, §5), and savings and properties by keyboard alone. */
import { expect, type Page } from '@playwright/test';
import { signInAs } from './steps/people.ts';
import { expectInsideWindow, lockValues, offlineReady, synced } from './journeys/journey.ts';
import { type MarketSource, startMarketSource } from './servers/market-source.ts';
import {
  closeSharedTab,
  columnsOf,
  enter,
  goTo,
  hasFocus,
  openSharedTab,
  type SharedTab,
} from './journeys/shared-tab.ts';
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

const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const figure = (label: string) => page.getByText(label, { exact: true }).locator('xpath=following-sibling::dd').first();

/** Calls the server in the user's name. */
async function call(method: 'GET' | 'POST', path: string, data?: unknown): Promise<unknown> {
  if (shared === undefined) throw new Error('no server');
  const reply = await page.request.fetch(`${shared.server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${shared.person.token}` },
    ...(data !== undefined && { data }),
  });
  expect(reply.ok(), `${path}: ${reply.status()}`).toBe(true);
  return await reply.json();
}

test.describe('broker cash', () => {
  test('is added by a form that refuses what is missing', async () => {
    await goTo(page, 'Broker Cash');
    await expect(page.getByText('No broker cash balances found.')).toBeVisible();
    await page.getByRole('link', { name: 'Add new cash balance' }).click();
    await expect(title('Add Broker Cash Balance')).toBeVisible();
    await expect(page.getByLabel('Account *').locator('option:checked')).toHaveText('Main Account');
    await expect(page.getByLabel('Currency *').locator('option')).toHaveText(['GBP', 'USD', 'EUR']);
    await enter(page, 'Cash Balance *', '-1');
    await page.keyboard.press('Enter');
    for (const text of [
      'Broker is required',
      'Tax Wrapper is required',
      'Cash Balance must be greater than or equal to 0',
    ])
      await expect(page.getByText(text)).toBeVisible();
    await expect(button('Create Cash Balance')).toBeDisabled();
    await page.getByLabel('Broker *').selectOption({ label: 'AJ Bell' });
    await page.getByLabel('Tax Wrapper *').selectOption({ label: 'ISA' });
    await enter(page, 'Cash Balance *', '100.10');
    await button('Create Cash Balance').click();
    await expect(page).toHaveURL(/\/broker-cash-balances$/u);
  });

  test('locks account, broker and wrapper of a balance that is edited', async () => {
    await page.getByRole('link', { name: 'Main Account' }).click();
    await expect(title('Edit Broker Cash Balance')).toBeVisible();
    for (const [label, note] of [
      ['Account *', 'Account cannot be changed when editing'],
      ['Broker *', 'Broker cannot be changed when editing'],
      ['Tax Wrapper *', 'Tax wrapper cannot be changed when editing'],
    ] as const) {
      await expect(page.getByLabel(label)).toBeDisabled();
      await expect(page.getByText(note)).toBeVisible();
    }
    await enter(page, 'Cash Balance *', '100.20');
    await button('Update Cash Balance').click();
    await expect(page).toHaveURL(/\/broker-cash-balances$/u);
    await page.goto('broker-cash-balances/no-such-id/edit');
    await expect(page.getByRole('alert')).toContainText('Failed to load cash balance');
  });

  test('opens its ledger: a deposit that is added explains the difference', async () => {
    await goTo(page, 'Broker Cash');
    const toggle = page.getByRole('button', { name: /Main Account, AJ Bell, ISA, GBP/u });
    await toggle.click();
    await expect(page.getByText(/^No cash ledger is kept here\./u)).toBeVisible();
    await page.getByRole('link', { name: 'Record a deposit' }).click();
    await expect(title('Add New Transaction')).toBeVisible();
    await expect(page.getByLabel('Transaction Type').locator('option:checked')).toHaveText('Deposit');
    await enter(page, 'Transaction Date', '02/01/2024');
    await enter(page, 'Amount', '88');
    await button('Save Transaction').click();
    await expect(page).toHaveURL(/\/transactions$/u);
    await expect(page.getByRole('link', { name: 'Deposit' })).toBeVisible();
    await goTo(page, 'Broker Cash');
    await lockValues(page);
    await toggle.click();
    const ledger = page.getByRole('table', { name: 'Cash ledger' });
    await expect(ledger.getByText(/^Stated balance: differs by £12\.20 since/u)).toBeVisible();
    await expect(page.getByText(/Add what is missing:/u)).toBeVisible();
    await page.getByRole('alert').or(page.getByRole('status')).getByRole('link', { name: 'Deposit' }).click();
    await expect(page.getByLabel('Amount')).toHaveValue('12.20');
    await button('Save Transaction').click();
    await expect(page).toHaveURL(/\/transactions$/u);
    await goTo(page, 'Broker Cash');
    await toggle.click();
    await expect(ledger.getByText('Stated balance: agrees')).toBeVisible();
    // A phone shows the same, and nothing hangs over its edge.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByText('Stated balance: agrees')).toBeVisible();
    await expectInsideWindow(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Hide values' }).first().click();
  });

  test('converts mixed currencies to pounds and says so, or that it cannot', async () => {
    await goTo(page, 'Broker Cash');
    await button('Import cash balances from CSV').click();
    const lines = ['Account,Broker,Tax Wrapper,Cash Balance,Currency', 'Main Account,AJ Bell,DEALING,1000.50,USD'];
    const dialog = page.getByRole('dialog', { name: 'Import Cash Balances' });
    await dialog
      .getByLabel('Select CSV/TSV File')
      .setInputFiles({ name: 'cash.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
    await dialog.getByRole('button', { name: 'Preview Import' }).click();
    const preview = page.getByRole('dialog', { name: 'Cash Balance Import Preview' });
    await expect(preview.getByRole('columnheader', { name: 'Currency' })).toBeVisible();
    expect(await preview.getByRole('columnheader').allInnerTexts()).toEqual(
      expect.arrayContaining(['Account', 'Broker', 'Tax Wrapper', 'Balance', 'Currency']),
    );
    await preview.getByRole('button', { name: 'Import 1 Selected' }).click();
    await expect(preview).toBeHidden();
    await expect(page.getByText('Without USD: this device has no exchange rate for it.')).toBeVisible();
    await call('POST', '/exchangerates/refresh', {});
    await page.reload();
    await expect(page.getByText(/^USD converted to GBP at the rates of \d{1,2}\s\w{3}\s\d{4}\./u)).toBeVisible();
    await expect(figure('Accounts')).toHaveText('2');
    await expect(figure('Total Balance')).toContainText('••••••');
    await lockValues(page);
    // 100.20 + 1,000.50 x 0.80
    await expect(figure('Total Balance')).toContainText('£900.60');
    await expect(page.getByRole('cell', { name: '$1,000.50' })).toBeVisible();
    expect(await columnsOf(page, 'Broker Cash Balances')).toEqual([
      'Details',
      'Account',
      'Broker',
      'Tax Wrapper',
      'Cash Balance',
      'Currency',
      'Last Updated',
      'Notes',
    ]);
  });

  test('is narrowed, chosen, exported, deleted and restored', async () => {
    await page.getByRole('combobox', { name: 'Tax Wrapper' }).selectOption({ label: 'ISA' });
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.goto('broker-cash-balances?taxWrapper=LISA');
    await expect(page.getByText('No broker cash balances found.')).toBeVisible();
    await button('Show all cash balances').click();
    await expect(page.getByRole('row')).toHaveCount(3);
    const download = page.waitForEvent('download');
    await button('Export all cash balances (filtered)').click();
    expect((await download).suggestedFilename()).toMatch(/^broker-cash-balances-export-\d{4}-\d\d-\d\d\.csv$/u);
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await expect(page.getByText('2 selected on this page.')).toBeVisible();
    await button('Select all 2').click();
    await expect(page.getByText('All 2 selected.')).toBeVisible();
    await button('Delete 2 selected cash balances').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm Delete' });
    await expect(dialog).toContainText(
      'Are you sure you want to delete 2 selected broker cash balance(s)? This action cannot be undone.',
    );
    await dialog.getByRole('button', { name: 'Delete 2 Cash Balance(s)' }).click();
    await button('Undo').hover();
    await expect(page.getByText('No broker cash balances found.')).toBeVisible();
    await button('Undo').click();
    await expect(page.getByRole('row')).toHaveCount(3);
  });

  test('is added, changed and deleted without a connection, and is the same on the server and on another device when it is back', async ({
    browser,
  }) => {
    const row = (text: string) => page.getByRole('row').filter({ hasText: text });
    await expect(page.getByText(/^Synced/u)).toBeVisible();
    await offlineReady(page);
    await page.context().setOffline(true);
    await page.reload();
    // First, because a deletion is sent only when it can no longer be undone.
    await row('$1,000.50').getByRole('checkbox').check();
    await button('Delete 1 selected cash balances').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm Delete' });
    await dialog.getByRole('button', { name: 'Delete 1 Cash Balance(s)' }).click();
    // What a dialog covers has no role.
    await expect(dialog).toBeHidden();
    await expect(row('$1,000.50')).toHaveCount(0);
    await page.getByRole('link', { name: 'Add new cash balance' }).click();
    await page.getByLabel('Broker *').selectOption({ label: 'Fidelity' });
    await page.getByLabel('Tax Wrapper *').selectOption({ label: 'SIPP' });
    await enter(page, 'Cash Balance *', '7.50');
    await button('Create Cash Balance').click();
    await expect(row('Fidelity').getByText('Waiting to be sent')).toBeVisible();
    await row('ISA').getByRole('link', { name: 'Main Account' }).click();
    await enter(page, 'Cash Balance *', '100.30');
    await button('Update Cash Balance').click();
    await expect(row('ISA').getByText('Waiting to be sent')).toBeVisible();
    await page.reload();
    const kept = async (tab: Page) => {
      await expect(tab.getByRole('row')).toHaveCount(3);
      await expect(tab.getByRole('row').filter({ hasText: 'Fidelity' })).toContainText('£7.50');
      await expect(tab.getByRole('row').filter({ hasText: 'ISA' })).toContainText('£100.30');
    };
    await kept(page);
    await expect(page.getByText('Offline · 3 waiting')).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText(/^Synced/u)).toBeVisible();
    const { brokerCashBalances } = (await call('GET', '/brokercashbalances/paginated?sortField=cashBalance')) as {
      brokerCashBalances: { cashBalance: number }[];
    };
    expect(brokerCashBalances.map(({ cashBalance }) => cashBalance)).toEqual([7.5, 100.3]);
    if (shared === undefined) throw new Error('no server');
    const context = await browser.newContext({
      baseURL: `${shared.server.url}/`,
      locale: 'en-GB',
      timezoneId: 'Europe/London',
    });
    const second = await context.newPage();
    await signInAs(second, shared.person);
    await second.goto('broker-cash-balances');
    await lockValues(second);
    await kept(second);
    await context.close();
  });
});

test.describe('properties', () => {
  test('are added by a form that refuses what is missing', async () => {
    await goTo(page, 'Properties');
    await expect(page.getByText('No Properties Found')).toBeVisible();
    await page.getByRole('link', { name: 'Add Property' }).click();
    await expect(title('Add Property')).toBeVisible();
    await enter(page, 'Purchase Price *', '0');
    await page.getByLabel('Property Name *').press('Enter');
    for (const text of [
      'Account is required',
      'Property name is required',
      'Date purchased is required',
      'Purchase price is required and must be positive',
    ])
      await expect(page.getByText(text)).toBeVisible();
    await expect(button('Create Property')).toBeDisabled();
    await page.getByLabel('Account *').selectOption({ label: 'Main Account' });
    await page.getByLabel('Property Name *').fill('Home');
    await page.getByLabel('Address').fill('14 Larch Avenue\nLeeds');
    await page.getByRole('textbox', { name: 'Date Purchased *' }).fill('27/07/2012');
    await enter(page, 'Purchase Price *', '200000');
    await button('Create Property').click();
    await expect(page).toHaveURL(/\/properties$/u);
    await page.goto('properties/edit/no-such-id');
    await expect(page.getByRole('alert')).toContainText('Failed to load property');
  });

  test('have a price history that is listed, drawn and corrected', async () => {
    await goTo(page, 'Properties');
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.getByText('No price history yet')).toBeVisible();
    await expect(button('Show Chart')).toHaveCount(0);
    for (const [day, price] of [
      ['15/06/2020', '240000.50'],
      ['15/06/2024', '250000'],
    ] as const) {
      await button('Add Price').click();
      const form = page.getByRole('form', { name: 'Add Price' });
      await expect(form.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
      await form.getByRole('textbox', { name: 'Date *' }).fill(day);
      await form.getByLabel('Price *').fill(price);
      await expect(form.getByLabel('Currency *').locator('option:checked')).toHaveText('GBP');
      await form.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(form).toBeHidden();
    }
    const entries = page.getByRole('list', { name: 'Prices' }).getByRole('listitem');
    await expect(entries).toHaveText([/15\/06\/2024/u, /15\/06\/2020/u]);
    await expect(entries).toHaveText([/£250,000\.00/u, /£240,000\.50/u]);
    await button('Show Chart').click();
    const chart = page.getByRole('img', { name: /^Property Value History/u });
    await expect(chart).toBeVisible();
    expect((await chart.boundingBox())?.height).toBe(400);
    await button('Delete the price of 15/06/2020').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm Delete' });
    await expect(dialog).toContainText('Are you sure you want to delete the price entry for 15/06/2020 (£240,000.50)?');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(entries).toHaveCount(1);
    await button('Hide Chart').click();
    await expect(chart).toHaveCount(0);
  });

  test('show gain and portfolio total, hidden at first', async () => {
    await goTo(page, 'Properties');
    const home = page.getByRole('row', { name: /Home/u });
    await expect(home).toContainText('+£50,000.00 (+25.00%)');
    await expect(figure('Portfolio Total')).toHaveText('£250,000.00');
    await button('Hide values').click();
    await expect(home).toContainText('••••');
    await expect(figure('Portfolio Total')).toHaveText('••••');
    expect(await page.locator('main').innerText()).not.toMatch(/£\d/u);
    expect(await columnsOf(page, 'Properties')).toEqual([
      'Name',
      'Account',
      'Address',
      'Date Purchased',
      'Purchase Price',
      'Current Price',
      'Gain/Loss',
    ]);
    await expect(page.getByRole('columnheader', { name: 'Date Purchased' })).toHaveAttribute('aria-sort', 'descending');
    await expect(page.getByRole('columnheader', { name: 'Address' }).getByRole('button')).toHaveCount(0);
  });

  test('are chosen and paged in words of their own, and deleted after asking', async () => {
    const [account] = (await call('GET', '/accounts')) as { id: string }[];
    for (let index = 1; index <= 21; index += 1) {
      await call('POST', '/properties', {
        accountId: account?.id,
        name: `House ${String(index).padStart(2, '0')}`,
        address: '',
        datePurchased: '2010-01-01',
        purchasePrice: 100,
        currency: index === 1 ? 'EUR' : 'GBP',
        notes: '',
      });
    }
    await page.reload();
    await expect(page.getByText('Showing 1 to 20 of 22 properties')).toBeVisible();
    await expect(page.getByText('Page 1 of 2')).toBeVisible();
    await lockValues(page);
    // 250,000 + 20 x 100 + 100 x 1.25
    await expect(figure('Portfolio Total')).toContainText('£252,125.00');
    await expect(page.getByText(/^EUR converted to GBP at the rates of /u)).toBeVisible();
    const all = page.getByRole('checkbox', { name: 'Select all rows on this page' });
    await all.check();
    await expect(page.getByText('All 20 properties on this page are selected.')).toBeVisible();
    await button('Select all 22 properties').click();
    await expect(page.getByText('All 22 properties are selected.')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select Home' }).uncheck();
    await expect(page.getByText('All 22 properties are selected.')).toHaveCount(0);
    await button('Delete 21 selected properties').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm Bulk Delete' });
    await expect(dialog).toContainText('Are you sure you want to delete 21 properties?');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Page 1 of 2')).toHaveCount(0);
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.getByLabel('Account', { exact: true }).selectOption({ label: 'Main Account' });
    await expect(button('Clear Filters')).toBeVisible();
    await button('Clear Filters').click();
    await expect(button('Clear Filters')).toHaveCount(0);
  });

  test('are priced without a connection, and the price reaches the server', async () => {
    await offlineReady(page);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('link', { name: 'Home' }).click();
    await button('Add Price').click();
    await page.getByRole('textbox', { name: 'Date *', exact: true }).fill('01/11/2026');
    await enter(page, 'Price *', '260000.01');
    await button('Add').click();
    await expect(page.getByRole('list', { name: 'Prices' }).getByRole('listitem')).toHaveCount(2);
    await page.context().setOffline(false);
    await synced(page);
    const [home] = (await call('GET', '/properties')) as { id: string }[];
    expect(await call('GET', `/properties/${home?.id ?? ''}/price-history`)).toEqual(
      expect.arrayContaining([expect.objectContaining({ priceDate: '2026-11-01', price: 260_000.01 })]),
    );
  });
});

test.describe('by keyboard alone', () => {
  const type = async (text: string) => {
    await page.keyboard.type(text);
  };
  /** Tabs on until the wanted control has the focus. */
  const tabTo = async (
    label: string | RegExp,
    role: 'button' | 'link' | 'checkbox' | 'textbox' | 'combobox' = 'textbox',
  ) => {
    const wanted = page.getByRole(role, { name: label, ...(typeof label === 'string' && { exact: true }) }).first();
    await expect(wanted).toBeVisible();
    for (let step = 0; step < 60; step += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
      expect(await hasFocus(page)).toBe(true);
    }
    throw new Error(`Tab does not reach ${String(label)}`);
  };

  test('a savings account is added, given a balance, deleted and brought back', async () => {
    await goTo(page, 'Add Savings Account');
    await expect(title('Add Savings Account')).toBeVisible();
    await tabTo('Bank Name *', 'combobox');
    await type('Monzo');
    for (const [label, text] of [
      ['Account Type *', 'By keyboard'],
      ['Account Open Date *', '01/02/2023'],
      ['Latest Balance *', '1050.50'],
    ] as const) {
      await tabTo(label);
      await type(text);
    }
    await page.keyboard.press('Enter');
    await expect(title('Savings Accounts')).toBeVisible();
    expect(await hasFocus(page)).toBe(true);
    await tabTo('Monzo', 'link');
    await page.keyboard.press('Enter');
    await expect(title('Edit Savings Account')).toBeVisible();
    // What is typed takes the place of what stands there.
    await tabTo('Latest Balance *');
    await type('1234.75');
    await page.keyboard.press('Enter');
    await expect(title('Savings Accounts')).toBeVisible();
    await expect(page.getByRole('row', { name: /Monzo/u })).toContainText('£1,234.75');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await tabToBack('Delete 1 selected savings accounts');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Confirm Delete' });
    await expect(dialog).toBeVisible();
    await tabTo('Delete 1 Savings Account(s)', 'button');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No savings accounts found.')).toBeVisible();
    expect(await hasFocus(page)).toBe(true);
    await page.keyboard.press('F6');
    await tabTo('Undo', 'button');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { name: /Monzo/u })).toBeVisible();
  });

  test('a property is added and given a price, which is deleted again', async () => {
    await goTo(page, 'Add Property');
    await expect(title('Add Property')).toBeVisible();
    await tabTo('Account *', 'combobox');
    await type('Main');
    for (const [label, text] of [
      ['Property Name *', 'Barn'],
      ['Date Purchased *', '01/02/2023'],
      ['Purchase Price *', '5000'],
    ] as const) {
      await tabTo(label);
      await type(text);
    }
    await page.keyboard.press('Enter');
    await expect(title('Properties')).toBeVisible();
    await tabTo('Barn', 'link');
    await page.keyboard.press('Enter');
    await expect(title('Edit Property')).toBeVisible();
    await tabTo('Add Price', 'button');
    await page.keyboard.press('Enter');
    await tabTo('Date *');
    await type('01/03/2024');
    await tabTo('Price *');
    await type('6000');
    await page.keyboard.press('Enter');
    const entry = page.getByRole('list', { name: 'Prices' }).getByRole('listitem');
    await expect(entry).toHaveCount(1);
    expect(await hasFocus(page)).toBe(true);
    await tabTo('Delete the price of 01/03/2024', 'button');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Confirm Delete' })).toBeVisible();
    await tabTo('Delete', 'button');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Confirm Delete' })).toBeHidden();
    await expect(entry).toHaveCount(0);
    expect(await hasFocus(page)).toBe(true);
  });

  /** Tabs back until the named button has the focus. */
  async function tabToBack(label: string): Promise<void> {
    const wanted = page.getByRole('button', { name: label, exact: true });
    for (let step = 0; step < 60; step += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Shift+Tab');
      expect(await hasFocus(page)).toBe(true);
    }
    throw new Error(`Shift+Tab does not reach ${label}`);
  }
});
