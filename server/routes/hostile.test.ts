import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import fc from 'fast-check';
import type { z } from 'zod';
import { afterEach, expect, it } from 'vitest';
import { allRoutes } from '../../contract/routes.ts';
import { HEAVY_SHARE, LIGHT_SHARE } from '../heavy/shares.ts';
import { SHARED, readCounter } from '../store/versions/counters.ts';
import { openStore, type Store } from '../store/database/store.ts';
import { testDatabases } from '../store/testing/test-databases.ts';
import { fieldsOf, requestOf, ROUTE_CASES, type RouteCase } from '../testing/route-cases.ts';
import { makeWorld, type World } from '../testing/world.ts';
import { multipart, startTestApp, type TestApp } from '../testing/test-app.ts';
import { runs } from '../../tests/runs.ts';

const requests = runs(200, 10_000);
const uploads = runs(100, 2500);

let app: TestApp;
let token: string;
let world: World;
let userId: string;

const databases = await testDatabases();

async function start(store: Store): Promise<void> {
  app = await startTestApp({}, store);
  token = await app.signIn('admin@example.org');
  world = await makeWorld(app, token, token);
  userId = (await app.store.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow()).id;
}

afterEach(async () => {
  await app.close();
  await app.store.close();
});

const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\r\nSet-Cookie: x=1',
    "'; drop table users; --",
    "' or '1'='1",
    '../../etc/passwd',
    '%00',
    '%2e%2e%2f',
    '${7*7}',
    '<img src=x onerror=alert(1)>',
    '\u202Egnp.exe',
    '=1+1',
    'NaN',
    'Infinity',
    '-0',
    '1e400',
    '1234567890.1234567',
    '0x10',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    'true',
    '2024-02-30',
    '9999-99-99',
    '0000-00-00',
    'x'.repeat(10_000),
    '🦄'.repeat(50),
    '\uD800',
    'ﷺ',
    'İ',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    -1,
    1e21,
    1e-13,
    1234567890.1234567,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
    2 ** 53,
    [],
    {},
    [[]],
    [null],
    { toString: 'x' },
    { length: 1e9 },
    ['x'.repeat(100)],
  ),
  fc.double(),
  fc.integer(),
  fc.jsonValue({ maxDepth: 3 }),
);

