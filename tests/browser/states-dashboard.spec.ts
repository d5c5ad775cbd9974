/** Every state of the dashboard (000 §2.8, §4.3, §8.2). */
import { expect, type Page } from '@playwright/test';
import { test, visit } from './demo-journey.ts';
import { stage } from './stage.ts';

test.describe.configure({ mode: 'default' });
test.use({ serviceWorkers: 'block' });

const COLUMNS = [
  'Asset Class',
  'Target (%)',
  'Target Amount',
  'Cost',
  'Value',
  'Increase £',
  'Increase %',
  'Current %',
  'Rebalance',
];

async function reopen(page: Page): Promise<void> {
  await visit(page, 'settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await visit(page, 'dashboard');
}

test('the dashboard while it loads, when it fails, hidden, shown, and for a picture that cannot be drawn', async ({
  page,
}) => {
  await page.goto('dashboard');
  const total = page.getByText('Total Portfolio Value').locator('xpath=following-sibling::*');
  await expect(total).toContainText('****');
  const table = page.getByRole('table', { name: 'Portfolio by asset class' });
  await expect(table.getByRole('columnheader')).toHaveText(COLUMNS);
  await expect(table.getByRole('row').last()).toContainText('Total');
  await page.getByRole('button', { name: 'Show values' }).click();
  await expect(total).toHaveText(/^£\d[\d,]*$/u);
  await page.getByRole('button', { name: 'Lock values' }).click();
  const withCash = await total.innerText();
  await page.getByRole('checkbox', { name: 'Include cash & savings' }).uncheck();
  await expect(total).not.toHaveText(withCash);
  await page.getByRole('checkbox', { name: 'Include cash & savings' }).check();
  await expect(total).toHaveText(withCash);
  await page.getByText('The figures as a table').click();
  await expect(page.getByRole('table', { name: 'Value and net invested' })).toBeVisible();
  await page.getByRole('button', { name: 'Hide values' }).click();
  await expect(total).toContainText('****');

  // Nor are figures that were kept shown.
  await stage(page, { held: ['dashboardSummary'], unreadable: ['summaries'] });
  await reopen(page);
  await expect(page.getByText('Loading holdings summary...')).toBeVisible();
  await stage(page, { failing: ['dashboardSummary'] });
  await reopen(page);
  await expect(page.getByRole('alert')).toContainText('Failed to load holdings summary');
  await expect(table).toHaveCount(0);
  await stage(page, { held: ['valueHistory'] });
  await reopen(page);
  await expect(page.getByText('Loading chart...')).toBeVisible();
  await stage(page, { failing: ['valueHistory'] });
  await reopen(page);
  await expect(page.getByText('The chart could not be computed. Please try again.')).toBeVisible();
  await expect(table).toBeVisible();
});

test('an empty dashboard leads to the first steps, and says when a page is for administrators', async ({
  newcomer: { page },
}) => {
  for (const path of ['admin', 'assets/new']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard\?error=admin-required$/u);
    await expect(page.getByText('That page is for administrators only.')).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'Admin Portal' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page).toHaveURL(/\/dashboard$/u);
  await expect(page.getByText('No Holdings Found')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add Your First Transaction' })).toHaveAttribute(
    'href',
    '/transactions/new',
  );
  await page.getByRole('button', { name: 'Import Transactions' }).click();
  await expect(page.getByRole('dialog', { name: 'Import Transactions' })).toBeVisible();
});
