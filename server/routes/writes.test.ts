import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renewServerEpoch } from '../store/database/meta.ts';
import { makeWorld, transactionBody, type World } from '../testing/world.ts';
import { multipart, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let token: string;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  token = await app.signIn('ada@example.org');
  world = await makeWorld(app, token, token);
});

afterAll(async () => {
  await app.close();
});

const ID = '0190b0a0-1234-7abc-8def-0123456789ab';
const post = async (body: unknown, headers: Record<string, string> = {}) =>
  await app.call('POST', '/transactions', { token, body, headers });

describe('a repeated request', () => {
  it('with the same key takes effect once and gets the same answer', async () => {
    const body = transactionBody(world);
    const headers = { 'idempotency-key': 'key-1' };
    const first = await post(body, headers);
    const again = await post(Object.fromEntries(Object.entries(body).toReversed()), headers);
    expect(first.status).toBe(201);
    expect([again.status, again.text, again.headers['etag'], again.headers['location']]).toEqual([
      201,
      first.text,
      first.headers['etag'],
      first.headers['location'],
    ]);
    expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([undefined, 'true']);
    expect((await post({ ...body, consideration: 1 }, headers)).status).toBe(422);
    expect((await app.call('DELETE', `/transactions/${world.transaction}`, { token, headers })).status).toBe(422);
  });

  it('of a deletion is answered as the deletion was', async () => {
    const { id } = (await post(transactionBody(world))).json as { id: string };
    const headers = { 'idempotency-key': 'key-2' };
    expect((await app.call('DELETE', `/transactions/${id}`, { token, headers })).status).toBe(204);
    expect((await app.call('DELETE', `/transactions/${id}`, { token, headers })).status).toBe(204);
    expect((await app.call('DELETE', `/transactions/${id}`, { token })).status).toBe(404);
  });

  it('is answered with the present record, or with its deletion', async () => {
    const body = transactionBody(world);
    const headers = { 'idempotency-key': 'key-7' };
    const { id } = (await post(body, headers)).json as { id: string };
    const path = `/transactions/${id}`;
    const edit = { token, body: { ...body, consideration: 5 }, headers: { 'idempotency-key': 'key-8' } };
    expect((await app.call('PUT', path, edit)).status).toBe(200);
    expect((await app.call('PUT', path, { token, body: { ...body, consideration: 6 } })).status).toBe(200);
    const again = [await post(body, headers), await app.call('PUT', path, edit)];
    expect(again.map(({ status, json }) => [status, json])).toMatchObject([
      [201, { id, consideration: 6 }],
      [200, { id, consideration: 6 }],
    ]);
    expect((await app.call('DELETE', path, { token })).status).toBe(204);
    const gone = [await post(body, headers), await app.call('PUT', path, edit)];
    expect(gone.map(({ status, json }) => [status, json])).toMatchObject([
      [410, { code: 'deleted' }],
      [410, { code: 'deleted' }],
    ]);
    expect((await app.call('GET', path, { token })).status).toBe(404);
  });

  it.each([
    ['/properties', (): object => ({ accountId: world.account, name: 'Flat', type: 'RESIDENTIAL' })],
    ['/accounts', (): object => ({ name: 'Repeated' })],
  ])('without an id to %s makes one record', async (path, bodyOfIt) => {
    const headers = { 'idempotency-key': `once ${path}`.replace(' /', '-') };
    const first = await app.call('POST', path, { token, body: bodyOfIt(), headers });
    const again = await app.call('POST', path, { token, body: bodyOfIt(), headers });
    expect([again.status, again.text]).toEqual([first.status, first.text]);
  });

  it('that failed may succeed later under its key', async () => {
    const headers = { 'idempotency-key': 'key-3' };
    expect((await post({ ...transactionBody(world), quantity: 0 }, headers)).status).toBe(400);
    expect((await post(transactionBody(world), headers)).status).toBe(201);
  });

  it('wants a key of a sensible form', async () => {
    expect((await post(transactionBody(world), { 'idempotency-key': 'x'.repeat(129) })).status).toBe(400);
  });
});

