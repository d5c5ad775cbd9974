/**
 * An import in a real browser, with the built app and a real server: preview and import of 100,000 rows, each beside
 * its floor, the longest task of the page's main thread, and the memory that remains in use. `ROWS=10000` measures a
 * smaller file.
 */
import type { CDPSession, Page } from '@playwright/test';
import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ServerProcess } from '../tests/browser/servers/server-process.ts';
import { startFresh } from '../tests/browser/journeys/journey.ts';
import { heapMeter } from './heap-meter.ts';
import { manyTransactions } from './many-transactions.ts';
import { printTimes } from './measure.ts';
import { withProfile } from './profile.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const LIMITS = { preview: 4000, import: 20_000, importOfFloor: 1.5, task: 100, smallImport: 2500, kept: 10 };

/** A file like a broker's, without our own columns. */
function csvOf(rows: number): Buffer {
  const { transactions, accounts, brokers, assets } = manyTransactions(rows);
  const names = new Map([...accounts, ...brokers].map(({ id, name }) => [id, name]));
  const assetNames = new Map(assets.map(({ isin, name }) => [isin, name]));
  const lines = transactions.map((row) =>
    [
      row.transactionDate.split('-').reverse().join('/'),
      row.transactionType,
      row.isin,
      assetNames.get(row.isin),
      names.get(row.accountId),
      names.get(row.brokerId),
      row.taxWrapper,
      row.quantity,
      row.localPrice,
      row.consideration,
      row.brokerCharge,
      row.stampDuty,
      row.fxCharge,
      row.brokerDealReference,
    ].join(','),
  );
  return Buffer.from(
    [
      'Date,Type,ISIN,Asset,Account,Broker,Tax Wrapper,Quantity,Price,Consideration,Broker Charge,Stamp Duty,FX Charge,Reference',
      ...lines,
    ].join('\r\n'),
  );
}

interface Watch {
  readonly longest: number;
  readonly at: number;
}

/** Watches the main thread: a long task makes a gap between the turns of a message loop. */
async function watchMainThread(page: Page): Promise<void> {
  await page.evaluate(() => {
    const state = { longest: 0, at: 0 };
    Reflect.set(globalThis, 'benchWatch', state);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.duration > state.longest) [state.longest, state.at] = [entry.duration, entry.startTime];
      }
    }).observe({ entryTypes: ['longtask'] });
  });
}

async function longestTask(page: Page): Promise<Watch> {
  return await page.evaluate(() => {
    const state = Reflect.get(globalThis, 'benchWatch') as { longest: number; at: number };
    const seen = { ...state };
    state.longest = 0;
    return seen;
  });
}

/** Writes the rows that the app has stored into a separate table without indexes, in one bulkPut. */
async function floorOfImport(page: Page): Promise<number> {
  // The page's policy allows no foreign scripts, but the debugger may evaluate one.
  await page.evaluate(readFileSync(`${root}/node_modules/dexie/dist/dexie.min.js`, 'utf8'));
  return await page.evaluate(async () => {
    interface Floor {
      open: () => Promise<void>;
      close: () => void;
      table: (name: string) => {
        toArray: () => Promise<Record<string, unknown>[]>;
        bulkPut: (rows: unknown[]) => Promise<void>;
      };
      version: (n: number) => { stores: (schema: Record<string, string>) => void };
    }
    const Dexie = Reflect.get(globalThis, 'Dexie') as {
      new (name: string, options?: object): Floor;
      getDatabaseNames: () => Promise<string[]>;
      delete: (name: string) => Promise<void>;
    };
    const name = (await Dexie.getDatabaseNames()).find((known) => known.startsWith('holdfast-'));
    const stored = new Dexie(name ?? '');
    await stored.open();
    const rows = (await stored.table('transactions').toArray()).map(
      ({ version: _version, importId: _import, importIndex: _index, ...row }) => row,
    );
    stored.close();
    await Dexie.delete('floor');
    const floor = new Dexie('floor', { chromeTransactionDurability: 'strict' });
    floor.version(1).stores({ transactions: 'id' });
    await floor.open();
    const start = performance.now();
    await floor.table('transactions').bulkPut(rows);
    const time = performance.now() - start;
    floor.close();
    await Dexie.delete('floor');
    return time;
  });
}

