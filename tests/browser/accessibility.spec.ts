import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { importSample, lockValues, startFresh, test } from './journey.ts';

const PUBLIC = ['login', 'register', 'forgot-password'];
const SIGNED_IN = ['dashboard', 'transactions', 'transactions/new', 'holdings', 'capital-gains', 'capital-gains/simulate', 'capital-gains/verify', 'assets', 'assets/new', 'accounts', 'accounts/new', 'settings', 'sync'];

/** What axe finds against WCAG 2.2 AA on the open page, in one line each. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(/^Loading/u)).toHaveCount(0);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no screen has an accessibility fault, ${colorScheme}, at 390 and 1440 px`, async ({ page }) => {
    test.setTimeout(480_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const inspect = async (path: string): Promise<void> => {
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        expect(await violations(page), `${path} at ${width} px`).toEqual([]);
      }
    };
    for (const path of PUBLIC) {
      await page.goto(path);
      await inspect(path);
    }
    await startFresh(page);
    await importSample(page);
    await lockValues(page);
    for (const path of SIGNED_IN) {
      await page.goto(path);
      await inspect(path);
    }
  });
}