/** The change to a valid request. */
const mutation = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), at: fc.nat(), value }),
  fc.record({ kind: fc.constant('drop' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('add' as const), name: text, value }),
  fc.record({ kind: fc.constant('replace' as const), value }),
  fc.record({ kind: fc.constant('query' as const), at: fc.nat(), value: text }),
  fc.record({ kind: fc.constant('twice' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('param' as const), value: text }),
  fc.record({ kind: fc.constant('raw' as const), value: text }),
  fc.record({
    kind: fc.constant('header' as const),
    name: fc.constantFrom(
      'if-match',
      'idempotency-key',
      'content-type',
      'authorization',
      'accept-encoding',
      'x-forwarded-for',
    ),
    value: fc.string({ maxLength: 200 }),
  }),
);
type Mutation = typeof mutation extends fc.Arbitrary<infer M> ? M : never;

function mutateBody(body: unknown, change: Mutation): unknown {
  if (change.kind === 'replace') return change.value;
  if (typeof body !== 'object' || body === null) return body;
  const fields = Object.keys(body);
  const field = 'at' in change ? fields[change.at % Math.max(1, fields.length)] : undefined;
  if (change.kind === 'set' && field !== undefined) return { ...body, [field]: change.value };
  if (change.kind === 'drop' && field !== undefined)
    return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
  if (change.kind === 'add') return { ...body, [change.name]: change.value };
  return body;
}

function mutateQuery(routeCase: RouteCase, change: Mutation): string {
  const query = new URLSearchParams(routeCase.query?.(world) ?? {});
  const names = [...new Set([...query.keys(), 'page', 'pageSize', 'query', 'sortField', 'since', 'asOfDate'])];
  if (change.kind === 'query') query.set(names[change.at % names.length] ?? 'page', change.value);
  if (change.kind === 'twice') query.append(names[change.at % names.length] ?? 'page', '1');
  return query.toString();
}

async function counters(): Promise<readonly number[]> {
  return [(await readCounter(app.store, userId)).value, (await readCounter(app.store, SHARED)).value];
}

const targets = allRoutes().map(({ area, name, route }) => ({ key: `${area}.${name}`, route }));

it.each(databases)(
  'on %s answers hostile requests with a message, never with a failure of its own, and writes nothing by halves',
  async (_name, open) => {
    await start(await open());
    await fc.assert(
      fc.asyncProperty(fc.nat(), mutation, async (index, change) => {
        const { key, route } = targets[index % targets.length] ?? (targets[0] as (typeof targets)[number]);
        const routeCase = ROUTE_CASES[key] ?? {};
        const request = requestOf(route, routeCase, world);
        const params =
          change.kind === 'param'
            ? route.path.replace(/:[A-Za-z]+/gu, encodeURIComponent(Buffer.from(change.value).toString()))
            : (request.path.split('?')[0] ?? '');
        const query = mutateQuery(routeCase, change);
        const headers: Record<string, string> = { ...request.headers };
        if (change.kind === 'header' && !/[^\t\u0020-\u007E\u0080-\u00FF]/u.test(change.value))
          headers[change.name] = change.value;
        let body = routeCase.file === undefined ? mutateBody(request.body, change) : request.body;
        if (change.kind === 'raw') body = change.value;
        if (body !== undefined && typeof body !== 'string') {
          body = JSON.stringify(body) ?? '';
          headers['content-type'] ??= 'application/json';
        }
        const before = await counters();
        const reply = await app.call(route.method, `${params}${query === '' ? '' : `?${query}`}`, {
          ...(headers['authorization'] === undefined ? { token } : {}),
          body,
          headers,
        });
        const shown = `${key} ${JSON.stringify(change).slice(0, 300)} -> ${reply.status} ${reply.text.slice(0, 300)}`;
        expect(reply.status, shown).toBeLessThan(500);
        // Some requests end the session or have none; the next ones need a new one to reach the route.
        if (reply.status === 401) token = await app.signIn('admin@example.org');
        if (reply.status < 400) return;
        expect(typeof (reply.json as { message?: unknown } | null)?.message, shown).toBe('string');
        expect(await counters(), shown).toEqual(before);
      }),
      { ...requests, verbose: 0 },
    );
  },
);

it.each(databases)('on %s refuses a NUL in every text of every request: PostgreSQL keeps none', async (_name, open) => {
  await start(await open());
  const NUL = 'a\0b';
  const failures: string[] = [];
  const attempt = async (
    key: string,
    method: (typeof targets)[number]['route']['method'],
    path: string,
    body: unknown,
  ): Promise<void> => {
    const reply = await app.call(method, path, { token, ...(body === undefined ? {} : { body }) });
    if (reply.status >= 500) failures.push(`${key} ${method} ${path} ${JSON.stringify(body)?.slice(0, 200) ?? ''}`);
  };
  for (const { key, route } of targets) {
    const routeCase = ROUTE_CASES[key] ?? {};
    if (routeCase.file !== undefined || route.access === 'public') continue;
    const request = requestOf(route, routeCase, world);
    const path = request.path.split('?')[0] ?? '';
    for (const name of Object.keys(route.query?._zod.def.type === 'object' ? (route.query as z.ZodObject).shape : {}))
      await attempt(key, route.method, `${path}?${name}=${encodeURIComponent(NUL)}`, request.body);
    if (route.params !== undefined)
      await attempt(key, route.method, route.path.replace(/:[A-Za-z]+/gu, encodeURIComponent(NUL)), request.body);
    if (typeof request.body !== 'object' || request.body === null) continue;
    for (const name of Object.keys(request.body))
      await attempt(key, route.method, path, Array.isArray(request.body) ? [NUL] : { ...request.body, [name]: NUL });
  }
  for (const path of ['/auth/login', '/auth/register', '/auth/forgot-password', '/auth/reset-password']) {
    await attempt(path, 'POST', path, {
      firstName: NUL,
      surname: NUL,
      email: `${NUL}@example.org`,
      password: 'secret\0',
      token: NUL,
      inviteCode: NUL,
    });
    await attempt(path, 'POST', path, {
      firstName: 'A',
      surname: 'B',
      email: 'a\0b@example.org',
      password: 'secret\0',
      token: NUL,
    });
  }
  expect(failures).toEqual([]);
});

const envelope = fc.oneof(
  fc.record({ kind: fc.constant('field' as const), at: fc.nat(), value: text }),
  fc.record({ kind: fc.constant('extra' as const), name: text, value: text }),
  fc.record({ kind: fc.constant('content' as const), value: text }),
  fc.record({ kind: fc.constant('named' as const), value: text }),
  fc.record({ kind: fc.constant('part' as const), value: text }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('changed' as const), at: fc.nat(), value: text }),
);
type Envelope = typeof envelope extends fc.Arbitrary<infer E> ? E : never;

