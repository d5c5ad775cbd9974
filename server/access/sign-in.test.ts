import { SignJWT } from 'jose';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Config } from '../config.ts';
import { addInvite } from '../store/users/users.ts';
import { PASSWORD, startTestApp, type TestApp } from '../testing/test-app.ts';
import { hashSecret } from '../auth/secrets.ts';
import { Throttle } from '../auth/throttle.ts';

const MINUTE = 60_000;
let app: TestApp;

async function start(changes: Partial<Config> = {}): Promise<TestApp> {
  app = await startTestApp(changes);
  return app;
}

afterEach(async () => {
  await app.close();
});

const login = async (email: string, password = PASSWORD, headers = {}) =>
  await app.call('POST', '/auth/login', { body: { email, password }, headers });
const tokenIn = (reply: { readonly json: unknown }): string => (reply.json as { token: string }).token;
const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
const status = async (token: string): Promise<number> => (await app.call('GET', '/accounts', { token })).status;

describe('signing in', () => {
  it('answers a token with the specified claims; the first user is the administrator', async () => {
    await start();
    const admin = claimsOf(await app.signIn('ada@example.org'));
    expect(admin).toMatchObject({
      unique_name: 'ada Tester',
      UserType: 1,
      iss: 'holdfast',
      aud: 'holdfast-api',
      exp: app.now / 1000 + 8 * 3600,
    });
    expect(admin['sub']).toMatch(/^[0-9a-f-]{36}$/u);
    expect(claimsOf(await app.signIn('bob@example.org'))['UserType']).toBe(0);
  });

  it('gives the same answer for a wrong password and an unknown e-mail', async () => {
    await start();
    await app.signIn('ada@example.org');
    const wrong = await login('ada@example.org', 'wrong password');
    const unknown = await login('nobody@example.org', 'wrong password');
    expect(wrong.status).toBe(401);
    expect(wrong.json).toEqual({ message: 'Invalid email or password.', code: 'badCredentials' });
    expect([unknown.status, unknown.json]).toEqual([wrong.status, wrong.json]);
  });

  it('spends the time of a hash on an unknown e-mail too', async () => {
    await start();
    await app.signIn('ada@example.org');
    await login('nobody@example.org');
    // Processor time, of the program and of the system for it, because the clock depends on the machine's other work.
    const timeOf = async (email: string): Promise<number> => {
      const before = process.cpuUsage();
      for (let tries = 0; tries < 4; tries += 1) await login(email, 'wrong password');
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const [known, unknown] = [await timeOf('ada@example.org'), await timeOf('nobody@example.org')];
    expect(unknown).toBeGreaterThan(known / 3);
  });

  it('stores argon2id with at least 19 MiB, two passes, one lane', async () => {
    await start();
    await app.signIn('ada@example.org');
    const row = await app.store.kysely.selectFrom('users').select('password_hash').executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u);
  });

  it('stops guessing an account after ten tries, whatever X-Forwarded-For says, and says how long', async () => {
    await start();
    await app.signIn('ada@example.org');
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1)
      statuses.push((await login('ADA@example.org', 'guess', { 'x-forwarded-for': `10.0.0.${i}` })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    const refused = await login('ada@example.org');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '900']);
    app.now += 15 * MINUTE + 1;
    expect((await login('ada@example.org')).status).toBe(200);
  });
});

