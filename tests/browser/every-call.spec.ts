/**
 * What the other journeys on the plain server leave out: records changed and deleted, and the portal. The server compares each
 * request with the documents, and the list of calls after a run says which were made.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { addPurchase, closeMessages, lockValues, startFresh, synced, test, visit } from './journeys/journey.ts';
import { addCash, addProperty, addSavings, NOTE } from './journeys/kept-records.ts';
import { enter, goTo } from './journeys/shared-tab.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Sends a form, whose screen then makes place for another; keys that are pressed before that are lost. */
async function submit(page: Page, name: string): Promise<void> {
  const before = page.url();
  await button(page, name).click();
  await expect(page).not.toHaveURL(before);
}

async function confirmed(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /Delete/u });
  await dialog.getByRole('button', { name: /^Delete/u }).click();
  await expect(dialog).toBeHidden();
}

async function deleteChosen(page: Page, choice: Locator, count: number, records: string): Promise<void> {
  await choice.check();
  await button(page, `Delete ${count} selected ${records}`).click();
  await confirmed(page);
}

/** Deletes the two records of a list. */
async function deleteBoth(page: Page, records: string): Promise<void> {
  await deleteChosen(page, page.getByRole('checkbox', { name: 'Select all rows on this page' }), 2, records);
}

test('records are added, then changed, then deleted, one by one and together', async ({ page }) => {
  await startFresh(page);
  await test.step('added', async () => {
    await addPurchase(page);
    await lockValues(page);
    await page.getByRole('link', { name: /Unilever/u }).click();
    await page.getByLabel('Drop file here or click to browse').setInputFiles(NOTE);
    await button(page, 'Upload Receipt').click();
    await expect(button(page, 'Delete note.pdf')).toBeVisible();
    await goTo(page, 'Add Account');
    await page.getByLabel('Account Name *').fill('Second');
    await submit(page, 'Create Account');
    for (const broker of ['AJ Bell', 'Fidelity']) await addCash(page, broker, '250.25');
    for (const name of ['Cottage', 'Barn', 'Shed']) await addProperty(page, name, '200000');
    await page.getByRole('link', { name: 'Cottage' }).click();
    await button(page, 'Add Price').click();
    const form = page.getByRole('form', { name: 'Add Price' });
    await form.getByRole('textbox', { name: 'Date *' }).fill('01/06/2024');
    await form.getByLabel('Price *').fill('245000');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(form).toBeHidden();
    for (const bank of ['Barclays', 'Aldermore', 'Zopa Bank']) await addSavings(page, bank, '1000');
    await synced(page);
  });
  await test.step('changed', async () => {
    await visit(page, 'transactions');
    await page.getByRole('link', { name: /Unilever/u }).click();
    await button(page, 'Edit note.pdf').click();
    const details = page.getByRole('dialog', { name: 'Edit Receipt' });
    await details.getByLabel('Description').fill('Bought by telephone');
    await details.getByRole('button', { name: 'Save Changes' }).click();
    await expect(details).toBeHidden();
    await expect(page.getByText('Bought by telephone')).toBeVisible();
    await synced(page);
    await closeMessages(page);
    await button(page, 'Delete note.pdf').click();
    await confirmed(page);
    await addPurchase(page);
    await goTo(page, 'Accounts');
    await page
      .getByRole('row', { name: /Second/u })
      .getByRole('button', { name: 'Edit' })
      .click();
    await page.getByLabel('Account Name *').fill('Second Account');
    await submit(page, 'Update Account');
    await goTo(page, 'Broker Cash');
    await page.getByRole('row').filter({ hasText: 'Fidelity' }).getByRole('link').click();
    await enter(page, 'Cash Balance *', '100.20');
    await submit(page, 'Update Cash Balance');
    await expect(page.getByRole('row').filter({ hasText: 'Fidelity' })).toContainText('£100.20');
    await goTo(page, 'Properties');
    await deleteChosen(page, page.getByRole('checkbox', { name: 'Select Shed' }), 1, 'properties');
    await page.getByRole('link', { name: 'Cottage' }).click();
    await page.getByLabel('Property Name *').fill('Cottage by the sea');
    await submit(page, 'Update Property');
    await expect(page.getByRole('link', { name: 'Cottage by the sea' })).toBeVisible();
    await goTo(page, 'Savings Accounts');
    await deleteChosen(page, page.getByRole('checkbox', { name: /Zopa/u }), 1, 'savings accounts');
    await visit(page, 'properties');
    await synced(page);
  });
  await test.step('deleted', async () => {
    await page.getByRole('link', { name: 'Cottage by the sea' }).click();
    await closeMessages(page);
    await page.getByRole('button', { name: /^Delete the price/u }).click();
    await confirmed(page);
    await visit(page, 'properties');
    await deleteBoth(page, 'properties');
    await visit(page, 'broker-cash-balances');
    await deleteBoth(page, 'cash balances');
    await visit(page, 'savings-accounts');
    await deleteBoth(page, 'savings accounts');
    await visit(page, 'accounts');
    await page
      .getByRole('row', { name: /Second/u })
      .getByRole('button', { name: 'Delete' })
      .click();
    await confirmed(page);
    await visit(page, 'transactions');
    await deleteBoth(page, 'transactions');
    await synced(page);
  });
});

