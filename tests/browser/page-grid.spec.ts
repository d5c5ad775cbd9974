/** What stands in one column or row of a page lines up, at every width. */
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './journeys/demo-journey.ts';
import { expectInsideWindow, lockValues, visit } from './journeys/journey.ts';

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('it is not laid out');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** Loads the app at the first screen of a test, and goes to the others as its links do. */
async function open(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(path);
  else await visit(page, path);
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
    const gain = page.getByRole('region', { name: 'Gain/Loss' });
    const [remove, edit] = [page.getByRole('button', { name: 'Delete' }), page.getByRole('link', { name: 'Edit' })];
    // The page may still be taking its new width.
    await expect
      .poll(async () => (await boxOf(edit)).right - (await boxOf(gain)).right, `toolbar at ${width} px`)
      .toBeCloseTo(0, 0);
    const edge = (await boxOf(gain)).right;
    const path = await boxOf(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('list'));
    expect(path.height, `path at ${width} px`).toBeLessThan(30);
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
    await open(page, path);
    const main = page
      .getByRole('main')
      .getByRole('link', { name: /^Add/u })
      .or(page.getByRole('main').getByRole('button', { name: /^Add/u }));
    await expect(main.first()).toBeVisible();
    ends.push((await boxOf(main.first())).right);
  }
  expect(ends).toEqual([374, 374, 374]);
});

test('fields of one column end at the edge of the page on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('savings-accounts/new');
  for (const label of ['Bank Name', 'Account Type', 'Account Reference', 'Associated Account', 'Notes'])
    expect((await boxOf(page.getByRole('main').getByLabel(label))).right, label).toBeCloseTo(374, 0);
});

test('the bar shows the specified links as far as there is room, and More has the others', async ({ page }) => {
  const bar = page.getByRole('navigation', { name: 'Main' });
  for (const [width, last, next] of [
    [820, 'Capital Gains', 'Savings Accounts'],
    [1360, 'Savings Accounts', 'Broker Cash'],
    [1440, 'Broker Cash', 'Properties'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    // The pages whose own controls take most of the bar.
    for (const path of ['dashboard', 'accounts']) {
      await open(page, path);
      await expect(bar.getByRole('link', { name: last })).toBeVisible();
      await expect(bar.getByRole('link', { name: next })).toBeHidden();
      await expect(page.getByRole('link', { name: 'Holdfast', exact: true })).toContainText('Holdfast');
      const sync = await boxOf(page.getByRole('banner').getByRole('link', { name: /^Synced/u }));
      const more = await boxOf(bar.getByRole('button', { name: 'More' }));
      expect(sync.x, `${path} at ${width} px`).toBeGreaterThan(more.right);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await bar.getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('menuitem').first()).toHaveText(next);
    await page.keyboard.press('Escape');
  }
});

test('the import dialog keeps its place and height when a file is refused and when one is chosen', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('transactions');
  await page.getByRole('button', { name: 'Import transactions from CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Transactions' });
  const picker = dialog.getByLabel('Select CSV/TSV File');
  await picker.setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await expect(dialog.getByText(/^Please select a valid/u)).toBeVisible();
  const refused = await boxOf(dialog);
  await picker.setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from('Date,Type\n') });
  await expect(dialog.getByText('Selected: rows.csv')).toBeVisible();
  expect(await boxOf(dialog)).toEqual(refused);
});

test('the profile stands where it is while the connection returns', async ({ page }) => {
  const below = page.getByRole('heading', { name: 'Password' });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('settings');
    // The screen is opened anew without a connection, and its scripts are here.
    await page.getByRole('link', { name: 'Open Sync' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sync' })).toBeVisible();
    await page.context().setOffline(true);
    // On the loopback network the browser's word does not count: sync has to find out.
    await page.getByRole('button', { name: 'Sync now' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: /^Offline/u })).toBeVisible();
    await page.goBack();
    await expect(page.getByText('You can change your name and email address when you are connected.')).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toBeDisabled();
    const before = await boxOf(below);
    await page.context().setOffline(false);
    await expect(page.getByLabel('First Name')).toBeVisible();
    expect(await boxOf(below), `at ${width} px`).toEqual(before);
  }
});

/** The width of a field's words, and the room that they have. */
async function wordsOf(field: Locator): Promise<{ readonly needed: number; readonly room: number }> {
  return await field.evaluate((input: HTMLInputElement) => {
    const pen = document.createElement('canvas').getContext('2d');
    if (pen === null) throw new Error('nothing measures text');
    const [words, box] = [getComputedStyle(input, '::placeholder'), getComputedStyle(input)];
    pen.font = `${words.fontWeight} ${words.fontSize} ${words.fontFamily}`;
    const room = input.clientWidth - parseFloat(box.paddingLeft) - parseFloat(box.paddingRight);
    return { needed: pen.measureText(input.placeholder).width, room };
  });
}

test('the words in an empty search box are whole on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  for (const [path, words] of [
    ['holdings', 'Search by asset name or ISIN...'],
    ['admin/exchange-rates', 'Search by currency code (e.g., USD, GBP, EUR)'],
  ] as const) {
    await open(page, path);
    const field = page.getByPlaceholder(words);
    await expect(field).toBeVisible();
    const { needed, room } = await wordsOf(field);
    expect(needed, path).toBeGreaterThan(0);
    expect(needed, path).toBeLessThanOrEqual(room);
  }
});

