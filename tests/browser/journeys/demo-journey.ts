/** Tabs of the demo investor, and of somebody new. */
import type { Page } from '@playwright/test';
import { newContext } from '../servers/demo.ts';
import { enterAs, newPerson, type Person } from '../steps/people.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { test as base } from '../servers/worker-servers.ts';

/** A user with one account and no record, in a context of their own. */
export interface Newcomer {
  readonly page: Page;
  readonly person: Person;
}

/**
 * `page` is a new tab of the demo investor, who has a full portfolio and is the administrator; `newcomer` is neither, on
 * a server without prices, which a new device has at once. Filters are kept by the tab, so those of one test are not another's.
 * A file whose newcomers never go offline spares them the service worker, which stores the whole app first.
 */
export const test = base.extend<{ newcomer: Newcomer; emptyServer: ServerProcess }>({
  emptyServer: async ({ servers }, use) => {
    await use(await servers.shared());
  },
  baseURL: async ({ demo }, use) => {
    await use(demo.server.url);
  },
  page: async ({ demo }, use) => {
    const page = await demo.context.newPage();
    await use(page);
    // Locked values are the device's, not the tab's.
    await page
      .evaluate(() => {
        localStorage.removeItem('valuesVisible');
        localStorage.removeItem('valuesLocked');
      })
      .catch(() => undefined);
    await page.close();
  },
  newcomer: async ({ browser, emptyServer, serviceWorkers }, use) => {
    const context = await newContext(browser, emptyServer, serviceWorkers);
    const [page, person] = await Promise.all([context.newPage(), newPerson(emptyServer)]);
    await enterAs(page, person);
    await use({ page, person });
    await context.close();
  },
});
