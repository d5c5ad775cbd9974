/** Screens keep the place of what is still read: nothing that is in view moves when it arrives. */
import { expect, type Page } from '@playwright/test';
import { test } from './journeys/demo-journey.ts';
import { addPurchase, lockValues } from './journeys/journey.ts';

/** Of the browser's own measure: the part of the window that moved, times how far. */
const MOST_SHIFT = 0.02;

/** A movement: each element that moved, from where to where, with its text; and what the list showed before and then. */
interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
  readonly rows: readonly string[];
}

/** The browser's entry of it, which the types of the DOM do not have. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

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

/** From now on the page keeps its movements. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    let shown: string[] = [];
    const look = () => {
      const rows = [...document.querySelectorAll('tbody tr')].slice(0, 6);
      const texts = rows.map((row) => row.textContent?.slice(0, 120) ?? '');
      if (texts.join() !== shown.at(-1)) shown = [...shown.slice(-2), texts.join()];
      requestAnimationFrame(look);
    };
    look();
    const placed = ({ x, y, height }: DOMRectReadOnly) => [x, y, height].map(Math.round).join();
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${placed(previousRect)} > ${placed(currentRect)} ${node?.textContent?.slice(0, 60)}`,
        );
        shifts.push({ value, moved, rows: shown });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function expectSteady(page: Page, path: string, loaded: (page: Page) => Promise<void>): Promise<void> {
  await page.goto(path);
  await loaded(page);
  const shifts = await page.evaluate(async () => {
    // What was drawn last is reported after it is on the screen.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (window as unknown as { shifts: Shift[] }).shifts;
  });
  const shift = shifts.reduce((sum, { value }) => sum + value, 0);
  expect.soft(shift, `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MOST_SHIFT);
}

const WIDTHS = [390, 820, 1440];

for (const width of WIDTHS) {
  test(`visible elements stay in place while a screen loads, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await watchShifts(page);
    for (const [path, loaded] of SCREENS) await expectSteady(page, path, loaded);
  });
}

test('visible elements stay in place while a form loads and what stands below it', async ({ page }) => {
  await watchShifts(page);
  const firstOf = async (list: string) => {
    await page.goto(list);
    return (await page.getByRole('table').getByRole('link').first().getAttribute('href')) ?? '';
  };
  const account = await firstOf('savings-accounts');
  const property = await firstOf('properties');
  const asset = await firstOf('assets');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectSteady(page, account, async () => {
      await expect(page.getByRole('img', { name: /^Balance/u })).toBeAttached();
    });
    await expectSteady(page, property, async () => {
      await expect(page.getByRole('list', { name: 'Prices' })).toBeAttached();
    });
    await expectSteady(page, asset, async () => {
      await expect(page.getByRole('button', { name: /^Price History/u })).toBeAttached();
    });
  }
});

test('visible elements stay in place while the page of a security without prices loads', async ({
  newcomer: { page },
}) => {
  await addPurchase(page);
  await lockValues(page);
  await watchShifts(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectSteady(page, 'holdings/GB00B10RZP78', async () => {
      await expect(page.getByText('No price data available to display in chart')).toBeAttached();
      await expect(page.getByText('Price over a year').locator('xpath=following-sibling::dd')).toHaveText('-');
      await expect(page.getByRole('heading', { name: 'Pools' })).toBeAttached();
    });
  }
});

test('visible elements stay in place while the screens of a user without transactions load', async ({
  newcomer: { page },
}) => {
  await watchShifts(page);
  const slowed = await page.context().newCDPSession(page);
  await slowed.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectSteady(page, 'plans', async () => {
      await expect(page.getByText('There is no holding with a price.')).toBeAttached();
      await expect(page.getByRole('button', { name: 'Work out plans' })).toBeAttached();
    });
    await expectSteady(page, 'capital-gains', async () => {
      await expect(page.getByText(/^No chargeable disposal falls in/u)).toBeAttached();
    });
  }
});

test('the values button stays where it was pressed, in each of its three states', async ({ page }) => {
  for (const path of ['dashboard', 'holdings', 'returns'])
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      const place = async (name: string) => {
        const { x, y, width: size } = (await page.getByRole('button', { name }).first().boundingBox()) ?? {};
        return [x, y, size].map((part) => Math.round(part ?? 0)).join();
      };
      await expect(page.getByText(/£[\d,]+|\*{4}|•{6}/u).first()).toBeVisible();
      // Another font has other widths.
      await page.evaluate(async () => await document.fonts.ready);
      const places = [];
      for (const name of ['Show values', 'Lock values', 'Hide values']) {
        const button = page.getByRole('button', { name }).first();
        await button.waitFor();
        places.push(await place(name));
        await button.click();
      }
      expect.soft(new Set(places).size, `${path} at ${width} px: ${places.join(' | ')}`).toBe(1);
    }
});
