/** Every state of accounts, settings and /sync (001 §2.10, §2.11, §4, §8). */
import { expect, type Locator, type Page } from '@playwright/test';
import { test, visit } from './demo-journey.ts';
import { offlineReady } from './journey.ts';
import { stage } from './stage.ts';

test.use({ serviceWorkers: 'allow' });

test.describe.configure({ mode: 'default' });

const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });
const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** Opens a screen from another, so that it is read anew. */
async function reopen(page: Page, path: string, from = 'settings', heading = 'Settings'): Promise<void> {
  await visit(page, from);
  await expect(title(page)).toHaveText(heading);
  await visit(page, path);
}

test('accounts while they load and fail; one is added, renamed and deleted, one cannot be deleted', async ({
  page,
}) => {
  await page.goto('accounts');
  await expect(title(page)).toHaveText('Your Accounts');
  await page.getByRole('link', { name: 'Add New Account' }).click();
  await expect(title(page)).toHaveText('Add New Account');
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText('AccountsNew');
  const name = page.getByLabel('Account Name *');
  await expect(name).toHaveAttribute('placeholder', 'Enter account name');
  await button(page, 'Create Account').click();
  await expect(page.getByText('Account name is required')).toBeVisible();
  await name.fill('x'.repeat(101));
  await expect(page.getByText('Account name cannot exceed 100 characters')).toBeVisible();
  await name.fill('Child');
  await stage(page, { unwritable: ['accounts'] });
  await button(page, 'Create Account').click();
  await expect(page.getByRole('alert')).toContainText('Failed to create account');
  await stage(page, { locked: ['accounts', 'outbox'] });
  await button(page, 'Create Account').click();
  await expect(button(page, 'Creating...')).toBeDisabled();
  await stage(page, {});
  const row = page.getByRole('row').filter({ hasText: 'Child' });
  await button(row, 'Edit').click();
  await expect(title(page)).toHaveText('Edit Account');
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText('AccountsEdit');
  const edit = new URL(page.url()).pathname.slice(1);
  await name.fill('Child Trust');
  await stage(page, { unwritable: ['accounts'] });
  await button(page, 'Update Account').click();
  await expect(page.getByRole('alert')).toContainText('Failed to update account');
  await stage(page, {});
  await button(page, 'Update Account').click();
  await expect(page.getByRole('row').filter({ hasText: 'Child Trust' })).toBeVisible();

  await stage(page, { locked: ['accounts'] });
  await visit(page, edit);
  await expect(page.getByText('Loading account...')).toBeVisible();
  await stage(page, { unreadable: ['accounts'] });
  await reopen(page, edit);
  await expect(page.getByText('Failed to load account', { exact: true })).toBeVisible();
  await reopen(page, 'accounts');
  await expect(page.getByText('Failed to load accounts', { exact: true })).toBeVisible();
  await stage(page, { locked: ['accounts'] });
  await reopen(page, 'accounts');
  await expect(page.getByText('Loading accounts...')).toBeVisible();
  await stage(page, { unwritable: ['accounts', 'outbox'] });

  const dialog = page.getByRole('dialog', { name: 'Delete Account' });
  await button(row, 'Delete').click();
  await expect(dialog).toContainText(
    'This action cannot be undone. If this account has transactions, it cannot be deleted.',
  );
  await button(dialog, 'Delete').click();
  await expect(page.getByRole('alert')).toHaveText('Failed to delete account. Please try again.');
  await stage(page, {});
  await button(row, 'Delete').click();
  await button(dialog, 'Delete').click();
  await expect(row).toHaveCount(0);

  await button(page.getByRole('row').nth(1), 'Delete').click();
  await button(dialog, 'Delete').click();
  const refused = page.getByRole('dialog', { name: 'Cannot Delete Account' });
  await expect(button(refused, 'Delete')).toHaveCount(0);
  await refused.getByText('Close').click();
  await expect(refused).toBeHidden();
});

test('without an account the list offers the first', async ({ newcomer: { page } }) => {
  await page.goto('accounts');
  await button(page, 'Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No accounts', { exact: true })).toBeVisible();
  await expect(page.getByText('Get started by creating your first account.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add Account' })).toHaveAttribute('href', '/accounts/new');
  await expect(page.getByText(/^Synced/u)).toBeVisible();
  await page.goto('holdings');
  await expect(page).toHaveURL(/\/accounts\/setup$/u);
});

