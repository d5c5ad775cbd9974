/** The bar of the narrowest phone. */
import { expect } from '@playwright/test';
import { startFresh, test } from './journeys/journey.ts';

test.use({ viewport: { width: 320, height: 640 } });

test('the longest words about syncing take a second line and widen no page', async ({ page }) => {
  await startFresh(page);
  await page.getByText(/^Synced/u).evaluate((words) => {
    words.textContent = 'Not syncing since 30 Nov 2026, 15:33:27 · 12 waiting';
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
