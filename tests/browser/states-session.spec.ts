/** Every state of the public pages, of the first account's wizard and of a session's end (000 §2.3-2.6, §4.1, §4.2, §8.1; 001 §2.10). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page, Route } from '@playwright/test';
import { expect } from '@playwright/test';
import { test } from './demo-journey.ts';
import { newPerson, signInAs } from './people.ts';
import { stage } from './stage.ts';

test.describe.configure({ mode: 'default' });

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Keeps a call waiting until the returned function lets it go on. */
async function heldCall(page: Page, call: string): Promise<() => void> {
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    `**/api/${call}`,
    async (route) => {
      await until;
      await route.continue();
    },
    { times: 1 },
  );
  return release;
}

/** A page on which nobody is signed in. */
const stranger = test.extend<{ visitor: Page }>({
  visitor: async ({ browser, emptyServer }, use) => {
    const context = await browser.newContext({
      baseURL: emptyServer.url,
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      serviceWorkers: 'block',
    });
    await use(await context.newPage());
    await context.close();
  },
});

stranger(
  'signing in says what is missing and what failed, and remembers the address only when asked',
  async ({ visitor: page, emptyServer }) => {
    const { email, password } = await newPerson(emptyServer);
    const failure = page.getByRole('alert').filter({ hasText: 'Error!' });
    await page.goto('login');
    await button(page, 'Sign in').click();
    await expect(page.getByText('Email Address is required.')).toBeVisible();
    await expect(page.getByText('Password is required.')).toBeVisible();
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('not this one');

    const release = await heldCall(page, 'auth/login');
    await button(page, 'Sign in').click();
    await expect(button(page, 'Sign in')).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(failure).toContainText('Invalid email or password.');

    // One route for both: while one that is used up goes, a request may pass by the next.
    const faults = [
      async (route: Route) => await route.fulfill({ status: 500, json: {} }),
      async (route: Route) => await route.abort(),
    ];
    await page.route('**/api/auth/login', async (route) => await (faults.shift()?.(route) ?? route.continue()));
    await button(page, 'Sign in').click();
    await expect(failure).toContainText('Login failed. Please check your credentials.');
    await button(page, 'Sign in').click();
    await expect(failure).toContainText('Login failed. Please try again.');

    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Remember me').check();
    await button(page, 'Sign in').click();
    await expect(page).toHaveURL(/\/dashboard$/u);
    await button(page, 'Welcome, Ada Holder').click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByLabel('Email Address')).toHaveValue(email);
    await expect(page.getByLabel('Remember me')).toBeChecked();
    await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute('href', '/forgot-password');
    await expect(page.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/register');
  },
);

