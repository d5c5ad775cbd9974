/** Files of accounts, property prices and asset prices: chosen, previewed with what is wrong in them, imported, and exported again, at both widths. */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { closeMessages } from './journeys/journey.ts';
import { closeSharedTab, goTo, openSharedTab, type SharedTab } from './journeys/shared-tab.ts';
import { test } from './servers/worker-servers.ts';

test.describe.configure({ mode: 'serial' });

let shared: SharedTab | undefined;
let page: Page;
test.beforeAll(async ({ browser }) => {
  shared = await openSharedTab(browser);
  ({ page } = shared);
});
test.afterAll(async () => {
  await closeSharedTab(shared);
});

const WIDTHS = [
  { name: 'at desktop width', width: 1440, height: 900 },
  { name: 'at phone width', width: 390, height: 844 },
] as const;
const button = (name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });

/** Chooses a file in the open import dialog and opens its preview. */
async function preview(entity: string, lines: readonly string[] | Buffer): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: `Import ${entity}s` });
  await expect(dialog.getByRole('button', { name: 'Preview Import' })).toBeDisabled();
  await dialog.getByLabel('Select CSV/TSV File').setInputFiles({
    name: 'rows.csv',
    mimeType: 'text/csv',
    buffer: Buffer.isBuffer(lines) ? lines : Buffer.from(lines.join('\n')),
  });
  await expect(dialog.getByText('Selected: rows.csv')).toBeVisible();
  await dialog.getByRole('button', { name: 'Preview Import' }).click();
  const opened = page.getByRole('dialog', { name: `${entity} Import Preview` });
  await expect(opened.getByRole('row').nth(1)).toBeVisible();
  return opened;
}

/** How many rows the tabs of a preview count: all, valid, duplicates, errors. */
async function counts(dialog: Locator): Promise<string[]> {
  return await dialog.getByRole('tab').allInnerTexts();
}

/** What the errors tab says is wrong with each row. */
async function expectErrors(dialog: Locator, errors: readonly (string | RegExp)[]): Promise<void> {
  await dialog.getByRole('tab', { name: /^Errors/u }).click();
  for (const error of errors) await expect(dialog.getByText(error)).toBeVisible();
  await dialog.getByRole('tab', { name: /^All/u }).click();
}

async function importSelected(dialog: Locator, count: number, told: string): Promise<void> {
  await dialog.getByRole('button', { name: `Import ${count} Selected` }).click();
  await expect(dialog).toBeHidden();
  // What the import of the other width said may still stand beside it.
  await expect(page.getByText(told).first()).toBeVisible();
  await closeMessages(page);
}

/** The file that a press of the button saves. */
async function exported(name: string, fileName: RegExp): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), button(name).click()]);
  expect(file.suggestedFilename()).toMatch(fileName);
  return readFileSync(await file.path());
}

/** What we export is here already when it is imported again. */
async function expectKnown(entity: string, file: Buffer, rows: number): Promise<void> {
  const again = await preview(entity, file);
  expect(await counts(again)).toEqual([`All (${rows})`, 'Valid (0)', `Duplicates (${rows})`, 'Errors (0)']);
  await expect(again.getByText('Selected: 0')).toBeVisible();
  await again.getByRole('button', { name: 'Cancel' }).click();
  await expect(again).toBeHidden();
}

for (const { name: width, ...viewport } of WIDTHS) {
  const second = viewport.width === 390;

  test(`accounts ${width}`, async () => {
    await page.setViewportSize(viewport);
    await goTo(page, 'Accounts');
    await button('Import accounts from CSV').click();
    const opened = await preview('Account', [
      'Name',
      second ? 'Third' : 'Partner',
      'Main Account',
      '',
      'x'.repeat(101),
      second ? 'Third' : 'Partner',
    ]);
    expect(await counts(opened)).toEqual(['All (4)', 'Valid (1)', 'Duplicates (2)', 'Errors (1)']);
    await expect(
      opened
        .getByRole('row')
        .filter({ hasText: 'Already recorded: Main Account.' })
        .getByText('Main Account', { exact: true }),
    ).toBeInViewport();
    await expectErrors(opened, [/^Name .*100/u]);
    await importSelected(opened, 1, 'Imported 1 of 4 accounts. 1 row has errors. 2 duplicates were skipped.');
    await expect(page.getByText(second ? 'Third' : 'Partner', { exact: true })).toBeVisible();
    const file = await exported('Export all accounts (filtered)', /^accounts-export-\d{4}-\d\d-\d\d\.csv$/u);
    await button('Import accounts from CSV').click();
    await expectKnown('Account', file, second ? 3 : 2);
  });
}

