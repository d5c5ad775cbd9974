// Takes the pictures of the guide (docs/guide/pictures) from the demo investor's records, at a fixed time.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BASE, chartsDrawn, launchBrowser, loaded, showValues, signIn, startDemoServer } from './demo-screens.mjs';
import { PICTURE_SCALE } from './guide-scale.mjs';

const target = fileURLToPath(new URL('../docs/guide/pictures/', import.meta.url));
const WIDTH = 390;
/** So that nothing has to be scrolled to. */
const TALL = 2400;
/** Around what a picture shows. */
const MARGIN = 12;
const QUALITY = 72;

/** When the pictures are taken: the text of the guide has the figures of this day. */
const NOW = Date.parse('2026-07-31T14:05:00+01:00');
/** For the server, pages and workers alike, so that they agree about the time. */
const CLOCK = `{
  const Real = Date;
  const ahead = ${NOW - Date.now()};
  globalThis.Date = class Date extends Real {
    constructor(...given) {
      if (given.length === 0) super(Real.now() + ahead);
      else super(...given);
    }
    static now() {
      return Real.now() + ahead;
    }
  };
}`;

/** Node writes the header with its own clock, and the app corrects its clock by the header. */
const SERVER_CLOCK = `import { ServerResponse } from 'node:http';
${CLOCK}
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...given) {
  this.setHeader('date', new Date().toUTCString());
  return writeHead.apply(this, given);
};`;

/** As Hargreaves Lansdown writes it: without codes, account and tax wrapper. */
const BROKER_FILE = `Trade date,Settle date,Reference,Description,Unit cost (p),Quantity,Value (£)
20/07/2026,22/07/2026,B111111111,Vodafone Group plc,70,1000,-711.95
21/07/2026,23/07/2026,B222222222,Vodafone Group plc ADR,70,500,-361.95
`;
/** Its third row has no quantity. */
const OWN_LIST = `Trade Date,Type,ISIN,Quantity,Consideration,Broker,Account,Tax Wrapper
20/07/2026,Buy,GB00BH4HKS39,1000,715.40,Other,Alex Morgan,DEALING
21/07/2026,Buy,GB0007980591,200,831.20,Other,Alex Morgan,DEALING
22/07/2026,Sell,GB00BH4HKS39,,298.60,Other,Alex Morgan,DEALING
`;

/**
 * Writes a picture of the page between two elements, in its whole width.
 * @param {{ from?: import('@playwright/test').Locator, to?: import('@playwright/test').Locator, isExclusive?: boolean }} part
 *   from the page's top and to its bottom where they are not given; `isExclusive` ends above the second element
 */
async function take({ page, suffix }, name, { from, to, isExclusive = false } = {}) {
  await page.evaluate(() => {
    document.activeElement?.blur();
    scrollTo(0, 0);
  });
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  const first = (await from?.boundingBox()) ?? null;
  const last = (await to?.boundingBox()) ?? null;
  const { width, height } = page.viewportSize();
  const top = first === null ? 0 : Math.floor(first.y) - MARGIN;
  const end = last === null ? height : isExclusive ? Math.floor(last.y) : Math.ceil(last.y + last.height) + MARGIN;
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    clip: { x: 0, y: top, width, height: end - top, scale: PICTURE_SCALE },
  });
  await session.detach();
  writeFileSync(join(target, `${name}${suffix}.webp`), Buffer.from(data, 'base64'));
}

async function open(page, path, height = TALL) {
  await page.setViewportSize({ width: WIDTH, height });
  await page.goto(path);
  await loaded(page);
  await showValues(page);
}

async function openPreview(page, name, text, height) {
  await open(page, 'transactions', height);
  await page.getByRole('button', { name: 'Import transactions from CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import transactions' });
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await dialog.getByLabel('Select CSV/TSV File').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Preview Import' }).click();
  const preview = page.getByRole('dialog', { name: /Import Preview/u });
  await preview.getByText(/^Selected: /u).waitFor();
  return preview;
}

async function openGains(page, year) {
  await open(page, 'capital-gains');
  await page.getByLabel('Tax Year:').selectOption(year);
  const panel = page.getByRole('region', { name: `Alex Morgan, ${year}` });
  await panel.waitFor();
  await loaded(page);
  await chartsDrawn(page);
  return panel;
}