/** A form for a route that accepts a file, with one error in its fields, its file or the envelope. */
function brokenForm(routeCase: RouteCase, change: Envelope): ReturnType<typeof multipart> {
  const given = fieldsOf(routeCase, world);
  const names = [...Object.keys(given), 'id', 'transactionId', 'selectedRowNumbers', 'defaultAccountId'];
  const fields =
    change.kind === 'field'
      ? { ...given, [names[change.at % names.length] ?? '']: change.value }
      : change.kind === 'extra'
        ? { ...given, [change.name]: change.value }
        : given;
  const form = multipart(
    {
      content: change.kind === 'content' ? change.value : (routeCase.file ?? ''),
      ...(change.kind === 'named'
        ? { fileName: change.value }
        : routeCase.fileName === undefined
          ? {}
          : { fileName: routeCase.fileName }),
      ...(change.kind === 'part' ? { name: change.value } : {}),
    },
    fields,
  );
  if (change.kind === 'cut') return { ...form, body: form.body.slice(0, change.at % form.body.length) };
  if (change.kind !== 'changed') return form;
  const at = change.at % form.body.length;
  return { ...form, body: form.body.slice(0, at) + change.value + form.body.slice(at + 1) };
}

it.each(databases)('on %s answers broken uploads with a message, and writes nothing by halves', async (_name, open) => {
  await start(await open());
  const routes = targets.filter(({ key }) => ROUTE_CASES[key]?.file !== undefined);
  expect(routes.map(({ key }) => key)).toContain('receipts.upload');
  await fc.assert(
    fc.asyncProperty(fc.nat(), envelope, async (index, change) => {
      const { key, route } = routes[index % routes.length] ?? (routes[0] as (typeof routes)[number]);
      const form = brokenForm(ROUTE_CASES[key] ?? {}, change);
      const before = await counters();
      const reply = await app.call(route.method, route.path, { token, body: form.body, headers: form.headers });
      const shown = `${key} ${JSON.stringify(change).slice(0, 300)} -> ${reply.status} ${reply.text.slice(0, 300)}`;
      expect(reply.status, shown).toBeLessThan(500);
      if (reply.status < 400) return;
      expect(typeof (reply.json as { message?: unknown } | null)?.message, shown).toBe('string');
      expect(await counters(), shown).toEqual(before);
    }),
    { ...uploads, verbose: 0 },
  );
});

it('answers a form whose part names nothing: the parser would wait for ever', async () => {
  await start(await openStore({ dialect: 'sqlite', file: ':memory:' }));
  const form = multipart({ content: 'a,b\n'.repeat(50_000) }, {});
  const reply = await app.call('POST', '/transactions/preview-import', {
    token,
    body: form.body.replace('Content-Disposition', 'Content-Nonsense'),
    headers: form.headers,
  });
  expect(reply.status).toBe(400);
  expect(reply.json).toMatchObject({ message: 'The upload could not be read.' });
});

it.each([
  ['/transactions/preview-import', 'multipart/form-data; boundary=x', HEAVY_SHARE],
  ['/accounts', 'application/json', LIGHT_SHARE],
])('requests of %s whose connections break before they are read keep no places', async (path, type, { places }) => {
  await start(await openStore({ dialect: 'sqlite', file: ':memory:' }));
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const { address, port } = app.app.server.address() as AddressInfo;
  for (let sent = 0; sent <= places; sent += 1) {
    const socket = connect(port, address);
    socket.on('error', () => undefined);
    // The signature of a new token is checked outside the process's thread, so the malformed chunk is noticed first.
    socket.write(
      `POST /api${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${await app.signIn('admin@example.org')}\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n--x\r\nno length\r\n`,
    );
    await once(socket.resume(), 'close');
  }
  const form = multipart({ content: 'Date' });
  expect((await app.call('POST', '/transactions/preview-import', { token, ...form })).status).toBe(400);
  expect((await app.call('GET', '/accounts', { token })).status).toBe(200);
});