stranger(
  'creating an account refuses in the specified order, and leads to signing in',
  async ({ visitor: page, emptyServer }) => {
    const taken = await newPerson(emptyServer);
    const fill = async (fields: Readonly<Record<string, string>>): Promise<void> => {
      for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
      await button(page, 'Create Account').click();
    };
    const failure = page.getByRole('alert');
    await page.goto('register');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('placeholder', /6 characters/u);
    await fill({
      'First Name': ' ',
      'Last Name': 'Holder',
      'Email Address': 'nobody',
      Password: 'short',
      'Confirm Password': 'other',
    });
    await expect(failure).toContainText('Please fill in all fields.');
    await fill({ 'First Name': 'Ada' });
    await expect(failure).toContainText('Passwords do not match.');
    await fill({ 'Confirm Password': 'short' });
    await expect(failure).toContainText('Password must be at least 6 characters long.');
    await fill({ Password: 'longer', 'Confirm Password': 'longer' });
    await expect(failure).toContainText('Please enter a valid email address.');
    await fill({ 'Email Address': taken.email });
    await expect(failure).toContainText('Registration failed. An account with this email may already exist.');
    await page.route('**/api/auth/register', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await fill({ 'Email Address': `new-${taken.email}` });
    await expect(failure).toContainText('Registration failed. Please try again.');

    const release = await heldCall(page, 'auth/register');
    await fill({});
    await expect(button(page, 'Creating Account...')).toBeDisabled();
    release();
    await expect(page.getByText('Success!')).toBeVisible();
    await expect(page.getByText('Account created successfully! Please sign in to continue.')).toBeVisible();
    await expect(page.getByLabel('First Name')).toHaveCount(0);
    await page.getByRole('link', { name: 'Continue to Sign In' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
  },
);

stranger(
  'a password is reset by the link that was sent, which works once; the answer never tells who is known',
  async ({ visitor: page, emptyServer }) => {
    const person = await newPerson(emptyServer);
    const sent = page.getByText(
      "If an account with that email exists, we've sent a password reset link to your email address.",
    );
    await page.goto('forgot-password');
    await expect(
      page.getByText("Enter your email address and we'll send you a link to reset your password."),
    ).toBeVisible();
    await button(page, 'Send Reset Link').click();
    await expect(page.getByText('Please enter your email address.')).toBeVisible();
    await page.getByLabel('Email Address').fill('nobody at example');
    await button(page, 'Send Reset Link').click();
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
    await page.getByLabel('Email Address').fill(person.email);
    const release = await heldCall(page, 'auth/forgot-password');
    await button(page, 'Send Reset Link').click();
    await expect(button(page, 'Sending...')).toBeDisabled();
    release();
    await expect(sent).toBeVisible();
    await expect(page.getByLabel('Email Address')).toHaveCount(0);

    await page.goto('forgot-password');
    await page.route('**/api/auth/forgot-password', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByLabel('Email Address').fill('nobody@example.com');
    await button(page, 'Send Reset Link').click();
    await expect(sent).toBeVisible();

    const outbox = join(emptyServer.dataDir, 'outbox');
    const mail =
      readdirSync(outbox)
        .map((name) => readFileSync(join(outbox, name), 'utf8'))
        .find((text) => text.includes(`To: ${person.email}`)) ?? '';
    const token = /reset-password\?token=\S+/u.exec(mail)?.[0] ?? '';
    await page.goto(token);
    await page.getByLabel('New Password').fill('another long password');
    await page.getByLabel('Confirm Password').fill('another long passwort');
    await button(page, 'Save New Password').click();
    await expect(page.getByRole('alert')).toContainText('Passwords do not match.');
    await page.getByLabel('Confirm Password').fill('another long password');
    await button(page, 'Save New Password').click();
    await expect(page.getByText('Your password was changed. Please sign in to continue.')).toBeVisible();
    await page.goto(token);
    await page.getByLabel('New Password').fill('a third password');
    await page.getByLabel('Confirm Password').fill('a third password');
    await button(page, 'Save New Password').click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.goto('reset-password');
    await expect(page.getByRole('alert')).toContainText('This link is no longer valid.');
    await signInAs(page, { ...person, password: 'another long password' });
  },
);

test('the wizard makes the first account, and keeps what was typed when it cannot', async ({ newcomer: { page } }) => {
  await page.goto('accounts/setup');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Holdfast' })).toBeVisible();
  await expect(
    page.getByText('Accounts represent different financial account holders', { exact: false }),
  ).toBeVisible();
  const name = page.getByLabel('Account Name');
  await expect(name).toHaveAttribute('placeholder', 'e.g., Account Name...');
  await name.fill('');
  await button(page, 'Create Account & Continue').click();
  await expect(page.getByText('Account name is required')).toBeVisible();
  await name.fill('x'.repeat(101));
  await expect(page.getByText('Account name cannot exceed 100 characters')).toBeVisible();
  await name.fill('Trust');
  await stage(page, { unwritable: ['accounts'] });
  await button(page, 'Create Account & Continue').click();
  await expect(page.getByText('Failed to create account. Please try again.')).toBeVisible();
  await expect(name).toHaveValue('Trust');
  await stage(page, { locked: ['accounts', 'outbox'] });
  await button(page, 'Create & Add More Accounts').click();
  const working = button(page, 'Creating...');
  await expect(working).toHaveCount(2);
  for (const one of await working.all()) await expect(one).toBeDisabled();
  await stage(page, {});
  await expect(page).toHaveURL(/\/accounts$/u);
  await expect(page.getByRole('row').filter({ hasText: 'Trust' })).toBeVisible();
});

test('a session warns before it ends, can be extended, and ends without activity', async ({ newcomer: { page } }) => {
  await page.clock.install();
  await page.goto('dashboard');
  await expect(page.getByText(/^Synced/u)).toBeVisible();
  // An answer after the clock's jump would tell the server's time, which has not jumped.
  await page.route(/\/api\/(?!auth\/)/u, async () => await new Promise<void>(() => undefined));
  await page.clock.fastForward('26:00');
  await expect(page.getByText('Session Warning')).toBeVisible();
  await expect(page.getByText('Your session will expire in 4 minute(s)')).toBeVisible();
  const refreshed = page.waitForResponse('**/api/auth/refresh');
  await button(page, 'Extend').click();
  expect((await refreshed).ok()).toBe(true);
  await expect(page.getByText('Session Warning')).toHaveCount(0);
  // The server's replies tell its time, which has not gone forward; the minutes of the limit are the monitor's own tests'.
  await page.route('**/api/**', (route) => route.abort());
  await page.clock.fastForward('02:00:00');
  await expect(page).toHaveURL(/\/login$/u);
});
