/**
 * A signed-in device whose database is filled without the network, because the benchmarks measure how screens read it.
 */
import { expect, type Page } from '@playwright/test';
import type { IsoDate } from '../domain/values/dates.ts';
import type { KeptName } from '../src/data/database/kept-rows.ts';
import { offlineReady } from '../tests/browser/journeys/journey.ts';
import { heldPortfolio, type Known } from './held-portfolio.ts';

export const PERSON = { email: 'many@example.com', password: 'correct horse battery' };
const HOLDERS = ['Main Account', 'Partner', 'Trust', 'Joint'];
/** The rows of one message to the page. */
const CHUNK = 10_000;

/** Registers a user with four account holders; returns the ids that the server assigned. */
export async function startOnServer(url: string): Promise<Known> {
  const call = async (method: 'GET' | 'POST', path: string, token: string | null, body?: unknown): Promise<unknown> => {
    const headers = {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const reply = await fetch(`${url}/api${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return await reply.json();
  };
  await call('POST', '/auth/register', null, { firstName: 'Ada', surname: 'Many', ...PERSON });
  const { token } = (await call('POST', '/auth/login', null, PERSON)) as { token: string };
  const accountIds: string[] = [];
  for (const name of HOLDERS)
    accountIds.push(((await call('POST', '/accounts', token, { name })) as { id: string }).id);
  return {
    accountIds,
    brokerIds: ((await call('GET', '/brokers', token)) as { id: string }[]).slice(0, 3).map(({ id }) => id),
  };
}

/** Signs in, waits for the first pull and the service worker, and writes the rows in addition to the pulled records. */
export async function fillDevice(page: Page, rows: number, known: Known, today: IsoDate): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email Address').fill(PERSON.email);
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(/^Synced/u).waitFor({ state: 'attached', timeout: 60_000 });
  await offlineReady(page);
  const { assets, transactions, prices, rates } = heldPortfolio(rows, known, today);
  const stored = <R>(records: readonly R[]): readonly R[] => records.map((record) => ({ ...record, version: 1 }));
  for (const [name, records] of Object.entries({
    assets: stored(assets),
    transactions: stored(transactions),
    prices,
    rates,
  })) {
    for (let from = 0; from < records.length; from += CHUNK)
      await page.evaluate(putRows, { table: name, rows: records.slice(from, from + CHUNK) });
  }
  await page.evaluate(() => {
    for (const key of ['valuesVisible', 'valuesLocked']) localStorage.setItem(key, 'true');
  });
}

async function putRows({ table, rows }: { readonly table: string; readonly rows: readonly unknown[] }): Promise<void> {
  const [info] = (await indexedDB.databases()).filter(({ name }) => /^holdfast-[0-9a-f]{32}$/u.test(name ?? ''));
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open(info?.name ?? '');
    opening.onerror = () => {
      reject(opening.error ?? new Error('failed'));
    };
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(
        [table, 'transactionChanges', 'tableStamps', 'summaries'],
        'readwrite',
      );
      // As every write of the app does.
      transaction.objectStore('tableStamps').put({ table, stamp: crypto.randomUUID() });
      // The stored summaries are those of an empty device.
      transaction.objectStore('summaries').clear();
      if (table === 'transactions') transaction.objectStore('transactionChanges').add({ ids: null });
      for (const row of rows) transaction.objectStore(table).put(row);
      transaction.oncomplete = () => {
        opening.result.close();
        resolve();
      };
      transaction.onabort = () => {
        reject(transaction.error ?? new Error('aborted'));
      };
    };
  });
}

/** Waits until the app has written the copy of the transactions that the next start reads. */
export async function copyWritten(page: Page): Promise<void> {
  await expect
    .poll(
      async () =>
        await page.evaluate(async () => {
          const [info] = (await indexedDB.databases()).filter(({ name }) =>
            /^holdfast-[0-9a-f]{32}$/u.test(name ?? ''),
          );
          return await new Promise<boolean>((resolve) => {
            const opening = indexedDB.open(info?.name ?? '');
            opening.onsuccess = () => {
              const transaction = opening.result.transaction(['transactionCopy', 'transactionChanges']);
              const copy = transaction.objectStore('transactionCopy').count();
              const notes = transaction.objectStore('transactionChanges').count();
              transaction.oncomplete = () => {
                opening.result.close();
                resolve(copy.result === 2 && notes.result === 0);
              };
            };
          });
        }),
      { timeout: 60_000 },
    )
    .toBe(true);
}

/** All figures that the app stores; its type makes a new one appear here. */
const KEPT: Readonly<Record<KeptName, true>> = {
  holdings: true,
  dashboard: true,
  dashboardWithoutCash: true,
  gains: true,
  holderYears: true,
};

/** Waits until the app has stored today's figures for the next start: all names, with no later change. */
export async function figuresKept(page: Page): Promise<void> {
  await expect
    .poll(
      async () =>
        await page.evaluate(async () => {
          const [info] = (await indexedDB.databases()).filter(({ name }) =>
            /^holdfast-[0-9a-f]{32}$/u.test(name ?? ''),
          );
          return await new Promise<number>((resolve) => {
            const opening = indexedDB.open(info?.name ?? '');
            opening.onsuccess = () => {
              const kept = opening.result.transaction(['summaries']).objectStore('summaries').count();
              kept.onsuccess = () => {
                opening.result.close();
                resolve(kept.result);
              };
            };
          });
        }),
      { timeout: 60_000 },
    )
    .toBe(Object.keys(KEPT).length);
}

/** Milliseconds to read all transactions with one getAll, on a page without the app. */
export async function floorOfRead(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const [info] = (await indexedDB.databases()).filter(({ name }) => /^holdfast-[0-9a-f]{32}$/u.test(name ?? ''));
    return await new Promise<number>((resolve) => {
      const begun = performance.now();
      const opening = indexedDB.open(info?.name ?? '');
      opening.onsuccess = () => {
        const reading = opening.result.transaction('transactions').objectStore('transactions').getAll();
        reading.onsuccess = () => {
          opening.result.close();
          resolve(performance.now() - begun);
        };
      };
    });
  });
}
