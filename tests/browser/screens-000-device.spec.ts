/** The shell as a person meets it (000 §2, §4) in what asks nothing of the server, and so nothing of a plain one. */
import { expect, type Page } from '@playwright/test';
import { importSample, startFresh, test } from './journeys/journey.ts';

const GUARDED = [
  'dashboard',
  'transactions',
  'transactions/new',
  'transactions/edit/x',
  'holdings',
  'capital-gains',
  'assets',
  'assets/new',
  'accounts',
  'accounts/setup',
  'accounts/new',
  'settings',
  'sync',
  'admin',
];

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('public pages are open to anyone, all others lead to the sign-in page', async ({ page }) => {
  for (const [path, heading] of [
    ['login', 'Welcome Back!'],
    ['register', 'Create Your Account'],
    ['forgot-password', 'Reset Your Password'],
  ] as const) {
    await page.goto(path);
    await expect(title(page, heading)).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  }
  for (const path of GUARDED) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/u);
  }
});

test('by keyboard alone: find a record, edit it, lose nothing by a reload, and come back', async ({ page }) => {
  await startFresh(page);
  await importSample(page);
  await page.goto('transactions');
  await expect(page.getByText(/^Showing 1 to 20/u)).toBeVisible();

  await test.step('rows by j, k and x, the search by /', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect(page.getByRole('button', { name: 'Delete 1 selected transactions' })).toBeVisible();
    await page.keyboard.press('x');
    await page.keyboard.press('/');
    await expect(page.getByPlaceholder('Search transactions...')).toBeFocused();
  });

  await test.step('the palette finds the form, and the focus is where it belongs', async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search records and pages' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByPlaceholder('Search transactions...')).toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search records and pages' })).toBeFocused();
    await page.keyboard.type('add trans');
    await expect(page.getByRole('option', { name: /Add Transaction/u })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(title(page, 'Add New Transaction')).toBeVisible();
  });

  await test.step('a draft survives a reload', async () => {
    await page.getByLabel('Broker Deal Reference').fill('DRAFT-1');
    page.once('dialog', (dialog) => void dialog.accept());
    await expect
      .poll(
        async () =>
          await page.evaluate(async () => {
            const [found] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('holdfast-'));
            return await new Promise<number>((resolve) => {
              const opening = indexedDB.open(found?.name ?? '');
              opening.onsuccess = () => {
                const counting = opening.result.transaction('drafts').objectStore('drafts').count();
                counting.onsuccess = () => {
                  opening.result.close();
                  resolve(counting.result);
                };
              };
            });
          }),
      )
      .toBe(1);
    await page.reload();
    await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible();
    await expect(page.getByLabel('Broker Deal Reference')).toHaveValue('DRAFT-1');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByLabel('Broker Deal Reference')).toHaveValue('');
  });
});
