/** Guessing passwords: common ones are refused, guesses are counted, and other people's guesses lock nobody out. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Config } from '../config.ts';
import { PASSWORD, startTestApp, type TestApp } from '../testing/test-app.ts';
import { isCommonPassword } from '../auth/common-passwords.ts';
import { hashSecret } from '../auth/secrets.ts';
import { addInvite, addPasswordReset, findUserByEmail } from '../store/users/users.ts';

const ADA = 'ada@example.org';
const HOME = '203.0.113.7';
const ACCOUNT_LIMIT = 10;
const ADDRESS_LIMIT = 50;
let app: TestApp;

async function start(changes: Partial<Config> = {}): Promise<void> {
  app = await startTestApp({ trustProxy: ['loopback'], ...changes });
}

afterEach(async () => {
  await app.close();
});

const login = async (address: string, password: string, email = ADA): Promise<number> =>
  (await app.call('POST', '/auth/login', { body: { email, password }, headers: { 'x-forwarded-for': address } }))
    .status;

describe('a common password', () => {
  const register = async (password: string, inviteCode?: string) =>
    await app.call('POST', '/auth/register', {
      body: {
        firstName: 'Ada',
        surname: 'L',
        email: ADA,
        password,
        ...(inviteCode !== undefined && { inviteCode }),
      },
    });

  it('is known among the 10,000 most common, in whatever case, and no other is', async () => {
    await start();
    for (const password of ['password', 'Password', '123456', 'qwertyuiop', 'LETMEIN'])
      expect([password, await isCommonPassword(password)]).toEqual([password, true]);
    for (const password of [PASSWORD, 'tidal-ferry-orbit', '']) expect(await isCommonPassword(password)).toBe(false);
  });

  it('is refused for the administrator and everyone else, and uses up no invitation', async () => {
    await start({ registration: 'invite' });
    await addInvite(app.store, hashSecret('code'), new Date(app.now).toISOString(), '2026-01-16T00:00:00.000Z');
    const refused = await register('password', 'code');
    expect(refused.status).toBe(400);
    expect(refused.json).toEqual({
      code: 'commonPassword',
      message: 'This is one of the 10,000 most common passwords. Please choose another one.',
    });
    expect((await register(PASSWORD, 'code')).status).toBe(201);
  });

  it('is refused where a password is reset, and the link can be used again', async () => {
    await start();
    await app.signIn(ADA);
    const { id = '' } = (await findUserByEmail(app.store, ADA)) ?? {};
    await addPasswordReset(app.store, hashSecret('link'), id, '2026-01-16T00:00:00.000Z');
    const reset = async (password: string) =>
      await app.call('POST', '/auth/reset-password', { body: { token: 'link', password } });
    expect((await reset('Sunshine')).json).toMatchObject({ code: 'commonPassword' });
    expect((await reset('tidal-ferry-orbit')).status).toBe(200);
  });
});

describe('guesses', () => {
  it("lock out neither a user on a known network, nor other users for that user's account", async () => {
    await start();
    await app.signIn(ADA);
    expect(await login(HOME, PASSWORD)).toBe(200);
    for (let guess = 0; guess < ACCOUNT_LIMIT; guess += 1) expect(await login('198.51.100.1', 'wrong')).toBe(401);
    // The account has no tries left, except from places where it has signed in before.
    expect(await login('198.51.100.2', PASSWORD)).toBe(429);
    expect(await login(HOME, PASSWORD)).toBe(200);
    expect(await login('198.51.100.3', 'wrong', 'bob@example.org')).toBe(401);
  });

  it('are limited from a known place too', async () => {
    await start();
    await app.signIn(ADA);
    expect(await login(HOME, PASSWORD)).toBe(200);
    for (let guess = 0; guess < ACCOUNT_LIMIT; guess += 1) expect(await login(HOME, 'wrong')).toBe(401);
    expect(await login(HOME, PASSWORD)).toBe(429);
  });

  it('of an address that is refused no longer count against an account', async () => {
    await start();
    await app.signIn(ADA);
    for (let guess = 0; guess < ADDRESS_LIMIT; guess += 1)
      expect(await login('198.51.100.1', 'wrong', `person${guess}@example.org`)).toBe(401);
    for (let guess = 0; guess < 2 * ACCOUNT_LIMIT; guess += 1) expect(await login('198.51.100.1', 'wrong')).toBe(429);
    expect(await login('198.51.100.2', PASSWORD)).toBe(200);
  });

  it('count for a whole network of IPv6', async () => {
    await start();
    for (let guess = 0; guess < ADDRESS_LIMIT; guess += 1)
      expect(await login(`2001:db8::${guess.toString(16)}`, 'wrong', `person${guess}@example.org`)).toBe(401);
    expect(await login('2001:db8::ffff', 'wrong', 'bob@example.org')).toBe(429);
    expect(await login('2001:db8:0:1::1', 'wrong', 'bob@example.org')).toBe(401);
  });
});

describe('X-Forwarded-For', () => {
  const warnings = async (trustProxy: Config['trustProxy']): Promise<number> => {
    await start({ trustProxy, logLevel: 'info' });
    for (let tries = 0; tries < 3; tries += 1) await login(HOME, 'wrong');
    return app.logged.filter((line) => line.includes('X-Forwarded-For came from a proxy')).length;
  };

  it('from a neighbour that TRUST_PROXY does not name gives one warning', async () => {
    expect(await warnings(false)).toBe(1);
  });

  it('from a neighbour that TRUST_PROXY names gives no warning', async () => {
    expect(await warnings(['loopback'])).toBe(0);
  });
});
