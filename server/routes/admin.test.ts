import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogPage } from '../../contract/admin.ts';
import { allRoutes } from '../../contract/routes.ts';
import { readHeader, restoreBackup, type StoredFiles, writeBackup } from '../store/upkeep/backup.ts';
import { addLogs, MAX_LOGS, REFUSALS } from '../store/upkeep/logs.ts';
import type { Store } from '../store/database/store.ts';
import { testDatabases } from '../store/testing/test-databases.ts';
import { requestOf, ROUTE_CASES } from '../testing/route-cases.ts';
import { makeWorld } from '../testing/world.ts';
import { PASSWORD, startTestApp, type TestApp } from '../testing/test-app.ts';

const databases = await testDatabases();

describe.each(databases)('the logs on %s', (_name, open) => {
  let app: TestApp;
  let store: Store;
  let token: string;

  beforeAll(async () => {
    store = await open();
    app = await startTestApp({}, store);
    token = await app.signIn('ada@example.org');
    await addLogs(
      store,
      Array.from({ length: 120 }, (_, index) => ({
        at: `2026-01-15T12:${String(Math.floor(index / 60)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}.000Z`,
        level: index % 3 === 0 ? 'Error' : 'Information',
        source: index % 2 === 0 ? 'prices' : 'Mail',
        message: `Entry ${index} 100%`,
        exception: index % 3 === 0 ? 'Error: x\n    at y' : null,
      })),
    );
  });
  afterAll(async () => {
    await app.close();
    await store.close();
  });

  const page = async (query: string): Promise<LogPage> =>
    (await app.call('GET', `/admin/logs${query}`, { token })).json as LogPage;

  it('come in pages of 50, newest first', async () => {
    const first = await page('');
    expect(first).toMatchObject({ totalCount: 120, totalPages: 3, page: 1 });
    expect(first.logs).toHaveLength(50);
    expect(first.logs[0]).toEqual({
      timestamp: '2026-01-15T12:01:59.000Z',
      level: 'Information',
      source: 'Mail',
      message: 'Entry 119 100%',
      exception: null,
    });
    expect((await page('?page=3&pageSize=50')).logs.at(-1)).toMatchObject({
      message: 'Entry 0 100%',
      exception: 'Error: x\n    at y',
    });
    expect(await page('?page=99')).toMatchObject({ page: 3 });
  });

  it('are filtered by level, source, text and time, each only if set', async () => {
    expect(await page('?level=Error')).toMatchObject({ totalCount: 40 });
    expect(await page('?source=mail')).toMatchObject({ totalCount: 60 });
    expect(await page('?searchText=ENTRY%2011')).toMatchObject({ totalCount: 11 });
    expect(await page('?searchText=%25')).toMatchObject({ totalCount: 120 });
    expect(await page('?searchText=0_')).toMatchObject({ totalCount: 0 });
    expect(await page('?startTime=2026-01-15T12:01:00Z')).toMatchObject({ totalCount: 60 });
    expect(
      await page('?startTime=2026-01-15T12:01:00.000Z&endTime=2026-01-15T12:01:09Z&level=Error&source=prices'),
    ).toMatchObject({ totalCount: 2 });
    expect(await page('?level=&source=&searchText=')).toMatchObject({ totalCount: 120 });
    expect((await app.call('GET', '/admin/logs?startTime=yesterday', { token })).status).toBe(400);
  });

  it('have the levels of the specification', async () => {
    expect((await app.call('GET', '/admin/logs/levels', { token })).json).toEqual([
      'Verbose',
      'Debug',
      'Information',
      'Warning',
      'Error',
      'Fatal',
    ]);
  });

  it('keep the newest and forget the rest', async () => {
    await addLogs(
      store,
      [{ at: '2026-01-16T00:00:00.000Z', level: 'Information', source: 'x', message: 'last', exception: null }],
      100,
    );
    expect(await page('')).toMatchObject({
      totalCount: 100,
      logs: expect.arrayContaining([expect.objectContaining({ message: 'last' })]),
    });
    expect(MAX_LOGS).toBe(10_000);
  });
});

