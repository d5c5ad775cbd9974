/** A device without a connection: every part of the app is there, and who signed in on it before can sign in again. */
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './journeys/demo-journey.ts';
import { offlineReady, visit } from './journeys/journey.ts';
import { signInAs } from './steps/people.ts';

test.use({ serviceWorkers: 'allow' });

/** What tells that a newcomer's screen has its content, and not an apology. */
const SCREENS: readonly (readonly [path: string, content: (page: Page) => Locator])[] = [
  ['transactions', (page) => page.getByText('No transactions found.')],
  ['transactions/new', (page) => page.getByRole('button', { name: 'Save Transaction' })],
  ['holdings', (page) => page.getByText('No Holdings Found')],
  ['capital-gains', (page) => page.getByText('No disposals yet')],
  ['capital-gains/simulate', (page) => page.getByLabel('Holding')],
  ['capital-gains/verify', (page) => page.getByText(/^All \d+ examples agree, /u)],
  ['assets', (page) => page.getByText(/^Showing 1 to 20 of \d+ results$/u)],
  ['accounts', (page) => page.getByRole('table', { name: 'Accounts' }).getByRole('row').nth(1)],
  ['help', (page) => page.getByRole('link', { name: "Your broker's file" })],
  ['help/broker-files', (page) => page.getByRole('heading', { level: 2, name: 'Trading 212' })],
  ['settings', (page) => page.getByText('USD, EUR, GBP')],
  [
    'sync',
    (page) => page.getByText(/^Offline\. Your changes are kept on this device until the server answers again\.$/u),
  ],
];

test('without a connection every screen opens, started anew too, and signing in needs the right password', async ({
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
  await expect(page.getByText(/^Synced/u)).toBeVisible();
  await offlineReady(page);
  await page.context().setOffline(true);
  // A start finds that no server answers; from there on the screens are gone to by links.
  await page.goto('dashboard');
  for (const [path, content] of SCREENS) {
    await visit(page, path);
    await expect(content(page), path).toBeVisible();
    await expect(page.getByRole('link', { name: /^Offline/u }), path).toBeVisible();
    await expect(page.getByRole('alert'), path).toHaveCount(0);
    if (path !== 'help/broker-files') continue;
    // Pictures are loaded when they are scrolled to.
    const picture = page.getByRole('img', { name: /^Two questions about a file/u });
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(async () => await picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeGreaterThan(0);
  }
  // Started again at its address, as from a bookmark or when the system brings the app back.
  await page.goto('assets');
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/assets\/view\//u);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Asset Details');

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
