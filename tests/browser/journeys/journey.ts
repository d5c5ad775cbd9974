/** What a person does, by role and label. */
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { FaultProxy } from '../../faults/fault-proxy.ts';
import { addressOf, enterAs, NAME, newPerson, type Person } from '../steps/people.ts';
import { CALLS_ANNOTATION } from '../servers/calls-reporter.ts';
import { PlainProcess } from '../servers/plain-process.ts';
import { EXPECTED, SAMPLE } from '../steps/sample.ts';
import { ServerProcess, type JourneyServer } from '../servers/server-process.ts';
import { proxiedUrl, proxyBefore } from '../servers/through-proxy.ts';
import { test as base } from '../servers/worker-servers.ts';

/** What a file of journeys chooses: a server that no other test has, because the test stops it. */
export interface JourneyOptions {
  readonly ownServer: boolean;
}

/** The worker's server, or one of the test's own. */
export const test = base.extend<JourneyOptions & { server: JourneyServer }>({
  ownServer: [false, { option: true }],
  server: async ({ serverKind, servers, ownServer, serviceWorkers }, use, testInfo) => {
    // Started within this process, so it costs nothing; all of its users are one person.
    const own = serverKind === 'plain' ? await PlainProcess.start() : ownServer ? await ServerProcess.start() : null;
    if (own instanceof PlainProcess) own.seesPages = serviceWorkers === 'block';
    await use(own ?? (await servers.shared()));
    await own?.dispose();
    // Whatever the journey did, nothing was asked that no document has.
    if (!(own instanceof PlainProcess)) return;
    testInfo.annotations.push({ type: CALLS_ANNOTATION, description: [...own.data.calls].join(', ') });
    expect(own.data.deviations).toEqual([]);
  },
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
});

/** The same with a proxy before the server: what it does to a request it does to the service worker's as well. */
export const testThroughProxy = test.extend<{ faults: FaultProxy }>({
  faults: proxyBefore,
  baseURL: proxiedUrl,
  serviceWorkers: 'allow',
});

/** Creates an account on the server by the form; ends on the sign-in page. */
export async function register(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.goto('register');
  await page.getByLabel('First Name').fill(NAME.firstName);
  await page.getByLabel('Last Name').fill(NAME.lastName);
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Account created successfully! Please sign in to continue.')).toBeVisible();
  await page.getByRole('link', { name: 'Continue to Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
}

/** The wizard that a user without accounts is sent to. */
export async function setUpFirstAccount(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/accounts\/setup$/u);
  await expect(page.getByText("Let's set up your first account to get started")).toBeVisible();
  await expect(page.getByRole('textbox', { name: /name/iu })).toHaveValue('Main Account');
  await page.getByRole('button', { name: 'Create Account & Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/u);
}

/**
 * How many changes this device has not sent; what a server without our extensions has no call for stays for good.
 * Deletions that could still be undone are sent now.
 */
async function unsentChanges(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const answerOf = async <T>(request: IDBRequest<T>): Promise<T> =>
      await new Promise((resolve, reject) => {
        request.addEventListener('success', () => {
          resolve(request.result);
        });
        request.addEventListener('error', () => {
          reject(request.error ?? new Error('no answer'));
        });
      });
    interface Entry {
      readonly entity: string;
      readonly kind: string;
      readonly nextAttemptAt: number;
    }
    let count = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await answerOf(indexedDB.open(name));
      if (db.objectStoreNames.contains('outbox')) {
        const stores = db.transaction(['outbox', 'meta'], 'readwrite');
        const outbox = stores.objectStore('outbox');
        const entries = (await answerOf(outbox.getAll())) as Entry[];
        const sync = (await answerOf(stores.objectStore('meta').get('sync'))) as
          | { value: { mode: string } }
          | undefined;
        const held = entries.filter(({ kind, nextAttemptAt }) => kind === 'delete' && nextAttemptAt > Date.now());
        for (const entry of held) await answerOf(outbox.put({ ...entry, nextAttemptAt: 0 }));
        count += entries.filter(({ entity }) => sync?.value.mode !== 'plain' || entity !== 'extra').length;
        // Whoever sends looks at what waits.
        if (held.length > 0) stores.addEventListener('complete', () => dispatchEvent(new Event('online')));
      }
      db.close();
    }
    return count;
  });
}

/** Closes the messages that float over the page: a click on what is below one waits until it goes by itself. */
export async function closeMessages(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const close of document.querySelectorAll<HTMLElement>('[data-toast] [aria-label="Close"]')) close.click();
  });
}

/** Waits until the server has everything; one without our extensions takes and shows records one by one. */
export async function synced(page: Page): Promise<void> {
  // Just after a change the header may still tell of the pull before.
  await expect.poll(async () => await unsentChanges(page), { intervals: [100, 200] }).toBe(0);
  await expect(page.getByText(/^Synced/u)).toBeVisible();
}

