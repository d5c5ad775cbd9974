/** What a person does in Firefox first, from the sign-in page to a second device; `npm run test:firefox` plays it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NAME, newEmail, PASSWORD } from '../browser/steps/people.ts';
import { EXPECTED, SAMPLE } from '../browser/steps/sample.ts';
import { ServerProcess } from '../browser/servers/server-process.ts';
import { Firefox } from './connection.ts';
import { FirefoxPage } from './page.ts';

const CHARGE = '12.34';

/** How many transactions the tab's user has on the server. */
async function countOnServer(page: FirefoxPage): Promise<number> {
  return await page.evaluate(async () => {
    const reply = await fetch('/api/transactions/user?page=1&pageSize=1', {
      headers: { authorization: `Bearer ${localStorage.getItem('auth_token')}` },
    });
    return ((await reply.json()) as { totalCount: number }).totalCount;
  });
}

/** Opens the newest transaction by its day in the list. */
async function openNewest(page: FirefoxPage): Promise<void> {
  await page.goto('transactions');
  await page.sees(`of ${EXPECTED.valid} results`);
  await page.sees(/\d\d\/\d\d\/\d{4}/u);
  const day = await page.evaluate(
    () =>
      [...document.querySelectorAll('a')].find((link) => /^\d\d\/\d\d\/\d{4}$/u.test(link.textContent))?.textContent,
  );
  await page.click('link', day ?? 'a day');
  await page.sees('Local Price');
}

await test('sign-in, import, a start without the server, an edit and sync', async () => {
  const server = await ServerProcess.start();
  const firefox = await Firefox.start(process.env['HOLDFAST_FIREFOX'] ?? '/usr/bin/firefox-esr');
  try {
    await play(firefox, server);
  } finally {
    await firefox.dispose();
    await server.dispose();
  }
});

async function play(firefox: Firefox, server: ServerProcess): Promise<void> {
  const email = newEmail();
  const page = await FirefoxPage.open(firefox, server.url);

  process.stdout.write('register and sign in\n');
  await page.goto('');
  await page.sees('Welcome Back!');
  await page.click('link', 'Sign up');
  await page.fill('First Name', NAME.firstName);
  await page.fill('Last Name', NAME.lastName);
  await page.fill('Email Address', email);
  await page.fill('Password', PASSWORD);
  await page.fill('Confirm Password', PASSWORD);
  await page.click('button', 'Create Account');
  await page.click('link', 'Continue to Sign In');
  await page.click('button', 'Sign in');
  await page.sees("Let's set up your first account to get started");

  process.stdout.write('import a file, and see its gains\n');
  await page.choose('Choose a transactions file', SAMPLE);
  await page.click('button', `Import ${EXPECTED.valid} Selected`);
  await page.sees(`of ${EXPECTED.valid} results`);
  await page.click('link', 'Capital Gains');
  await page.sees('Capital Gains Tax');
  await page.sees('Net Gains');
  await page.until(
    async () => (await countOnServer(page)) === EXPECTED.valid,
    async () => `all rows on the server, which has ${await countOnServer(page)}`,
  );

  process.stdout.write('reload without the server, and edit\n');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
  await server.stop();
  await openNewest(page);
  await page.click('link', 'Edit');
  await page.fill('Broker Charge', CHARGE);
  await page.click('button', 'Update Transaction');
  await page.sees('Waiting to be sent');
  await page.sees(/1 (?:change|waiting)/u);

  process.stdout.write('the change is sent when the server is back, and a second device has it\n');
  await server.startAgain();
  await page.evaluate(() => {
    dispatchEvent(new Event('online'));
  });
  await page.sees(/Synced/u);
  assert.equal(await countOnServer(page), EXPECTED.valid);
  const other = await FirefoxPage.open(firefox, server.url);
  await other.goto('login');
  await other.fill('Email Address', email);
  await other.fill('Password', PASSWORD);
  await other.press('Enter');
  await other.sees(/Synced/u);
  await openNewest(other);
  await other.click('button', 'Show values');
  await other.sees(`£${CHARGE}`);
}
