/** A day's work by keyboard alone: every step by Tab, arrows, Enter, Space and the list's keys; focus is never lost after a dialog. */
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './journeys/demo-journey.ts';
import { newPerson } from './steps/people.ts';

/** Presses Tab until the control has focus, as somebody does who looks for it. */
async function tabTo(page: Page, control: Locator, most = 80): Promise<void> {
  await control.waitFor();
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('the control cannot be reached with Tab');
}

/** Waits until the focus is on something: the page itself means that it was lost. */
async function expectFocus(page: Page): Promise<void> {
  await expect.poll(async () => await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
}

/** Goes to a page by the palette. */
async function goByPalette(page: Page, text: string, option: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search records and pages' })).toBeFocused();
  await page.keyboard.type(text);
  await expect(page.getByRole('option', { name: option })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
}

test('sign in, record, find, select, delete, undo, and try a sale, without a pointer', async ({
  browser,
  emptyServer,
}) => {
  const person = await newPerson(emptyServer);
  const context = await browser.newContext({ baseURL: emptyServer.url, locale: 'en-GB', timezoneId: 'Europe/London' });
  const page = await context.newPage();
  const title = page.getByRole('heading', { level: 1 });
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });

  await test.step('sign in', async () => {
    await page.goto('login');
    await expect(page.getByLabel('Email Address')).toBeFocused();
    await page.keyboard.type(person.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await expect(title).toHaveText('Portfolio Holdings Summary');
  });

  await test.step('record two purchases', async () => {
    for (const [day, units] of [
      ['10/03/2025', '40'],
      ['12/03/2025', '60'],
    ] as const) {
      await goByPalette(page, 'add trans', /Add Transaction/u);
      await expect(title).toHaveText('Add New Transaction');
      await tabTo(page, page.getByLabel('Transaction Type'));
      await page.keyboard.type('Buy');
      await tabTo(page, page.getByRole('textbox', { name: 'Transaction Date' }));
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(day);
      await tabTo(page, page.getByLabel('Broker', { exact: true }));
      await page.keyboard.type('AJ');
      await tabTo(page, page.getByRole('combobox', { name: 'Asset Name' }));
      await page.keyboard.type('unilever');
      await expect(page.getByRole('option', { name: /GB00B10RZP78/u })).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('textbox', { name: 'ISIN', exact: true })).toHaveValue('GB00B10RZP78');
      await tabTo(page, page.getByLabel('Account', { exact: true }));
      await page.keyboard.type('Main');
      await tabTo(page, page.getByLabel('Quantity', { exact: true }));
      await page.keyboard.type(units);
      await tabTo(page, page.getByLabel('Consideration'));
      await page.keyboard.type('1000');
      await page.keyboard.press('Enter');
      await expect(title).toHaveText('Transactions');
    }
  });

  await test.step('find, select, delete, and take it back', async () => {
    const rows = page.getByRole('table').getByRole('link', { name: /Unilever/u });
    await expect(rows).toHaveCount(2);
    await page.keyboard.press('/');
    await page.keyboard.type('unilever');
    await expect(page.getByText('Found 2 result(s) for "unilever"')).toBeVisible();
    await tabTo(page, page.getByLabel('Tax Wrapper'));
    await page.keyboard.type('DEALING');
    await expect(rows).toHaveCount(2);
    await tabTo(page, page.getByRole('columnheader').getByRole('checkbox'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    const remove = button('Delete 1 selected transactions');
    await page.keyboard.press('Shift+Tab');
    await tabTo(page, remove, 120);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Confirm Delete' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(remove).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Delete 1 Transaction(s)' }));
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(1);
    await expectFocus(page);
    // The key that leads to what floats over the page.
    await page.keyboard.press('F6');
    await tabTo(page, button('Undo'), 5);
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(2);
    await expectFocus(page);
  });

  await test.step("from the holding's menu to a trial sale", async () => {
    await goByPalette(page, 'holdings', /^Holdings/u);
    await expect(title).toHaveText('Holdings');
    const menu = button(/^Actions for Unilever/u);
    await tabTo(page, menu, 120);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'View Transactions' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await page.keyboard.press('Enter');
    // A key that comes before the menu has the focus is lost.
    await expect(page.getByRole('menuitem', { name: 'View Transactions' })).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(title).toHaveText('Try a sale');
    await tabTo(page, page.getByLabel('Units', { exact: true }));
    await page.keyboard.type('10');
    const price = page.getByLabel('Price', { exact: true });
    await tabTo(page, price);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('45');
    await expect(page.getByRole('heading', { name: 'Result of the sale' })).toBeVisible();
    await tabTo(page, button('Show values'), 120);
    // The second time locks them: shown alone, they hide themselves after five seconds.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(page.getByText('£450.00').first()).toBeVisible();
  });

  await test.step('the account menu and out', async () => {
    const menu = button(/^Welcome, Ada Holder/u);
    await tabTo(page, menu, 120);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await page.keyboard.press('Enter');
    const last = page.getByRole('menuitem').last();
    // A key that comes before the menu has the focus is lost.
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('End');
    await expect(last).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
  });
  await context.close();
});
