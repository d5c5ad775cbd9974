/** Account names as long as they may be (001 §5): lists keep to their width, and the name loses its middle. */
import { expect } from '@playwright/test';
import { test } from './demo-journey.ts';

const NAME = `Joint account of ${'Alexandra'.repeat(8)} and Ben`;

test('an account name of a hundred characters widens no list', async ({ demo, page }) => {
  const accounts = `${demo.server.url}/api/accounts`;
  const headers = { authorization: `Bearer ${demo.investor.token}`, 'content-type': 'application/json' };
  const [first] = (await (await fetch(accounts, { headers })).json()) as readonly {
    readonly id: string;
    readonly name: string;
  }[];
  const rename = async (name: string): Promise<void> => {
    expect(
      (await fetch(`${accounts}/${first?.id}`, { method: 'PUT', headers, body: JSON.stringify({ ...first, name }) }))
        .ok,
    ).toBe(true);
  };
  await rename(NAME);
  await page.goto('accounts');
  await expect(page.getByText(NAME, { exact: true })).toBeVisible();
  for (const path of [
    'transactions',
    'holdings',
    'capital-gains',
    'broker-cash-balances',
    'savings-accounts',
    'properties',
  ]) {
    for (const width of [920, 390]) {
      await test.step(`${path} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await expect(page.getByRole('table').getByText('Alexandra').first()).toBeAttached();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      });
    }
  }
  await rename(first?.name ?? '');
});
