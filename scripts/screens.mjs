// Takes a picture of every screen with the demo investor's records, at the widths of a phone, a tablet and a desktop, light and dark.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './ensure-installed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'dist', 'screens');
const PORT = process.env.PORT ?? '18090';
const BASE = `http://localhost:${PORT}/`;
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
const { findBrowser } = await import('./browser.mjs');
const { chromium } = await import('@playwright/test');

await buildIfChanged();
mkdirSync(target, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-screens-'));
const server = spawn(process.execPath, ['dist/server/main.js', '--demo'], {
  cwd: root,
  env: { ...process.env, PORT, DATA_DIR: dataDir, NODE_ENV: 'production', LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'inherit'],
});

/** The server's output until it listened, which contains the demo investor's credentials. */
const output = await new Promise((resolve, reject) => {
  let text = '';
  server.stdout.on('data', (chunk) => {
    text += chunk;
    if (text.includes('listening on')) resolve(text);
  });
  server.once('exit', () => reject(new Error(`the server ended:\n${text}`)));
});
const email = /\S+@\S+/u.exec(output)?.[0]?.replace(/[.,]$/u, '') ?? '';
const password = /password:?\s+([^\s(]+)/iu.exec(output)?.[1] ?? '';

async function loaded(page) {
  await page.waitForLoadState('networkidle');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !/Loading [^\n]*(?:\.\.\.|…)/u.test(document.body.innerText));
}

/** Runs in the page. */
function isEachCanvasDrawn() {
  const canvases = [...document.querySelectorAll('canvas')];
  const isDrawn = (canvas) =>
    canvas.width > 0 &&
    canvas.height > 0 &&
    canvas
      .getContext('2d')
      .getImageData(0, 0, canvas.width, canvas.height)
      .data.some((part) => part !== 0);
  return canvases.length > 0 && canvases.every(isDrawn);
}

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

const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
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
        const show = page.getByRole('button', { name: 'Show values' });
        if ((await show.count()) > 0) {
          await show.click();
          await page.getByRole('button', { name: 'Lock values' }).click();
          await loaded(page);
        }
        if (DRAWN.includes(path)) await page.waitForFunction(isEachCanvasDrawn);
        await page.screenshot({ path: join(target, `${path.replaceAll('/', '-')}-${width}-${colorScheme}.png`) });
      };
      for (const path of PUBLIC_SCREENS) await shoot(path);
      await page.goto('login');
      await page.getByLabel('Email Address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText(/^Synced/u).waitFor({ state: 'attached', timeout: 60_000 });
      for (const path of SCREENS) await shoot(path);
      await context.close();
    }
  }
  console.log(`Pictures are in ${target}`);
} finally {
  await browser.close();
  server.kill('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
}
