import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_EXTRA_LENGTH } from '../../domain/records/extra.ts';
import type { Store } from '../store/database/store.ts';
import { testDatabases } from '../store/testing/test-databases.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const databases = await testDatabases();

describe.each(databases)('extras on %s', (_name, open) => {
  let app: TestApp;
  let store: Store;
  let ada: string;
  let bob: string;

  beforeAll(async () => {
    store = await open();
    app = await startTestApp({}, store);
    ada = await app.signIn('ada@example.org');
    bob = await app.signIn('bob@example.org');
  });
  afterAll(async () => {
    await app.close();
    await store.close();
  });

  const put = async (token: string, path: string, value: unknown, headers: Record<string, string> = {}) =>
    await app.call('PUT', `/sync/extras/${path}`, { token, body: { value }, headers });
  const changes = async (token: string, since: string) =>
    (await app.call('GET', `/sync/changes?since=${since}`, { token })).json as {
      cursor: string;
      changes: Record<string, unknown>[];
    };

  it('store each value with a version, for their own user', async () => {
    const value = { losses: [{ taxYear: '2023-24', amount: 1234.5 }], note: 'a\0b \uD800 "quoted"', nothing: null };
    const first = await put(ada, 'losses-brought-forward/main', value);
    expect([first.status, first.json]).toEqual([
      200,
      { id: 'losses-brought-forward/main', kind: 'losses-brought-forward', key: 'main', value, version: 1 },
    ]);
    expect(first.headers['etag']).toBe('"1"');
    expect((await put(bob, 'losses-brought-forward/main', { mine: true })).json).toMatchObject({
      value: { mine: true },
      version: 1,
    });
    expect((await app.call('GET', '/sync/extras/losses-brought-forward/main', { token: ada })).json).toEqual(
      first.json,
    );
    expect((await app.call('GET', '/sync/extras/column-mapping/main', { token: ada })).status).toBe(404);
  });

  it('are changed at a known version, created only where there is nothing, and deleted, and devices learn of it', async () => {
    const { cursor } = await changes(ada, '0');
    const made = await put(ada, 'column-mapping/m1', { a: 1 }, { 'if-none-match': '*' });
    expect(made.status).toBe(200);
    const taken = await put(ada, 'column-mapping/m1', { a: 2 }, { 'if-none-match': '*' });
    expect([taken.status, taken.json]).toMatchObject([412, { current: made.json }]);
    const changed = await put(ada, 'column-mapping/m1', { a: 3 }, { 'if-match': String(made.headers['etag']) });
    expect(changed.status).toBe(200);
    expect(
      (await put(ada, 'column-mapping/m1', { a: 4 }, { 'if-match': String(made.headers['etag']) })).json,
    ).toMatchObject({ code: 'conflict', current: changed.json });
    const record = changed.json as { version: number };
    expect((await changes(ada, cursor)).changes).toEqual([
      { entity: 'extra', id: 'column-mapping/m1', version: record.version, deleted: false, record },
    ]);
    const stale = await app.call('DELETE', '/sync/extras/column-mapping/m1', {
      token: ada,
      headers: { 'if-match': String(made.headers['etag']) },
    });
    expect(stale.status).toBe(412);
    expect((await app.call('DELETE', '/sync/extras/column-mapping/m1', { token: ada })).status).toBe(204);
    expect((await changes(ada, cursor)).changes).toEqual([
      { entity: 'extra', id: 'column-mapping/m1', version: record.version + 1, deleted: true },
    ]);
    expect((await put(ada, 'column-mapping/m1', { a: 5 }, { 'if-match': '"1"' })).status).toBe(404);
    expect((await put(ada, 'column-mapping/m1', { a: 5 })).status).toBe(200);
    expect((await changes(ada, cursor)).changes).toMatchObject([
      { id: 'column-mapping/m1', deleted: false, record: { value: { a: 5 } } },
    ]);
  });

  it('take effect once under a key', async () => {
    const headers = { 'idempotency-key': 'extra-1' };
    const first = await put(ada, 'import-history/i1', { rows: 3 }, headers);
    expect([
      (await put(ada, 'import-history/i1', { rows: 3 }, headers)).json,
      (await put(ada, 'import-history/i1', { rows: 4 }, headers)).status,
    ]).toEqual([first.json, 422]);
  });

  it('are refused with the expected form: another kind, not an object, too large, too deep, inexact', async () => {
    const { cursor } = await changes(ada, '0');
    expect((await put(ada, 'anything/x', {})).status).toBe(404);
    for (const value of [
      undefined,
      null,
      'text',
      1,
      [1],
      { text: 'x'.repeat(MAX_EXTRA_LENGTH) },
      { rate: 0.1234567890123456 },
      { a: { b: [[[[[[[[[[[[[[[1]]]]]]]]]]]]]]] } },
    ]) {
      expect((await put(ada, 'balance-history/b', value)).json).toMatchObject({
        code: 'invalid',
        issues: [{ field: 'value' }],
      });
    }
    expect((await put(ada, 'balance-history/b', { text: 'x'.repeat(MAX_EXTRA_LENGTH - 11) })).status).toBe(200);
    expect((await changes(ada, cursor)).changes).toHaveLength(1);
    const keys = Object.fromEntries(Array.from({ length: 400_000 }, (_, index) => [`k${index}`, 0]));
    expect((await put(ada, 'balance-history/b', keys)).status).toBe(413);
  });

  it('are limited in number for each user', async () => {
    await store.kysely
      .updateTable('extras')
      .set({ size: 64 * 1024 * 1024 - 100 })
      .where('kind', '=', 'import-history')
      .execute();
    const full = await put(ada, 'balance-history/c', { text: 'x'.repeat(200) });
    expect([full.status, full.json]).toMatchObject([413, { message: expect.stringContaining('64 MB') }]);
    expect((await put(bob, 'balance-history/c', { text: 'x'.repeat(200) })).status).toBe(200);
  });
});

it('a body deeper than anything of ours is refused before anything walks it', async () => {
  const app = await startTestApp();
  const token = await app.signIn('ada@example.org');
  const deep = `{"name":"A","more":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const reply = await app.call('POST', '/accounts', {
    token,
    body: deep,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'deep' },
  });
  expect([reply.status, typeof (reply.json as { message: unknown }).message]).toEqual([400, 'string']);
  expect((await app.call('POST', '/accounts', { token, body: { name: '[[{"' } })).status).toBe(201);
  await app.close();
});
