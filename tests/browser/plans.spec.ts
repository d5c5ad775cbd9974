/** Plans are worked out from the records, agree with the simulator to the penny, and store nothing. */
import { expect, type Page } from '@playwright/test';
import { test } from './journeys/demo-journey.ts';
import { lockValues } from './journeys/journey.ts';

/** The cell of a plan's one row under a heading. */
async function cellOf(page: Page, header: string): Promise<string> {
  const table = page.getByRole('region', { name: /^Plan 1/u }).getByRole('table');
  const heads = await table.getByRole('columnheader').allInnerTexts();
  const index = heads.findIndex((head) => head.trim() === header);
  return (
    await table
      .locator(`tbody tr > :nth-child(${index + 1})`)
      .first()
      .innerText()
  ).trim();
}

test('a plan is worked out, and the simulator makes the same gain of its sale', async ({ page }) => {
  await page.goto('capital-gains');
  await page.getByRole('link', { name: 'Plans' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible();
  await lockValues(page);
  await expect(page.getByRole('region', { name: 'Alex Morgan, if everything were sold' })).toContainText(
    /What is left/u,
  );

  await page.getByLabel('Goal').selectOption({ label: 'Raise an amount' });
  await page.getByLabel('Account holder').selectOption({ label: 'Alex Morgan' });
  await page.getByLabel('Amount', { exact: true }).fill('1000');
  await page.getByRole('button', { name: 'Work out plans' }).click();
  await expect(page.getByRole('region', { name: 'Plan 1: 1 trade' })).toBeVisible();
  const [security, place, units, charges, gain] = [
    await cellOf(page, 'Security'),
    await cellOf(page, 'Where'),
    await cellOf(page, 'Units'),
    await cellOf(page, 'Charges'),
    await cellOf(page, 'Gain/Loss'),
  ];
  const wrapper = place.split(', ')[1] ?? '';

  await page.getByLabel('Goal').selectOption({ label: 'Try one sale' });
  const holding = page.getByLabel('Holding', { exact: true });
  const option = holding.getByRole('option').filter({ hasText: `${security} · Alex Morgan · ${wrapper} ·` });
  await holding.selectOption(await option.first().getAttribute('value'));
  await page.getByLabel('Units', { exact: true }).fill(units.replaceAll(',', ''));
  await page.getByLabel('Charges', { exact: true }).fill(charges.replaceAll(/[£,]/gu, ''));
  const outcome = page.getByRole('region', { name: 'Result of the sale' });
  await expect(outcome).toContainText(gain.replaceAll(/^[+]/gu, ''));
});

test('the tax dates get a secret address, which a calendar program can read until it is revoked', async ({ page }) => {
  await page.goto('settings');
  const calendar = page.getByRole('region', { name: 'Calendar of tax dates' });
  await calendar.getByRole('button', { name: 'Make an address' }).click();
  const address = calendar.getByLabel('Address of the calendar');
  await expect(address).toHaveValue(/\/api\/feeds\/[\w-]{22}\/tax-dates\.ics$/u);
  const url = await address.inputValue();
  const read = async () => await (await fetch(url)).text();
  expect(await read()).toMatch(/^BEGIN:VCALENDAR/u);
  await page.reload();
  await expect(calendar.getByText('Not in the calendar')).toBeVisible();
  await expect(address).toHaveCount(0);
  await calendar.getByRole('button', { name: 'Revoke the address' }).click();
  await page.getByRole('dialog', { name: 'Revoke the address' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(calendar.getByRole('button', { name: 'Make an address' })).toBeVisible();
  expect(await read()).not.toMatch(/VCALENDAR/u);
});
