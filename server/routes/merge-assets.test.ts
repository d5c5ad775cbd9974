import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SyncChanges } from '../../contract/sync.ts';
import { sweep } from '../store/upkeep/housekeeping.ts';
import type { Store } from '../store/database/store.ts';
import { testDatabases } from '../store/testing/test-databases.ts';
import { transactionBody } from '../testing/world.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const databases = await testDatabases();

const LISTED = 'IE00B4L5Y983';
const OTHER = 'IE00B3RBWM25';
const UNLISTED = 'US5949181045';
const NAME = 'MSFT of a file';

describe.each(databases)('merging securities on %s', (_name, open) => {
  let store: Store;
  let app: TestApp;
  let admin: string;
  let unlisted: string;

  beforeEach(async () => {
    store = await open();
    app = await startTestApp({}, store);
    admin = await app.signIn('ada@example.org');
    unlisted = idOf(await app.call('POST', '/assets/unlisted', { token: admin, body: { isin: UNLISTED, name: NAME } }));
  });
  afterEach(async () => {
    await app.close();
    await store.close();
  });

  const idOf = (reply: { readonly json: unknown }): string => (reply.json as { id: string }).id;
  const merge = async (id: string, isin: string) =>
    await app.call('POST', `/assets/${id}/merge`, { token: admin, body: { isin } });
  const assetId = async (isin: string): Promise<string> =>
    idOf(await app.call('GET', `/assets/isin/${isin}`, { token: admin }));

  /** A user with an account and transactions. */
  async function investor(email: string) {
    const token = await app.signIn(email);
    const account = idOf(await app.call('POST', '/accounts', { token, body: { name: 'Main' } }));
    const brokers = (await app.call('GET', '/brokers', { token })).json as { id: string }[];
    const broker = brokers[0]?.id ?? '';
    return {
      token,
      record: async (isin: string, extra: Record<string, unknown> = {}): Promise<string> => {
        const body = { ...transactionBody({ account, broker, isin }), ...extra };
        const reply = await app.call('POST', '/transactions', { token, body });
        expect([reply.status, reply.text]).toEqual([201, expect.anything()]);
        return idOf(reply);
      },
      changes: async (since: string): Promise<SyncChanges> =>
        (await app.call('GET', `/sync/changes?since=${since}&limit=500`, { token })).json as SyncChanges,
    };
  }

  it("renames it in everybody's transactions, tells each of them, and removes it", async () => {
    const bob = await investor('bob@example.org');
    const cy = await investor('cy@example.org');
    const bobs = [await bob.record(UNLISTED), await bob.record(UNLISTED)];
    const untouched = await bob.record(OTHER);
    const cys = await cy.record(UNLISTED);
    expect((await app.call('GET', `/assets/${unlisted}/uses`, { token: admin })).json).toEqual({
      transactionCount: 3,
      userCount: 2,
    });
    const before = (await bob.changes('0')).cursor;
    const reply = await merge(unlisted, LISTED);
    expect([reply.status, reply.json]).toEqual([200, { transactionCount: 3, userCount: 2 }]);
    const { changes } = await bob.changes(before);
    const transactions = changes.flatMap((change) => (change.entity === 'transaction' ? [change] : []));
    expect(new Map(transactions.map(({ id, record }) => [id, record?.isin]))).toEqual(
      new Map(bobs.map((id) => [id, LISTED])),
    );
    // Each has a version of its own, so that no page of changes loses one.
    expect(new Set(changes.map(({ version }) => version)).size).toBe(changes.length);
    expect(changes.find(({ entity }) => entity === 'extra')).toMatchObject({
      id: `merged-security/${UNLISTED}`,
      record: { value: { name: NAME, isin: UNLISTED, intoIsin: LISTED, transactions: 2 } },
    });
    expect((await app.call('GET', `/transactions/${cys}`, { token: cy.token })).json).toMatchObject({ isin: LISTED });
    expect((await app.call('GET', `/transactions/${untouched}`, { token: bob.token })).json).toMatchObject({
      isin: OTHER,
    });
    expect((await app.call('GET', `/assets/${unlisted}`, { token: admin })).status).toBe(404);
  });

  it('gives the time and device of the write with a version, and no device where none wrote it', async () => {
    const bob = await investor('bob@example.org');
    const writeOf = async (version: number, token = bob.token) => {
      const reply = await app.call('GET', `/sync/writes/${version}`, { token });
      return reply.status === 200 ? reply.json : reply.status;
    };
    const rename = async (id: string, notes: string, agent: string, headers: Record<string, string> = {}) => {
      const { version, ...body } = (await app.call('GET', `/transactions/${id}`, { token: bob.token })).json as {
        version: number;
      };
      const reply = await app.call('PUT', `/transactions/${id}`, {
        token: bob.token,
        body: { ...body, notes },
        headers: { 'user-agent': agent, ...headers },
      });
      return { status: reply.status, before: version, version: (reply.json as { version?: number }).version ?? 0 };
    };
    const id = await bob.record(UNLISTED);
    app.now += 60_000;
    const phone = await rename(id, 'one', 'Mozilla/5.0 (Linux; Android 14) Chrome/121.0 Mobile Safari/537.36');
    const phoneAt = new Date(app.now).toISOString();
    app.now += 60_000;
    const desk = await rename(id, 'two', 'Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Firefox/128.0');
    expect((await rename(id, 'three', 'curl/8.5.0', { 'if-match': `"${phone.version}"` })).status).toBe(412);
    expect(await writeOf(phone.version)).toEqual({ at: phoneAt, device: 'Chrome on Android' });
    expect(await writeOf(desk.version)).toEqual({ at: new Date(app.now).toISOString(), device: 'Firefox on Windows' });
    app.now += 60_000;
    await merge(unlisted, LISTED);
    const { changes } = await bob.changes(String(desk.version));
    expect(changes.length).toBeGreaterThan(0);
    for (const { version } of changes)
      expect(await writeOf(version)).toEqual({ at: new Date(app.now).toISOString(), device: null });
    // Neither the first write, whose predecessor is unknown, nor future writes are found.
    expect(await writeOf(1)).toBe(404);
    expect(await writeOf(desk.version + 100)).toBe(404);
    expect(await writeOf(desk.version, await app.signIn('cy@example.org'))).toBe(404);
    await sweep(store, app.now + 91 * 86_400_000);
    expect(await writeOf(desk.version, await app.signIn('bob@example.org'))).toBe(404);
  });

  it('is refused where it would be a guess, and changes nothing then', async () => {
    const bob = await investor('bob@example.org');
    const id = await bob.record(UNLISTED);
    const another = idOf(
      await app.call('POST', '/assets/unlisted', { token: admin, body: { isin: 'US0378331005', name: 'Apple' } }),
    );
    expect((await merge(unlisted, 'US0378331005')).status).toBe(400);
    expect((await merge(unlisted, UNLISTED)).status).toBe(400);
    expect((await merge(await assetId(OTHER), LISTED)).json).toMatchObject({ code: 'inUse' });
    expect((await merge('none', LISTED)).status).toBe(404);
    expect((await app.call('DELETE', `/assets/${another}`, { token: admin })).status).toBe(204);
    await bob.record(LISTED, {
      transactionType: 'MERGER',
      relatedIsin: UNLISTED,
    });
    expect((await merge(unlisted, LISTED)).json).toMatchObject({ code: 'inUse' });
    expect((await app.call('GET', `/transactions/${id}`, { token: bob.token })).json).toMatchObject({ isin: UNLISTED });
  });

  it('is not needed to remove an unused security; one in use stays, and the refusal says how many use it', async () => {
    const [bob, cy] = [await investor('bob@example.org'), await investor('cy@example.org')];
    await bob.record(UNLISTED);
    await cy.record(UNLISTED);
    const refused = await app.call('DELETE', `/assets/${unlisted}`, { token: admin });
    expect(refused.json).toMatchObject({
      code: 'inUse',
      message: 'This asset cannot be deleted because 2 transactions of 2 people use it.',
    });
  });

  it("no longer counts a security as its user's once an administrator has completed it", async () => {
    const made = async () =>
      await store.kysely.selectFrom('assets').select('made_by').where('id', '=', unlisted).executeTakeFirst();
    expect((await made())?.made_by).not.toBeNull();
    const asset = (await app.call('GET', `/assets/${unlisted}`, { token: admin })).json as Record<string, unknown>;
    const body = { ...asset, fetchCode: 'MSFT' };
    expect((await app.call('PUT', `/assets/${unlisted}`, { token: admin, body })).status).toBe(200);
    expect((await made())?.made_by).toBeNull();
  });
});
