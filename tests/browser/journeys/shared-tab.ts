/** One server and one signed-in tab for all journeys of a spec file; such a file runs in serial mode. */
import { expect, type Browser, type Page } from '@playwright/test';
import { enterAs, newPerson, type Person } from '../steps/people.ts';
import { ServerProcess } from '../servers/server-process.ts';

export interface SharedTab {
  readonly server: ServerProcess;
  readonly page: Page;
  /** The first user of the server, its administrator, with one account. */
  readonly person: Person;
}

/** Starts a server with the given environment and signs its first user in. */
export async function openSharedTab(browser: Browser, env: Readonly<Record<string, string>> = {}): Promise<SharedTab> {
  const server = await ServerProcess.start(env);
  const person = await newPerson(server);
  const context = await browser.newContext({
    baseURL: `${server.url}/`,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1440, height: 900 },
    // Each such file ends without a connection.
    serviceWorkers: 'allow',
  });
  const page = await context.newPage();
  await enterAs(page, person);
  return { server, page, person };
}

export async function closeSharedTab(shared: SharedTab | undefined): Promise<void> {
  await shared?.page.context().close();
  await shared?.server.dispose();
}

/** Goes to a page by its name in the palette: no reload, whatever the width. */
export async function goTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search records and pages' }).fill(name);
  await page.getByRole('option', { name: `${name} Page`, exact: true }).click();
  // Not any dialog: a message that something was deleted is one too, and stays for as long as that can be undone.
  await expect(page.getByRole('dialog', { name: 'Search everything' })).toHaveCount(0);
}

/** The names of a table's columns; that of the checkboxes has none. */
export async function columnsOf(page: Page, table: string): Promise<string[]> {
  const headers = await page
    .getByRole('table', { name: table })
    .getByRole('columnheader')
    .filter({ hasNot: page.getByRole('checkbox') })
    .allInnerTexts();
  return headers.map((header) => header.trim());
}

/** True while the focus is on something: after a step by keyboard it must not have fallen back to the page. */
export async function hasFocus(page: Page): Promise<boolean> {
  return await page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body);
}

/** Types into a field in place of what it holds, as a person does. */
export async function enter(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}
