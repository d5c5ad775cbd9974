/** The returns of the demo investor as a person reads them: a year with its bridge opened, by keys, on a phone, and without a connection. */
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './journeys/demo-journey.ts';
import { expectInsideWindow, lockValues, visit } from './journeys/journey.ts';

/** Whole pence of amounts such as `−£1,234.50`. */
function penceIn(text: string): number[] {
  return [...text.matchAll(/([−+]?)£([\d,]+)\.(\d\d)/gu)].map(
    ([, sign, pounds = '', pence = '']) => Number(`${pounds.replaceAll(',', '')}${pence}`) * (sign === '−' ? -1 : 1),
  );
}

const bars = (page: Page): Locator =>
  page.locator('section', { hasText: 'From opening to closing value' }).getByRole('listitem');

test("a year's return: the parts come to the closing value, and a bar opens to its transactions", async ({ page }) => {
  await page.goto('dashboard');
  await page.getByRole('link', { name: 'See returns' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Returns' })).toBeVisible();
  await page.getByLabel('Period', { exact: true }).selectOption('Last tax year');
  await expect(page).toHaveURL(/period=last-tax-year/u);
  await lockValues(page);
  await expect(page.getByRole('img', { name: /^Growth of £100/u })).toBeVisible();

  const amounts: number[] = [];
  for (const bar of await bars(page).all()) amounts.push(...penceIn(await bar.innerText()));
  expect(amounts).toHaveLength(10);
  const closing = amounts.at(-1);
  expect(amounts.slice(0, -1).reduce((total, amount) => total + amount, 0)).toBe(closing);
  const sum = penceIn(await page.getByText(/^Sum of parts = closing/u).innerText());
  expect(sum).toEqual([closing, closing]);

  await page.getByRole('button', { name: /^Income/u }).focus();
  await page.keyboard.press('Enter');
  const rows = page.getByRole('table', { name: 'Rows of Income' });
  const dividend = rows.getByRole('link', { name: 'Dividend', exact: true }).first();
  await expect(dividend).toBeVisible();
  await dividend.click();
  await expect(page).toHaveURL(/\/transactions\/(?!edit)/u);
  await page.goBack();
  await expect(page).toHaveURL(/period=last-tax-year/u);

  await page.getByLabel('Compare with').selectOption({ index: 1 });
  await expect(page.getByText(/would have come to £/u)).toBeVisible();
  await page.getByRole('slider', { name: 'Day' }).focus();
  await page.keyboard.press('Home');
  await expect(page.getByRole('slider', { name: 'Day' })).toHaveAttribute('aria-valuetext', /5 Apr \d{4} · £100\.00/u);
});

test('on a phone, nothing is wider than the screen, and the figures come without a connection', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('dashboard');
  const more = page.getByRole('button', { name: 'More' });
  const link = page.getByRole('link', { name: 'Returns', exact: true });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(link).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(more).toBeFocused();
  await more.click();
  await link.click();
  await expect(link).toBeHidden();
  await expect(page.getByText(/^Sum of parts = closing/u)).toBeVisible();
  await visit(page, 'returns?period=all');
  await lockValues(page);
  // What draws the chart is loaded by itself, and nothing is stored here for use without a connection.
  await expect(page.getByRole('img', { name: /^Growth of £100/u })).toBeVisible();
  await page.context().setOffline(true);
  try {
    await visit(page, 'returns?wrapper=ISA&period=all');
    await expect(page.getByLabel('Tax wrapper')).toHaveValue('ISA');
    await expect(page.getByRole('table', { name: 'Tax years' })).toBeVisible();
    await expect(page.getByRole('img', { name: /^Growth of £100/u })).toBeVisible();
    await expectInsideWindow(page);
  } finally {
    await page.context().setOffline(false);
  }
});

test('on paper it is the figures alone', async ({ page }) => {
  await page.goto('returns');
  await expect(page.getByText(/^Sum of parts = closing/u)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Print returns' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Returns' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Tax years' })).toBeVisible();
});
