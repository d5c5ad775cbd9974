/**
 * Random use of the app over 100,000 transactions in a real browser on the built app and a real server: memory, IndexedDB and
 * caches are measured each minute. `npm run soak -- use MINUTES SEED` plays it; `ROWS=10000` makes a smaller user.
 */
import type { Page } from '@playwright/test';
import { lockValues, offlineReady } from '../tests/browser/journeys/journey.ts';
import { signInAs } from '../tests/browser/steps/people.ts';
import { fillServer } from './fill-server.ts';
import { heapMeter } from './heap-meter.ts';
import { isinOf } from './many-transactions.ts';
import { withProfile } from './profile.ts';
import { randomFrom } from './random.ts';

const ROWS = Number(process.env['ROWS'] ?? 100_000);
const MINUTES = Number(process.argv[2] ?? 60);
const SEED = Number(process.argv[3] ?? 1);
const MINUTE_MS = 60_000;
/** The first minute loads code and what each screen needs; those after it are what the last ones are compared with. */
const FIRST = { from: 1, to: 5 };
const MOST_GROWTH = 1.2;
/** A step that fails says so and the walk goes on; more than this share means that nothing was used. */
const MOST_FAILED = 0.1;
const SCREENS = ['Dashboard', 'Transactions', 'Holdings', 'Capital Gains'];
const FURTHER = [
  'Savings Accounts',
  'Broker Cash',
  'Properties',
  'Accounts',
  'Assets',
  'Returns',
  'Income',
  'Allowances',
];
/** At this width the bar has room for six links. */
const IN_BAR = new Set([...SCREENS, 'Savings Accounts', 'Broker Cash']);

/** Megabytes. */
interface Sample {
  readonly page: number;
  readonly worker: number;
  readonly storage: number;
  /** What the app's caches hold. */
  readonly cached: number;
}

type Step = (page: Page, random: (below: number) => number) => Promise<void>;