/** How many transactions the server has of the user who is signed in. */
export async function transactionsOnServer(page: Page): Promise<number> {
  const [origin, token] = await page.evaluate(() => [location.origin, localStorage.getItem('auth_token') ?? '']);
  const reply = await fetch(`${origin}/api/transactions/user?page=1&pageSize=1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await reply.json()) as { totalCount: number }).totalCount;
}

/** Opens the dashboard of a new user who has one account, 'Main Account'. */
export async function startFresh(page: Page): Promise<Person> {
  const person = await newPerson(await addressOf(page));
  await enterAs(page, person);
  return person;
}

interface FileToImport {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export async function previewFile(page: Page, file: string | FileToImport): Promise<void> {
  await visit(page, 'transactions');
  await page.getByRole('button', { name: 'Import transactions from CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import transactions' });
  await dialog.getByLabel('Select CSV/TSV File').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Preview Import' }).click();
}

/** Imports the sample file with its second account holder created from the preview. */
export async function importSample(page: Page): Promise<void> {
  await importFile(page, SAMPLE, EXPECTED.valid);
}

/** As `importSample`, with so many of its rows, which are all valid: a server without our extensions takes them one by one. */
export async function importFirstRows(page: Page, count: number): Promise<void> {
  const lines = readFileSync(SAMPLE, 'utf8')
    .split('\n')
    .slice(0, count + 1);
  await importFile(
    page,
    { name: 'transactions.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) },
    count,
  );
}

async function importFile(page: Page, file: string | FileToImport, valid: number): Promise<void> {
  await previewFile(page, file);
  const preview = page.getByRole('dialog', { name: /Import Preview/u });
  await preview.getByRole('button', { name: `Import ${valid} Selected` }).click();
  await expect(preview).toBeHidden();
  await expect(page.getByText(`of ${valid} results`)).toBeVisible();
}

/** Pounds as the screen prints them, from an exact decimal text. */
export function pounds(text: string, places = 2): string {
  const printed = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: 'GBP',
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    roundingMode: 'halfExpand',
  } as Intl.NumberFormatOptions).format(text.replace('-', '') as unknown as number);
  return text.startsWith('-') ? `\u2212${printed}` : printed;
}

/**
 * Makes values visible and keeps them so. Both presses happen in the page: shown alone, values hide themselves soon. A
 * press of a button that has just left the page does nothing, so that it is looked for until values are kept visible.
 */
export async function lockValues(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Show values' }).evaluateAll((buttons: HTMLElement[]) => {
        for (const button of buttons) {
          button.click();
          button.click();
        }
      });
      return await page.getByRole('button', { name: 'Hide values' }).count();
    })
    .toBeGreaterThan(0);
}

/** Nothing is wider than the window, once what was drawn for another width has followed it. */
export async function expectInsideWindow(page: Page, what = 'the page'): Promise<void> {
  await expect
    .poll(
      async () =>
        await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          if (scrollWidth <= clientWidth) return [];
          const beyond = [...document.body.querySelectorAll('*')]
            .map((element) => ({ element, right: element.getBoundingClientRect().right }))
            .filter(({ right }) => right > clientWidth)
            .map(({ element, right }) => `${element.tagName} ${element.className} to ${right}`);
          return [`${scrollWidth} of ${clientWidth}`, ...beyond];
        }),
      `what of ${what} is wider than the window`,
    )
    .toEqual([]);
}

/** Resolves when the service worker controls the page, so that it starts offline. */
export async function offlineReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null) {
      await new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      });
    }
  });
}

/** Adds a purchase that the sample does not have. */
export async function addPurchase(page: Page): Promise<void> {
  await visit(page, 'transactions/new');
  await savePurchase(page);
  await expect(page).toHaveURL(/\/transactions$/u);
}

/** Fills the open add form for such a purchase, and sends it; `consideration` in pounds. */
export async function savePurchase(page: Page, consideration = '600.25'): Promise<void> {
  await page.getByLabel('Transaction Type').selectOption({ label: 'Buy' });
  await page.getByRole('textbox', { name: 'Transaction Date' }).fill('20/04/2026');
  await page.getByLabel('Broker', { exact: true }).selectOption({ label: 'AJ Bell' });
  await page.getByLabel('Account', { exact: true }).selectOption({ label: 'Main Account' });
  await page.getByLabel('Tax Wrapper').selectOption({ label: 'DEALING' });
  await page.getByRole('combobox', { name: 'Asset Name' }).fill('Unilever');
  await page.getByRole('option', { name: /GB00B10RZP78/u }).click();
  await page.getByLabel('Quantity', { exact: true }).fill('12.5');
  await page.getByLabel('Consideration').fill(consideration);
  await page.getByRole('button', { name: 'Save Transaction' }).click();
}

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
