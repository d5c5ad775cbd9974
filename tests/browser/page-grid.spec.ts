/** What stands in one column or row of a page lines up, at every width. */
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './demo-journey.ts';

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('it is not laid out');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** The newest sale's page. */
async function openSale(page: Page): Promise<void> {
  await page.goto('capital-gains');
  await page
    .getByRole('button', { name: /^Details of /u })
    .first()
    .click();
  await page.getByRole('region', { name: 'Matched transactions' }).getByRole('link', { name: 'Sell' }).first().click();
  await expect(page.getByRole('table', { name: 'Matched transactions' })).toBeVisible();
}

test('the page of a sale keeps to its edges: path, toolbar, facts and matched transactions', async ({ page }) => {
  await openSale(page);
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const edge = (await boxOf(page.getByRole('region', { name: 'Gain/Loss' }))).right;
    const path = await boxOf(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('list'));
    expect(path.height, `path at ${width} px`).toBeLessThan(30);
    const [remove, edit] = [page.getByRole('button', { name: 'Delete' }), page.getByRole('link', { name: 'Edit' })];
    expect((await boxOf(edit)).right, `toolbar at ${width} px`).toBeCloseTo(edge, 0);
    expect((await boxOf(edit)).x - (await boxOf(remove)).right, `buttons at ${width} px`).toBeGreaterThanOrEqual(8);
    const amount = page.getByRole('region', { name: 'Amounts' }).getByRole('definition').first();
    expect((await boxOf(amount)).right, `amounts at ${width} px`).toBeCloseTo(edge, 0);
    const rows = page.getByRole('table', { name: 'Matched transactions' }).getByRole('row');
    // A card, or a name and its code.
    expect((await boxOf(rows.last())).height, `rows at ${width} px`).toBeLessThanOrEqual(64);
  }
});

test('a toolbar under a long title ends where the one beside a short title does', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const ends: number[] = [];
  for (const path of ['transactions', 'savings-accounts', 'broker-cash-balances']) {
    await page.goto(path);
    const main = page
      .getByRole('main')
      .getByRole('link', { name: /^Add/u })
      .or(page.getByRole('main').getByRole('button', { name: /^Add/u }));
    await expect(main.first()).toBeVisible();
    ends.push((await boxOf(main.first())).right);
  }
  expect(ends).toEqual([374, 374, 374]);
});