test("settings tell the rates' age and coverage, and what is on this device", async ({ page }) => {
  await page.goto('settings');
  await expect(page.getByText('Primary Pairs')).toBeVisible();
  const rates = page.getByRole('region', { name: 'Currency Exchange Rates' });
  for (const [fact, value] of [
    ['Status', /^(?:Stale|Current)$/u],
    ['Age', /^(?:\d+ (?:day|hour|minute)s? ago)$/u],
    ['Total Currencies', /^\d+$/u],
    ['Primary Pairs', 'USD, EUR, GBP'],
    ['Base Currency', 'USD'],
  ] as const) {
    await expect(rates.getByText(fact, { exact: true }).locator('xpath=following-sibling::dd')).toHaveText(value);
  }
  await expect(
    rates.getByText(
      'Exchange rates are automatically updated daily and used for currency conversions throughout the application. Holdings and transaction values are converted to GBP using the latest available rates.',
    ),
  ).toBeVisible();
  await expect(
    rates
      .getByText('Warning: Exchange rate data is stale. Some conversions may not reflect current market rates.')
      .or(rates.getByText('Exchange rates are current and being used for accurate conversions.')),
  ).toBeVisible();
  await rates.getByText(/^View Available Currencies \(\d+\)$/u).click();
  await expect(rates.getByRole('listitem').filter({ hasText: 'EUR' })).toBeVisible();
  await expect(
    page.getByText('Additional application settings will be available here in future updates.'),
  ).toBeVisible();
  await expect(page.getByText(/They are not encrypted here/u)).toBeVisible();
  await page.getByLabel('Theme').selectOption({ label: 'Dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByLabel('Theme').selectOption({ index: 0 });
  await page.getByRole('button', { name: 'Remove my data from this device' }).click();
  await expect(page.getByRole('dialog', { name: 'Remove my data from this device' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Passphrase (optional)').fill('one');
  await page.getByLabel('Repeat passphrase').fill('two');
  await expect(page.getByText('The passphrases differ')).toBeVisible();
  await expect(button(page, 'Export Everything')).toBeDisabled();
  await page.getByLabel('Passphrase (optional)').fill('');
  await stage(page, { held: ['exportEverything'] });
  await button(page, 'Export Everything').click();
  await expect(button(page, 'Exporting...')).toBeDisabled();
  await stage(page, { failing: ['exportEverything'] });
  await stage(page, {});
  await expect(page.getByText(/^Saved as /u)).toBeVisible();
  await stage(page, { failing: ['exportEverything'] });
  await button(page, 'Export Everything').click();
  await expect(page.getByText('The export failed. Nothing was changed; please try again.')).toBeVisible();
  await stage(page, { held: ['exchangeRates'] });
  await reopen(page, 'settings', 'accounts/new', 'Add New Account');
  await expect(rates.getByText('Loading...')).toBeVisible();
  await stage(page, { failing: ['exchangeRates'] });
  await reopen(page, 'settings', 'accounts/new', 'Add New Account');
  await expect(rates.getByRole('alert')).toHaveText('Failed to load exchange rate information');
});

test('/sync shows what waits, what was refused and why, and nothing when all is on the server', async ({
  newcomer: { page },
}) => {
  await page.goto('sync');
  await expect(page.getByText('Nothing Is Waiting')).toBeVisible();
  await expect(page.getByText('Everything is on the server.')).toBeVisible();
  await stage(page, { locked: ['outbox'] });
  await reopen(page, 'sync');
  await expect(page.getByText('Loading changes...')).toBeVisible();
  await stage(page, { unreadable: ['outbox'] });
  await reopen(page, 'sync');
  await expect(
    page.getByText('The changes on this device could not be read. Reload the page; nothing was lost.'),
  ).toBeVisible();
  await stage(page, {});

  await offlineReady(page);
  await page.context().setOffline(true);
  await visit(page, 'accounts/new');
  await page.getByLabel('Account Name *').fill('Second');
  await button(page, 'Create Account').click();
  await expect(page.getByRole('row').filter({ hasText: 'Second' })).toBeVisible();
  await visit(page, 'sync');
  await expect(
    page.getByText(/^Offline\. 1 change kept on this device until the server answers again\.$/u),
  ).toBeVisible();
  const row = page.getByRole('table', { name: 'Changes not on the server yet' }).getByRole('row').nth(1);
  await expect(row).toContainText('Second');
  await expect(row).toContainText(/Waiting|Retrying/u);
  // Of the service worker's requests as well.
  await page
    .context()
    .route('**/api/accounts', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { message: 'Not this name.' } })
        : route.continue(),
    );
  await page.context().setOffline(false);
  await button(page, 'Sync Now').click();
  await expect(page.getByText('1 change needs your attention.')).toBeVisible();
  await expect(row).toContainText('Refused');
  await expect(row).toContainText('Not this name.');
  await expect(row.getByRole('link', { name: 'Edit and Retry' })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: /^Export/u }).click(),
  ]);
  expect(file.suggestedFilename()).not.toBe('');
  await row.getByRole('button', { name: /^Discard/u }).click();
  const dialog = page.getByRole('dialog', { name: 'Discard Change' });
  await expect(dialog).toContainText('It never reached the server.');
  await button(dialog, 'Discard').click();
  await expect(page.getByText('Nothing Is Waiting')).toBeVisible();
});
