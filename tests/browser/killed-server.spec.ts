import { expect } from '@playwright/test';
import { importSample, signIn, startFresh, test } from './journey.ts';

test('killing the server in the middle of a sync loses and doubles nothing', async ({ page, server, browser }) => {
  // Three kills with the waits between tries.
  test.setTimeout(180_000);
  await startFresh(page);
  // Each time a write reaches the server it is killed before the page can read the reply.
  let kills = 0;
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET' || !route.request().url().includes('/transactions') || kills >= 3) {
      await route.continue();
      return;
    }
    kills += 1;
    await route.fetch().catch(() => null);
    await server.stop('SIGKILL');
    await server.startAgain();
    await route.abort('connectionreset');
  });
  await importSample(page);
  await expect.poll(() => kills).toBeGreaterThan(0);
  await page.evaluate(() => { window.dispatchEvent(new Event('online')); });
  await expect(page.getByText(/^Synced/u)).toBeVisible({ timeout: 90_000 });

  const other = await browser.newContext({ baseURL: server.url });
  const second = await other.newPage();
  await second.goto('login');
  await signIn(second);
  await expect(second).toHaveURL(/\/dashboard$/u);
  await second.goto('transactions');
  await expect(second.getByText('of 305 results')).toBeVisible();
  await other.close();
});