describe('tokens', () => {
  it('of another algorithm, key, issuer or none are refused', async () => {
    await start();
    const token = await app.signIn('ada@example.org');
    const claims = claimsOf(token);
    const sign = async (key: Uint8Array, alg: string, changes: Record<string, unknown> = {}): Promise<string> =>
      await new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg }).sign(key);
    const key = Buffer.from(readFileSync(join(app.dataDir, 'token.key'), 'utf8'), 'base64');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1] ?? ''}.`;
    expect(await status(await sign(key, 'HS256'))).toBe(200);
    for (const forged of [
      unsigned,
      await sign(Buffer.alloc(32, 1), 'HS256'),
      await sign(key, 'HS512'),
      await sign(key, 'HS256', { iss: 'other' }),
      await sign(key, 'HS256', { aud: 'other' }),
      await sign(key, 'HS256', { sub: 'someone' }),
    ]) {
      expect(await status(forged)).toBe(401);
    }
  });

  it('give no role that the database does not have', async () => {
    await start();
    await app.signIn('ada@example.org');
    const token = await app.signIn('bob@example.org');
    const key = Buffer.from(readFileSync(join(app.dataDir, 'token.key'), 'utf8'), 'base64');
    const forged = await new SignJWT({ ...claimsOf(token), UserType: 1 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(key);
    expect((await app.call('POST', '/brokers', { token: forged, body: { name: 'Mine' } })).status).toBe(403);
    await app.store.kysely.updateTable('users').set({ is_admin: 1 }).where('email', '=', 'bob@example.org').execute();
    expect((await app.call('POST', '/brokers', { token, body: { name: 'Mine' } })).status).toBe(201);
  });

  it('stay valid after a refresh until the new one is used, and then only for requests already on their way', async () => {
    await start();
    const old = await app.signIn('ada@example.org');
    app.now += MINUTE;
    const lost = tokenIn(await app.call('POST', '/auth/refresh', { token: old }));
    app.now += 60 * MINUTE;
    expect(await status(old)).toBe(200);
    const used = tokenIn(await app.call('POST', '/auth/refresh', { token: old }));
    expect(new Set([old, lost, used]).size).toBe(3);
    expect(await status(used)).toBe(200);
    app.now += 4 * MINUTE;
    expect(await status(old)).toBe(200);
    app.now += 2 * MINUTE;
    expect(await status(used)).toBe(200);
    // The token is used long after it was replaced: somebody has a copy, so the whole family ends.
    expect(await status(old)).toBe(401);
    expect(await status(used)).toBe(401);
  });

  it('are both good when two tabs refresh at once', async () => {
    await start();
    const old = await app.signIn('ada@example.org');
    const replies = await Promise.all([
      app.call('POST', '/auth/refresh', { token: old }),
      app.call('POST', '/auth/refresh', { token: old, body: {} }),
    ]);
    for (const reply of replies) expect(await status(tokenIn(reply))).toBe(200);
  });

  it('end with signing out, and expire', async () => {
    await start();
    const [phone, laptop] = [await app.signIn('ada@example.org'), tokenIn(await login('ada@example.org'))];
    expect((await app.call('POST', '/auth/logout', { token: phone })).status).toBe(204);
    expect([await status(phone), await status(laptop)]).toEqual([401, 200]);
    app.now += 8 * 60 * MINUTE + 1;
    expect(await status(laptop)).toBe(401);
    expect((await app.call('GET', '/accounts')).headers['www-authenticate']).toBe('Bearer');
  });
});

describe('registration', () => {
  const register = async (email: string, extra = {}) =>
    await app.call('POST', '/auth/register', {
      body: { firstName: 'Ada', surname: 'L', email, password: PASSWORD, ...extra },
    });

  it('refuses a taken e-mail in the words of the specification', async () => {
    await start();
    expect((await register('ada@example.org')).json).toEqual({
      message: 'Account created successfully! Please sign in to continue.',
    });
    const again = await register('ADA@example.org');
    expect([again.status, again.json]).toEqual([
      400,
      { message: 'Registration failed. An account with this email may already exist.', code: 'invalid' },
    ]);
  });

  it('names what is wrong with a field', async () => {
    await start();
    const reply = await app.call('POST', '/auth/register', {
      body: { firstName: ' ', surname: 'L', email: 'no e-mail', password: 'short' },
    });
    expect(reply.status).toBe(400);
    expect((reply.json as { issues: { field: string }[] }).issues.map((issue) => issue.field)).toEqual([
      'firstName',
      'email',
      'password',
    ]);
  });

  it('takes no more than a small body without a sign-in', async () => {
    await start();
    expect((await register('ada@example.org', { padding: 'x'.repeat(20_000) })).status).toBe(413);
  });

  it('refuses an address with an invisible character, which would look like another one', async () => {
    await start();
    for (const email of ['ada\u200b@example.org', 'ada@exam\u00adple.org', 'ada@example.org\u2060'])
      expect((await register(email)).status).toBe(400);
  });

  it('is closed, or by invitation that works once, where configured', async () => {
    await start({ registration: 'closed' });
    expect((await register('ada@example.org')).status).toBe(403);
    await app.close();
    await start({ registration: 'invite' });
    const invite = async (expires: string) => {
      await addInvite(app.store, hashSecret(expires), new Date(app.now).toISOString(), expires);
    };
    await invite('2026-01-15T12:30:00.000Z');
    await invite('2026-01-15T11:30:00.000Z');
    expect((await register('ada@example.org')).json).toMatchObject({ code: 'registrationClosed' });
    expect((await register('ada@example.org', { inviteCode: '2026-01-15T11:30:00.000Z' })).status).toBe(403);
    expect((await register('ada@example.org', { inviteCode: '2026-01-15T12:30:00.000Z' })).status).toBe(201);
    expect((await register('bob@example.org', { inviteCode: '2026-01-15T12:30:00.000Z' })).status).toBe(403);
  });
});

it.each([
  [['loopback'], [403, 429, 403]],
  [false as const, [429, 429, 429]],
] as const)(
  'counts by the address that a trusted proxy names (%j), and believes no other',
  async (trusted, expected) => {
    await start({ registration: 'closed', trustProxy: trusted === false ? false : [...trusted] });
    const from = async (address: string): Promise<number> =>
      (
        await app.call('POST', '/auth/register', {
          body: { firstName: 'A', surname: 'B', email: 'a@example.org', password: PASSWORD },
          headers: { 'x-forwarded-for': address },
        })
      ).status;
    for (let i = 0; i < 60; i += 1) await from('10.0.0.1');
    expect([await from('10.0.0.2'), await from('10.0.0.1'), await from('10.0.0.3')]).toEqual(expected);
  },
);

describe('a forgotten password', () => {
  const forgot = async (email: string) => await app.call('POST', '/auth/forgot-password', { body: { email } });
  const reset = async (token: string, password: string) =>
    await app.call('POST', '/auth/reset-password', { body: { token, password } });

  /** The mails in the outbox once all background work is done; the test closes the app and opens it again. */
  async function mails(): Promise<string[]> {
    const folder = join(app.dataDir, 'outbox');
    await expect
      .poll(() => {
        try {
          return readdirSync(folder).filter((name) => name.endsWith('.eml')).length;
        } catch {
          return 0;
        }
      })
      .toBeGreaterThan(0);
    return readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => join(folder, name));
  }

  it('answers the same for all, and writes a link that works once within an hour and ends all sessions', async () => {
    await start({ publicUrl: 'https://portfolio.example.org/' });
    const session = await app.signIn('ada@example.org');
    const [known, unknown] = [await forgot('ada@example.org'), await forgot('nobody@example.org')];
    expect([known.status, known.json]).toEqual([unknown.status, unknown.json]);
    const files = await mails();
    expect(files).toHaveLength(1);
    expect(statSync(files[0] ?? '').mode & 0o777).toBe(0o600);
    const text = readFileSync(files[0] ?? '', 'utf8');
    expect(text).toContain('To: ada@example.org');
    const secret = /https:\/\/portfolio\.example\.org\/reset-password\?token=([\w-]{43})\n/u.exec(text)?.[1] ?? '';
    expect((await reset(secret, 'short')).status).toBe(400);
    expect((await reset(secret, 'another password')).status).toBe(200);
    expect((await reset(secret, 'a third password')).status).toBe(400);
    expect(await status(session)).toBe(401);
    expect([
      (await login('ada@example.org')).status,
      (await login('ada@example.org', 'another password')).status,
    ]).toEqual([401, 200]);
  });

  it('has links that run out', async () => {
    await start();
    await app.signIn('ada@example.org');
    await forgot('ada@example.org');
    const text = readFileSync((await mails())[0] ?? '', 'utf8');
    app.now += 61 * MINUTE;
    expect((await reset(/token=([\w-]+)/u.exec(text)?.[1] ?? '', 'another password')).status).toBe(400);
  });
});

describe('a throttle', () => {
  it('lets through no more than its limit, however many try at once, and starts anew when its window has run out', async () => {
    await start();
    const throttle = new Throttle(app.store, 'test', 5, 60_000);
    const waits = await Promise.all(
      Array.from({ length: 20 }, async () => await throttle.take('ada@example.org', 1000)),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
    expect(await throttle.take('ada@example.org', 1001)).toBe(60);
    expect(await throttle.take('bob@example.org', 1001)).toBe(0);
    expect(await throttle.take('ada@example.org', 61_000)).toBe(0);
  });

  it('lasts no longer than its period after a clock that was ahead is set back', async () => {
    await start();
    const throttle = new Throttle(app.store, 'test', 2, 60_000);
    const ahead = app.now + 3_650 * 86_400_000;
    for (let count = 0; count < 3; count += 1) await throttle.take('key', ahead);
    expect(await throttle.take('key', app.now)).toBe(60);
    expect(await throttle.take('key', app.now + 59_000)).toBe(1);
    expect(await throttle.take('key', app.now + 60_000)).toBe(0);
  });

  it('stores no address, and no count beyond its window', async () => {
    await start();
    const throttle = new Throttle(app.store, 'test', 5, 1000);
    for (let i = 0; i < 1500; i += 1) await throttle.take(`person${i}@example.org`, i * 10);
    const rows = await app.store.kysely.selectFrom('throttles').selectAll().execute();
    expect(rows.length).toBeLessThan(620);
    expect(JSON.stringify(rows)).not.toContain('person');
  });
});
