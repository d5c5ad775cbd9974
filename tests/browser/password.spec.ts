/** The public pages together: registering, forgetting the password, and the mail that lets a new one be chosen. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from './journeys/demo-journey.ts';
import { register } from './journeys/journey.ts';
import { newEmail, PASSWORD, signIn } from './steps/people.ts';

test('a user who forgot the password chooses a new one by a link that works once', async ({ browser, emptyServer }) => {
  const context = await browser.newContext({ baseURL: emptyServer.url, serviceWorkers: 'block' });
  const page = await context.newPage();
  const email = newEmail();
  const press = async (name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).click();
  };
  await register(page, { email, password: PASSWORD });
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset Your Password' })).toBeVisible();
  await page.getByLabel('Email Address').fill(email);
  await press('Send Reset Link');
  await expect(
    page.getByText("If an account with that email exists, we've sent a password reset link to your email address."),
  ).toBeVisible();

  const outbox = join(emptyServer.dataDir, 'outbox');
  let link = '';
  // The answer comes before the mail and its folder are written, so that it tells nothing of who is known.
  await expect
    .poll(() => {
      const mail = (existsSync(outbox) ? readdirSync(outbox) : [])
        .filter((name) => name.endsWith('.eml'))
        .map((name) => readFileSync(join(outbox, name), 'utf8'))
        .find((text) => text.includes(`To: ${email}`));
      link = /reset-password\?token=\S+/u.exec(mail ?? '')?.[0] ?? '';
      return link;
    })
    .not.toBe('');
  const choose = async (password: string, repeated = password): Promise<void> => {
    await page.getByLabel('New Password').fill(password);
    await page.getByLabel('Confirm Password').fill(repeated);
    await press('Save New Password');
  };
  await page.goto(link);
  await choose('another long password', 'another long passwort');
  await expect(page.getByRole('alert')).toContainText('Passwords do not match.');
  await choose('another long password');
  await expect(page.getByText('Your password was changed. Please sign in to continue.')).toBeVisible();
  await page.goto(link);
  await choose('a third password');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.goto('reset-password');
  await expect(page.getByRole('alert')).toContainText('This link is no longer valid.');

  await page.goto('login');
  await signIn(page, { email, password: PASSWORD });
  await expect(page.getByRole('alert')).toContainText('Invalid email or password.');
  await page.getByLabel('Remember me').check();
  await signIn(page, { email, password: 'another long password' });
  await expect(page).toHaveURL(/\/accounts\/setup$/u);
  await page.getByRole('button', { name: 'Welcome, Ada Holder' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByLabel('Email Address')).toHaveValue(email);
  await expect(page.getByLabel('Remember me')).toBeChecked();
  await context.close();
});
