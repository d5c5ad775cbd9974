import { hash } from '@node-rs/argon2';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { PASSWORD, startTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;
afterEach(async () => {
  await app.close();
});

it('no other site may read an answer, whatever Origin it names', async () => {
  app = await startTestApp();
  const token = await app.signIn('ada@example.org');
  for (const origin of ['https://evil.example', 'null', 'http://localhost:8080.evil.example']) {
    const reply = await app.call('GET', '/accounts', { token, headers: { origin } });
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(reply.headers['cross-origin-resource-policy']).toBe('same-origin');
    const preflight = await app.app.inject({
      method: 'OPTIONS',
      url: '/api/accounts',
      headers: { origin, 'access-control-request-method': 'DELETE' },
    });
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([404, undefined]);
  }
  // No cookie signs anybody in, so another site's form has no user's rights.
  const login = await app.call('POST', '/auth/login', { body: { email: 'ada@example.org', password: PASSWORD } });
  expect(login.headers['set-cookie']).toBeUndefined();
});

it('a link in a mail has the configured address, whatever Host the request names', async () => {
  app = await startTestApp({ publicUrl: 'https://holdfast.example.org/' });
  await app.signIn('ada@example.org');
  await app.call('POST', '/auth/forgot-password', {
    body: { email: 'ada@example.org' },
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  });
  await app.app.close();
  const folder = join(app.dataDir, 'outbox');
  const mail = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
  expect(mail).toContain('https://holdfast.example.org/reset-password?token=');
  expect(mail).not.toContain('evil');
});

it('a reset link is kept as a hash only', async () => {
  app = await startTestApp();
  await app.signIn('ada@example.org');
  await app.call('POST', '/auth/forgot-password', { body: { email: 'ada@example.org' } });
  await app.app.close();
  const folder = join(app.dataDir, 'outbox');
  const secret =
    /token=([\w-]{43})/u.exec(
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join(''),
    )?.[1] ?? 'none';
  const rows = await app.store.kysely.selectFrom('password_resets').selectAll().execute();
  expect([rows.length, JSON.stringify(rows).includes(secret)]).toEqual([1, false]);
});

it('a password of more than 64 characters signs in, and a hash of weaker parameters is renewed at the next sign-in', async () => {
  app = await startTestApp();
  const long = 'correct horse battery staple '.repeat(8);
  expect(
    (
      await app.call('POST', '/auth/register', {
        body: { firstName: 'A', surname: 'B', email: 'ada@example.org', password: long },
      })
    ).status,
  ).toBe(201);
  const stored = async () =>
    (await app.store.kysely.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()).password_hash;
  await app.store.kysely
    .updateTable('users')
    .set({ password_hash: await hash(long, { memoryCost: 8192, timeCost: 1, parallelism: 1 }) })
    .execute();
  expect(await stored()).toContain('m=8192');
  expect(
    (await app.call('POST', '/auth/login', { body: { email: 'ada@example.org', password: long.slice(0, -1) } })).status,
  ).toBe(401);
  expect((await app.call('POST', '/auth/login', { body: { email: 'ada@example.org', password: long } })).status).toBe(
    200,
  );
  expect(await stored()).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
});

it('a key of one user means nothing for another', async () => {
  app = await startTestApp();
  const [ada, bob] = [await app.signIn('ada@example.org'), await app.signIn('bob@example.org')];
  const headers = { 'idempotency-key': 'the-same' };
  const first = await app.call('POST', '/accounts', { token: ada, body: { name: 'Hers' }, headers });
  const second = await app.call('POST', '/accounts', { token: bob, body: { name: 'His' }, headers });
  expect([first.status, second.status, second.headers['idempotency-replayed']]).toEqual([201, 201, undefined]);
  expect((await app.call('GET', '/accounts', { token: bob })).json).toMatchObject([{ name: 'His' }]);
});

it('an address behind a named proxy is counted separately; a merely claimed address is not', async () => {
  for (const [trustProxy, statusOfOther] of [
    [['loopback'], 403],
    [false, 429],
  ] as const) {
    app = await startTestApp({ registration: 'closed', trustProxy: trustProxy === false ? false : [...trustProxy] });
    const register = async (from: string): Promise<number> =>
      (
        await app.call('POST', '/auth/register', {
          body: { firstName: 'A', surname: 'B', email: 'ada@example.org', password: PASSWORD },
          headers: { 'x-forwarded-for': from },
        })
      ).status;
    for (let count = 0; count < 60; count += 1) expect(await register('203.0.113.7')).toBe(403);
    expect([await register('203.0.113.7'), await register('203.0.113.8')]).toEqual([429, statusOfOther]);
    await app.close();
  }
  app = await startTestApp();
});

it('a content type with a tab or space in it gets no body past the checks', async () => {
  app = await startTestApp();
  const token = await app.signIn('ada@example.org');
  for (const type of [
    'application/json\ta',
    'application/json\t',
    '\tapplication/json',
    ' application/json',
    'application/json ;charset=utf-8',
    'application/json, text/plain',
    'text/plain\tapplication/json',
    'application/ json',
  ]) {
    const reply = await app.call('POST', '/accounts', {
      token,
      body: '{"name":{"not":"a name"}}',
      headers: { 'content-type': type },
    });
    expect([type, [400, 415].includes(reply.status)]).toEqual([type, true]);
  }
  expect((await app.call('GET', '/accounts', { token })).json).toEqual([]);
});
