/** Users, tabs and raw storage for the rows of docs/faults.md that need a browser; one server for all tests of a worker. */
import { test as base, type CDPSession, type Page } from '@playwright/test';
import type { FaultProxy } from '../faults/fault-proxy.ts';
import { ServerProcess } from './server-process.ts';
import { proxiedUrl, proxyBefore } from './through-proxy.ts';

export interface Person {
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

let people = 0;

/** A server shared by the tests of a worker; each test has a fault proxy of its own before it, so that tests share no origin. */
export const test = base.extend<{ faults: FaultProxy }, { server: ServerProcess }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from this pattern
    async ({}, use) => {
      const server = await ServerProcess.start();
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  faults: proxyBefore,
  baseURL: proxiedUrl,
});

/** A new user of the server with one account, 'Main Account'. */
export async function newPerson(server: ServerProcess): Promise<Person> {
  people += 1;
  const person = { email: `person-${process.pid}-${people}@example.com`, password: 'correct horse battery' };
  const post = async (path: string, body: unknown, token?: string): Promise<unknown> => {
    const reply = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return await reply.json();
  };
  await post('/auth/register', { firstName: 'Ada', surname: 'Holder', ...person });
  const { token } = (await post('/auth/login', person)) as { token: string };
  await post('/accounts', { name: 'Main Account' }, token);
  return { ...person, token };
}

/** The user's accounts on the server. */
export async function accountsOnServer(server: ServerProcess, { token }: Person): Promise<string[]> {
  const reply = await fetch(`${server.url}/api/accounts`, { headers: { authorization: `Bearer ${token}` } });
  return ((await reply.json()) as { name: string }[]).map((account) => account.name);
}

/** Signs in by the form and waits until everything is there. */
export async function signInAs(page: Page, person: Person): Promise<void> {
  await page.goto('login');
  await page.getByLabel('Email Address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(/^Synced/u).waitFor();
}

/** Makes an account by its form. */
export async function addAccount(page: Page, name: string): Promise<void> {
  await page.goto('accounts/new');
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
        epoch: 0,
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
