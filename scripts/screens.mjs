// Takes a picture of every screen with the demo investor's records, at the widths of a phone, a tablet and a desktop, light and dark.
// `npm run screens -- guide` takes the pictures of the guide instead.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './ensure-installed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'dist', 'screens');
const SCREENS = [
  'dashboard',
  'transactions',
  'transactions/new',
  // The newest sale.
  'transactions/one',
  'holdings',
  'holdings/IE00B3RBWM25',
  'returns',
  'capital-gains',
  'capital-gains/simulate',
  'capital-gains/verify',
  'income',
  'allowances',
  'plans',
  'assets',
  'assets/new',
  'accounts',
  'accounts/new',
  'settings',
  'sync',
  'help',
  'help/gains',
  'help/broker-files',
  'savings-accounts',
  'savings-accounts/new',
  'savings-accounts/import',
  'broker-cash-balances',
  'broker-cash-balances/new',
  'properties',
  'properties/new',
  'admin',
  'admin/brokers',
  'admin/price-service',
  'admin/exchange-rates',
  'admin/system-logs',
  'admin/commodity-debug',
  'admin/bank-names',
  'admin/target-allocations',
  'admin/users',
  'price-lookup-test',
];
/** Their charts are drawn on canvases, some time after the rest. */
const DRAWN = ['dashboard', 'holdings/IE00B3RBWM25', 'returns'];
const PUBLIC_SCREENS = ['login', 'register', 'forgot-password'];
const only = process.argv.slice(2);

const { buildIfChanged } = await import('./build.mjs');
const { BASE, chartsDrawn, launchBrowser, loaded, showValues, signIn, startDemoServer } =
  await import('./demo-screens.mjs');

await buildIfChanged();

/** The address of the newest sale's page, to which its row among the gains leads. */
async function newestSale(page) {
  await page.goto('capital-gains');
  await page
    .getByRole('button', { name: /^Details of /u })
    .first()
    .click();
  const matched = page.getByRole('region', { name: 'Matched transactions' });
  return (await matched.getByRole('link', { name: 'Sell' }).first().getAttribute('href')) ?? 'transactions';
}

/** Every screen at each width, light and dark. */
async function takeScreens() {
  mkdirSync(target, { recursive: true });
  const demo = await startDemoServer();
  const browser = await launchBrowser();
  try {
    for (const colorScheme of ['light', 'dark']) {
      for (const [width, height] of [
        [390, 844],
        [820, 1180],
        [1440, 900],
      ]) {
        const context = await browser.newContext({
          baseURL: BASE,
          viewport: { width, height },
          colorScheme,
          locale: 'en-GB',
          timezoneId: 'Europe/London',
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        const shoot = async (path) => {
          if (only.length > 0 && !only.includes(path)) return;
          await page.goto(path === 'transactions/one' ? await newestSale(page) : path);
          await loaded(page);
          await showValues(page);
          if (DRAWN.includes(path)) await chartsDrawn(page);
          await page.screenshot({ path: join(target, `${path.replaceAll('/', '-')}-${width}-${colorScheme}.png`) });
        };
        for (const path of PUBLIC_SCREENS) await shoot(path);
        await signIn(page, demo);
        for (const path of SCREENS) await shoot(path);
        await context.close();
      }
    }
    console.log(`Pictures are in ${target}`);
  } finally {
    await browser.close();
    await demo.stop();
  }
}

if (only[0] === 'guide') {
  const { takeGuidePictures } = await import('./guide-screens.mjs');
  await takeGuidePictures();
} else await takeScreens();
