/** What the reader's device decides: the colours and spacing of text that are set for all pages, and a finger as pointer. */
import { expect, type Locator } from '@playwright/test';
import { startFresh, test, visit } from './journeys/journey.ts';

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

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a name that leads nowhere is shown whole', async ({ page }) => {
    await startFresh(page);
    await visit(page, 'accounts/new');
    await page.getByLabel('Account Name').fill('The Morgan family discretionary settlement of 1998, accumulation fund');
    await page.getByRole('button', { name: 'Create Account' }).click();
    const name = page.getByRole('rowheader').filter({ hasText: 'settlement of 1998' });
    await expect(name).toBeVisible();
    const cut = await name.evaluate((cell) =>
      [cell, ...cell.querySelectorAll('*')].some(
        (part) => getComputedStyle(part).overflowX === 'hidden' && part.scrollWidth > part.clientWidth + 1,
      ),
    );
    expect(cut).toBe(false);
  });
});
