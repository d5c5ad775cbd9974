/** Tabs and raw storage for the rows of docs/faults.md that need a browser. */
import type { CDPSession, Page } from '@playwright/test';
import type { FaultProxy } from '../../faults/fault-proxy.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { proxiedUrl, proxyBefore } from '../servers/through-proxy.ts';
import { test as base } from '../servers/worker-servers.ts';
import { visit } from './journey.ts';

/** Each test has a fault proxy of its own before the worker's server, so that tests share no origin. */
export const test = base.extend<{ server: ServerProcess; faults: FaultProxy }>({
  server: async ({ servers }, use) => {
    await use(await servers.shared());
  },
  faults: proxyBefore,
  baseURL: proxiedUrl,
  serviceWorkers: 'allow',
});

/** Makes an account by its form. */
export async function addAccount(page: Page, name: string): Promise<void> {
  await visit(page, 'accounts/new');
  await page.getByRole('textbox', { name: /name/iu }).fill(name);
  await page.getByRole('button', { name: /^(?:Save|Create|Add)/u }).click();
}

/** Puts accounts and their queue entries straight into the user's database, as fifty saved forms would. */
export async function queueAccounts(page: Page, count: number): Promise<void> {
  await page.evaluate(async (total) => {
    const [info] = (await indexedDB.databases()).filter(({ name }) => /^holdfast-[0-9a-f]{32}$/u.test(name ?? ''));
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(info?.name ?? '');
      opening.onsuccess = () => {
        resolve(opening.result);
      };
      opening.onerror = () => {
        reject(opening.error ?? new Error('not opened'));
      };
    });
    const transaction = db.transaction(['accounts', 'outbox'], 'readwrite');
    for (let index = 0; index < total; index += 1) {
      const record = { id: crypto.randomUUID(), name: `Account ${index}` };
      transaction.objectStore('accounts').put({ ...record, version: null });
      transaction.objectStore('outbox').add({
        key: crypto.randomUUID(),
        entity: 'account',
        kind: 'create',
        localId: record.id,
        payload: { schema: 1, record },
        base: null,
        theirs: null,
        dependsOn: [],
        state: 'queued',
        attempts: 0,
        nextAttemptAt: 0,
        queuedAt: new Date().toISOString(),
        error: null,
        resent: false,
        checks: 0,
      });
    }
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = reject;
    });
    db.close();
  }, count);
}

/** Fires the browser's `sync` event at the service worker, as if a connection had come back. */
export async function fireSyncEvent(page: Page, cdp: CDPSession): Promise<void> {
  const registration = await new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
    void cdp.send('ServiceWorker.enable');
  });
  await cdp.send('ServiceWorker.dispatchSyncEvent', {
    origin: new URL(page.url()).origin,
    registrationId: registration,
    tag: 'holdfast-outbox',
    lastChance: false,
  });
}