test('an administrator keeps the catalogue and the lists, and looks after the server', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('forgot-password');
  await page.getByLabel('Email Address').fill('ada@example.org');
  await page.getByRole('button', { name: /reset/iu }).click();
  await expect(page.getByRole('status').or(page.getByRole('alert')).first()).toBeVisible();
  await startFresh(page);
  const search = page.getByRole('searchbox', { name: 'Search assets...' });
  await test.step('assets', async () => {
    for (const name of ['Orchard', 'Meadows', 'Gardens']) {
      await visit(page, 'assets/new');
      await page.getByLabel('Asset Name').fill(`${name} Trust`);
      await page.getByLabel('ISIN').fill(`TEST${name.toUpperCase()}1`);
      await page.getByLabel('Fetch Code').fill(`${name}.L`);
      await page.getByLabel('Total Expense Ratio').fill('0.15');
      await page.getByRole('button', { name: 'Create Asset' }).click();
      await expect(search).toBeVisible();
    }
    await search.fill('orchard');
    await page.getByRole('link', { name: 'Orchard Trust' }).click();
    await page.getByRole('button', { name: /^Price History/u }).click();
    await button(page, 'Fetch Price').click();
    await expect(page.getByRole('alert').first()).toContainText('Not found');
    await page.getByLabel('Asset Name').fill('Orchard Investment Trust');
    await page.getByRole('button', { name: 'Update Asset' }).click();
    await expect(page.getByRole('link', { name: 'Orchard Investment Trust' })).toBeVisible();
  });
  await search.fill('gardens');
  await deleteChosen(page, page.getByRole('checkbox', { name: /Gardens/u }), 1, 'assets');
  await visit(page, 'admin');
  const place = async (name: string): Promise<void> =>
    await page.getByRole('navigation', { name: 'Admin Portal' }).getByRole('link', { name }).click();
  await test.step('bank names and brokers', async () => {
    for (const [list, what] of [
      ['Bank Names', 'Bank Name'],
      ['Broker Management', 'Broker'],
    ] as const) {
      await place(list);
      await button(page, `Add ${what}`).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('Larch');
      await dialog.getByRole('button', { name: 'Create' }).click();
      const row = page.getByRole('row', { name: /Larch/u });
      await row.getByRole('button', { name: 'Edit' }).click();
      await dialog.getByRole('textbox').fill('Larch and Sons');
      await dialog.getByRole('button', { name: 'Update' }).click();
      await page
        .getByRole('row', { name: /Larch and Sons/u })
        .getByRole('button', { name: 'Delete' })
        .click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await expect(row).toBeHidden();
    }
  });
  await test.step('target allocations', async () => {
    await place('Target Allocations');
    await button(page, 'Add Target Allocation').click();
    await page.getByLabel('Asset Category').selectOption({ label: 'Cash' });
    await page.getByLabel('Target Percentage').fill('10');
    await button(page, 'Add Allocation').click();
    await synced(page);
    const row = page.getByRole('row', { name: /Cash/u });
    await row.getByRole('button', { name: 'Edit' }).click();
    await row.getByRole('textbox').fill('99.9');
    await page.keyboard.press('Enter');
    await expect(row).toContainText('99.90%');
    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No target allocations')).toBeVisible();
  });
  await test.step('features that this server lacks say so', async () => {
    await place('Price Service');
    await button(page, 'Trigger Price Fetch').click();
    await expect(page.getByText('Failed to trigger price fetch: Not found')).toBeVisible();
    await place('Exchange Rates');
    await button(page, 'Trigger Manual Refresh').click();
    await expect(page.getByRole('alert').first()).toContainText('Not found');
    await place('Commodity Debug');
    await expect(page.getByRole('alert').first()).toContainText('Not found');
    await place('System Logs');
    await expect(page.getByRole('alert').first()).toContainText('Not found');
    await goTo(page, 'Price Lookup Test');
    await page.getByLabel('Asset', { exact: true }).selectOption({ label: 'Meadows Trust (LSE: Meadows.L)' });
    for (const name of ['Fetch Current Price', 'Force Batch Update All Prices']) {
      await button(page, name).click();
      await expect(page.getByRole('alert').first()).toContainText('Not found');
      await button(page, 'Clear All').click();
    }
  });
  await visit(page, 'assets');
  await search.fill('Trust');
  for (const name of [/Orchard/u, /Meadows/u]) await page.getByRole('checkbox', { name }).check();
  await button(page, 'Delete 2 selected assets').click();
  await confirmed(page);
  await synced(page);
  await test.step('a user who is not an administrator reads the bank names from another call', async () => {
    const other = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
    const tab = await other.newPage();
    await startFresh(tab);
    await synced(tab);
    await other.close();
  });
});
