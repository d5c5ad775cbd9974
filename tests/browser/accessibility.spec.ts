/** Every screen, and what opens in or over it, against WCAG 2.2 AA at 390 and 1440 px; contrast is proved from the tokens too. */
import { writeFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from './journeys/demo-journey.ts';
import { expectInsideWindow, lockValues, visit } from './journeys/journey.ts';

const PUBLIC = ['login', 'register', 'forgot-password', 'reset-password?token=x'];

/** The screens of one test: so few that it is short, so many that signing in does not outweigh it. */
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  'the dashboard, transactions and holdings': [
    'dashboard',
    'transactions',
    'transactions/new',
    'holdings',
    'holdings/prices',
  ],
  'capital gains and plans': ['capital-gains', 'capital-gains/simulate', 'capital-gains/verify', 'plans'],
  'returns, income and allowances': ['returns', 'income', 'allowances'],
  'assets and accounts': ['assets', 'assets/new', 'accounts', 'accounts/new', 'accounts/setup'],
  'savings and settings': ['savings-accounts', 'savings-accounts/new', 'savings-accounts/import', 'settings', 'sync'],
  help: ['help', 'help/broker-files', 'help/gains'],
  'broker cash and properties': [
    'broker-cash-balances',
    'broker-cash-balances/new',
    'properties',
    'properties/new',
    'price-lookup-test',
  ],
  'the portal': ['admin', 'admin/brokers', 'admin/price-service', 'admin/exchange-rates'],
  'the rest of the portal': [
    'admin/system-logs',
    'admin/commodity-debug',
    'admin/bank-names',
    'admin/target-allocations',
    'admin/users',
  ],
};

/** Where every kind of ground and text meets: the tokens' contrast has its own test, this one sees that they are used. */
const ALSO_DARK = new Set(['login', 'dashboard', 'holdings', 'import preview']);

const press = async (page: Page, name: string | RegExp): Promise<void> => {
  await page.getByRole('button', { name }).first().click();
};

