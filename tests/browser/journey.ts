/** What a person does, by role and label; each journey gets a server process of its own. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test as base, type Page } from '@playwright/test';
import type { FaultProxy } from '../faults/fault-proxy.ts';
import { PlainProcess } from './plain-process.ts';
import { ServerProcess, type JourneyServer } from './server-process.ts';
import { proxiedUrl, proxyBefore } from './through-proxy.ts';

export const PERSON = {
  firstName: 'Ada',
  lastName: 'Holder',
  email: 'ada@example.com',
  password: 'correct horse battery',
};
export const SAMPLE = fileURLToPath(new URL('../fixtures/samples/transactions-real.csv', import.meta.url));

interface Summary {
  readonly disposals: number;
  /** Sums of what the disposals show, each to the penny. */
  readonly shown: { readonly gains: string; readonly losses: string; readonly net: string };
}

/** What a correct import and computation of the sample give. */
export const EXPECTED = JSON.parse(readFileSync(SAMPLE.replace('.csv', '.expected.json'), 'utf8')) as {
  readonly rows: number;
  readonly valid: number;
  readonly duplicates: number;
  readonly errors: number;
  readonly capitalGains: Readonly<Record<string, Readonly<Record<string, Summary>>>>;
};

/** `own`: our server. `plain`: one written from the specification alone, with ids of its own and no extensions. */
export type ServerKind = 'own' | 'plain';

/** What a project of the configuration chooses. */
export interface JourneyOptions {
  readonly serverKind: ServerKind;
}

/** A server per test, without data. */
export const test = base.extend<JourneyOptions & { server: JourneyServer }>({
  serverKind: ['own', { option: true }],
  server: async ({ serverKind }, use) => {
    const server = serverKind === 'own' ? await ServerProcess.start() : await PlainProcess.start();
    await use(server);
    await server.dispose();
    // Whatever the journey did, nothing was asked that no document has.
    if (server instanceof PlainProcess) expect(server.data.deviations).toEqual([]);
  },
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
});

/** The same with a proxy before the server: what it does to a request it does to the service worker's as well. */
export const testThroughProxy = test.extend<{ faults: FaultProxy }>({ faults: proxyBefore, baseURL: proxiedUrl });

/** Creates an account on the server and signs in; ends where the app sends a new user. */
export async function register(page: Page): Promise<void> {
  await page.goto('register');
  await page.getByLabel('First Name').fill(PERSON.firstName);
  await page.getByLabel('Last Name').fill(PERSON.lastName);
  await page.getByLabel('Email Address').fill(PERSON.email);
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await page.getByLabel('Confirm Password').fill(PERSON.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Account created successfully! Please sign in to continue.')).toBeVisible();
  await page.getByRole('link', { name: 'Continue to Sign In' }).click();
}

export async function signIn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
  await page.getByLabel('Email Address').fill(PERSON.email);
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The wizard that a user without accounts is sent to. */
export async function setUpFirstAccount(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/accounts\/setup$/u);
  await expect(page.getByText("Let's set up your first account to get started")).toBeVisible();
  await expect(page.getByRole('textbox', { name: /name/iu })).toHaveValue('Main Account');
  await page.getByRole('button', { name: 'Create Account & Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/u);
}

/** Waits until the server has everything; one without our extensions takes and shows records one by one. */
export async function synced(page: Page): Promise<void> {
  await expect(page.getByText(/^Synced/u)).toBeVisible({ timeout: 60_000 });
}

/** How many transactions the server has of the user who is signed in. */
export async function transactionsOnServer(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const reply = await fetch('/api/transactions/user?page=1&pageSize=1', {
      headers: { authorization: `Bearer ${localStorage.getItem('auth_token') ?? ''}` },
    });
    return ((await reply.json()) as { totalCount: number }).totalCount;
  });
}

/** Registers, signs in and makes the first account. */
export async function startFresh(page: Page): Promise<void> {
  await register(page);
  await signIn(page);
  await setUpFirstAccount(page);
}

interface FileToImport {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export async function previewFile(page: Page, file: string | FileToImport): Promise<void> {
  await page.goto('transactions');
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

/** Makes values visible and keeps them so. */
export async function lockValues(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show values' }).click();
  await page.getByRole('button', { name: 'Lock values' }).click();
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

/** Fills the add form for a purchase that the sample does not have. */
export async function addPurchase(page: Page): Promise<void> {
  await page.goto('transactions/new');
  await page.getByLabel('Transaction Type').selectOption({ label: 'Buy' });
  await page.getByRole('textbox', { name: 'Transaction Date' }).fill('20/04/2026');
  await page.getByLabel('Broker', { exact: true }).selectOption({ label: 'AJ Bell' });
  await page.getByLabel('Account', { exact: true }).selectOption({ label: 'Main Account' });
  await page.getByLabel('Tax Wrapper').selectOption({ label: 'DEALING' });
  await page.getByRole('combobox', { name: 'Asset Name' }).fill('Unilever');
  await page.getByRole('option', { name: /GB00B10RZP78/u }).click();
  await page.getByLabel('Quantity', { exact: true }).fill('12.5');
  await page.getByLabel('Consideration').fill('600.25');
  await page.getByRole('button', { name: 'Save Transaction' }).click();
  await expect(page).toHaveURL(/\/transactions$/u);
}
