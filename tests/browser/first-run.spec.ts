/** From the first screen of a server to the gains of a file: what a new person presses. */
import { expect, type Page } from '@playwright/test';
import { register, startFresh, test } from './journeys/journey.ts';
import { EXPECTED, SAMPLE } from './steps/sample.ts';
import { NAME, newEmail, PASSWORD } from './steps/people.ts';

/** Clicks, the choice of a file among them. */
const MOST_CLICKS = 7;

test.use({ viewport: { width: 1440, height: 900 } });

test('a new person comes from the sign-in page to the gains of a file with seven clicks and one password', async ({
  page,
}) => {
  const pressed: string[] = [];
  const press = async (role: 'button' | 'link', name: string): Promise<void> => {
    pressed.push(name);
    await page.getByRole(role, { name, exact: true }).first().click();
  };
  let passwords = 0;
  const typePassword = async (form: Page, label: string): Promise<void> => {
    passwords += label === 'Password' ? 1 : 0;
    await form.getByLabel(label, { exact: true }).fill(PASSWORD);
  };
  await page.goto('');
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
  await press('link', 'Sign up');
  await page.getByLabel('First Name').fill(NAME.firstName);
  await page.getByLabel('Last Name').fill(NAME.lastName);
  await page.getByLabel('Email Address').fill(newEmail());
  await typePassword(page, 'Password');
  // The specified form asks for it once more.
  await typePassword(page, 'Confirm Password');
  await press('button', 'Create Account');
  await press('link', 'Continue to Sign In');
  await press('button', 'Sign in');
  await expect(page.getByText("Let's set up your first account to get started")).toBeVisible();
  pressed.push('the file');
  await page.getByLabel('Choose a transactions file').setInputFiles(SAMPLE);
  const importAll = page.getByRole('button', { name: /^Import [\d,]+ Selected$/u });
  await expect(importAll).toHaveText(`Import ${EXPECTED.valid} Selected`);
  await press('button', `Import ${EXPECTED.valid} Selected`);
  await expect(page.getByText(`of ${EXPECTED.valid} results`)).toBeVisible();
  await press('link', 'Capital Gains');
  await expect(page.getByRole('heading', { name: 'Capital Gains Tax' })).toBeVisible();
  await expect(page.getByText('Net Gains', { exact: true })).toBeVisible();
  expect(pressed.length, pressed.join(', ')).toBeLessThanOrEqual(MOST_CLICKS);
  expect(passwords).toBe(1);
});

test('a new person names the people whose investments are kept, and types the first transaction', async ({ page }) => {
  await register(page, { email: newEmail(), password: PASSWORD });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Account Name').fill('Ada');
  await page.getByRole('button', { name: 'Add another person' }).click();
  await page.keyboard.type('Ben');
  await page.getByRole('button', { name: 'Type a transaction' }).click();
  await expect(page.getByRole('heading', { name: 'Add New Transaction' })).toBeVisible();
  await expect(page.getByLabel('Account', { exact: true }).getByRole('option')).toContainText(['Ada', 'Ben']);
});

test('a new person looks around made-up records first, and comes back to the names', async ({ page }) => {
  const email = newEmail();
  await register(page, { email, password: PASSWORD });
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The sign-in page has a button of that name, too.
  await expect(page.getByText("Let's set up your first account to get started")).toBeVisible();
  await page.getByRole('button', { name: 'Look around with made-up records' }).click();
  await expect(page.getByRole('heading', { name: 'Portfolio Holdings Summary' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove made-up records' }).click();
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText("Let's set up your first account to get started")).toBeVisible();
});

test('a start that takes long says that the app opens, until the first screen stands in its place', async ({
  page,
}) => {
  await startFresh(page);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/signed-in-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('dashboard', { waitUntil: 'commit' });
  await expect(page.getByRole('status').filter({ hasText: 'Opening Holdfast...' })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Portfolio Holdings Summary' })).toBeVisible();
  await expect(page.getByText('Opening Holdfast...')).toHaveCount(0);
});