/** What opens in a screen or over it, from the width at which all controls are in view. */
const OPENED: readonly (readonly [what: string, path: string, open: (page: Page) => Promise<void>])[] = [
  [
    'palette',
    'dashboard',
    async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search records and pages' }).fill('unilever');
      await page
        .getByRole('option', { name: /Unilever/u })
        .first()
        .waitFor();
    },
  ],
  [
    'figures behind the chart',
    'dashboard',
    async (page) => {
      await page.getByText('The figures as a table').click();
    },
  ],
  [
    'deletion',
    'transactions',
    async (page) => {
      await page.getByRole('row').nth(1).getByRole('checkbox').check();
      await press(page, 'Delete 1 selected transactions');
    },
  ],
  [
    'import',
    'transactions',
    async (page) => {
      await press(page, 'Import transactions from CSV');
    },
  ],
  [
    'import preview',
    'transactions',
    async (page) => {
      await press(page, 'Import transactions from CSV');
      const rows =
        'Date,Type,ISIN,Asset,Quantity,Price,Consideration\n20/04/2026,Buy,GB00B10RZP78,Unilever,10,48,480.00\nno day,Buy,GB00B10RZP78,Unilever,10,48,480.00\n';
      await page
        .getByLabel('Select CSV/TSV File')
        .setInputFiles({ name: 'trades.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
      await press(page, 'Preview Import');
      await page.getByRole('dialog', { name: 'Transaction Import Preview' }).waitFor();
    },
  ],
  [
    'edit form with receipts',
    'transactions',
    async (page) => {
      await page.getByRole('table').getByRole('link').first().click();
      await page.getByText('No receipts uploaded yet').waitFor();
    },
  ],
  [
    'page of a sale',
    'holdings/GB0009895292',
    async (page) => {
      await page.getByRole('table').getByRole('link', { name: 'Sell' }).first().click();
      await page.getByRole('heading', { name: 'Workings' }).waitFor();
    },
  ],
  [
    "deletion of the user's account",
    'settings',
    async (page) => {
      await press(page, 'Delete my account');
    },
  ],
  [
    'open holding in groups',
    'holdings',
    async (page) => {
      await page.getByLabel('Group by').selectOption({ label: 'Account' });
      await press(page, /^Details of/u);
    },
  ],
  [
    'menu of a holding',
    'holdings',
    async (page) => {
      await press(page, /^Actions for/u);
    },
  ],
  [
    'menu of values',
    'holdings',
    async (page) => {
      await press(page, 'Options for values');
    },
  ],
  [
    'workings, ledger and year',
    'capital-gains',
    async (page) => {
      await press(page, /^Details of/u);
      await page.getByText('Pool ledger').click();
      await page.getByText('SA108 boxes, losses and figures in full').first().click();
      await page.getByText('The figures as a table').first().click();
      await page.getByText('Exempt amount used').first().waitFor();
    },
  ],
  [
    'trial sale',
    'capital-gains/simulate',
    async (page) => {
      await page.getByLabel('Holding').selectOption({ index: 1 });
      await page.getByLabel('Units', { exact: true }).fill('2');
      await page.getByRole('heading', { name: 'Result of the sale' }).waitFor();
    },
  ],
  [
    'allowances',
    'allowances?year=2024-25',
    async (page) => {
      await page.getByText('Capital gains exempt amount').first().click();
      await page
        .getByText(/^Statements by .+$/u)
        .first()
        .click();
      await press(page, /^(?:Record|Change) date of birth$/u);
      await page.getByRole('textbox', { name: 'Date of birth' }).waitFor();
    },
  ],
  [
    'plans',
    'plans',
    async (page) => {
      await page.getByLabel('Goal').selectOption({ label: 'Raise an amount' });
      await page.getByLabel('Account holder').selectOption({ label: 'Alex Morgan' });
      await page.getByLabel('Amount', { exact: true }).fill('1000');
      await press(page, 'Work out plans');
      await page.getByRole('heading', { name: /^Plan 1/u }).waitFor();
    },
  ],
  [
    'price history',
    'assets',
    async (page) => {
      await page.getByRole('searchbox', { name: 'Search assets...' }).fill('unilever');
      await page
        .getByRole('table')
        .getByRole('link', { name: /Unilever/u })
        .click();
      await press(page, /^Price History/u);
      await page.getByRole('table', { name: 'Prices' }).waitFor();
    },
  ],
  [
    'price chart',
    'assets',
    async (page) => {
      await page.getByRole('searchbox', { name: 'Search assets...' }).fill('unilever');
      await page
        .getByRole('table')
        .getByRole('link', { name: /Unilever/u })
        .click();
      await press(page, /^Price History/u);
      await press(page, 'Chart View');
      await page.getByRole('img', { name: /^Price History/u }).waitFor();
    },
  ],
  [
    'deletion of an account',
    'accounts',
    async (page) => {
      await press(page, 'Delete');
    },
  ],
  [
    "removal of the device's data",
    'settings',
    async (page) => {
      await press(page, 'Remove my data from this device');
    },
  ],
  [
    'More on a phone',
    'settings',
    async (page) => {
      await page.setViewportSize({ width: 390, height: 900 });
      await press(page, 'More');
      await page.getByRole('link', { name: 'Help', exact: true }).waitFor();
    },
  ],
  [
    'account menu',
    'settings',
    async (page) => {
      await press(page, /^Welcome/u);
    },
  ],
];

const WIDTHS = [1440, 390] as const;
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** All rules, all but contrast, which takes two thirds of the time, or contrast alone. */
type Rules = 'all' | 'without contrast' | 'contrast';

/**
 * Marks rows that consist of the same elements as an earlier row of their table, in the same place of its stripes: only
 * their words differ, which no rule compares.
 */
async function markRepeatedRows(page: Page): Promise<void> {
  await page.evaluate(() => {
    const compared = new Set(['class', 'style', 'role', 'type', 'tabindex']);
    const lookOf = (element: Element): string => {
      const named = [...element.attributes].map(({ name, value }) => (compared.has(name) ? `${name}=${value}` : name));
      return `${element.tagName} ${named.join(' ')} ${element.textContent?.trim() === ''}`;
    };
    for (const { rows } of document.querySelectorAll('tbody')) {
      const seen = new Set<string>();
      for (const [index, row] of [...rows].entries()) {
        row.removeAttribute('data-repeated');
        const look = [String(index % 2), ...[row, ...row.querySelectorAll('*')].map(lookOf)].join();
        row.toggleAttribute('data-repeated', seen.has(look));
        seen.add(look);
      }
    }
  });
}

/** What axe finds against WCAG 2.2 AA on the open page, or in the dialog over it, in one line each. */
async function violations(page: Page, rules: Rules): Promise<string[]> {
  // The builder would send axe, which is more than a megabyte, twice for each look at the same document.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  await markRepeatedRows(page);
  // Base UI's guards around an open menu take the focus only to hand it on at once: never may it rest on them.
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: 'null' }) })
    .options({ resultTypes: ['violations'] })
    .exclude('[data-base-ui-focus-guard]')
    .exclude('[data-repeated]');
  // The app has no frame of another origin, for which axe would otherwise open a page of its own each time.
  axe.setLegacyMode(true);
  if (rules === 'contrast') axe.withRules(['color-contrast']);
  else axe.withTags(WCAG);
  if (rules === 'without contrast') axe.disableRules(['color-contrast']);
  if ((await page.getByRole('dialog').count()) > 0) axe.include('[role="dialog"]');
  const { violations: found } = await axe.analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.getByText(/^Loading/u)).toHaveCount(0);
}

/**
 * Looks at what is open at each width, and at its contrast at the first: every pair of colours is proved from the tokens.
 * Another colour scheme changes nothing but colours, so that one rule is enough for it.
 */
