/** The pictures of the app, found by what they say and walked by keys, each with its table. */
import { expect } from '@playwright/test';
import { test } from './journeys/demo-journey.ts';

test('capital gains lead with each account holder: exempt amount, estimated tax, and the years as bars', async ({
  page,
}) => {
  await page.goto('capital-gains');
  const disposals = page.getByRole('table', { name: 'Disposals' });
  await expect(disposals.getByRole('button', { name: /^Details of/u }).first()).toBeVisible();
  const year = await page.getByLabel('Tax Year:').inputValue();
  const holder = page.getByRole('region', { name: new RegExp(`, ${year}$`, 'u') }).first();
  await expect(holder.getByText('Values are hidden. Show them to see the chart.')).toBeVisible();
  const [lead, below] = [await holder.boundingBox(), await disposals.boundingBox()];
  expect(lead?.y).toBeLessThan(below?.y ?? 0);

  await page.getByRole('button', { name: 'Show values' }).click();
  await page.getByRole('button', { name: 'Lock values' }).click();
  await expect(holder.getByText(/^£[\d,.]+ of £[\d,.]+$/u)).toBeVisible();
  await expect(holder.getByText('Estimated tax').locator('xpath=following-sibling::dd')).toHaveText(/^£/u);
  await holder.getByRole('img', { name: /^Yearly gains of .+, against the exempt amount/u }).focus();
  await page.keyboard.press('End');
  await expect(holder.getByRole('status')).toHaveText(/^\d{4}-\d\d, (?:Gain|Loss) £[\d,.]+, Exempt amount £/u);
  await holder.getByText('The figures as a table').click();
  await expect(holder.getByRole('table', { name: /^Yearly gains of .+$/u })).toContainText(year);
});

test('the portfolio is divided by category, wrapper, holder and broker: one picture with a switch', async ({
  page,
}) => {
  await page.goto('dashboard');
  const readings = page.getByRole('radiogroup', { name: 'Allocation by' });
  await expect(page.getByRole('img', { name: /^Current share of each asset class as a bar/u })).toBeVisible();
  await readings.getByRole('radio', { name: 'Category' }).focus();
  for (const [reading, part] of [
    ['Wrapper', 'tax wrapper'],
    ['Holder', 'account holder'],
    ['Broker', 'broker'],
  ] as const) {
    await page.keyboard.press('ArrowRight');
    await expect(readings.getByRole('radio', { name: reading, checked: true })).toBeFocused();
    await expect(
      page.getByRole('img', { name: new RegExp(`^Share of the value of each ${part} as a bar`, 'u') }),
    ).toBeVisible();
  }
  await page.getByRole('img', { name: /^Share of the value of each broker/u }).focus();
  await page.keyboard.press('Home');
  await expect(page.getByText(/^.+, \d+\.\d%$/u)).toBeAttached();
  await page.getByRole('region', { name: 'Share of value' }).getByText('The figures as a table').click();
  const table = page.getByRole('table', { name: 'Value by broker' });
  await expect(table).toContainText('****');
  await expect(table).toContainText('Total');
});

test('net worth stands over time as areas: securities, cash, savings and properties', async ({ page }) => {
  await page.goto('dashboard');
  await page.getByRole('combobox', { name: 'Chart of' }).selectOption('Net worth');
  await page.getByRole('radio', { name: 'All', exact: true }).check();
  const picture = page.getByRole('img', { name: /^Net worth, .+: Securities, Broker cash, Savings, Properties\./u });
  await picture.focus();
  await page.keyboard.press('End');
  const section = page.getByRole('region', { name: 'Value over time' });
  await expect(section.getByRole('status')).toHaveText(/^\d+ \w+ \d{4}$/u);
  await page.getByRole('button', { name: 'Show values' }).click();
  await page.getByRole('button', { name: 'Lock values' }).click();
  await picture.focus();
  await page.keyboard.press('End');
  await expect(section.getByRole('status')).toHaveText(/Properties: £[\d,]+, Net worth: £[\d,]+$/u);
  await section.getByText('The figures as a table').click();
  await expect(page.getByRole('table', { name: 'Net worth' })).toContainText('£');
});

test('savings stand over time below their list', async ({ page }) => {
  await page.goto('savings-accounts');
  const section = page.getByRole('region', { name: 'Savings over time' });
  await section.getByRole('img', { name: /^Savings over time, /u }).focus();
  await page.keyboard.press('Home');
  await expect(section.getByRole('status')).toHaveText(/^\d+ \w+ \d{4}$/u);
  await section.getByText('The figures as a table').click();
  await expect(page.getByRole('table', { name: 'Savings over time' })).toContainText('••••••');
});