async function visit(page: Page, label: string): Promise<void> {
  const named = { name: label, exact: true };
  if (IN_BAR.has(label)) await page.getByRole('navigation').getByRole('link', named).first().click();
  else {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', named).first().click();
  }
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** The list of transactions with its rows there. */
async function list(page: Page): Promise<void> {
  await visit(page, 'Transactions');
  await page
    .getByRole('link', { name: /^\d\d\/\d\d\/\d{4}$/u })
    .first()
    .waitFor();
}

let imported = 0;
let isOffline = false;

const STEPS: Readonly<Record<string, Step>> = {
  screen: async (page, random) => {
    const all = [...SCREENS, ...SCREENS, ...FURTHER];
    await visit(page, all[random(all.length)] ?? 'Dashboard');
  },
  filter: async (page, random) => {
    await list(page);
    const search = page.getByPlaceholder('Search transactions...');
    await search.fill(`number ${random(400)}`);
    await page
      .getByText(/^Showing /u)
      .first()
      .waitFor();
    await search.fill('');
  },
  page: async (page) => {
    await list(page);
    const next = page.getByRole('button', { name: 'Next' });
    if (await next.isEnabled()) await next.click();
  },
  edit: async (page, random) => {
    await list(page);
    await page
      .getByRole('link', { name: /^\d\d\/\d\d\/\d{4}$/u })
      .nth(random(10))
      .click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Broker Charge').fill(`${random(20)}.${random(90) + 10}`);
    await page.getByRole('button', { name: 'Update Transaction' }).click();
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
  },
  deleteAndUndo: async (page, random) => {
    await list(page);
    await page
      .getByRole('checkbox', { name: /^Select .+\d{4}/u })
      .nth(random(10))
      .click();
    await page.getByRole('button', { name: 'Delete 1 selected transactions' }).click();
    await page.getByRole('button', { name: 'Delete 1 Transaction(s)' }).click();
    await page.getByRole('button', { name: 'Undo' }).first().click();
  },
  importFile: async (page) => {
    await list(page);
    await page.getByRole('button', { name: 'Import transactions from CSV' }).click();
    imported += 1;
    const header = 'Date,Type,ISIN,Account,Broker,Tax Wrapper,Quantity,Price,Consideration,Reference';
    const rows = [1, 2, 3].map(
      (row) =>
        `2026-03-0${row},Buy,${isinOf(0)},Main Account,AJ Bell,DEALING,${row},10,${row}0,U${SEED}-${imported}-${row}`,
    );
    // Not by setInputFiles: its handle of the field keeps the left screen in memory for good.
    await page.getByLabel('Select CSV/TSV File').evaluate(
      (field, [name, text]) => {
        const files = new DataTransfer();
        files.items.add(new File([text], name, { type: 'text/csv' }));
        (field as HTMLInputElement).files = files.files;
        field.dispatchEvent(new Event('change', { bubbles: true }));
      },
      [`use-${imported}.csv`, [header, ...rows].join('\n')] as const,
    );
    await page.getByRole('button', { name: 'Preview Import' }).click();
    await page.getByRole('button', { name: 'Import 3 Selected' }).click();
    await page.getByRole('dialog', { name: /Import Preview/u }).waitFor({ state: 'hidden' });
  },
  connection: async (page) => {
    isOffline = !isOffline;
    await page.context().setOffline(isOffline);
  },
  values: async (page) => {
    await visit(page, 'Holdings');
    await lockValues(page);
    await page.getByRole('button', { name: 'Hide values' }).first().click();
  },
};

/** As long as nothing is in the way again: without a reload, which would start with fresh memory. */
async function recover(page: Page): Promise<void> {
  for (let closed = 0; closed < 3; closed += 1) await page.keyboard.press('Escape');
}

async function walk(page: Page, meter: () => Promise<Sample>): Promise<readonly Sample[]> {
  const next = randomFrom(SEED);
  const random = (below: number): number => Math.floor(next() * below);
  const names = Object.keys(STEPS);
  const samples: Sample[] = [];
  const done = new Map<string, number>();
  let failed = 0;
  let steps = 0;
  for (const label of [...SCREENS, ...FURTHER]) {
    await visit(page, label);
    // What a screen computes is in memory once it is shown.
    await page
      .getByRole('status')
      .filter({ hasText: /^(?:Loading|Updating)/u })
      .first()
      .waitFor({ state: 'hidden' });
  }
  const begun = performance.now();
  while (samples.length < MINUTES) {
    const name = names[random(names.length)] ?? 'screen';
    steps += 1;
    try {
      await STEPS[name]?.(page, random);
      done.set(name, (done.get(name) ?? 0) + 1);
    } catch (error) {
      failed += 1;
      console.log(`  ${name} failed: ${String(error).split('\n').slice(0, 4).join(' ')}`);
      await recover(page);
    }
    if (performance.now() - begun < (samples.length + 1) * MINUTE_MS) continue;
    const sample = await meter();
    samples.push(sample);
    const figures = Object.entries(sample).map(([what, size]) => `${what} ${size.toFixed(1)} MB`);
    console.log(`minute ${samples.length}: ${figures.join(', ')}; ${steps} steps, ${failed} failed`);
  }
  console.log(`done: ${[...done].map(([name, count]) => `${name} ${count}`).join(', ')}`);
  if (failed > steps * MOST_FAILED) throw new Error(`${failed} of ${steps} steps failed`);
  return samples;
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}

/** Whether no median of the last minutes is more than a fifth over that of the first. */
function isBounded(samples: readonly Sample[]): boolean {
  const first = samples.slice(FIRST.from, FIRST.to);
  const last = samples.slice(-first.length);
  const kinds: readonly (keyof Sample)[] = ['page', 'worker', 'storage', 'cached'];
  const grown = kinds.map((kind) => {
    const [before, after] = [first, last].map((part) => median(part.map((sample) => sample[kind]))) as [number, number];
    const isKept = after <= before * MOST_GROWTH;
    console.log(
      `${isKept ? 'kept' : 'GREW'}: ${kind}, ${before.toFixed(1)} MB at first, ${after.toFixed(1)} MB at last`,
    );
    return isKept;
  });
  return grown.every(Boolean);
}

if (MINUTES < FIRST.to) throw new Error(`minutes: ${MINUTES} is too few; expected ${FIRST.to} or more`);
const { server, person } = await fillServer(ROWS);
try {
  const isKept = await withProfile(`${server.url}/`, async (page, context) => {
    const session = await context.newCDPSession(page);
    // The first pull of so many rows.
    page.setDefaultTimeout(600_000);
    await signInAs(page, person);
    await offlineReady(page);
    await page.goto('dashboard');
    const heaps = await heapMeter(session);
    // A step of which something never comes is told and left.
    page.setDefaultTimeout(30_000);
    const meter = async (): Promise<Sample> => ({ ...(await heaps()), ...(await page.evaluate(readStorage)) });
    return isBounded(await walk(page, meter));
  });
  process.exitCode = isKept ? 0 : 1;
} finally {
  await server.dispose();
}

/** Runs in the page. */
async function readStorage(): Promise<Pick<Sample, 'storage' | 'cached'>> {
  const { usage = 0 } = await navigator.storage.estimate();
  let cached = 0;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) cached += (await (await cache.match(request))?.blob())?.size ?? 0;
  }
  return { storage: usage / 1e6, cached: cached / 1e6 };
}
