/** The allowances of the demo investor: bars that open to their rows, a cash ISA that is stated on the spot, a past year, on paper, and at both widths. */
import { expect } from '@playwright/test';
import { test } from './journeys/demo-journey.ts';
import { lockValues } from './journeys/journey.ts';

test('a cash ISA counts in the ISA bar as stated, a junior ISA in its own, and a past year prints', async ({
  page,
}) => {
  // The browser's own dialog would wait for a person.
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await page.goto('allowances');
  await lockValues(page);
  // On the first days of a tax year nothing has been paid in, and its limits may not be known yet.
  await page.getByLabel('Tax year').selectOption('2024-25');
  await page.getByLabel('Account holder').selectOption({ label: 'Tess Morgan' });
  await expect(
    page
      .getByRole('region', { name: 'Allowances of Tess Morgan' })
      .locator('summary')
      .filter({ hasText: 'Junior ISA' }),
  ).toContainText('of £9,000.00');
  await page.getByLabel('Account holder').selectOption({ label: 'Sam Morgan' });
  const column = page.getByRole('region', { name: 'Allowances of Sam Morgan' });
  const bar = (name: string) => column.locator('summary').filter({ hasText: name });
  const opener = bar('ISA subscriptions').first();
  const before = await opener.innerText();
  await opener.click();
  const rows = column.getByRole('table', { name: 'Details of ISA subscriptions' });
  const row = rows.getByRole('row').filter({ hasText: 'Coventry Building Society Cash ISA' });
  await expect(row).toContainText('£1,000.00');

  await column.getByText('Statements by Sam Morgan').click();
  const name = /what was paid into Coventry Building Society Cash ISA in \d{4}-\d\d$/u;
  await column.getByRole('button', { name }).click();
  await column.getByRole('form', { name }).getByRole('button', { name: 'Remove' }).click();
  await expect(
    column.getByText(/^What was paid into Coventry Building Society Cash ISA in .* is not recorded\.$/u),
  ).toBeVisible();
  await expect(row).toHaveCount(0);
  await column.getByRole('button', { name }).first().click();
  await column
    .getByRole('form', { name })
    .getByLabel(/^Paid into/u)
    .fill('1000');
  await column.getByRole('form', { name }).getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('£1,000.00');
  await expect(opener).toHaveText(before, { useInnerText: true });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Tax year').selectOption('2019-20');
  await expect(column.getByText('The tax year ended on 5 April 2020.')).toBeVisible();
  await expect(opener).toContainText('of £20,000.00');
  await page.getByRole('button', { name: 'Print allowances' }).click();
  const paper = page.locator('[data-print]');
  await expect(paper).toContainText('Allowances of Sam Morgan, tax year 2019-20');
  await expect(paper).toContainText('Coventry Building Society Cash ISA');

  await page.evaluate(() => {
    dispatchEvent(new Event('afterprint'));
  });
  await opener.click();
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Savings Account' })).toBeVisible();
  await expect(page.getByText(/free of tax because the account is a cash ISA$/u)).toBeVisible();
});
