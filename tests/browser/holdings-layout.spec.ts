/** What only a laid-out page shows of the holdings (001 §2.8, §9) and their summary; the states of the screen are tested beside it. */
import { expect } from '@playwright/test';
import { test } from './journeys/demo-journey.ts';

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
  expect((await page.getByRole('table', { name: 'Holdings' }).boundingBox())?.width).toBeGreaterThanOrEqual(1400);
  await page.setViewportSize({ width: 1440, height: 900 });
  const trigger = page.getByRole('button', { name: /^Actions for/u }).first();
  for (const [room, side] of [
    [119, 'above'],
    [121, 'below'],
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

test('each row of the striped summary shows that the pointer is over it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('dashboard');
  const rows = page.getByRole('table', { name: 'Portfolio by asset class' }).locator('tbody').getByRole('row');
  const colour = async (index: number) =>
    await rows
      .nth(index)
      .getByRole('cell')
      .last()
      .evaluate((cell) => getComputedStyle(cell).backgroundColor);
  await expect(rows.nth(1)).toBeVisible();
  const [odd, even] = [await colour(0), await colour(1)];
  expect(odd).not.toBe(even);
  await rows.nth(0).hover();
  await expect.poll(async () => [odd, even].includes(await colour(0))).toBe(false);
  const hovered = await colour(0);
  await rows.nth(1).hover();
  await expect.poll(async () => await colour(1)).toBe(hovered);
});

test('names that differ by a number alone show it in a window of 1,440 px', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('holdings');
  for (const share of ['100%', '80%']) {
    const link = page
      .getByRole('table', { name: 'Holdings' })
      .getByRole('link', { name: `Vanguard LifeStrategy ${share} Equity A Acc` });
    // A number without room stands below or beside what is shown of the name.
    const isShown = await link
      .first()
      .getByText(share)
      .evaluate((number) => {
        const [inside, shown] = [number.getBoundingClientRect(), number.parentElement?.getBoundingClientRect()];
        return shown !== undefined && inside.right <= shown.right + 1 && inside.top < shown.bottom - 4;
      });
    expect(isShown, share).toBe(true);
  }
});
