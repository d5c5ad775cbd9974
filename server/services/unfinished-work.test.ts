/** Merging a security that many transactions name: in small transactions, which any interruption only delays. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { done } from '../outcome.ts';
import { PART } from '../store/database/in-parts.ts';
import { openStore, type Store } from '../store/database/store.ts';
import { beginMerger, currentMerger } from '../store/queries/merge-assets.ts';
import { testDatabases } from '../store/testing/test-databases.ts';
import { listExtras } from '../store/user-records/extras.ts';
import { insertTransactions } from '../store/user-records/transactions.ts';
import { deleteUser } from '../store/users/users.ts';
import { request, serverProcesses, signInAt } from '../testing/server-process.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { unitPurchase } from '../testing/world.ts';
import { finishWorkHere } from './unfinished-work.ts';
import { folderFiles } from './receipt-files.ts';

const LISTED = 'IE00B4L5Y983';
const UNLISTED = 'US5949181045';
const ROWS = 2 * PART + 1;
const NOW = '2026-01-15T12:00:00.000Z';
const databases = await testDatabases();

/** Stores transactions of a user in the unlisted security; `isin` and `related` can name others. */
async function record(store: Store, email: string, count: number, names: object = {}): Promise<string> {
  const { id: userId } = await store.kysely
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const { id: accountId } = await store.kysely
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const { id: brokerId } = await store.kysely.selectFrom('brokers').select('id').limit(1).executeTakeFirstOrThrow();
  const rows = Array.from({ length: count }, () => {
    const id = crypto.randomUUID();
    return { ...unitPurchase({ id, brokerId, accountId }), isin: UNLISTED, ...names };
  });
  await store.transact(async (tx) => done(await insertTransactions(tx, userId, rows)));
  return userId;
}

/** How many transactions name each security, with the number of their versions. */
async function namesOf(store: Store, userId: string): Promise<Readonly<Record<string, number>>> {
  const rows = await store.kysely
    .selectFrom('transactions')
    .select(({ fn }) => ['isin', fn.count<number>('version').distinct().as('count')])
    .where('user_id', '=', userId)
    .groupBy('isin')
    .execute();
  return Object.fromEntries(rows.map(({ isin, count }) => [isin, Number(count)]));
}

/** The mergers of which a user is told. */
async function told(store: Store, userId: string): Promise<readonly unknown[]> {
  return (await listExtras(store, userId, 'merged-security')).map(({ value }) => value);
}

