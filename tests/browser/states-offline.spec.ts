/** Each screen of documents 000 and 001 without a connection: started, shown and signed in to from what the device keeps. */
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './demo-journey.ts';
import { offlineReady } from './journey.ts';
import { signInAs } from './people.ts';

/** What tells that a screen has its content, and not an apology. */
const SCREENS: readonly (readonly [path: string, content: (page: Page) => Locator])[] = [
  ['dashboard', (page) => page.getByRole('table', { name: 'Portfolio by asset class' })],
  ['transactions', (page) => page.getByText(/^Showing 1 to 20 of \d+ results$/u)],
  ['transactions/new', (page) => page.getByRole('button', { name: 'Save Transaction' })],
  ['holdings', (page) => page.getByText(/^Showing \d+ of \d+ holdings/u)],
  ['capital-gains', (page) => page.getByRole('button', { name: /^Details of/u }).first()],
  ['capital-gains/simulate', (page) => page.getByLabel('Holding')],
  ['capital-gains/verify', (page) => page.getByText(/^All \d+ examples agree\.$/u)],
  ['assets', (page) => page.getByText(/^Showing 1 to 20 of \d+ results$/u)],
  ['assets/new', (page) => page.getByRole('button', { name: 'Create Asset' })],
  ['accounts', (page) => page.getByRole('table', { name: 'Accounts' }).getByRole('row').nth(1)],
  ['settings', (page) => page.getByText('USD, EUR, GBP')],
  [
    'sync',
    (page) => page.getByText(/^Offline\. What you change is kept on this device until the server answers again\.$/u),
  ],
];

test('every screen stands without a connection, and says so quietly', async ({ page }) => {
  await page.goto('dashboard');
  await offlineReady(page);
  await page.context().setOffline(true);
  for (const [path, content] of SCREENS) {
    // Started anew at its address, as from a bookmark or when the system brings the app back.
    await page.goto(path);
    await expect(content(page), path).toBeVisible();
    await expect(page.getByRole('link', { name: /^Offline/u }), path).toBeVisible();
    await expect(page.getByRole('alert'), path).toHaveCount(0);
  }
  await page.goto('assets');
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/assets\/(?:view|edit)\//u);
  await page.reload();
  await expect(page.getByLabel('ISIN')).not.toHaveValue('');
});

test('who signed in on the device before can sign in without a connection, with the right password', async ({
  newcomer: { page, person },
}) => {
  const forgetToken = async (): Promise<void> => {
    await page.evaluate(() => {
      localStorage.removeItem('auth_token');
    });
  };
  // By the form, at which the device keeps a check of the password.
  await forgetToken();
  await signInAs(page, person);
  await expect
    .poll(
      async () =>
        await page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'holdfast:device')),
    )
    .toBe(true);
  await offlineReady(page);
  await page.context().setOffline(true);
  await forgetToken();
  await page.goto('login');
  await page.getByLabel('Email Address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid email or password.');
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/u);
  await expect(page.getByText('No Holdings Found')).toBeVisible();
});
