/**
 * The first pull of 100,000 transactions on a new device, in a real browser with the built app and a real server,
 * beside one plain bulkPut of the same rows in the same run; the longest time that the page made the user wait
 * meanwhile; and a pull of 10 changes.
 */
import { spawnSync } from 'node:child_process';
import type { CDPSession, Page } from '@playwright/test';
import type { Transaction } from '../domain/records/records.ts';
import { transactionsCsv } from '../domain/csv/exports/export-transactions.ts';
import { newId } from '../src/data/database/ids.ts';
import { purchase } from '../tests/device/fixtures.ts';
import { ServerProcess } from '../tests/browser/servers/server-process.ts';
import { printLimit, printTimes } from './measure.ts';
import { idleWait, keepPressing, takeWaits, watchWaits } from './page-waits.ts';
import { withProfile } from './profile.ts';

const ROWS = Number(process.env['ROWS'] ?? 100_000);
/** Also prints the page's longest task; tracing takes a tenth of the machine's time. */
const TRACE = process.env['TRACE'] !== undefined;
const CHUNK = 5000;
const PERSON = { email: 'many@example.com', password: 'correct horse battery' };

spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
const server = await ServerProcess.start();
try {
  const add = await fill();
  await withProfile(`${server.url}/`, async (page) => await measure(page, add));
} finally {
  await server.dispose();
}

async function call(
  method: 'GET' | 'POST',
  path: string,
  token: string | null,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const isText = typeof body === 'string';
  const reply = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(isText || body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return await reply.json();
}

/** Registers a user with many transactions; returns a function that adds more. */
async function fill(): Promise<(count: number) => Promise<void>> {
  await call('POST', '/auth/register', null, { firstName: 'Ada', surname: 'Many', ...PERSON });
  const { token } = (await call('POST', '/auth/login', null, PERSON)) as { token: string };
  const account = (await call('POST', '/accounts', token, { name: 'Main Account' })) as { id: string };
  const brokerId = ((await call('GET', '/brokers', token)) as { id: string }[])[0]?.id ?? '';
  let made = 0;
  const add = async (count: number): Promise<void> => {
    const rows = Array.from({ length: count }, (): Transaction => {
      made += 1;
      return {
        ...purchase({ accountId: account.id, brokerId, isin: 'IE00B3RBWM25', brokerDealReference: `R${made}` }),
        id: newId(),
      };
    });
    const csv = transactionsCsv(rows, { account: () => 'Main Account', broker: () => '', asset: () => '' });
    const boundary = `bench-${made}`;
    const field = (name: string, value: string): string =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const body = `${field('selectedRowNumbers', 'all')}${field('skipDuplicateCheck', 'true')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="f.csv"\r\nContent-Type: text/csv\r\n\r\n${csv}\r\n--${boundary}--\r\n`;
    await call('POST', '/transactions/import-selected', token, body, {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'idempotency-key': newId(),
    });
  };
  for (let done = 0; done < ROWS; done += CHUNK) await add(Math.min(CHUNK, ROWS - done));
  return add;
}

async function measure(page: Page, add: (count: number) => Promise<void>): Promise<void> {
  await watchWaits(page);
  await page.goto('/login');
  await page.getByLabel('Email Address').fill(PERSON.email);
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password);
  const start = performance.now();
  await page.getByRole('button', { name: 'Sign in' }).click();
  // From here on, because the app itself was still loading before.
  await page.getByText(/^Syncing… \d/u).waitFor({ state: 'attached' });
  const client = await page.context().newCDPSession(page);
  const longestTask = TRACE ? await traceTasks(client) : null;
  const loading = (await takeWaits(page)).timer;
  // The page's lower right corner is empty.
  const stopPressing = keepPressing(client, { x: 1400, y: 880 });
  await page.getByText(/^Synced/u).waitFor({ state: 'attached', timeout: 300_000 });
  const pulled = performance.now() - start;
  await stopPressing();
  // Before the trace is requested, because sending it takes the page's time.
  const waits = await takeWaits(page);
  const longest = (await longestTask?.()) ?? null;
  const { count, floor } = await floorOf(page);
  if (count !== ROWS) throw new Error(`pulled ${count} of ${ROWS} transactions`);
  printTimes(`first pull of ${ROWS} transactions`, pulled, 'one bulkPut', floor);
  printLimit('  in seconds', pulled / 1000, 30, ' s');
  printLimit('  beside its floor', pulled / floor, 2, 'x');
  printLimit('  longest wait of the page for a timer', waits.timer, 50, ' ms');
  printLimit(
    `  longest of ${waits.handled.length} presses until the page handled it`,
    Math.max(...waits.handled),
    50,
    ' ms',
  );
  printLimit('  longest until the page had drawn after one', Math.max(...waits.drawn), 50, ' ms');
  // The waits include the machine's other work; this is the page's own part of them.
  if (longest !== null) printLimit('  longest task of the page, in processor time', longest, 50, ' ms');
  console.log(
    `  (${loading.toFixed(0)} ms while the app was loaded after signing in; beside other busy processes an idle page waits for ${(await idleWait(page)).toFixed(0)} ms)`,
  );
  await measureDelta(page, add);
}

