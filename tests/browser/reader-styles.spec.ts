/** The colours and spacing of text that a reader sets for all pages. */
import { expect, type Locator } from '@playwright/test';
import { startFresh, test } from './journeys/journey.ts';

const colour = async (element: Locator, name: string, part?: string): Promise<string> =>
  await element.evaluate((node, [property, pseudo]) => getComputedStyle(node, pseudo).getPropertyValue(property), [
    name,
    part,
  ] as const);

test.describe('with forced colours', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('a tick, the current page and the chosen tab can be told from the others', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await startFresh(page);
    const box = page.getByRole('checkbox', { name: 'Include cash & savings' });
    await expect(box).toBeChecked();
    expect(await colour(box, 'background-color', '::before')).not.toBe(await colour(box, 'background-color'));

    const line = 'border-block-end-color';
    const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
    expect(await colour(link('Dashboard'), line)).not.toBe(await colour(link('Holdings'), line));
    expect(await colour(link('Holdings'), line)).toBe(await colour(page.locator('body'), 'background-color'));
  });
});

test.describe('with wide letters on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the words of the bottom bar stay apart', async ({ page }) => {
    await startFresh(page);
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }');
      document.adoptedStyleSheets.push(sheet);
    });
    const bar = page.getByRole('navigation', { name: 'Main' });
    const overlaps = await bar.last().evaluate((nav) => {
      const words = [...nav.querySelectorAll(':scope > a, :scope > button')].map((item) => {
        const range = document.createRange();
        range.selectNodeContents(item);
        return range.getBoundingClientRect();
      });
      if (words.length < 5) throw new Error('The bar has five parts.');
      return words.some((word, index) => index > 0 && word.left < (words[index - 1]?.right ?? 0) + 2);
    });
    expect(overlaps).toBe(false);
  });
});
