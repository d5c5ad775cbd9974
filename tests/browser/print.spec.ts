/** The year's workings on paper: nothing of the app around them, each account holder on a page of their own, no disposal cut in two (001 §2.9). */
import { expect } from '@playwright/test';
import { test } from './journeys/demo-journey.ts';

test('the workings of a year print as a clean document', async ({ page }) => {
  // The browser's own dialog would wait for a person.
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await page.goto('capital-gains');
  await expect(page.getByRole('button', { name: /^Details of/u }).first()).toBeVisible();
  const year = await page.getByLabel('Tax Year:').inputValue();
  await expect(page.getByText('••••••').first()).toBeVisible();
  await page.getByRole('button', { name: 'Print workings' }).click();
  const heading = page.getByText(`Capital gains workings, tax year ${year}`);
  await expect(heading).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  await expect(heading).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(
    page.getByText('Figures to help fill in a return, not tax advice.', { exact: false }).last(),
  ).toBeVisible();
  await expect(page.getByText('••••••').locator('visible=true')).toHaveCount(0);
  await expect(page.getByRole('article').first()).toBeVisible();
  const [schedule, pool] = [
    page.getByRole('heading', { name: 'Schedule of disposals' }),
    page.getByRole('heading', { name: /^Pool history: /u }),
  ];
  await expect(schedule.first()).toBeVisible();
  await expect(pool.first()).toBeVisible();
  // Repeated on each page; totals at the end alone.
  await expect(page.locator('[data-print] thead').first()).toHaveCSS('display', 'table-header-group');
  await expect(page.locator('[data-print] tfoot').first()).toHaveCSS('display', 'table-row-group');
  const feet = await page.evaluate(() =>
    [...document.styleSheets, ...document.adoptedStyleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .flatMap((rule) => (rule instanceof CSSMediaRule ? [...rule.cssRules] : [rule]))
      .filter((rule) => rule instanceof CSSPageRule)
      .map(({ cssText }) => cssText)
      .join(' '),
  );
  expect(feet).toMatch(/counter\(page\) " of " counter\(pages\)/u);
  const holder = await page.getByRole('heading', { level: 2 }).locator('visible=true').first().innerText();
  expect(feet).toContain(`"${holder}, capital gains ${year}"`);
  const pdf = await page.pdf({ path: test.info().outputPath('workings.pdf'), preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/gu)?.length ?? 0).toBeGreaterThan(0);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => {
    dispatchEvent(new Event('afterprint'));
  });
  await expect(heading).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Capital Gains Tax' })).toBeVisible();
});

test('a screen prints without the app around it, in dark ink, with every column and whole names', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const path of ['holdings', 'transactions', 'returns']) {
    await page.goto(path);
    await expect(page.getByRole('table').first().getByRole('row').nth(1)).toBeVisible();
    // As wide as a sheet of A4 within its margins. Tables stay tables, because the screen was wider.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.setViewportSize({ width: 672, height: 980 });
    await expect(page.getByRole('banner').getByRole('navigation', { name: 'Main' })).toBeHidden();
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
    const cut = async (): Promise<string[]> =>
      await page.evaluate(() => [
        ...[...document.querySelectorAll('main th, main td')]
          .filter((cell) => cell.getBoundingClientRect().right > innerWidth)
          .map((cell) => `beyond the sheet: ${cell.textContent}`),
        ...[...document.querySelectorAll<HTMLElement>('main td a, main td span')]
          // What is one pixel wide is there for screen readers.
          .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
          .filter((name) => getComputedStyle(name).overflow !== 'visible')
          .map((name) => `cut: ${name.textContent}`),
      ]);
    // The page follows the narrower window in its next frames.
    await expect.poll(cut).toEqual([]);
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await page.setViewportSize({ width: 1280, height: 720 });
  }
});

test('a chart is printed in the colours of the light theme, and is dark again on the screen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('dashboard');
  const chart = page.locator('canvas').first();
  /** Whether the chart has this theme's accent, and nowhere that of the other. */
  const isDrawnIn = async (theme: 'light' | 'dark'): Promise<boolean> =>
    await chart.evaluate((canvas: HTMLCanvasElement, wanted) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      const has = (red: number, green: number, blue: number) =>
        [...data].some((part, at) => at % 4 === 0 && part === red && data[at + 1] === green && data[at + 2] === blue);
      const accents = { light: has(18, 83, 90), dark: has(116, 194, 188) };
      return accents[wanted] && !accents[wanted === 'light' ? 'dark' : 'light'];
    }, theme);
  await expect.poll(async () => await isDrawnIn('dark')).toBe(true);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect.poll(async () => await isDrawnIn('light')).toBe(true);
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await expect.poll(async () => await isDrawnIn('dark')).toBe(true);
});

test('printed returns say of whom and of what they are', async ({ page }) => {
  await page.goto('returns');
  await expect(page.getByRole('table', { name: 'Parts of the scope' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const chooser of ['Period', 'Account holder', 'Tax wrapper', 'Broker', 'Asset category', 'Holding'])
    await expect(page.getByLabel(chooser, { exact: true })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
});

test('a screen on paper has nothing to press, its chosen filters as words, and its totals once', async ({ page }) => {
  await page.goto('capital-gains');
  const wrapper = page.getByLabel('Tax Wrapper', { exact: true });
  await expect(page.getByRole('button', { name: /^Details of/u }).first()).toBeVisible();
  await expect(wrapper).toHaveValue('DEALING');
  await page.emulateMedia({ media: 'print' });
  await expect(wrapper).toBeVisible();
  await expect(wrapper).toHaveCSS('border-top-width', '0px');
  await expect(page.getByText('Tax Wrapper', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Asset Category', { exact: true })).toBeHidden();
  for (const name of ['Filters:', 'Clear Filters']) await expect(page.getByRole('button', { name })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Details of/u }).first()).toBeHidden();
  await expect(page.getByText('SA108 boxes, losses and figures in full').first()).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.goto('income');
  const total = page.getByRole('table').filter({ hasText: 'Expected' }).locator('tfoot');
  await expect(total).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(total).toHaveCSS('display', 'table-row-group');
  await page.emulateMedia({ media: 'screen' });

  for (const path of ['transactions', 'holdings', 'savings-accounts']) {
    await page.goto(path);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    const controls = page
      .getByRole('main')
      .locator('input, select, button:not(th button), summary')
      .filter({ visible: true });
    await expect
      .poll(async () => await controls.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML)))
      .toEqual([]);
    await page.emulateMedia({ media: 'screen' });
  }
});

test('on paper nothing waits to be opened: what is closed is left out, but for the lines that are figures', async ({
  page,
}) => {
  const closed = page.locator('details:not([open]) > summary').locator('visible=true');
  for (const [path, figure] of [
    ['plans', 'What is left'],
    ['allowances', 'ISA subscriptions'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(figure).first()).toBeVisible();
    await expect(closed.last()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(figure).first()).toBeVisible();
    await expect(closed.filter({ hasNotText: '£' }).filter({ hasNotText: '•' })).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
  }
});
