/** The demo investor, who is the administrator, on a server of her own: signed in once for all tests of a worker. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { newPerson, signInAs, type Person } from './fault-journey.ts';
import { ServerProcess } from './server-process.ts';
import { prepareStage } from './stage.ts';

export interface Demo {
  readonly server: ServerProcess;
  readonly investor: Person;
  readonly context: BrowserContext;
}

/** A user with one account and no record, in a context of their own. */
export interface Newcomer {
  readonly page: Page;
  readonly person: Person;
}

const CONTEXT = { locale: 'en-GB', timezoneId: 'Europe/London', reducedMotion: 'reduce' } as const;

async function newContext(browser: Browser, server: ServerProcess): Promise<BrowserContext> {
  const context = await browser.newContext({ ...CONTEXT, baseURL: server.url });
  await prepareStage(context);
  return context;
}

/** The investor's token for questions to the API beside the app's own. */
async function tokenOf(server: ServerProcess, credentials: Pick<Person, 'email' | 'password'>): Promise<string> {
  const reply = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  return ((await reply.json()) as { token: string }).token;
}

/**
 * `page` is a new tab of the demo investor, who has a full portfolio and is the administrator; `newcomer` is neither, on
 * a server without prices, which a new device has at once. Filters are kept by the tab, so those of one test are not another's.
 */
export const test = base.extend<{ newcomer: Newcomer }, { demo: Demo; emptyServer: ServerProcess }>({
  demo: [
    async ({ browser }, use) => {
      const server = await ServerProcess.start({}, ['--demo']);
      const credentials = {
        email: 'demo@holdfast.example',
        password: readFileSync(join(server.dataDir, 'demo-password.txt'), 'utf8').trim(),
      };
      const investor = { ...credentials, token: await tokenOf(server, credentials) };
      const context = await newContext(browser, server);
      const page = await context.newPage();
      await signInAs(page, investor);
      await page.close();
      await use({ server, investor, context });
      await context.close();
      await server.dispose();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  emptyServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from this pattern
    async ({}, use) => {
      const server = await ServerProcess.start();
      // The first user is the administrator.
      await newPerson(server);
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ demo }, use) => {
    await use(demo.server.url);
  },
  page: async ({ demo }, use) => {
    const page = await demo.context.newPage();
    await use(page);
    await demo.context.setOffline(false);
    // Locked values are the device's, not the tab's.
    await page
      .evaluate(() => {
        localStorage.removeItem('valuesVisible');
        localStorage.removeItem('valuesLocked');
      })
      .catch(() => undefined);
    await page.close();
  },
  newcomer: async ({ browser, emptyServer }, use) => {
    const context = await newContext(browser, emptyServer);
    const [page, person] = await Promise.all([context.newPage(), newPerson(emptyServer)]);
    await signInAs(page, person);
    await use({ page, person });
    await context.close();
  },
});

/** A screen that is put off for longer shares its heading with the one before. */
const SHOWN_MS = 1000;

/** Goes to a screen as a link of the app does, without loading the page anew, and waits for it: the next move would overtake it. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(
    async ([to, longest]) => {
      const left = document.querySelector('h1');
      const isOther = new URL(to, location.origin).pathname !== location.pathname;
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
      for (let waited = 0; isOther && left?.isConnected === true && waited < longest; waited += 20)
        await new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
    },
    [`/${path}`, SHOWN_MS] as const,
  );
}
