/** What users can do with their own access, and what others cannot do with it. */
import { hash } from '@node-rs/argon2';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Profile, UserSession } from '../../contract/user.ts';
import { done } from '../outcome.ts';
import type { Store } from '../store/database/store.ts';
import { endFamily, MOST_SESSIONS } from '../store/users/sessions.ts';
import { testDatabases } from '../store/testing/test-databases.ts';
import { multipart, PASSWORD, startTestApp, type TestApp } from '../testing/test-app.ts';
import { makeWorld, RECEIPT_PDF } from '../testing/world.ts';
import * as passwords from '../auth/passwords.ts';
import { Throttle } from '../auth/throttle.ts';

const MINUTE = 60_000;
const NEW = 'another good password';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1';

const databases = await testDatabases();

describe.each(databases)('users on %s', (_name, open) => {
  let app: TestApp;
  let store: Store;
  let admin: string;

  beforeEach(async () => {
    store = await open();
    app = await startTestApp({}, store);
    admin = await app.signIn('admin@example.org');
  });
  afterEach(async () => {
    await app.close();
    await store.close();
  });

  const login = async (email: string, password = PASSWORD, userAgent = FIREFOX) =>
    await app.call('POST', '/auth/login', { body: { email, password }, headers: { 'user-agent': userAgent } });
  const tokenOf = async (...given: Parameters<typeof login>): Promise<string> =>
    ((await login(...given)).json as { token: string }).token;
  const status = async (token: string): Promise<number> => (await app.call('GET', '/accounts', { token })).status;
  const sessions = async (token: string): Promise<UserSession[]> =>
    ((await app.call('GET', '/user/sessions', { token })).json as { sessions: UserSession[] }).sessions;
  const current = async (token: string): Promise<string> =>
    (await sessions(token)).find(({ isCurrent }) => isCurrent)?.id ?? '';
  const at = (): string => new Date(app.now).toISOString();

  describe('sessions', () => {
    it('are listed with device, first and last seen, through refreshes and without an address', async () => {
      await app.signIn('ada@example.org');
      const laptop = await tokenOf('ada@example.org');
      const begun = at();
      app.now += 3 * MINUTE;
      const phone = await tokenOf('ada@example.org', PASSWORD, PHONE);
      const later = at();
      app.now += 6 * 60 * MINUTE;
      const renewed = ((await app.call('POST', '/auth/refresh', { token: laptop })).json as { token: string }).token;
      const refreshed = at();
      app.now += 3 * 60 * MINUTE;
      // The first token and the phone's have expired; the laptop's family of tokens continues.
      expect([await status(phone), await sessions(renewed)]).toEqual([
        401,
        [
          {
            id: await current(renewed),
            device: 'Firefox on Windows',
            firstSeenAt: begun,
            lastSeenAt: at(),
            isCurrent: true,
          },
        ],
      ]);
      app.now = Date.parse(refreshed);
      expect(await sessions(renewed)).toMatchObject([
        { device: 'Firefox on Windows', isCurrent: true },
        { device: 'Safari on iPhone', firstSeenAt: later, lastSeenAt: later, isCurrent: false },
        { device: null },
      ]);
      const rows = await store.kysely.selectFrom('sessions').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain('127.0.0.1');
    });

    it('note their use every few minutes, not at each request', async () => {
      const token = await tokenOf('admin@example.org');
      const seen = async (): Promise<string | undefined> =>
        (await store.kysely.selectFrom('sessions').select('last_seen_at').orderBy('last_seen_at', 'desc').execute())[0]
          ?.last_seen_at;
      await status(token);
      const first = at();
      app.now += 4 * MINUTE;
      await status(token);
      expect(await seen()).toBe(first);
      app.now += MINUTE;
      await status(token);
      expect(await seen()).toBe(at());
    });

    it('are ended one by one and all others together; an ended one says nothing more', async () => {
      const [one, two, three] = [
        await tokenOf('admin@example.org'),
        await tokenOf('admin@example.org'),
        await tokenOf('admin@example.org'),
      ];
      const end = async (id: string) => await app.call('DELETE', `/user/sessions/${id}`, { token: one });
      const second = await current(two);
      expect((await end(second)).status).toBe(204);
      expect([await status(one), await status(two), await status(three)]).toEqual([200, 401, 200]);
      expect((await app.call('POST', '/auth/refresh', { token: two })).status).toBe(401);
      // A repeated request does not find it any more.
      expect((await end(second)).status).toBe(404);
      expect((await app.call('DELETE', '/user/sessions', { token: one })).status).toBe(204);
      expect((await app.call('DELETE', '/user/sessions', { token: one })).status).toBe(204);
      expect([await status(one), await status(three), await status(admin)]).toEqual([200, 401, 401]);
      expect(await sessions(one)).toMatchObject([{ isCurrent: true }]);
    });

    it('of another user answer like sessions that do not exist', async () => {
      const ada = await app.signIn('ada@example.org');
      const theirs = await current(admin);
      for (const id of [theirs, 'none', 'a%00b', '..%2f..', 'x'.repeat(65)])
        expect([id, (await app.call('DELETE', `/user/sessions/${id}`, { token: ada })).status]).toEqual([
          id,
          /^[\w-]{1,64}$/u.test(id) ? 404 : expect.any(Number),
        ]);
      expect((await app.call('DELETE', '/user/sessions', { token: ada })).status).toBe(204);
      expect([await status(admin), await status(ada)]).toEqual([200, 200]);
      expect((await sessions(ada)).some(({ id }) => id === theirs)).toBe(false);
    });
  });

  it('who refresh without end keep the newest tokens, and others keep theirs', async () => {
    const token = await app.signIn('ada@example.org');
    const { user_id: id } = await store.kysely
      .selectFrom('sessions')
      .select('user_id')
      .orderBy('jti', 'desc')
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: MOST_SESSIONS }, (_, index) => ({
      jti: `00000000-${index}`,
      family: 'old',
      user_id: id,
      issued_at: at(),
      expires_at: '2027-01-01T00:00:00.000Z',
      first_used_at: null,
      replaced_by: null,
      device: null,
      signed_in_at: at(),
      last_seen_at: at(),
    }));
    await store.kysely.insertInto('sessions').values(rows).execute();
    const renewed = ((await app.call('POST', '/auth/refresh', { token })).json as { token: string }).token;
    const { count } = await store.kysely
      .selectFrom('sessions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(MOST_SESSIONS);
    expect([await status(token), await status(renewed), await status(admin)]).toEqual([200, 200, 200]);
  });

  it('a session that ends during a refresh gives no token', async () => {
    const token = await app.signIn('ada@example.org');
    const { id } = await store.kysely
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'ada@example.org')
      .executeTakeFirstOrThrow();
    const family = await current(token);
    /** On PostgreSQL the refresh has read what it reads before its lock; SQLite lets one write at a time begin. */
    const untilItWaits = async (): Promise<void> => {
      if (store.dialect !== 'postgres') return;
      for (;;) {
        const { rows } = await sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        `.execute(store.kysely);
        if (rows.length > 0) return;
      }
    };
    let refreshed: ReturnType<typeof app.call> | undefined;
    await store.transact(async (tx) => {
      await endFamily(tx, id, family);
      refreshed = app.call('POST', '/auth/refresh', { token });
      await untilItWaits();
      return done(undefined);
    });
    expect((await refreshed)?.status).toBe(401);
  });

  describe('a password', () => {
    const change = async (token: string, body: object, headers: Record<string, string> = {}) =>
      await app.call('PUT', '/user/password', { token, body, headers });

    it('can be changed by a user who knows the present one; other sessions and reset links end', async () => {
      const [here, there] = [await tokenOf('admin@example.org'), await tokenOf('admin@example.org')];
      await app.call('POST', '/auth/forgot-password', { body: { email: 'admin@example.org' } });
      expect((await change(here, { currentPassword: PASSWORD, newPassword: NEW })).status).toBe(204);
      expect([await status(here), await status(there), await status(admin)]).toEqual([200, 401, 401]);
      expect([(await login('admin@example.org')).status, (await login('admin@example.org', NEW)).status]).toEqual([
        401, 200,
      ]);
      expect(await store.kysely.selectFrom('password_resets').selectAll().execute()).toEqual([]);
      // Sent again after a lost reply, the request is refused and changes nothing.
      expect(await change(here, { currentPassword: PASSWORD, newPassword: NEW })).toMatchObject({
        status: 400,
        json: { code: 'wrongPassword', message: 'Your current password is not correct.' },
      });
      expect(await status(here)).toBe(200);
    });

    it('can be changed without ending the other sessions', async () => {
      const there = await tokenOf('admin@example.org');
      const body = { currentPassword: PASSWORD, newPassword: NEW, keepOtherSessions: true };
      expect((await change(admin, body)).status).toBe(204);
      expect([await status(admin), await status(there)]).toEqual([200, 200]);
    });

    it('is not set to one that is too short, too long, common or no text, and the answer never repeats it', async () => {
      for (const newPassword of ['short', 'x'.repeat(257), 'password', 7, null, undefined, ['long enough']]) {
        const reply = await change(admin, { currentPassword: PASSWORD, newPassword });
        expect([newPassword, reply.status]).toEqual([newPassword, 400]);
        expect(reply.text).not.toContain(PASSWORD);
      }
      expect((await login('admin@example.org')).status).toBe(200);
    });

    it("allows at most ten guesses, whatever address the request claims; other users' attempts do not count", async () => {
      const ada = await app.signIn('ada@example.org');
      const guesses: number[] = [];
      for (let guess = 0; guess < 12; guess += 1)
        guesses.push(
          (
            await change(
              ada,
              { currentPassword: `guess ${guess}`, newPassword: NEW },
              { 'x-forwarded-for': `10.0.0.${guess}` },
            )
          ).status,
        );
      expect(guesses).toEqual([...Array<number>(10).fill(400), 429, 429]);
      const right = await change(ada, { currentPassword: PASSWORD, newPassword: NEW });
      expect([right.status, right.headers['retry-after']]).toEqual([429, '900']);
      // Other requests for the password share the same count.
      expect(
        (await app.call('POST', '/user/delete', { token: ada, body: { password: PASSWORD, email: 'ada@example.org' } }))
          .status,
      ).toBe(429);
      expect((await change(admin, { currentPassword: PASSWORD, newPassword: NEW })).status).toBe(204);
      expect((await login('ada@example.org')).status).toBe(200);
      app.now += 15 * MINUTE + 1;
      expect((await change(ada, { currentPassword: PASSWORD, newPassword: NEW })).status).toBe(204);
    });
  });

  describe('an old password that was just found right', () => {
    let owner: string;
    let thief: string;

    /** Lets the owner change something between the check of the next password and its effect. */
    const meanwhile = (change: () => Promise<{ readonly status: number }>): void => {
      vi.spyOn(Throttle.prototype, 'forget').mockImplementationOnce(async () => {
        const { status: changed } = await change();
        if (changed >= 300) throw new Error(`the change was refused with ${changed}`);
      });
    };
    const newPassword = async () =>
      await app.call('PUT', '/user/password', {
        token: owner,
        body: { currentPassword: PASSWORD, newPassword: NEW },
      });

    beforeEach(async () => {
      owner = await app.signIn('ada@example.org');
      thief = await tokenOf('ada@example.org');
    });
    afterEach(() => {
      vi.restoreAllMocks();
    });

    it('starts no session once there is a new one', async () => {
      meanwhile(newPassword);
      expect((await login('ada@example.org')).status).toBe(401);
      expect(await sessions(owner)).toHaveLength(1);
    });

    it('is not hashed anew over a new one', async () => {
      const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
      const ada = store.kysely.updateTable('users').where('email', '=', 'ada@example.org');
      await ada.set({ password_hash: weak }).execute();
      vi.spyOn(passwords, 'hashPassword').mockImplementationOnce(async (password) => {
        expect((await newPassword()).status).toBe(204);
        return await passwords.hashPassword(password);
      });
      expect((await login('ada@example.org')).status).toBe(200);
      expect((await login('ada@example.org')).status).toBe(401);
      expect((await login('ada@example.org', NEW)).status).toBe(200);
    });

    it.each([
      ['PUT', '/user/password', { currentPassword: PASSWORD, newPassword: "the thief's password" }],
      ['PUT', '/user', { firstName: 'T', surname: 'T', email: 'thief@example.org', password: PASSWORD }],
      ['POST', '/user/delete', { password: PASSWORD, email: 'ada@example.org' }],
    ] as const)('no longer allows %s %s once there is a new one', async (method, path, body) => {
      meanwhile(newPassword);
      // In this process the owner's change would wait for the thief's.
      const elsewhere = await startTestApp({ dataDir: app.dataDir }, store);
      expect(await elsewhere.call(method, path, { token: thief, body })).toMatchObject({
        status: 400,
        json: { code: 'wrongPassword' },
      });
      expect((await login('ada@example.org', NEW)).status).toBe(200);
      await elsewhere.close();
    });
  });

  describe('a profile', () => {
    const save = async (token: string, body: object) => await app.call('PUT', '/user', { token, body });
    const names = { firstName: 'Ada', surname: 'Holder' };

    it('has a name and an e-mail address, which a new token carries', async () => {
      expect((await app.call('GET', '/user', { token: admin })).json).toEqual({
        email: 'admin@example.org',
        firstName: 'admin',
        surname: 'Tester',
        isAdmin: true,
        isNeeded: false,
        createdAt: at(),
      } satisfies Profile);
      const saved = await save(admin, { ...names, email: 'Admin@Example.org' });
      expect([saved.status, saved.json]).toMatchObject([200, { ...names, email: 'admin@example.org' }]);
      const { token } = (await app.call('POST', '/auth/refresh', { token: admin })).json as { token: string };
      expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).toContain('"unique_name":"Ada Holder"');
    });

    it("changes its e-mail address only with the password, and never to another user's", async () => {
      await app.signIn('ada@example.org');
      const email = 'new@example.org';
      expect(await save(admin, { ...names, email })).toMatchObject({
        status: 400,
        json: { code: 'invalid', issues: [{ field: 'password' }] },
      });
      expect(await save(admin, { ...names, email, password: 'wrong' })).toMatchObject({
        status: 400,
        json: { code: 'wrongPassword' },
      });
      for (const taken of ['ada@example.org', 'ADA@example.org'])
        expect((await save(admin, { ...names, email: taken, password: PASSWORD })).status).toBe(409);
      for (const none of ['', 'a', 'a b@example.org', 'a@b\0.org', 7, null])
        expect((await save(admin, { ...names, email: none, password: PASSWORD })).status).toBe(400);
      expect((await app.call('GET', '/user', { token: admin })).json).toMatchObject({ firstName: 'admin' });
      expect((await save(admin, { ...names, email, password: PASSWORD })).status).toBe(200);
      expect([(await login('admin@example.org')).status, (await login(email)).status]).toEqual([401, 200]);
    });
  });

  describe('a user', () => {
    const remove = async (token: string, body: object) => await app.call('POST', '/user/delete', { token, body });
    const own = { password: PASSWORD, email: 'ada@example.org' };

    /** Every text of every table. */
    async function everyText(): Promise<string> {
      const { rows: tables } = await (
        store.dialect === 'sqlite'
          ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
          : sql<{
              name: string;
            }>`select table_name as name from information_schema.tables where table_schema = current_schema()`
      ).execute(store.kysely);
      const texts: string[] = [];
      for (const { name } of tables) {
        const { rows } = await sql`select * from ${sql.table(name)}`.execute(store.kysely);
        texts.push(`${name}: ${JSON.stringify(rows)}`);
      }
      return texts.join('\n');
    }
    const filesOf = (folder: string): string[] => {
      const path = join(app.dataDir, folder);
      return existsSync(path) ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [];
    };
    async function storedFiles(): Promise<number> {
      return (
        filesOf('receipts').filter((name) => /[\da-f]{16}$/u.test(name)).length +
        (await store.kysely.selectFrom('receipt_blobs').select('name').execute()).length
      );
    }

    it('is deleted with everything, in every table and file, and others keep theirs', async () => {
      const ada = await app.signIn('ada@example.org');
      const world = await makeWorld(app, ada, admin);
      await makeWorld(app, admin, admin);
      await app.call('POST', '/auth/forgot-password', { body: { email: 'ada@example.org' } });
      await app.call('DELETE', `/accounts/${world.spareAccount}`, {
        token: ada,
        headers: { 'idempotency-key': 'once' },
      });
      await app.call('POST', '/accounts', {
        token: ada,
        body: { name: 'Keyed' },
        headers: { 'idempotency-key': 'twice' },
      });
      // Of the two securities that her imports added, another user has started to use one.
      const unlisted = (
        await app.call('POST', '/assets/unlisted', { token: ada, body: { isin: 'TESTSHARED1', name: 'Both' } })
      ).json as { id: string };
      const { id: userId } = await store.kysely
        .selectFrom('users')
        .select('id')
        .where('email', '=', 'ada@example.org')
        .executeTakeFirstOrThrow();
      const before = await everyText();
      for (const table of [
        'sessions',
        'accounts',
        'transactions',
        'receipts',
        'extras',
        'writes',
        'applied_operations',
      ])
        expect([table, new RegExp(`^${table}: .*${userId}`, 'mu').test(before)]).toEqual([table, true]);
      expect(await storedFiles()).toBe(2);

      expect((await remove(ada, { ...own, password: 'wrong' })).json).toMatchObject({ code: 'wrongPassword' });
      expect((await remove(ada, { ...own, email: 'admin@example.org' })).json).toMatchObject({
        code: 'invalid',
        issues: [{ field: 'email' }],
      });
      expect([await status(ada), await storedFiles()]).toEqual([200, 2]);

      const theirs = (await app.call('GET', '/accounts', { token: admin })).json as { id: string; name: string }[];
      const brokers = (await app.call('GET', '/brokers', { token: admin })).json as { id: string }[];
      expect(
        (
          await app.call('POST', '/transactions', {
            token: admin,
            body: {
              transactionType: 'BUY',
              transactionDate: '2025-05-06',
              brokerId: brokers[0]?.id,
              brokerDealReference: '',
              accountId: theirs[0]?.id,
              taxWrapper: 'DEALING',
              isin: 'TESTSHARED1',
              quantity: 1,
              consideration: 1,
            },
          })
        ).status,
      ).toBe(201);

      expect((await remove(ada, { ...own, email: ' ADA@example.org ' })).status).toBe(204);
      // Nobody can be found by the address any more, and the records go after the reply.
      expect((await everyText()).toLowerCase()).not.toContain('ada@example.org');
      await vi.waitFor(async () => {
        expect(await everyText()).not.toContain(userId);
        expect(await storedFiles()).toBe(1);
      });
      const assets = (await app.call('GET', '/assets', { token: admin })).json as { id: string; isin: string }[];
      expect(assets.some(({ id }) => id === unlisted.id)).toBe(true);
      expect(assets.some(({ id }) => id === world.unlistedAsset)).toBe(false);
      // She is signed out and unknown, and may register again.
      expect([await status(ada), (await login('ada@example.org')).status, (await remove(ada, own)).status]).toEqual([
        401, 401, 401,
      ]);
      expect([
        await status(admin),
        ((await app.call('GET', '/transactions/user/ids', { token: admin })).json as []).length,
      ]).toEqual([200, 2]);
      expect(await status(await app.signIn('ada@example.org'))).toBe(200);
      await app.app.close();
      expect(filesOf('outbox')).toEqual([]);
    });

    it('cannot be deleted while it is the only administrator of other users', async () => {
      const ada = await app.signIn('ada@example.org');
      const self = { password: PASSWORD, email: 'admin@example.org' };
      expect((await app.call('GET', '/user', { token: admin })).json).toMatchObject({ isNeeded: true });
      expect(await remove(admin, self)).toMatchObject({ status: 400, json: { code: 'inUse' } });
      const set = async (fields: { is_admin?: number; disabled_at?: string | null }) =>
        await store.kysely.updateTable('users').set(fields).where('email', '=', 'ada@example.org').execute();
      // A disabled administrator replaces nobody.
      await set({ is_admin: 1, disabled_at: at() });
      expect((await remove(admin, self)).status).toBe(400);
      await set({ disabled_at: null });
      await app.signIn('ben@example.org');
      // Both leave at the same time: one of them stays with the third.
      const both = await Promise.all([remove(admin, self), remove(ada, own)]);
      expect(new Set(both.map((reply) => reply.status))).toEqual(new Set([204, 400]));
    });

    it('may be deleted when it is the only one, and the next to register is the administrator', async () => {
      expect((await remove(admin, { password: PASSWORD, email: 'admin@example.org' })).status).toBe(204);
      const next = await app.signIn('next@example.org');
      expect((await app.call('GET', '/user', { token: next })).json).toMatchObject({ isAdmin: true });
    });

    it('is not deleted without a session, nor while an upload could leave files behind', async () => {
      const ada = await app.signIn('ada@example.org');
      expect((await app.call('POST', '/user/delete', { body: own })).status).toBe(401);
      const world = await makeWorld(app, ada, admin);
      const form = multipart({ fileName: 'late.pdf', content: RECEIPT_PDF }, { transactionId: world.transaction });
      const [deleted, late] = await Promise.all([
        remove(ada, own),
        app.call('POST', '/transactionreceipts/upload', { token: ada, ...form }),
      ]);
      expect(deleted.status).toBe(204);
      expect(late.status).toBeLessThan(500);
      await vi.waitFor(async () => {
        expect(await store.kysely.selectFrom('receipts').select('id').execute()).toEqual([]);
      });
    });
  });
});