describe.each(databases)('a merger of many transactions on %s', (_name, open) => {
  let opened: Store;
  let app: TestApp;
  let admin: string;
  let bob: string;
  let unlisted: string;
  /** Runs before each transaction. */
  let onWrite: () => Promise<void>;

  const call = async (method: 'GET' | 'POST', path: string, token: string, body?: object) =>
    await app.call(method, path, { token, ...(body !== undefined && { body }) });
  const merge = async () => await call('POST', `/assets/${unlisted}/merge`, admin, { isin: LISTED });
  const finish = async () => {
    const stopping = new AbortController().signal;
    await finishWorkHere({ store: opened, receiptFiles: folderFiles(app.dataDir), clock: () => app.now, stopping });
  };
  /** Fails the transaction after this many of `ROWS` transactions of `userId` have been changed. */
  const interrupt = (userId: string) => {
    onWrite = async () => {
      const { [LISTED]: changed = 0 } = await namesOf(opened, userId);
      if (changed > 0 && changed < ROWS) throw new Error('interrupted');
    };
  };

  beforeEach(async () => {
    opened = await open();
    onWrite = async () => await Promise.resolve();
    const store: Store = {
      ...opened,
      transact: async (work) => {
        await onWrite();
        return await opened.transact(work);
      },
    };
    app = await startTestApp({}, store);
    admin = await app.signIn('ada@example.org');
    bob = await app.signIn('bob@example.org');
    for (const token of [admin, bob]) await call('POST', '/accounts', token, { name: 'Main' });
    const body = { isin: UNLISTED, name: 'MSFT of a file' };
    unlisted = ((await call('POST', '/assets/unlisted', admin, body)).json as { id: string }).id;
  });
  afterEach(async () => {
    onWrite = async () => await Promise.resolve();
    await app.close();
    await opened.close();
  });

  it('lets others write, and gives each transaction a version of its own', async () => {
    const bobId = await record(opened, 'bob@example.org', ROWS);
    const adaId = await record(opened, 'ada@example.org', 3);
    let writes = 0;
    onWrite = async () => {
      writes += 1;
      // Recorded during the merger.
      if (writes === 4) await record(opened, 'ada@example.org', 2);
      await Promise.resolve();
    };
    expect((await merge()).json).toEqual({ transactionCount: ROWS + 3, userCount: 2 });
    expect(await namesOf(opened, bobId)).toEqual({ [LISTED]: ROWS });
    expect(await namesOf(opened, adaId)).toEqual({ [LISTED]: 5 });
    expect(await told(opened, bobId)).toMatchObject([{ intoIsin: LISTED, transactions: ROWS }]);
    expect(await told(opened, adaId)).toMatchObject([{ transactions: 5 }]);
    expect((await call('GET', `/assets/${unlisted}`, admin)).status).toBe(404);
  });

  it('that was interrupted shows nobody half of the transactions, and is completed by a request of the user', async () => {
    const bobId = await record(opened, 'bob@example.org', ROWS);
    interrupt(bobId);
    const reply = await merge();
    if (opened.dialect === 'sqlite') {
      expect([reply.status, (await currentMerger(opened))?.into]).toEqual([503, LISTED]);
      for (const path of ['/sync/changes?since=0', '/holdings', '/transactions/user/ids'])
        expect((await call('GET', path, bob)).status).toBe(503);
      expect((await call('GET', '/accounts', admin)).status).toBe(200);
      onWrite = async () => await Promise.resolve();
      await vi.waitFor(async () => {
        expect((await call('GET', '/transactions/user/ids', bob)).status).toBe(200);
        expect(await currentMerger(opened)).toBeNull();
      }, 20_000);
    } else expect(reply.status).toBe(200);
    expect(await namesOf(opened, bobId)).toEqual({ [LISTED]: ROWS });
    expect(await told(opened, bobId)).toMatchObject([{ transactions: ROWS }]);
    expect((await call('GET', `/assets/${unlisted}`, admin)).status).toBe(404);
  });

  it('that was interrupted is completed by its repetition, and before another one begins', async () => {
    const bobId = await record(opened, 'bob@example.org', 1);
    const body = { isin: 'US0378331005', name: 'Apple of a file' };
    const second = ((await call('POST', '/assets/unlisted', admin, body)).json as { id: string }).id;
    await opened.transact(async (tx) => await beginMerger(tx, unlisted, { isin: LISTED }, NOW));
    expect((await call('POST', `/assets/${second}/merge`, admin, { isin: LISTED })).status).toBe(200);
    expect(await namesOf(opened, bobId)).toEqual({ [LISTED]: 1 });
    expect((await call('GET', `/assets/${second}`, admin)).status).toBe(404);
    const again = (
      (await call('POST', '/assets/unlisted', admin, { isin: UNLISTED, name: 'Again' })).json as {
        id: string;
      }
    ).id;
    await opened.transact(async (tx) => await beginMerger(tx, again, { isin: LISTED }, NOW));
    unlisted = again;
    expect((await merge()).status).toBe(200);
    expect(await currentMerger(opened)).toBeNull();
  });

  it('changes nothing of a user who meanwhile records a transaction that names both', async () => {
    const adaId = await record(opened, 'ada@example.org', 1);
    await opened.transact(async (tx) => await beginMerger(tx, unlisted, { isin: LISTED }, NOW));
    const bobId = await record(opened, 'bob@example.org', 2);
    await record(opened, 'bob@example.org', 1, { relatedIsin: LISTED });
    // The user who asked learns that others' records are not as they were.
    expect((await merge()).json).toMatchObject({
      code: 'inUse',
      message: expect.stringMatching(
        /^MSFT of a file cannot be merged into .*: a transaction, such as a demerger, names both\. It was recorded during the merger, which changed 1 other transaction to .*; this is not undone\.$/u,
      ) as unknown,
    });
    expect(await namesOf(opened, adaId)).toEqual({ [LISTED]: 1 });
    expect(await namesOf(opened, bobId)).toEqual({ [UNLISTED]: 3 });
    expect([await currentMerger(opened), (await call('GET', `/assets/${unlisted}`, admin)).status]).toEqual([
      null,
      200,
    ]);
  });

  it('does not wait for users who were deleted meanwhile', async () => {
    const bobId = await record(opened, 'bob@example.org', ROWS);
    interrupt(bobId);
    await merge();
    onWrite = async () => await Promise.resolve();
    await opened.transact(async (tx) => done(await deleteUser(tx, bobId, NOW)));
    await finish();
    expect([await currentMerger(opened), await namesOf(opened, bobId)]).toEqual([null, {}]);
    expect((await call('GET', `/assets/${unlisted}`, admin)).status).toBe(404);
  });
});

describe('a server that is killed during a merger', () => {
  let end = (): void => undefined;
  afterAll(() => {
    end();
  });

  it('completes it at the next start', async () => {
    const processes = serverProcesses();
    ({ end } = processes);
    const folder = processes.newFolder();
    const first = processes.start({ DATA_DIR: folder, REGISTRATION: 'open' });
    const base = await first.listening();
    const token = await signInAt(base);
    await request(base, 'POST', '/accounts', { token, body: { name: 'Main' } });
    const body = { isin: UNLISTED, name: 'MSFT of a file' };
    const made = await request(base, 'POST', '/assets/unlisted', { token, body });
    const { id } = (await made.json()) as { id: string };
    const store = await openStore({ dialect: 'sqlite', file: join(folder, 'holdfast.sqlite') });
    const userId = await record(store, 'ada@example.org', 5 * PART);
    const lost = request(base, 'POST', `/assets/${id}/merge`, { token, body: { isin: LISTED } }).catch(() => 'lost');
    await vi.waitFor(
      async () => {
        expect(await namesOf(store, userId)).toHaveProperty(LISTED);
      },
      { timeout: 60_000, interval: 5 },
    );
    first.child.kill('SIGKILL');
    await Promise.all([first.ended, lost]);
    expect(await namesOf(store, userId)).toHaveProperty(UNLISTED);
    const second = await processes.start({ DATA_DIR: folder, REGISTRATION: 'open' }).listening();
    await vi.waitFor(
      async () => {
        expect((await request(second, 'GET', `/assets/${id}`, { token })).status).toBe(404);
      },
      { timeout: 60_000 },
    );
    expect(await namesOf(store, userId)).toEqual({ [LISTED]: 5 * PART });
    expect(await told(store, userId)).toMatchObject([{ transactions: 5 * PART }]);
    await store.close();
  }, 180_000);
});