describe('a request that names an epoch', () => {
  it('does nothing when a backup was restored since, with a key that was used before too', async () => {
    const { epoch } = (await app.call('GET', '/sync/capabilities', { token })).json as { epoch: string };
    const headers = { 'idempotency-key': 'key-4', 'sync-epoch': epoch };
    expect((await post(transactionBody(world), headers)).status).toBe(201);
    await renewServerEpoch(app.store, 'another');
    const { total } = await app.store.kysely
      .selectFrom('transactions')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    for (const key of ['key-4', 'key-5']) {
      const refused = await post(transactionBody(world), { ...headers, 'idempotency-key': key });
      expect([refused.status, refused.json]).toMatchObject([409, { code: 'epochChanged' }]);
    }
    expect(
      (await app.call('GET', `/transactions/${world.transaction}`, { token, headers: { 'sync-epoch': epoch } })).status,
    ).toBe(409);
    expect(
      await app.store.kysely
        .selectFrom('transactions')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow(),
    ).toEqual({ total });
    expect((await post(transactionBody(world), { 'idempotency-key': 'key-6', 'sync-epoch': 'another' })).status).toBe(
      201,
    );
  });

  it('is refused before its record is looked up, whatever role the backup gives its user', async () => {
    const headers = { 'sync-epoch': 'long ago' };
    const reader = await app.signIn('reader@example.org');
    const form = multipart(
      { content: '%PDF-1.4', fileName: 'note.pdf' },
      { transactionId: '0190b0a0-1234-7abc-8def-00000000dead' },
    );
    const refusals = [
      await app.call('POST', '/transactionreceipts/upload', {
        token,
        body: form.body,
        headers: { ...form.headers, ...headers },
      }),
      await app.call('POST', '/brokers', { token: reader, body: { name: 'Small Broker' }, headers }),
      await app.call('POST', '/transactions', { token, body: {}, headers }),
    ];
    expect(refusals.map(({ status, json }) => [status, (json as { code: string }).code])).toEqual(
      refusals.map(() => [409, 'epochChanged']),
    );
    expect((await app.call('POST', '/brokers', { token: reader, body: { name: 'Small Broker' } })).status).toBe(403);
  });
});

describe("a device's own id", () => {
  it('becomes the record, once', async () => {
    const created = await post({ id: ID.toUpperCase(), ...transactionBody(world) });
    expect([created.status, (created.json as { id: string }).id, created.headers['location']]).toEqual([
      201,
      ID,
      `/api/transactions/${ID}`,
    ]);
    const again = await post({ id: ID, ...transactionBody(world) });
    expect(again.status).toBe(409);
    expect(again.json).toMatchObject({ code: 'already-exists', current: { id: ID, consideration: 339.86 } });
    expect((await post({ id: 'mine', ...transactionBody(world) })).json).toMatchObject({ issues: [{ field: 'id' }] });
  });
});

describe('If-Match', () => {
  it('allows a change only of the version that was read, and answers with the present record', async () => {
    const created = await post(transactionBody(world));
    const { id } = created.json as { id: string };
    const tag = String(created.headers['etag']);
    const put = async (consideration: number, headers: Record<string, string>) =>
      await app.call('PUT', `/transactions/${id}`, {
        token,
        body: { ...transactionBody(world), consideration },
        headers,
      });
    const changed = await put(1, { 'if-match': tag });
    expect(changed.status).toBe(200);
    const stale = await put(2, { 'if-match': tag });
    expect(stale.status).toBe(412);
    expect(stale.json).toMatchObject({ code: 'conflict', current: { id, consideration: 1 } });
    expect((await app.call('DELETE', `/transactions/${id}`, { token, headers: { 'if-match': tag } })).status).toBe(412);
    expect((await put(3, { 'if-match': 'W/"1"' })).status).toBe(400);
    expect((await put(3, { 'if-match': '*' })).status).toBe(200);
    expect((await put(4, {})).status).toBe(200);
    expect((await app.call('GET', `/transactions/${id}`, { token })).json).toMatchObject({ consideration: 4 });
  });
});

