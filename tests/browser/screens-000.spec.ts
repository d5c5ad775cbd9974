/** Sessions, the shell and the first screens as a person meets them (000 §2, §4, §6). One server for all steps of a test. */
import { expect, type Page } from '@playwright/test';
import {
  importSample,
  lockValues,
  offlineReady,
  register,
  setUpFirstAccount,
  startFresh,
  test,
  visit,
} from './journeys/journey.ts';
import { NAME, newEmail, PASSWORD } from './steps/people.ts';

const TITLES: readonly (readonly [path: string, title: string])[] = [
  ['dashboard', 'Portfolio Holdings Summary'],
  ['transactions', 'Transactions'],
  ['transactions/new', 'Add New Transaction'],
  ['holdings', 'Holdings'],
  ['capital-gains', 'Capital Gains Tax'],
  ['accounts', 'Your Accounts'],
  ['settings', 'Settings'],
];

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('every screen is at its address, under its title', async ({ page }) => {
  const person = { email: newEmail(), password: PASSWORD };
  await register(page, person);
  // Address and password came along.
  await page.getByRole('button', { name: 'Sign in' }).click();
  await setUpFirstAccount(page);
  for (const [path, heading] of TITLES) {
    await page.goto(path);
    await expect(title(page, heading)).toBeVisible();
  }
  for (const path of ['', 'no/such/page']) {
    await page.goto(path === '' ? '/' : path);
    await expect(page).toHaveURL(/\/dashboard$/u);
  }
  await page.goto('transactions/some-id/edit');
  await expect(page).toHaveURL(/\/transactions\/edit\/some-id$/u);
  await expect(title(page, 'Edit Transaction')).toBeVisible();
  await expect(page.getByText('Failed to load transaction data. Please try again.')).toBeVisible();
});

test('signing out in one tab signs out all, and leaves nothing behind', async ({ page, context }) => {
  await startFresh(page);
  await visit(page, 'transactions');
  await lockValues(page);
  const other = await context.newPage();
  await other.goto('transactions?taxWrapper=ISA');
  await expect(title(other, 'Transactions')).toBeVisible();
  await page.getByRole('button', { name: `Welcome, ${NAME.firstName} ${NAME.lastName}` }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/u);
  await expect(other).toHaveURL(/\/login$/u);
  for (const tab of [page, other]) {
    await expect(tab.getByText('Session Warning')).toHaveCount(0);
    expect(
      await tab.evaluate(() => [
        localStorage.getItem('auth_token'),
        localStorage.getItem('valuesVisible'),
        localStorage.getItem('valuesLocked'),
        sessionStorage.getItem('transactions-filters'),
      ]),
    ).toEqual([null, 'false', 'false', null]);
  }
});

test('a session that the server has ended leads to the sign-in page', async ({ page, server }) => {
  await startFresh(page);
  await server.endSession((await page.evaluate(() => localStorage.getItem('auth_token'))) ?? '');
  // The next pull is refused.
  await page.goto('accounts');
  await expect(page).toHaveURL(/\/login$/u);
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});

test.describe('with the app kept for offline use', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the dashboard draws its pictures, hides amounts everywhere, and works without a connection', async ({
    page,
    context,
  }) => {
    await startFresh(page);
    await expect(page.getByText('No Holdings Found')).toBeVisible();
    await importSample(page);
    await visit(page, 'dashboard');
    await expect(page.getByText('Total Portfolio Value')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Value over time' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Share of cost against target' })).toBeVisible();
    await expect(page.locator('canvas[role="img"]').first()).toBeVisible();
    expect(await page.locator('main').innerText()).not.toMatch(/£\d/u);
    await page.getByRole('radio', { name: 'All' }).check();
    await offlineReady(page);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText('Total Portfolio Value')).toBeVisible();
    await page.getByRole('link', { name: 'Transactions' }).first().click();
    await expect(page.getByText(/^Showing 1 to 20 of \d+ results$/u)).toBeVisible();
    await context.setOffline(false);
  });
});