it('system info names the environment, machine and process', async () => {
  const app = await startTestApp();
  const token = await app.signIn('ada@example.org');
  const info = (await app.call('GET', '/admin/system-info', { token })).json as Record<string, unknown>;
  expect(Object.keys(info).toSorted()).toEqual([
    'environment',
    'machineName',
    'processId',
    'serverTime',
    'tickCount',
    'workingSet',
  ]);
  expect(info).toMatchObject({ processId: process.pid, serverTime: '2026-01-15T12:00:00.000Z' });
  expect(Number(info['workingSet'])).toBeGreaterThan(10_000_000);
  expect(Number(info['tickCount'])).toBeGreaterThan(0);
  await app.close();
});

it('requests that strangers have refused, in whatever way, displace no other entries', async () => {
  const app = await startTestApp({ logLevel: 'info', registration: 'closed' });
  const body = { firstName: 'Ada', surname: 'Holder', email: 'ada@example.org', password: PASSWORD };
  expect((await app.call('POST', '/auth/register', { body })).status).toBe(403);
  expect((await app.call('GET', '/accounts')).status).toBe(401);
  await app.flushLog();
  const entries = await app.store.kysely.selectFrom('logs').select(['source', 'message']).execute();
  expect(entries.filter(({ message }) => message.startsWith('a request was refused'))).toMatchObject([
    { source: REFUSALS },
    { source: REFUSALS },
  ]);
  await app.close();
});

it('a run of all routes, well and badly asked, and a failing database leave nothing personal in the log', async () => {
  const app = await startTestApp({ logLevel: 'trace', registration: 'open' });
  const token = await app.signIn('ada.lovelace@example.org');
  const world = await makeWorld(app, token, token);
  const sent = new Set<string>([token, PASSWORD, 'ada.lovelace@example.org', 'ada.lovelace']);
  /** Collects names, references and amounts of a request, but not words that the program itself defines. */
  const collect = (value: unknown): void => {
    if (typeof value === 'string' && /[a-z].*[ @.\d]|\d{4}/iu.test(value) && value.length > 5) sent.add(value);
    else if (typeof value === 'number' && !Number.isInteger(value)) sent.add(String(value));
    else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) collect(part);
  };
  const rank = (key: string): number => (key === 'auth.logout' ? 2 : /remove|bulkDelete/iu.test(key) ? 1 : 0);
  const routes = allRoutes()
    .map(({ area, name, route }) => ({ key: `${area}.${name}`, route }))
    .toSorted((a, b) => rank(a.key) - rank(b.key));
  for (const { key, route } of routes) {
    const request = requestOf(route, ROUTE_CASES[key] ?? {}, world);
    if (typeof request.body !== 'string') collect(request.body);
    await app.call(route.method, request.path, { ...request, token });
    if (request.body !== undefined && typeof request.body !== 'string')
      await app.call(route.method, request.path, {
        token,
        body: { ...(request.body as object), consideration: 'x', name: 7 },
      });
  }
  await app.call('POST', '/auth/forgot-password', { body: { email: 'ada.lovelace@example.org' } });
  for (let i = 0; i < 12; i += 1)
    await app.call('POST', '/auth/login', { body: { email: 'ada.lovelace@example.org', password: `guessed ${i}` } });
  const again = await app.signIn('charles.babbage@example.org');
  await app.flushLog();
  const kept = JSON.stringify(await app.store.kysely.selectFrom('logs').selectAll().execute());
  // From here on the database is unavailable.
  const transact = app.store.transact;
  Object.assign(app.store, {
    transact: () => {
      throw new Error(`refused: "Engine No 1" of charles.babbage@example.org, token ${again}, at 4711.25`);
    },
  });
  await app.call('POST', '/accounts', { token: again, body: { name: 'Engine No 1' } });
  Object.assign(app.store, { transact });
  const text = app.logged.join('') + kept;
  expect(app.logged.length).toBeGreaterThan(routes.length);
  expect(text).toContain('a request failed');
  expect(text).toContain('a request was refused');
  expect(kept).toContain('status=429');
  for (const secret of [...sent, again, 'charles.babbage', 'Engine No 1', '4711.25', 'guessed 1']) {
    // The digits of an amount may be part of a duration.
    if (/^-?[\d.]+$/u.test(secret))
      expect(text, secret).not.toMatch(new RegExp(`(?<![\\d.])${secret.replace('.', '\\.')}(?!\\d)`, 'u'));
    else expect(text, secret).not.toContain(secret);
  }
  expect(sent.size).toBeGreaterThan(30);
  await app.close();
});