test('the arrow of an opened disposal stands clear of its gain on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('capital-gains');
  await lockValues(page);
  const open = page.getByRole('button', { name: /^Details of /u }).first();
  await open.click();
  await expect(open).toHaveAttribute('aria-expanded', 'true');
  const gain = page.locator('tr[data-open]').getByText(/^[+−]£/u);
  await expect(gain).toBeVisible();
  const [arrow, figure] = [await boxOf(open.locator('svg')), await boxOf(gain)];
  expect(arrow.x - figure.right).toBeGreaterThanOrEqual(8);
});

test('the labels of the bottom bar stand in one line', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('dashboard');
  const bar = page.getByRole('navigation', { name: 'Main' });
  const tops: number[] = [];
  for (const part of [
    ...['Dashboard', 'Transactions', 'Add', 'Holdings'].map((name) => bar.getByRole('link', { name, exact: true })),
    bar.getByRole('button', { name: 'More' }),
  ])
    tops.push(
      await part.first().evaluate((element) => {
        const words = document.createRange();
        words.selectNodeContents(
          [...element.childNodes].findLast(({ nodeType }) => nodeType === Node.TEXT_NODE) ?? element,
        );
        return words.getBoundingClientRect().top;
      }),
    );
  expect(new Set(tops).size, tops.join()).toBe(1);
});

test('the buttons of Returns end where the page does, and on a phone each line of them starts there', async ({
  page,
}) => {
  await page.goto('returns');
  const print = page.getByRole('button', { name: 'Print returns' });
  for (const width of [820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(async () => (await boxOf(print)).right, `at ${width} px`).toBeCloseTo(width - 24, 0);
  }
  await page.setViewportSize({ width: 390, height: 900 });
  await expect.poll(async () => (await boxOf(print)).x).toBeCloseTo(16, 0);
  const above = await boxOf(page.getByRole('button', { name: 'Export to CSV' }));
  expect((await boxOf(print)).y - above.bottom).toBeGreaterThanOrEqual(8);
});

test('the prices of a security on a phone stand in one line each, within the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('holdings/IE00B3RBWM25');
  await page.getByRole('button', { name: 'Table View' }).click();
  const rows = page.getByRole('table', { name: 'Prices' }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const row = await boxOf(rows.nth(1));
  expect(row.height).toBeLessThan(50);
  expect(row.right).toBeLessThanOrEqual(374);
});

test('words under a title do not push its buttons below them where there is room for both', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  for (const path of ['allowances', 'plans', 'capital-gains/simulate', 'holdings/IE00B3RBWM25']) {
    await open(page, path);
    const [title, button] = [
      page.getByRole('heading', { level: 1 }),
      page.getByRole('main').getByRole('button', { name: 'Show values' }),
    ];
    await expect(button).toBeVisible();
    const header = page.locator('main header').filter({ has: title });
    // The name of a security comes after its code.
    await expect
      .poll(async () => (await boxOf(header)).bottom - (await boxOf(button)).bottom, path)
      .toBeLessThanOrEqual(2);
    expect((await boxOf(button)).y, path).toBeLessThan((await boxOf(header)).bottom);
    expect((await boxOf(button)).x, path).toBeGreaterThan((await boxOf(title)).x + 300);
  }
});

test('no screen scrolls sideways on a narrow phone, nor between a phone and a tablet', async ({ page }) => {
  for (const [path, last] of [
    ['dashboard', page.getByRole('table', { name: 'Portfolio by asset class' })],
    ['holdings', page.getByText(/^Showing \d+ of \d+ holdings/u)],
    ['returns', page.getByRole('table', { name: 'Tax years' })],
    ['allowances', page.getByText('Personal savings allowance')],
    ['accounts', page.getByRole('table').getByText('Alex Morgan')],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(page, path);
    await expect(last.first()).toBeVisible();
    if (path !== 'accounts') await lockValues(page);
    for (const width of [320, 360, 660, 700, 740]) {
      await page.setViewportSize({ width, height: 900 });
      await expectInsideWindow(page, `${path}, ${width} px`);
    }
  }
});

test('text twice as large as usual has room between its lines, and both bars keep within a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  for (const path of ['dashboard', 'transactions', 'settings', 'capital-gains']) {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const cramped = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      return [...document.body.querySelectorAll('h1, h2, h3, p, li, dd, dt, td, label, span')]
        .filter((element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE))
        .filter((element) => {
          const { lineHeight, fontSize } = getComputedStyle(element);
          return Number.parseFloat(lineHeight) < Number.parseFloat(fontSize);
        })
        .map((element) => element.outerHTML.slice(0, 120));
    });
    expect(cramped, path).toEqual([]);
    if (path === 'dashboard') await expect(page.getByText(/^Tax year .* ends: last day/u)).toBeVisible();
    await expectInsideWindow(page, path);
    for (const bar of [page.getByRole('banner'), page.getByRole('navigation', { name: 'Main' })])
      for (const link of await bar.getByRole('link').filter({ visible: true }).all())
        expect((await boxOf(link)).right, path).toBeLessThanOrEqual(390);
  }
});