async function inspect(page: Page, what: string, widths: readonly number[] = WIDTHS): Promise<void> {
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    await expectInsideWindow(page, `${what} at ${width} px`);
    const isDarkToo = index === 0 && ALSO_DARK.has(what);
    for (const colorScheme of isDarkToo ? (['light', 'dark'] as const) : (['light'] as const)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await settled(page);
      await page.evaluate(async () => {
        // What the header that stays in view covers half is no smaller a target for it.
        scrollTo(0, 0);
        // Colours go over into those of the other scheme.
        await Promise.allSettled(
          document
            .getAnimations()
            .filter((animation) => animation instanceof CSSTransition)
            .map(async (transition) => await transition.finished),
        );
      });
      expect
        .soft(
          await violations(page, colorScheme === 'dark' ? 'contrast' : index === 0 ? 'all' : 'without contrast'),
          `${what}, ${colorScheme}, at ${width} px`,
        )
        .toEqual([]);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Shows all values for good, so that there is text to look at. */
async function showValues(page: Page): Promise<void> {
  await page.goto('transactions');
  await lockValues(page);
}

test('no page before sign-in has an accessibility fault', async ({ browser, demo }) => {
  const context = await browser.newContext({ baseURL: demo.server.url });
  const visitor = await context.newPage();
  for (const path of PUBLIC) {
    await visitor.goto(path);
    await inspect(visitor, path);
  }
  await context.close();
});

for (const [whose, paths] of Object.entries(SCREENS)) {
  test(`no screen of ${whose} has an accessibility fault at 390 and 1440 px`, async ({ page }) => {
    await showValues(page);
    for (const [index, path] of paths.entries()) {
      await visit(page, path);
      await expect(page).toHaveURL(new RegExp(`/${path}$`, 'u'));
      // Contrast is looked at on a desktop and on a phone in turn.
      await inspect(page, path, index % 2 === 0 ? WIDTHS : WIDTHS.toReversed());
    }
  });
}

test('no field of a year of income has an accessibility fault at 390 and 1440 px', async ({ page, demo }) => {
  const facts = test.info().outputPath('facts.csv');
  await writeFile(facts, 'isin,periodEnd,currency,excessPerUnit,provider\nIE00B8GKDB10,2017-06-30,USD,0.3,Vanguard\n');
  await demo.server.admin('add-facts', facts, "the fund's own report of the year to 30 June 2017");
  await showValues(page);
  await visit(page, 'income');
  await page.getByLabel('Account holder').selectOption({ label: 'Sam Morgan' });
  await page.getByLabel('Tax year').selectOption('2017-18');
  await page.getByText(/^From a figure that the operator of your server has added/u).waitFor();
  await demo.server.admin('remove-fact', 'IE00B8GKDB10', '2017-06-30');
  await page.reload();
  await page.getByText('Figure missing').first().waitFor();
  const form = page.getByRole('form', { name: /^Figure of/u });
  await press(page, /^Enter the figure/u);
  await form.getByLabel('Excess per unit').fill('-1');
  await press(page, 'Save figure');
  await form.getByText('"-1" is not valid.', { exact: false }).waitFor();
  await press(page, 'Record other income');
  await page.getByLabel('Other income in 2017-18').fill('much');
  await press(page, 'Save');
  await page.getByText('Other income "much" is not valid.', { exact: false }).waitFor();
  await page.getByText("Add figures from a fund's report").click();
  await page
    .getByLabel('Choose a file of figures')
    .setInputFiles({ name: 'figures.csv', mimeType: 'text/csv', buffer: Buffer.from('isin\n') });
  await page.getByText('Nothing was added.').waitFor();
  await inspect(page, 'a figure and other income that are not valid');
  for (const name of ['Marriage allowance', 'Where you live']) await page.getByLabel(name).selectOption({ index: 2 });
  await page.getByText('the rates of Scotland are not in this version', { exact: false }).waitFor();
  await inspect(page, 'marriage allowance and residence');
  for (const name of ['Marriage allowance', 'Where you live']) await page.getByLabel(name).selectOption('');
});

/** Each at one width, since most take long to open. */
const IN_ONE_TEST = 3;
for (let from = 0; from < OPENED.length; from += IN_ONE_TEST) {
  const opened = OPENED.slice(from, from + IN_ONE_TEST);
  test(`nothing that opens has an accessibility fault: ${opened.map(([what]) => what).join(', ')}`, async ({
    page,
  }) => {
    await showValues(page);
    for (const [index, [what, path, open]] of opened.entries()) {
      await test.step(what, async () => {
        await visit(page, 'accounts');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Accounts');
        await visit(page, path);
        await settled(page);
        await open(page);
        const width = (from + index) % 2;
        await inspect(page, what, WIDTHS.slice(width, width + 1));
        await page.keyboard.press('Escape');
      });
    }
  });
}