test.describe('prices of a property', () => {
  test.beforeAll(async () => {
    await page.goto('properties/new');
    await page.getByLabel('Account *').selectOption({ label: 'Main Account' });
    await page.getByLabel('Property Name *').fill('Cottage');
    await page.getByRole('textbox', { name: 'Date Purchased' }).fill('01/06/2019');
    await page.getByLabel('Purchase Price *').fill('200000');
    await button('Create Property').click();
    await expect(page).toHaveURL(/\/properties$/u);
  });

  for (const { name: width, ...viewport } of WIDTHS) {
    test(width, async () => {
      await page.setViewportSize(viewport);
      const year = viewport.width === 390 ? 2024 : 2022;
      await page.goto('properties');
      await page.getByRole('link', { name: 'Cottage' }).click();
      await button('Import prices from CSV').click();
      const opened = await preview('Price', [
        'Date,Price,Currency',
        `01/06/${year},"£240,000.50",GBP`,
        `31/12/${year},245000,`,
        `01/06/${year},240000.50,GBP`,
        `32/06/${year},250000,GBP`,
        `01/07/${year},dear,GBP`,
        `01/08/${year},1,XYZ`,
      ]);
      expect(await counts(opened)).toEqual(['All (6)', 'Valid (2)', 'Duplicates (1)', 'Errors (3)']);
      await expectErrors(opened, [new RegExp(`^Date "32/06/${year}" `, 'u'), /^Price "dear" /u, /^Currency "XYZ" /u]);
      await importSelected(opened, 2, 'Imported 2 of 6 prices. 3 rows have errors. 1 duplicate was skipped.');
      const entries = page.getByRole('list', { name: 'Prices' }).getByRole('listitem');
      await expect(entries).toHaveCount(year === 2022 ? 2 : 4);
      const file = await exported('Export prices', /^property-prices-export-\d{4}-\d\d-\d\d\.csv$/u);
      await button('Import prices from CSV').click();
      await expectKnown('Price', file, year === 2022 ? 2 : 4);
    });
  }
});

test.describe('prices of an asset', () => {
  for (const { name: width, ...viewport } of WIDTHS) {
    test(width, async () => {
      await page.setViewportSize(viewport);
      const month = viewport.width === 390 ? '09' : '10';
      await page.goto('assets');
      await page.getByRole('searchbox', { name: 'Search assets...' }).fill('IE00B3RBWM25');
      await page.getByRole('row').filter({ hasText: 'IE00B3RBWM25' }).getByRole('link').click();
      await button(/^Price History/u).click();
      await button('Import Prices').click();
      const opened = await preview('Price', [
        'Date,Price',
        `01/${month}/2026,101.5`,
        `02/${month}/2026,102`,
        `01/${month}/2026,101.5`,
        '01/01/2030,103',
        `03/${month}/2026,-1`,
      ]);
      expect(await counts(opened)).toEqual(['All (5)', 'Valid (2)', 'Duplicates (1)', 'Errors (2)']);
      await expectErrors(opened, [/^Date "2030-01-01" /u, /^Price "?-1"? /u]);
      await importSelected(opened, 2, 'Imported 2 of 5 prices. 2 rows have errors. 1 duplicate was skipped.');
      await page.getByLabel('Time range').selectOption({ label: 'All available data' });
      await expect(
        page
          .getByRole('table', { name: 'Prices' })
          .getByRole('row')
          .filter({ hasText: `01/${month}/2026` }),
      ).toBeVisible();
      const file = await exported('Export the prices shown', /^prices-export-IE00B3RBWM25-\d{4}-\d\d-\d\d\.csv$/u);
      await button('Import Prices').click();
      await expectKnown('Price', file, month === '10' ? 2 : 4);
    });
  }
});