/** The pictures of the first hour, of files and of the disposal that the guide follows. */
async function takeRecords(shot) {
  const { page } = shot;
  await open(page, 'dashboard');
  await chartsDrawn(page);
  await page.getByText(/Time-weighted return over/u).waitFor();
  await take(shot, 'dashboard', { to: page.getByText('The figures as a table').first() });

  await openPreview(page, 'my-list.csv', OWN_LIST, 700);
  await take(shot, 'import-preview');
  const preview = await openPreview(page, 'hargreaves-lansdown.csv', BROKER_FILE);
  await take(shot, 'import-question', { to: preview.getByText('Another security') });

  await open(page, 'accounts');
  await take(shot, 'accounts', { from: page.getByRole('heading', { level: 1 }), to: page.getByRole('row').last() });
  await open(page, 'settings', 4000);
  const backup = page.getByRole('region', { name: 'Export and restore' });
  await take(shot, 'backup', { from: backup, to: backup });
}

/** The pictures of gains, and of a tax year's end. */
async function takeTaxYear(shot) {
  const { page } = shot;
  const panel = await openGains(page, '2024-25');
  await take(shot, 'gains-exempt-amount', {
    from: page.getByRole('heading', { level: 2 }).first(),
    to: panel.getByText('The figures as a table'),
  });
  await panel.getByText('SA108 boxes, losses and figures in full').click();
  await take(shot, 'tax-year-boxes', {
    from: panel.getByText(/^SA108 box 23/u),
    to: panel.getByText(/^Each box is rounded/u),
  });

  await openGains(page, '2019-20');
  await page.setViewportSize({ width: WIDTH, height: 5000 });
  await page.getByRole('button', { name: /^Details of BP/u }).click();
  const workings = page.getByRole('region', { name: 'Workings' });
  await workings.waitFor();
  await loaded(page);
  await take(shot, 'gains-disposal', { from: workings, to: workings });

  await open(page, 'allowances');
  const holder = page.getByRole('region', { name: 'Allowances of Alex Morgan' });
  await take(shot, 'tax-year-allowances', {
    from: holder,
    to: holder.getByText('Pension annual allowance'),
    isExclusive: true,
  });
}

/** Changes one transaction on the device and elsewhere. */
async function takeSync(shot) {
  const { page } = shot;
  await openGains(page, '2019-20');
  await page.getByRole('button', { name: /^Details of BP/u }).click();
  const matched = page.getByRole('region', { name: 'Matched transactions' });
  const path = (await matched.getByRole('link', { name: 'Sell' }).getAttribute('href')) ?? '';
  const id = path.split('/').at(-1);

  const unreachable = (route) => route.abort();
  await page.context().route('**/api/**', unreachable);
  await open(page, `transactions/${id}/edit`);
  await page.getByLabel(/^Quantity/u).fill('642');
  await page.getByRole('button', { name: 'Update Transaction' }).click();
  await page.getByText(/^Offline · 1 waiting/u).waitFor();
  await loaded(page);
  await take(shot, 'sync-waiting', { to: page.getByRole('banner') });

  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  const call = async (method, body) => {
    const reply = await fetch(`${BASE}api/transactions/${id}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} of a transaction: ${reply.status} ${await reply.text()}`);
    return await reply.json();
  };
  await call('PUT', { ...(await call('GET')), quantity: 620 });
  await page.context().unroute('**/api/**', unreachable);
  await open(page, 'sync');
  await page.getByRole('button', { name: 'Sync now' }).click();
  const conflicts = page.getByRole('region', { name: 'Conflicts' });
  await conflicts.waitFor();
  await loaded(page);
  await showValues(page);
  await page.getByText('1 change needs your attention.').waitFor();
  await take(shot, 'sync-conflict', { to: conflicts });
}

/** Writes every picture, light and dark; each theme begins with new records. */
export async function takeGuidePictures() {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const browser = await launchBrowser();
  try {
    for (const [colorScheme, suffix] of [
      ['light', ''],
      ['dark', '-dark'],
    ]) {
      const demo = await startDemoServer([`--import=data:text/javascript,${encodeURIComponent(SERVER_CLOCK)}`]);
      try {
        const context = await browser.newContext({
          baseURL: BASE,
          viewport: { width: WIDTH, height: TALL },
          deviceScaleFactor: PICTURE_SCALE,
          colorScheme,
          locale: 'en-GB',
          timezoneId: 'Europe/London',
          reducedMotion: 'reduce',
          serviceWorkers: 'block',
        });
        await context.addInitScript(CLOCK);
        await context.route(/\/assets\/(?:main|sync-worker)-[^/]*\.js$/u, async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, body: CLOCK + (await response.text()) });
        });
        const shot = { page: await context.newPage(), suffix };
        await signIn(shot.page, demo);
        await takeRecords(shot);
        await takeTaxYear(shot);
        await takeSync(shot);
        await context.close();
      } finally {
        await demo.stop();
      }
    }
    console.log(`Pictures are in ${target}`);
  } finally {
    await browser.close();
  }
}