const NO_FILES: StoredFiles = {
  put: async () => await Promise.resolve(),
  read: async () => await Promise.resolve(null),
  has: async () => await Promise.resolve(false),
  remove: async () => await Promise.resolve(),
};

async function* eachOf(lines: readonly string[]): AsyncIterable<string> {
  for (const line of lines) yield await Promise.resolve(line);
}

describe.each(databases)('users on %s', (_name, open) => {
  let app: TestApp;
  let store: Store;
  let admin: string;

  interface Listed {
    readonly registration: string;
    readonly users: readonly { readonly id: string; readonly email: string; readonly lastVisitAt: string | null }[];
  }
  const list = async (): Promise<Listed> => (await app.call('GET', '/admin/users', { token: admin })).json as Listed;
  const signIn = async (email: string) =>
    await app.call('POST', '/auth/login', { body: { email, password: PASSWORD } });

  beforeAll(async () => {
    store = await open();
    app = await startTestApp({}, store);
    admin = await app.signIn('ada@example.org');
  });
  afterAll(async () => {
    await app.close();
    await store.close();
  });

  it('are listed with role and last visit, beside who may register', async () => {
    await app.signIn('ben@example.org');
    const { registration, users } = await list();
    expect(registration).toBe('open');
    expect(users).toMatchObject([
      { email: 'ada@example.org', isAdmin: true, isDisabled: false },
      { email: 'ben@example.org', isAdmin: false, isDisabled: false },
    ]);
    for (const { lastVisitAt } of users) expect(lastVisitAt).toMatch(/^\d{4}-\d\d-\d\dT/u);
  });

  it('are invited by a link that works once', async () => {
    const { link } = (await app.call('POST', '/admin/users/invitations', { token: admin })).json as { link: string };
    const inviteCode = new URL(link).searchParams.get('code');
    const invited = await startTestApp({ registration: 'invite' }, store);
    const register = async (email: string) =>
      await invited.call('POST', '/auth/register', {
        body: { firstName: 'Cy', surname: 'Holder', email, password: PASSWORD, inviteCode },
      });
    expect((await register('cy@example.org')).status).toBe(201);
    expect((await register('dee@example.org')).status).toBe(403);
    await invited.close();
  });

  it('can be disabled: they are signed out, told why at sign-in, and stay disabled after an earlier backup is restored', async () => {
    const token = await app.signIn('ben@example.org');
    const ben = (await list()).users.find(({ email }) => email === 'ben@example.org')?.id ?? '';
    const lines: string[] = [];
    await writeBackup(store, NO_FILES, '2026-01-15T12:00:00.000Z', async (line) => {
      lines.push(line);
      await Promise.resolve();
    });
    const header = readHeader(lines.shift() ?? '');
    if (header === null) throw new Error('no header');
    const disable = async (id: string, isDisabled: boolean) =>
      await app.call('PUT', `/admin/users/${id}`, { token: admin, body: { isDisabled } });
    expect((await disable(ben, true)).json).toMatchObject({ email: 'ben@example.org', isDisabled: true });
    expect((await app.call('GET', '/accounts', { token })).status).toBe(401);
    expect(await signIn('ben@example.org')).toMatchObject({
      status: 403,
      json: { message: 'An administrator of this server has disabled your account.' },
    });
    expect(
      (await app.call('POST', '/auth/login', { body: { email: 'ben@example.org', password: 'wrong' } })).status,
    ).toBe(401);
    await restoreBackup(store, NO_FILES, header, eachOf(lines), 'another epoch');
    expect((await signIn('ben@example.org')).status).toBe(403);
    expect((await disable(ben, false)).status).toBe(200);
    expect((await signIn('ben@example.org')).status).toBe(200);
    const me = (await list()).users.find(({ email }) => email === 'ada@example.org')?.id ?? '';
    expect((await disable(me, true)).status).toBe(400);
  });
});
