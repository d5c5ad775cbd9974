/** Every state of the holdings screen (001 §2.8, §4, §5, §8). */
import { expect, type Locator, type Page } from '@playwright/test';
import { test, visit } from './demo-journey.ts';
import { stage } from './stage.ts';

test.describe.configure({ mode: 'default' });
test.use({ serviceWorkers: 'block' });

const HEADINGS = [
  'Details',
  'Type',
  'Asset',
  'Account',
  'Tax Wrapper',
  'Quantity',
  'Total Cost',
  'Current Price',
  'Current Value',
  'Gain/Loss',
  'Actions',
];
const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });
const table = (page: Page): Locator => page.getByRole('table', { name: 'Holdings' });

async function reopen(page: Page): Promise<void> {
  await visit(page, 'settings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await visit(page, 'holdings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Holdings');
}

test('holdings while they load, when they fail, hidden and shown, opened, grouped and filtered away', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('holdings');
  const footer = page.getByText(/^Showing \d+ of \d+ holdings across \d+ accounts$/u);
  await expect(footer).toBeVisible();
  await expect(table(page).getByRole('columnheader')).toHaveText(HEADINGS);
  await expect(table(page).getByRole('columnheader', { name: 'Total Cost' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const total = page.getByText('Total Value', { exact: true }).locator('xpath=following-sibling::*');
  await expect(total).toHaveText('••••••');
  await button(page, 'Show values').click();
  await expect(total).toHaveText(/^£[\d,]+\.\d\d$/u);
  await button(page, 'Lock values').click();
  await button(page, 'Hide values').click();
  await expect(page.getByText(/^Exchange Rates: (?:Current|Stale) Last updated .+ \(.+\)$/u)).toBeVisible();

  await test.step('one row open at a time', async () => {
    const details = page.getByRole('button', { name: /^Details of/u });
    const behind = page.getByRole('table', { name: 'Transactions of this holding' });
    await details.nth(0).click();
    await expect(behind.getByRole('columnheader')).toHaveText([
      'Type',
      'Date',
      'Quantity',
      'Native Price',
      'Local Price',
      'Consideration',
      'Broker Charge',
      'Stamp Duty',
      'FX Charge',
      'Accrued Interest',
    ]);
    await expect(behind.getByRole('link').first()).toHaveAttribute('href', /^\/transactions\/edit\//u);
    await expect(behind.getByText('••••••').first()).toBeVisible();
    // By the keyboard from here: a long table above changes its height while it is scrolled away.
    await details.nth(1).press('Enter');
    await expect(details.nth(1)).toHaveAttribute('aria-expanded', 'true');
    await expect(behind.getByRole('link').first()).toBeVisible();
    await expect(behind).toHaveCount(1);
    await stage(page, { failing: ['holdingTransactions'] });
    await details.nth(2).press('Enter');
    await expect(
      page.getByText('Could not load the transactions of this holding. Please try again later.'),
    ).toBeVisible();
    await stage(page, { held: ['holdingTransactions'] });
    await details.nth(3).press('Enter');
    await expect(page.getByText('Loading transactions...')).toBeVisible();
    await stage(page, {});
  });

  await test.step('the price says when it was fetched', async () => {
    await table(page)
      .getByText(/Price fetched|No price date available/u)
      .first()
      .locator('xpath=..')
      .hover();
    await expect(page.getByText(/Price fetched|No price date available/u).last()).toBeVisible();
  });

  await test.step('groups with subtotals', async () => {
    await page.getByLabel('Group by').selectOption({ label: 'Tax wrapper' });
    const group = page.getByRole('region', { name: 'ISA', exact: true });
    await expect(group.getByRole('row').last()).toContainText('Subtotal');
    await expect(group.getByRole('row').last()).toContainText('••••••');
    await page.getByLabel('Group by').selectOption({ label: 'No groups' });
  });

  await test.step('filters that leave nothing', async () => {
    await page.getByRole('searchbox', { name: 'Search by asset name or ISIN...' }).fill('no such thing');
    await expect(page.getByText('No Holdings Match Your Filters')).toBeVisible();
    await expect(page.getByText('Try adjusting your filters to see more results.')).toBeVisible();
    await button(page, 'Clear All Filters').click();
    await expect(footer).toBeVisible();
  });

  await test.step('loading and failing', async () => {
    // Nor are figures that were kept shown.
    await stage(page, { held: ['holdings'], unreadable: ['summaries'] });
    await reopen(page);
    await expect(page.getByText('Loading holdings...')).toBeVisible();
    await stage(page, { failing: ['holdings', 'exchangeRates'] });
    await reopen(page);
    await expect(page.getByRole('alert')).toHaveText('Error:Could not load holdings. Please try again later.');
    await expect(page.getByText('Exchange Rates:', { exact: false })).toHaveCount(0);
  });
});

test('what only a page can show: the total in green, a table of 1,400 px, a menu that opens upward where less than 120 px are left', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('holdings');
  await expect(page.getByText(/^Showing \d+ of \d+ holdings/u)).toBeVisible();
  const total = page.getByText('Total Value', { exact: true }).locator('xpath=following-sibling::*');
  const green = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--gain)';
    return getComputedStyle(probe).color;
  });
  await expect(total).toHaveCSS('color', green);
  expect((await table(page).boundingBox())?.width).toBeGreaterThanOrEqual(1400);
  await page.setViewportSize({ width: 1440, height: 900 });
  const trigger = page.getByRole('button', { name: /^Actions for/u }).first();
  for (const [room, side] of [
    [110, 'above'],
    [400, 'below'],
  ] as const) {
    const at = await trigger.boundingBox();
    if (at === null) throw new Error('no button');
    await page.setViewportSize({ width: 1440, height: Math.round(at.y + at.height + room) });
    await trigger.click();
    const menu = await page.getByRole('menu').boundingBox();
    if (menu === null) throw new Error('no menu');
    expect(menu.y < at.y ? 'above' : 'below').toBe(side);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
});

test('a past day, and each day that is refused', async ({ page }) => {
  const field = page.getByRole('textbox', { name: 'View As Of Date' });
  await page.goto('holdings?asOfDate=2022-03-04');
  await expect(page.getByText('Showing holdings as of 4 March 2022')).toBeVisible();
  await expect(page.getByText('Historical data as of 4 March 2022')).toBeVisible();
  await field.fill('05/06/2023');
  await expect(page.getByText('Showing holdings as of 5 June 2023')).toBeVisible();
  await expect(page).toHaveURL(/asOfDate=2023-06-05$/u);
  await button(page, 'Clear').click();
  await expect(page).toHaveURL(/\/holdings$/u);
  for (const [asked, message] of [
    ['', 'Date parameter cannot be empty.'],
    ['04-03-2022', 'Invalid date format: "04-03-2022". Please use YYYY-MM-DD format (e.g., 2024-01-15).'],
    ['2022-13-41', 'Invalid date: "2022-13-41". Please enter a valid date.'],
    ['2023-02-30', 'Invalid date: "2023-02-30". The date was automatically corrected to 2023-03-02.'],
    [
      '2199-01-01',
      /^Error:\s*Future date not allowed: "2199-01-01"\. Please select a date up to today \(\d{4}-\d\d-\d\d\)\.$/u,
    ],
    ['1999-12-31', 'Date too far in the past: "1999-12-31". Please select a date from 2000-01-01 onwards.'],
  ] as const) {
    await visit(page, `holdings?asOfDate=${asked}`);
    await expect(page.getByText(message)).toBeVisible();
    await expect(page).toHaveURL(/\/holdings$/u);
  }
});

test("what a holding's menu leads to", async ({ page }) => {
  await page.goto('holdings');
  const menu = page.getByRole('button', { name: /^Actions for/u }).first();
  await menu.click();
  await page.getByRole('menuitem', { name: 'View Transactions' }).click();
  await expect(page.getByText(/^Found [1-9]\d* result\(s\) for "[A-Z0-9]+"$/u)).toBeVisible();
  await page.goBack();
  await menu.click();
  await page.getByRole('menuitem', { name: 'View Asset Details' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Asset');
  await page.goBack();
  await stage(page, { unreadable: ['assets'] });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Try a sale' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Try a Sale');
});

test('without holdings the first transaction is offered; what is wrong with the data leads to its row', async ({
  newcomer: { page, person },
  emptyServer,
}) => {
  await page.goto('holdings');
  await expect(page.getByText('No Holdings Found')).toBeVisible();
  await expect(page.getByText("You don't have any investment positions yet.")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add Your First Transaction' })).toHaveAttribute(
    'href',
    '/transactions/new',
  );

  await test.step('a sale of more than was bought, of a security without a price', async () => {
    const headers = { authorization: `Bearer ${person.token}` };
    const read = async (path: string): Promise<{ id: string; name: string }[]> =>
      (await (await page.request.get(`${emptyServer.url}/api/${path}`, { headers })).json()) as {
        id: string;
        name: string;
      }[];
    const [[account], [broker]] = await Promise.all([read('accounts'), read('brokers')]);
    for (const [transactionType, quantity] of [
      ['BUY', 5],
      ['SELL', 8],
    ] as const) {
      const data = {
        transactionType,
        transactionDate: '2025-05-06',
        brokerId: broker?.id,
        accountId: account?.id,
        taxWrapper: 'DEALING',
        isin: 'GB00B10RZP78',
        quantity,
        consideration: 100,
      };
      expect((await page.request.post(`${emptyServer.url}/api/transactions`, { headers, data })).ok()).toBe(true);
    }
    await page.reload();
    await page.getByText('2 things need attention in your data').click();
    await expect(page.getByText('there is no price.', { exact: false })).toBeVisible();
    await expect(page.getByText('more was sold than was held.', { exact: false })).toBeVisible();
    await page
      .getByRole('button', { name: /^Unilever.*Main Account, DEALING$/u })
      .first()
      .click();
    await expect(page.getByRole('button', { name: /^Details of Unilever/u })).toBeFocused();
    await expect(page.getByRole('table', { name: 'Transactions of this holding' })).toBeVisible();
    await expect(table(page).getByText('More sold than held')).toBeVisible();
  });
});
