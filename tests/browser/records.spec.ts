/** What a user keeps besides transactions, and receipts: by form, with and without a connection, and on a second device. */
import { expect, type Browser, type Page } from '@playwright/test';
import type { JourneyServer } from './servers/server-process.ts';
import {
  addPurchase,
  closeMessages,
  lockValues,
  offlineReady,
  startFresh,
  synced,
  test,
  visit,
} from './journeys/journey.ts';
import { enterAs, type Person } from './steps/people.ts';
import { addCash, addProperty, addSavings, NOTE } from './journeys/kept-records.ts';

/** A second device of the same user. */
async function onAnotherDevice(
  browser: Browser,
  server: JourneyServer,
  person: Person,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await enterAs(page, person);
  await look(page);
  await context.close();
}

/** Tells the page that the server is there again, and waits until nothing waits. */
async function syncNow(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.dispatchEvent(new Event('online'));
  });
  await synced(page);
}

test.use({ ownServer: true, serviceWorkers: 'allow' });

test('savings, cash and properties are added, changed and deleted without a connection, and are the same on a second device', async ({
  page,
  server,
  browser,
  serverKind,
}) => {
  const person = await startFresh(page);
  await addSavings(page, 'Barclays', '1000.10');
  await addCash(page, 'AJ Bell', '250.25');
  await addProperty(page, 'Cottage', '200000');
  await synced(page);
  await lockValues(page);
  await offlineReady(page);

  await server.stop();
  await test.step('without the server: change what is there, and add', async () => {
    await visit(page, 'savings-accounts');
    await page.getByRole('link', { name: 'Barclays' }).click();
    // The specification has no call for the history of balances.
    await expect(page.getByText('Only on this device:')).toHaveCount(serverKind === 'plain' ? 1 : 0);
    const balance = page.getByLabel('Latest Balance *');
    // By the tab key, which selects what is there.
    await page.getByRole('textbox', { name: 'Balance Date' }).focus();
    await page.keyboard.press('Shift+Tab');
    await expect(balance).toBeFocused();
    await page.keyboard.type('1234.50');
    await expect(balance).toHaveValue('1234.50');
    // And as a script does, which selects and focuses at once.
    await page.getByRole('textbox', { name: 'Balance Date' }).focus();
    await expect(balance).toHaveValue('1,234.50');
    await balance.fill('1234.56');
    await expect(balance).toHaveValue('1234.56');
    await page.getByRole('button', { name: 'Update Account' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Barclays' }).getByText('Waiting to be sent')).toBeVisible();
    await visit(page, 'properties');
    await page.getByRole('link', { name: 'Cottage' }).click();
    await closeMessages(page);
    await page.getByRole('button', { name: 'Add Price' }).click();
    const form = page.getByRole('form', { name: 'Add Price' });
    await form.getByRole('textbox', { name: 'Date' }).fill('01/06/2024');
    await form.getByLabel('Price *').fill('245000');
    await form.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('list', { name: 'Prices' }).getByText('Waiting to be sent')).toBeVisible();
    await addCash(page, 'Fidelity', '10');
  });
  await test.step('delete', async () => {
    await page.getByRole('row').filter({ hasText: 'AJ Bell' }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Delete 1 selected cash balances' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm Delete' });
    await dialog.getByRole('button', { name: /^Delete/u }).click();
    // What a dialog covers has no role.
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row').filter({ hasText: 'AJ Bell' })).toBeHidden();
  });
  await page.reload();
  // The balance of the day is a change of its own.
  await expect(page.getByText('5 waiting')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Fidelity' })).toBeVisible();

  await server.startAgain();
  await syncNow(page);
  await onAnotherDevice(browser, server, person, async (second) => {
    await visit(second, 'savings-accounts');
    await lockValues(second);
    await expect(second.getByRole('row').filter({ hasText: 'Barclays' })).toContainText('£1,234.56');
    await visit(second, 'broker-cash-balances');
    await expect(second.getByRole('row').filter({ hasText: 'Fidelity' })).toContainText('£10.00');
    await expect(second.getByRole('row').filter({ hasText: 'AJ Bell' })).toHaveCount(0);
    await visit(second, 'properties');
    await expect(second.getByRole('row').filter({ hasText: 'Cottage' })).toContainText('£245,000');
  });
});

test('a receipt is attached without a connection and opens on a second device', async ({ page, server, browser }) => {
  const person = await startFresh(page);
  await synced(page);
  await offlineReady(page);
  await server.stop();
  // An app that is opened now knows of it. A purchase that was sent at that moment may have reached a plain server, which
  // is then searched for it for more than a minute.
  await page.reload();
  await expect(page.getByRole('link', { name: /^Offline/u })).toBeVisible();
  await test.step('a purchase and its contract note', async () => {
    await addPurchase(page);
    await page.getByRole('link', { name: /Unilever/u }).click();
    await page.getByLabel('Drop file here or click to browse').setInputFiles(NOTE);
    await page.getByLabel('Receipt Type (Optional)').selectOption({ label: 'Contract Note' });
    await page.getByRole('button', { name: 'Upload Receipt' }).click();
    await expect(page.getByText(/• Waiting to be sent$/u)).toBeVisible();
  });
  await page.reload();
  await expect(page.getByText('note.pdf')).toBeVisible();

  await server.startAgain();
  await syncNow(page);
  await expect(page.getByText(/• Waiting to be sent$/u)).toBeHidden();
  await onAnotherDevice(browser, server, person, async (second) => {
    await visit(second, 'transactions');
    await second.getByRole('link', { name: /Unilever/u }).click();
    await expect(second.getByText('1 file(s)')).toBeVisible();
    await second.getByRole('button', { name: 'Preview note.pdf' }).click();
    const preview = second.getByRole('dialog', { name: 'note.pdf' });
    await expect(preview.locator('iframe')).toHaveAttribute('src', /^blob:/u);
  });
});