interface TracedTask {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Traces the tasks of the page's main thread; returns a function that stops and returns the longest in milliseconds.
 */
async function traceTasks(client: CDPSession): Promise<() => Promise<number>> {
  const longest = new Map<string, number>();
  const mainThreads = new Set<string>();
  client.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, pid, tid, tdur = 0, args } of value as unknown as TracedTask[]) {
      const thread = `${pid} ${tid}`;
      if (name === 'thread_name' && args?.name === 'CrRendererMain') mainThreads.add(thread);
      longest.set(thread, Math.max(tdur, longest.get(thread) ?? 0));
    }
  });
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', '__metadata'] },
  });
  return async () => {
    const complete = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve));
    await client.send('Tracing.end');
    await complete;
    return Math.max(0, ...[...mainThreads].map((thread) => longest.get(thread) ?? 0)) / 1000;
  };
}

/** Writes the same rows again, in one transaction as durable as the app's, to a store with the same key. */
async function floorOf(page: Page): Promise<{ readonly count: number; readonly floor: number }> {
  return await page.evaluate(async () => {
    const done = async <T>(request: IDBRequest<T>): Promise<T> =>
      await new Promise((resolve, reject) => {
        request.onsuccess = () => {
          resolve(request.result);
        };
        request.onerror = () => {
          reject(request.error ?? new Error('failed'));
        };
      });
    const [info] = (await indexedDB.databases()).filter(({ name }) => /^holdfast-[0-9a-f]{32}$/u.test(name ?? ''));
    const db = await done(indexedDB.open(info?.name ?? ''));
    const rows = (await done(db.transaction('transactions').objectStore('transactions').getAll())) as unknown[];
    db.close();
    const opening = indexedDB.open('bench-floor', 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore('rows', { keyPath: 'id' });
    const floorDb = await done(opening);
    const begun = performance.now();
    const transaction = floorDb.transaction('rows', 'readwrite', { durability: 'strict' });
    const store = transaction.objectStore('rows');
    for (const row of rows) store.put(row);
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = reject;
    });
    const floor = performance.now() - begun;
    floorDb.close();
    indexedDB.deleteDatabase('bench-floor');
    return { count: rows.length, floor };
  });
}

/** From the request for the changes to the moment when every tab can read them. */
async function measureDelta(page: Page, add: (count: number) => Promise<void>): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    await add(10);
    // Events only cause a pull when the last one is 15 s old.
    await page.waitForTimeout(16_000);
    times.push(
      await page.evaluate(async () => {
        const [info] = (await indexedDB.databases()).filter(({ name }) => /^holdfast-[0-9a-f]{32}$/u.test(name ?? ''));
        // Dexie's, on which every tab hears of a commit.
        const channel = new BroadcastChannel('x-storagemutated-1');
        performance.clearResourceTimings();
        const arrived = new Promise<number>((resolve) => {
          channel.onmessage = ({ data }: MessageEvent<object>) => {
            if (`idb://${info?.name ?? ''}/transactions/` in data) resolve(performance.now());
          };
        });
        dispatchEvent(new Event('online'));
        const at = await arrived;
        channel.close();
        const asked = performance
          .getEntriesByType('resource')
          .filter((entry) => entry.name.includes('scope=user'))
          .map((entry) => entry.startTime);
        return at - Math.min(...asked);
      }),
    );
  }
  printLimit('a pull of 10 changes', Math.min(...times), 150, ' ms');
}