async function measure(page: Page, session: CDPSession, rows: number): Promise<boolean> {
  const file = csvOf(rows);
  console.log(
    `\n${(file.length / 1024 / 1024).toFixed(1)} MB, ${rows.toLocaleString('en-GB')} rows; load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
  await page.goto('transactions');
  const preview = page.getByRole('dialog', { name: /Import Preview/u });
  const open = async (): Promise<number> => {
    await page.getByRole('button', { name: 'Import transactions from CSV' }).click();
    const dialog = page.getByRole('dialog', { name: /^Import/u });
    await dialog
      .getByLabel('Select CSV/TSV File')
      .setInputFiles({ name: 'large.csv', mimeType: 'text/csv', buffer: file });
    await watchMainThread(page);
    const start = performance.now();
    await dialog.getByRole('button', { name: 'Preview Import' }).click();
    await preview.getByRole('table').waitFor();
    await preview.getByText(/^Selected: /u).waitFor();
    return performance.now() - start;
  };
  const heap = await heapMeter(session);
  const before = await heap();
  const previewTime = await open();
  const previewTask = await longestTask(page);
  await preview.getByRole('button', { name: 'Cancel' }).click();
  await preview.waitFor({ state: 'hidden' });
  const closed = await heap();
  await open();
  await longestTask(page);
  await preview.getByRole('tab', { name: /^Valid/u }).click();
  const scrollTask = await longestTask(page);
  const start = performance.now();
  await preview.getByRole('button', { name: /^Import [\d,]+ Selected$/u }).click();
  await preview.waitFor({ state: 'hidden', timeout: 180_000 });
  const importTime = performance.now() - start;
  const imported = performance.now();
  const importTask = await longestTask(page);
  await page.getByText(/of [\d,]+ results/u).waitFor({ timeout: 60_000 });
  const listTask = await longestTask(page);
  await page.getByText(/^Synced/u).waitFor({ state: 'attached', timeout: 300_000 });
  const sendingTime = performance.now() - imported;
  const sendingTask = await longestTask(page);
  const floor = await floorOfImport(page);
  console.log(`preview ${previewTime.toFixed(0)} ms`);
  printTimes('import', importTime, 'one bulkPut without indexes', floor);
  console.log(`sending ${sendingTime.toFixed(0)} ms`);
  for (const [what, task] of [
    ['preview', previewTask],
    ['tab', scrollTask],
    ['import', importTask],
    ['list', listTask],
    ['sending', sendingTask],
  ] as const)
    console.log(`longest task of the ${what}: ${task.longest.toFixed(0)} ms`);
  console.log(
    `heap before a preview: page ${before.page.toFixed(1)} MB, worker ${before.worker.toFixed(1)} MB; after it was closed: ${closed.page.toFixed(1)} and ${closed.worker.toFixed(1)} MB`,
  );
  const longest = Math.max(
    previewTask.longest,
    scrollTask.longest,
    importTask.longest,
    listTask.longest,
    sendingTask.longest,
  );
  const small = rows <= 10_000;
  const faults = [
    previewTime > LIMITS.preview && `the preview took more than ${LIMITS.preview} ms`,
    importTime > (small ? LIMITS.smallImport : LIMITS.import) && 'the import took too long',
    !small &&
      importTime > floor * LIMITS.importOfFloor &&
      `the import took more than ${LIMITS.importOfFloor} times its floor`,
    (closed.page > before.page + LIMITS.kept || closed.worker > before.worker + LIMITS.kept) &&
      `a closed preview keeps more than ${LIMITS.kept} MB`,
    longest >= LIMITS.task && `a task of the main thread took ${LIMITS.task} ms or more`,
  ].filter((fault) => fault !== false);
  for (const fault of faults) console.error(fault);
  return faults.length === 0;
}

async function main(): Promise<void> {
  if (!existsSync(`${root}/dist/server/main.js`)) throw new Error('build the app first: npm run build');
  for (const rows of process.env['ROWS'] === undefined ? [10_000, 100_000] : [Number(process.env['ROWS'])]) {
    const server = await ServerProcess.start();
    try {
      const isFast = await withProfile(`${server.url}/`, async (page, context) => {
        await startFresh(page);
        return await measure(page, await context.newCDPSession(page), rows);
      });
      if (!isFast) process.exitCode = 1;
    } finally {
      await server.dispose();
    }
  }
}

await main();
