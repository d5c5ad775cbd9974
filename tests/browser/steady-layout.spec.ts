/** Screens keep the place of what is still read: nothing that is in view moves when it arrives. */
import { expect, type Page } from '@playwright/test';
import { test } from './demo-journey.ts';

/** Of the browser's own measure: the part of the window that moved, times how far. */
const MOST_SHIFT = 0.02;

const SCREENS: readonly (readonly [path: string, loaded: (page: Page) => Promise<void>])[] = [
  ['dashboard', async (page) => await expect(page.getByText('Target (%)').first()).toBeAttached()],
  ['holdings', async (page) => await expect(page.getByText(/^Showing \d+ of \d+ holdings/u)).toBeAttached()],
  [
    'holdings/IE00B3RBWM25',
    async (page) => await expect(page.getByRole('img', { name: /^Price History/u })).toBeAttached(),
  ],
  ['plans', async (page) => await expect(page.getByText('What is left').first()).toBeAttached()],
  ['settings', async (page) => await expect(page.getByRole('table', { name: 'Sessions' })).toBeAttached()],
];

for (const width of [390, 820, 1440]) {
  test(`what is in view stays in its place while a screen loads, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const [path, loaded] of SCREENS) {
      await page.goto(path);
      await loaded(page);
      const shift = await page.evaluate(async () => {
        // What was drawn last is reported after it is on the screen.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0);
      });
      expect.soft(shift, path).toBeLessThanOrEqual(MOST_SHIFT);
    }
  });
}