describe('a bad request', () => {
  it('names every faulty field with what was expected', async () => {
    const reply = await post({
      ...transactionBody(world),
      quantity: -1,
      isin: 'GB00BH4HKS38',
      consideration: 1.0000000000000002,
    });
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({
      code: 'invalid',
      issues: [
        { field: 'isin', code: 'badCheckDigit' },
        { field: 'quantity', code: 'notPositive' },
        { field: 'consideration', code: 'tooPrecise' },
      ],
    });
  });

  it.each([
    ['no JSON', '{"transactionType":', { 'content-type': 'application/json' }, 400],
    ['a list', '[]', { 'content-type': 'application/json' }, 400],
    ['nothing', '', { 'content-type': 'application/json' }, 400],
    ['a prototype', '{"__proto__":{"x":1}}', { 'content-type': 'application/json' }, 400],
    ['text', 'hello', { 'content-type': 'text/plain' }, 415],
    ['XML', '<a/>', { 'content-type': 'application/xml' }, 415],
    ['a kind with a tab', '{}', { 'content-type': 'application/json\ta' }, 415],
  ])('of %s is refused with a message', async (_name, body, headers, status) => {
    const reply = await app.call('POST', '/transactions', { token, body, headers });
    expect([reply.status, typeof (reply.json as { message: unknown }).message]).toEqual([status, 'string']);
  });

  it('of a query is refused with a message, and never reaches SQL', async () => {
    for (const query of [
      'sortField=id;drop',
      'sortDirection=up',
      'page=0',
      'page=1&page=2',
      'pageSize=100000',
      'page=NaN',
    ]) {
      expect((await app.call('GET', `/transactions/user?${query}`, { token })).status, query).toBe(400);
    }
    for (const query of ['query=%27%3B%20drop%20table%20users', 'query=%25', 'taxWrapper=NOPE']) {
      expect((await app.call('GET', `/transactions/search?${query}`, { token })).status, query).toBe(200);
    }
    expect((await app.call('GET', `/transactions/${'x'.repeat(500)}`, { token })).status).toBe(414);
    for (const path of ['/transactions/%00', '/transactions/..%2f..%2fetc', '/nothing', '/transactions/a/b/c']) {
      expect((await app.call('GET', path, { token })).status, path).toBe(404);
    }
  });

  it('to delete many at stated versions leaves records with another version, and shows them', async () => {
    const [kept, gone] = [await post(transactionBody(world)), await post(transactionBody(world))].map(
      ({ json }) => json,
    );
    const [left, deleted] = [kept, gone] as { id: string; version: number }[];
    if (left === undefined || deleted === undefined) throw new Error('nothing was recorded');
    const removal = async (versions: unknown) =>
      await app.call('POST', '/transactions/bulk-delete', {
        token,
        body: { transactionIds: [left.id, deleted.id, ID.replace('b0a0', 'b0a1')], versions },
      });
    for (const versions of [[1, 2], [1, 2, 3, 4], [1, 2, -1], ['1', '2', '3'], null])
      expect((await removal(versions)).status, JSON.stringify(versions)).toBe(400);
    const reply = await removal([left.version + 100, deleted.version, 1]);
    expect(reply.json).toMatchObject({ deletedCount: 1, left: [left] });
    // Sent again, it finds nothing more to delete.
    expect((await removal([left.version + 100, deleted.version, 1])).json).toEqual({ deletedCount: 0, left: [left] });
    expect((await app.call('GET', `/transactions/${left.id}`, { token })).status).toBe(200);
    expect((await app.call('GET', `/transactions/${deleted.id}`, { token })).status).toBe(404);
  });

  it('with 10,000 ids succeeds', async () => {
    const ids = Array.from(
      { length: 10_000 },
      (_, index) => `0190b0a0-1234-7abc-8def-${String(index).padStart(12, '0')}`,
    );
    expect(
      (await app.call('POST', '/transactions/bulk-delete', { token, body: { transactionIds: ids } })).json,
    ).toEqual({ deletedCount: 0 });
    expect(
      (await app.call('POST', '/transactions/bulk-delete', { token, body: { transactionIds: [...ids, "' or 1=1"] } }))
        .status,
    ).toBe(400);
  });
});
