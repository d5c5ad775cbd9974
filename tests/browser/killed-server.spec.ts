import { expect, type Page } from '@playwright/test';
import { importFirstRows, startFresh, synced, testThroughProxy, visit } from './journeys/journey.ts';
import { signInAs } from './steps/people.ts';
import { PlainProcess } from './servers/plain-process.ts';

/** Enough for the server to be killed among them: one without our extensions takes them one by one. */
const ROWS = 40;

/** Removes one of each pair that the sync page asks about, and waits until the server knows. */
async function removeDoubles(page: Page, doubles: number): Promise<void> {
  await visit(page, 'sync');
  const choices = page.getByRole('button', { name: /^Remove one: /u });
  await page.getByRole('button', { name: 'Sync now' }).click();
  for (let left = doubles; left > 0; left -= 1) {
    await expect(choices).toHaveCount(left);
    await choices.first().click();
  }
  await expect(choices).toHaveCount(0);
  await synced(page);
}

testThroughProxy.use({ ownServer: true });

testThroughProxy(
  'killing the server in the middle of a sync loses and doubles nothing',
  async ({ page, server, faults, browser, baseURL }) => {
    const person = await startFresh(page);
    // Each time a write has reached the server it is killed before its reply is read, by the page or by the service worker.
    let kills = 0;
    faults.plan = ({ method, path }) => {
      if (method === 'GET' || !path.includes('/transactions') || kills >= 3) return 'pass';
      kills += 1;
      return async () => {
        await server.stop('SIGKILL');
        await server.startAgain();
        throw new Error('the connection is gone with the server');
      };
    };
    // Loaded anew, the page is the service worker's.
    await page.goto('transactions');
    await importFirstRows(page, ROWS);
    await expect.poll(() => kills).toBeGreaterThan(0);
    // Each time that the server is away the page waits longer before it asks again; somebody who looks does not.
    await expect
      .poll(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('online')));
        return await page.getByText(/^Synced/u).count();
      })
      .toBe(1);
    // A browser itself repeats a request whose connection breaks, which a server without our extensions cannot tell: then
    // the user is asked about what it has twice.
    const doubles = server instanceof PlainProcess ? server.data.transactions.size - ROWS : 0;
    if (doubles > 0) await removeDoubles(page, doubles);

    const other = await browser.newContext({ baseURL: baseURL ?? '' });
    const second = await other.newPage();
    await signInAs(second, person);
    await visit(second, 'transactions');
    await expect(second.getByText(`of ${ROWS} results`)).toBeVisible();
    await other.close();
  },
);
