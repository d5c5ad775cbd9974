/** While values are hidden no amount is in the page: not in its text, names, titles, tooltips, nor drawn into a picture (000 §4.3). */
import { expect, type Page } from '@playwright/test';
import { test } from './journeys/demo-journey.ts';
import { visit } from './journeys/journey.ts';

/** What the tooltip of a price says. */
const PRICE_WORDS = /Price fetched|without a time of fetching|No price date available/u;

/** Screens with amounts of the user's own, and something of each that opens to more. */
const SCREENS: readonly (readonly [path: string, opens?: RegExp])[] = [
  ['dashboard', /^The figures as a table$/u],
  ['transactions'],
  ['holdings', /^Details of/u],
  ['capital-gains', /^Details of/u],
  ['returns', /^Paid in/u],
  ['income', /^Details of/u],
  ['allowances', /^ISA subscriptions/u],
  ['plans', /^Effect of each holding$/u],
  ['savings-accounts'],
  ['broker-cash-balances'],
  ['properties'],
];

/** Notes every text that is drawn into a canvas. */
function noteDrawnTexts(): void {
  const drawn: string[] = [];
  Object.assign(window, { drawn });
  const own = Reflect.get(CanvasRenderingContext2D.prototype, 'fillText') as (
    this: CanvasRenderingContext2D,
    ...args: unknown[]
  ) => void;
  CanvasRenderingContext2D.prototype.fillText = function fillText(...args) {
    drawn.push(args[0]);
    own.apply(this, args);
  };
}

async function drawnTexts(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => (window as unknown as { drawn: string[] }).drawn);
}

/** Amounts in what the page holds, its title and attributes included. What the law fixes, such as the exempt amount, is nobody's secret. */
async function amountsIn(page: Page): Promise<readonly string[]> {
  const html = (await page.content())
    .replaceAll(/<(?:script|style)[\s\S]*?<\/(?:script|style)>/gu, '')
    .replaceAll(/<[^>]+>/gu, (tag) => ` ${tag.replaceAll(/[<>]/gu, ' ')} `);
  const text = await page.evaluate(() => `${document.title} ${document.body.innerText}`);
  return [html, text].flatMap((part) => part.replaceAll('Growth of £100', '').match(/£\s*\d[\d,]*(?:\.\d+)?/gu) ?? []);
}

test('no amount is in any screen, tooltip or picture while values are hidden', async ({ page }) => {
  await page.addInitScript(noteDrawnTexts);
  await page.goto('dashboard');
  await expect(page.getByText('Total Portfolio Value')).toBeVisible();
  for (const [path, opens] of SCREENS) {
    await test.step(path, async () => {
      await visit(page, path);
      await expect(page).toHaveURL(new RegExp(`/${path}$`, 'u'));
      await expect(page.getByText(/•{6}|\*{4}/u).first()).toBeVisible();
      if (opens !== undefined)
        await page
          .locator('button, summary')
          .and(
            page
              .getByText(opens)
              .or(page.getByRole('button', { name: opens }))
              .or(page.locator('summary', { hasText: opens })),
          )
          .first()
          .click();
      await expect(page.getByText(/^Loading/u)).toHaveCount(0);
      expect(await amountsIn(page), path).toEqual([]);
    });
  }

  await test.step('a trial sale', async () => {
    await visit(page, 'capital-gains/simulate');
    await page.getByLabel('Holding').selectOption({ index: 1 });
    await page.getByLabel('Units', { exact: true }).fill('2');
    await expect(page.getByRole('heading', { name: 'Result of the sale' })).toBeVisible();
    await expect(page.getByText('••••••').first()).toBeVisible();
    expect(await amountsIn(page)).toEqual([]);
  });

  await test.step('a plan', async () => {
    await visit(page, 'plans');
    await page.getByLabel('Goal').selectOption({ label: 'Raise an amount' });
    await page.getByLabel('Account holder').selectOption({ label: 'Alex Morgan' });
    await page.getByLabel('Amount', { exact: true }).fill('1000');
    await page.getByRole('button', { name: 'Work out plans' }).click();
    await expect(page.getByRole('heading', { name: /^Plan 1/u })).toBeVisible();
    expect(await amountsIn(page)).toEqual([]);
  });

  await test.step('the palette and the row that a pointer rests on', async () => {
    await visit(page, 'holdings');
    await page.getByText(PRICE_WORDS).first().locator('xpath=..').hover();
    await expect(page.getByText(PRICE_WORDS).last()).toBeVisible();
    expect(await amountsIn(page)).toEqual([]);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search records and pages' }).fill('unilever');
    await expect(page.getByRole('group', { name: 'Found' }).getByRole('option').first()).toBeVisible();
    expect(await amountsIn(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  await test.step('the pictures', async () => {
    await visit(page, 'dashboard');
    await expect(page.locator('canvas').first()).toBeVisible();
    await page.locator('canvas').first().hover();
    expect(
      (await drawnTexts(page)).filter(
        (text) => /£|\d{4,}|\d,\d{3}/u.test(text) && !/^(?:[A-Z][a-z]+ )?\d{4}$/u.test(text),
      ),
    ).toEqual([]);
    await page.getByRole('button', { name: 'Show values' }).click();
    await expect.poll(async () => (await drawnTexts(page)).some((text) => text.includes('£'))).toBe(true);
  });
});
