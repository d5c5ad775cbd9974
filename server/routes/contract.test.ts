import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../contract/common.ts';
import { allRoutes } from '../../contract/routes.ts';
import type { Price } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { done } from '../outcome.ts';
import { savePrices } from '../store/shared-records/market.ts';
import type { Store } from '../store/database/store.ts';
import { testDatabases } from '../store/testing/test-databases.ts';
import { fieldsOf, requestOf, ROUTE_CASES } from '../testing/route-cases.ts';
import { makeWorld, ownedId, RECEIPT_PDF, type World } from '../testing/world.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const routes = allRoutes().map(({ area, name, route }) => ({ key: `${area}.${name}`, route }));

it('there is a case for every route, and no other', () => {
  expect(Object.keys(ROUTE_CASES).toSorted()).toEqual(routes.map(({ key }) => key).toSorted());
});

const databases = await testDatabases();

describe.each(databases)('on %s', (_name, open) => {
  let app: TestApp;
  let admin: string;
  let user: string;
  let expired: string;
  let mine: World;
  let theirs: World;

  let store: Store;

  beforeAll(async () => {
    store = await open();
    app = await startTestApp({}, store);
    admin = await app.signIn('admin@example.org');
    user = await app.signIn('user@example.org');
    expired = await app.signIn('user@example.org');
    mine = await makeWorld(app, user, admin);
    theirs = await makeWorld(app, admin, admin);
    await app.store.transact(async (tx) => {
      await savePrices(
        tx,
        [
          {
            isin: mine.isin,
            priceDate: '2025-12-30' as IsoDate,
            closePrice: 9012.5 as Price,
            currency: 'GBX',
            fetchedAt: '2025-12-30T20:00:00.000Z',
          },
        ],
        'LSE',
      );
      return done(undefined);
    });
  });

  afterAll(async () => {
    await app.close();
    await store.close();
  });

  describe('who may call', () => {
    const guarded = routes.filter(({ route }) => route.access !== 'public');

    it.each(guarded)('$key answers 401 without a token and with an invalid one', async ({ key, route }) => {
      const request = requestOf(route, ROUTE_CASES[key] ?? {}, mine);
      for (const token of [undefined, 'not.a.token']) {
        const reply = await app.call(route.method, request.path, {
          ...request,
          ...(token === undefined ? {} : { token }),
        });
        expect(reply.status).toBe(401);
        expect(errorBody.parse(reply.json).code).toBe('unauthenticated');
      }
    });

    it('every route answers 401 to an expired token', async () => {
      const before = app.now;
      app.now = before + 8 * 3_600_000 + 1000;
      const answers: (readonly [string, number])[] = [];
      for (const { key, route } of guarded) {
        const request = requestOf(route, ROUTE_CASES[key] ?? {}, mine);
        answers.push([key, (await app.call(route.method, request.path, { ...request, token: expired })).status]);
      }
      app.now = before;
      expect(answers.filter(([, status]) => status !== 401)).toEqual([]);
    });

    it.each(routes.filter(({ route }) => route.access === 'admin'))(
      '$key answers 403 to an ordinary user',
      async ({ key, route }) => {
        const request = requestOf(route, ROUTE_CASES[key] ?? {}, mine);
        expect((await app.call(route.method, request.path, { ...request, token: user })).status).toBe(403);
      },
    );
  });

  describe("another user's records", () => {
    const owning = routes.filter(({ route }) => route.owns !== undefined);
    const unknown = '0190b0a0-0000-7000-8000-000000000000';

    it.each(owning)(
      '$key answers 404 for a record of another user, exactly as for one that does not exist',
      async ({ key, route }) => {
        const answers = [];
        for (const id of [null, unknown]) {
          const foreign = Object.fromEntries(
            Object.entries(route.owns ?? {}).map(([param, entity]) => [param, id ?? ownedId(theirs, entity)]),
          );
          const request = requestOf(
            route,
            { ...ROUTE_CASES[key], params: (world) => ({ ...ROUTE_CASES[key]?.params?.(world), ...foreign }) },
            mine,
          );
          const { status, text, headers } = await app.call(route.method, request.path, { ...request, token: user });
          answers.push({ status, text, headers: { ...headers, date: '' } });
        }
        expect(answers[0]?.status).toBe(404);
        expect(answers[0]).toEqual(answers[1]);
      },
    );

    const referring = routes.filter(({ route }) => route.refersTo !== undefined);
    it.each(referring)(
      '$key answers 404 when it refers to a record of another user, exactly as for one that does not exist',
      async ({ key, route }) => {
        for (const [field, entity] of Object.entries(route.refersTo ?? {})) {
          const routeCase = ROUTE_CASES[key] ?? {};
          const answers = [];
          for (const foreign of [ownedId(theirs, entity), unknown]) {
            const request = requestOf(
              route,
              {
                ...routeCase,
                ...(routeCase.file !== undefined ? { fields: { ...fieldsOf(routeCase, mine), [field]: foreign } } : {}),
                ...(routeCase.body === undefined
                  ? { query: () => ({ [field]: foreign }) }
                  : { body: (world: World) => ({ ...(routeCase.body?.(world) as object), [field]: foreign }) }),
              },
              mine,
            );
            const { status, text, headers } = await app.call(route.method, request.path, { ...request, token: user });
            answers.push({ status, text, headers: { ...headers, date: '' } });
          }
          expect(answers[0]?.status).toBe(404);
          expect(answers[0]).toEqual(answers[1]);
        }
      },
    );

    it.each([
      ['/transactions', 'transaction'],
      ['/savingsaccounts', 'savingsAccount'],
      ['/brokercashbalances', 'brokerCashBalance'],
      ['/properties', 'property'],
    ] as const)('are left alone by a bulk delete and an export of %s that names them', async (path, entity) => {
      const body = [ownedId(theirs, entity)];
      expect((await app.call('POST', `${path}/bulk-delete`, { token: user, body })).json).toEqual({ deletedCount: 0 });
      const csv = await app.call('POST', `${path}/export-csv-selected`, { token: user, body });
      // Properties are not exported.
      if (entity === 'property') expect(csv.status).toBe(404);
      else expect(csv.text.trim().split('\n')).toHaveLength(1);
      expect((await app.call('GET', `${path}/${ownedId(theirs, entity)}`, { token: admin })).status).toBe(200);
    });
  });

  describe('replies', () => {
    // Deletions come last, so that every other call finds its records, and signing out at the very end.
    const rank = (key: string): number =>
      key === 'auth.logout' ? 2 : /remove|bulkDelete|renew|revoke|endSession|endOther/iu.test(key) ? 1 : 0;
    const ordered = routes.toSorted((a, b) => rank(a.key) - rank(b.key));

    it.each(ordered)('$key answers as described', async ({ key, route }) => {
      const token = route.access === 'public' ? {} : { token: admin };
      const request = requestOf(route, ROUTE_CASES[key] ?? {}, theirs);
      // These delete a record that an earlier call has deleted, so they get another one.
      if (key.endsWith('.bulkDelete')) {
        const reply = await app.call(route.method, request.path, { ...request, ...token });
        expect(route.reply.json?.safeParse(reply.json).success).toBe(true);
        return;
      }
      const reply = await app.call(route.method, request.path, { ...request, ...token });
      if (key === 'auth.resetPassword' || key === 'user.remove') {
        expect([reply.status, errorBody.parse(reply.json).code]).toEqual([400, 'invalid']);
        return;
      }
      expect([reply.status, reply.text.slice(0, 300)]).toEqual([route.reply.status, reply.text.slice(0, 300)]);
      expect(reply.headers['cache-control']).toBe(route.reply.calendar === undefined ? 'no-store' : 'private');
      if (route.reply.json !== undefined) {
        const parsed = route.reply.json.safeParse(reply.json);
        expect(parsed.error?.issues ?? []).toEqual([]);
        // Nothing that the contract does not name is in a reply.
        expect(parsed.data).toEqual(reply.json);
      } else if (route.reply.csv !== undefined) {
        expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
        expect(reply.headers['content-disposition']).toBe(`attachment; filename="${route.reply.csv}"`);
        expect(reply.text.startsWith('\uFEFF')).toBe(true);
      } else if (route.reply.calendar !== undefined) {
        expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8');
        expect(reply.text).toMatch(/^BEGIN:VCALENDAR\r\n/u);
      } else if (route.reply.file === true) {
        expect(reply.headers['content-type']).toBe('application/pdf');
        expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="/u);
        expect([reply.headers['x-content-type-options'], reply.text]).toEqual(['nosniff', RECEIPT_PDF]);
      } else expect(reply.text).toBe('');
      if (route.reply.status === 201 && key !== 'auth.register') {
        expect(reply.headers['location']).toMatch(/^\/api(?:\/[\w-]+)+\/[0-9a-f-]{36}$/u);
        if (route.access === 'user' && key !== 'assets.createUnlisted') {
          const found = await app.call(
            'GET',
            String(reply.headers['location'])
              .replace(/^\/api/u, '')
              .replace(/\/price-history\/.*/u, '/price-history'),
            token,
          );
          expect(found.status).toBe(200);
        }
        expect(reply.headers['etag']).toMatch(/^"\d+"$/u);
      }
    });
  });
});
