import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Percent, Pounds } from '../../domain/values/amount.ts';
import type { TargetAllocation } from '../../domain/records/records.ts';
import { retryEntry } from '../../src/data/questions/attention.ts';
import { listAccounts } from '../../src/data/records/accounts.ts';
import { listNotices } from '../../src/data/outbox/notices.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { answerQuarantine, listQuarantine } from '../../src/data/pulled/quarantine.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { newId } from '../../src/data/database/ids.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { choose, edit, remove, save } from '../device/changes.ts';
import { written, purchase } from '../device/fixtures.ts';
import { ISIN, queuePurchases, references, shownStates, startFaultBench, type FaultBench } from './fault-bench.ts';
import type { Plan, SeenRequest } from './fault-proxy.ts';
import { importFile } from '../device/device.ts';

let bench: FaultBench;

beforeEach(async () => {
  bench = await startFaultBench();
});
afterEach(async () => await bench.close());

const isWrite = (request: SeenRequest): boolean => request.method !== 'GET';
const isCreate = (request: SeenRequest): boolean => request.method === 'POST' && request.path === '/transactions';

/** The plan for the first request that `which` accepts; all others pass. */
function once(which: (request: SeenRequest) => boolean, plan: Plan): (request: SeenRequest) => Plan {
  let done = false;
  return (request) => {
    if (done || !which(request)) return 'pass';
    done = true;
    return plan;
  };
}

/** Edits the only transaction of a device. */
async function editOnly(device: FaultBench['device'], changes: Partial<Transaction>): Promise<void> {
  const [row] = await listTransactions(device.db);
  await edit(device, row?.id ?? '', changes);
}

/** Everything has arrived once, and nothing waits. */
async function expectAllThere(count: number): Promise<void> {
  expect(
    (await bench.onServer()).map((row) => row['brokerDealReference']).toSorted((a, b) => Number(a) - Number(b)),
  ).toEqual(Array.from({ length: count }, (_, index) => `${index + 1}`));
  expect(await listOutbox(bench.device.db)).toEqual([]);
  expect(bench.device.sync.status.get()).toMatchObject({ waiting: 0, attention: 0, phase: 'idle' });
}

describe('a fault between device and server', () => {
  it('row 2: a lost request is sent again, unseen', async () => {
    await queuePurchases(bench, 3);
    bench.proxy.plan = once(isCreate, 'drop');
    await bench.device.settle();
    await expectAllThere(3);
  });

  it('row 3: a reply lost after the commit leaves one row', async () => {
    await queuePurchases(bench, 3);
    bench.proxy.plan = once(isCreate, 'cut');
    await bench.device.settle();
    expect(bench.proxy.arrived.filter((line) => line === 'POST /transactions')).toHaveLength(4);
    await expectAllThere(3);
  });

  it('row 4: a commit after the client gave up is found and not repeated', async () => {
    await queuePurchases(bench, 1);
    bench.proxy.plan = once(isCreate, 'late');
    bench.device.online = true;
    const sending = bench.device.sync.flush();
    await expect.poll(() => bench.proxy.log).toContain('POST /transactions');
    expect(await shownStates(bench.device)).toEqual(['Sending']);
    bench.clock.advance(45_000);
    await sending;
    expect(bench.device.sync.status.get()).toMatchObject({ phase: 'offline', waiting: 1, attention: 0 });
    expect((await shownStates(bench.device))[0]).toMatch(/^(?:Waiting|Checking|Retrying at \d\d:\d\d)$/u);
    await bench.proxy.release();
    await bench.device.settle();
    await expectAllThere(1);
  });

  it('row 5: a doubled POST makes one row', async () => {
    await queuePurchases(bench, 2);
    bench.proxy.plan = (request) => (isWrite(request) ? 'twice' : 'pass');
    await bench.device.settle();
    await expectAllThere(2);
  });

  // Sync rule 2.8
  it.each([429, 503])('row 6: %d with Retry-After waits until then and is sent', async (status) => {
    await queuePurchases(bench, 1);
    bench.proxy.plan = once(isCreate, { status, headers: { 'retry-after': '120' }, body: '{"message":"later"}' });
    await bench.device.once();
    expect((await shownStates(bench.device))[0]).toMatch(/^Retrying at \d\d:\d\d$/u);
    expect((await listOutbox(bench.device.db))[0]).toMatchObject({ nextAttemptAt: bench.device.now() + 120_000 });
    bench.clock.advance(119_000);
    await bench.device.sync.flush();
    expect(bench.proxy.arrived).not.toContain('POST /transactions');
    bench.clock.advance(2000);
    await bench.device.settle();
    await expectAllThere(1);
  });

  it('row 7: a captive portal changes nothing and counts as offline', async () => {
    await queuePurchases(bench, 1);
    bench.proxy.plan = () => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<html>Sign in to the Wi-Fi</html>',
    });
    await bench.device.once();
    expect(bench.device.sync.status.get()).toMatchObject({ phase: 'offline', waiting: 2, attention: 0 });
    expect(await references(bench.device)).toEqual(['1']);
    bench.proxy.plan = () => 'pass';
    await bench.device.settle();
    await expectAllThere(1);
  });

  it('row 8: a truncated answer removes nothing; the next one is taken over', async () => {
    await queuePurchases(bench, 5);
    await bench.device.settle();
    const laptop = await bench.another();
    await laptop.settle();
    await editOnly(bench.device, { consideration: 500 as Pounds });
    await bench.device.settle();
    const syncedAt = laptop.sync.status.get().lastSyncedAt;
    bench.clock.advance(60_000);
    bench.proxy.plan = (request) => (request.path.startsWith('/sync/changes') ? 'truncate' : 'pass');
    await laptop.once();
    expect(laptop.sync.status.get()).toMatchObject({ phase: 'offline', lastSyncedAt: syncedAt });
    expect(await references(laptop)).toEqual(['1', '2', '3', '4', '5']);
    bench.proxy.plan = () => 'pass';
    await laptop.settle();
    expect((await listTransactions(laptop.db)).map((row) => row.consideration)).toContain(500);
  });

  it('row 9: an empty answer instead of 300 rows is asked about', async () => {
    const { device, app, token } = bench;
    const account = await save(device, 'account', { name: 'Main Account' });
    const rows = Array.from({ length: 300 }, (_, index): Transaction => ({
      ...purchase({ accountId: account.id, brokerId: bench.brokerId, isin: ISIN, brokerDealReference: `${index + 1}` }),
      id: newId(),
    }));
    await importFile(device, rows);
    await device.settle();
    await expectAllThere(300);
    const { epoch } = (await app.call('GET', '/sync/capabilities', { token })).json as { epoch: string };
    bench.proxy.plan = (request) =>
      request.path.includes('scope=user')
        ? { status: 200, body: JSON.stringify({ epoch, cursor: '9', hasMore: false, changes: [] }) }
        : 'pass';
    await device.full();
    expect(await listQuarantine(device.db)).toMatchObject([
      { entity: 'account', ids: [account.id] },
      { entity: 'transaction', reason: 'vanished' },
    ]);
    expect((await listQuarantine(device.db))[1]?.ids).toHaveLength(300);
    expect(await listTransactions(device.db)).toHaveLength(300);
    expect(device.sync.status.get()).toMatchObject({ attention: 2 });
    bench.proxy.plan = () => 'pass';
    await device.full();
    expect(await listQuarantine(device.db)).toEqual([]);
    expect(await listTransactions(device.db)).toHaveLength(300);
  });

  it('row 10: a record written between two pages is not missed', async () => {
    const { device, app, token, brokerId } = bench;
    await queuePurchases(bench, 2);
    await device.settle();
    const accountId = (await listAccounts(device.db))[0]?.id ?? '';
    const laptop = await bench.another();
    let pages = 0;
    // Pages of two, and a new record after the first.
    bench.proxy.plan = (request) => {
      if (!request.path.includes('scope=user')) return 'pass';
      pages += 1;
      const number = pages;
      return async (reply) => {
        if (number === 1)
          await app.call('POST', '/transactions', {
            token,
            body: { ...purchase({ accountId, brokerId, isin: ISIN, brokerDealReference: '3' }) },
          });
        const page = JSON.parse(reply.body.toString()) as {
          changes: { version: number }[];
          hasMore: boolean;
          cursor: string;
        };
        if (number > 1 || page.changes.length < 3) return reply;
        const changes = page.changes.slice(0, 2);
        return {
          ...reply,
          body: Buffer.from(
            JSON.stringify({ ...page, changes, hasMore: true, cursor: String(changes.at(-1)?.version) }),
          ),
        };
      };
    };
    await laptop.settle();
    expect(pages).toBeGreaterThan(1);
    await laptop.settle();
    expect(await references(laptop)).toEqual(['1', '2', '3']);
  });

  it('row 11: no byte for 60 s ends the request and keeps the change', async () => {
    await queuePurchases(bench, 1);
    bench.proxy.plan = () => 'hold';
    bench.device.online = true;
    const pulling = bench.device.sync.pull();
    await expect.poll(() => bench.proxy.log.length).toBe(1);
    await save(bench.device, 'account', { name: 'Made meanwhile' });
    bench.clock.advance(60_000);
    await pulling;
    await expect.poll(() => bench.device.sync.status.get()).toMatchObject({ phase: 'offline', waiting: 3 });
    bench.proxy.plan = () => 'pass';
    await bench.proxy.release();
    await bench.device.settle();
    await expectAllThere(1);
  });

  it('row 14: a server that refuses our headers is treated as a plain one', async () => {
    await queuePurchases(bench, 2);
    const ours: string[] = [];
    bench.proxy.plan = (request) => {
      const refused = ['idempotency-key', 'if-match', 'if-none-match', 'sync-epoch'].filter(
        (header) => header in request.headers,
      );
      ours.push(...refused);
      return request.path.startsWith('/sync/') || refused.length > 0
        ? { status: 404, body: '{"message":"Not found"}' }
        : 'pass';
    };
    await bench.device.settle();
    expect(ours).toEqual([]);
    expect(bench.device.sync.status.get()).toMatchObject({ mode: 'plain', attention: 0 });
    await expectAllThere(2);
  });

  it('row 15: a 400 on a create waits for the user, and the corrected one is sent', async () => {
    await queuePurchases(bench, 1);
    bench.proxy.plan = once(isCreate, { status: 400, body: '{"message":"Quantity is too large"}' });
    await bench.device.settle();
    expect(await shownStates(bench.device)).toEqual(['Refused']);
    expect((await listOutbox(bench.device.db))[0]?.error).toMatchObject({ message: 'Quantity is too large' });
    expect(bench.device.sync.status.get()).toMatchObject({ phase: 'idle', attention: 1 });
    await editOnly(bench.device, { consideration: 340 as Pounds });
    await bench.device.settle();
    await expectAllThere(1);
  });

  it('row 16: an account that the server will not delete comes back with its words', async () => {
    const { device, app, token, brokerId } = bench;
    const account = await save(device, 'account', { name: 'Main Account' });
    await device.settle();
    // Used by a record that this device has not heard of.
    const reply = await app.call('POST', '/transactions', {
      token,
      body: { ...purchase({ accountId: account.id, brokerId, isin: ISIN }) },
    });
    expect(reply.status).toBe(201);
    await remove(device, 'account', [account.id]);
    bench.clock.advance(11_000);
    await device.settle();
    const [entry] = await listOutbox(device.db);
    expect(entry).toMatchObject({ kind: 'delete', state: 'failed', error: { status: 400 } });
    expect(entry?.error?.message).toMatch(/transaction/iu);
    expect((await listAccounts(device.db)).map((row) => row.name)).toEqual(['Main Account']);
  });

  // Sync rule 5.11
  it('row 17: an edit of a deleted record is kept, and the record can be created again', async () => {
    const { device, app, token } = bench;
    const [row] = await queuePurchases(bench, 1);
    await device.settle();
    await app.call('DELETE', `/transactions/${row?.id ?? ''}`, { token });
    await editOnly(device, { consideration: 777 as Pounds });
    device.online = true;
    await device.sync.flush();
    expect((await listOutbox(device.db))[0]).toMatchObject({
      state: 'conflict',
      error: { code: 'deletedElsewhere' },
      payload: { record: { consideration: 777 } },
    });
    await choose(device, 'mine');
    await device.settle();
    expect(await bench.onServer()).toMatchObject([{ id: row?.id, consideration: 777 }]);
  });

  it('row 18: a second target for a class that another device has just set waits for the user', async () => {
    const { device } = bench;
    const laptop = await bench.another();
    await device.settle();
    await laptop.settle();
    const target = (percentage: number): Omit<TargetAllocation, 'id'> => ({
      assetCategory: 'UK_TSM',
      targetPercentage: percentage as Percent,
    });
    await save(device, 'targetAllocation', target(5));
    await device.settle();
    laptop.online = true;
    await save(laptop, 'targetAllocation', target(7));
    await laptop.sync.flush();
    expect(await listOutbox(laptop.db)).toMatchObject([{ entity: 'targetAllocation', state: 'failed' }]);
    expect((await listOutbox(laptop.db))[0]?.error).toMatchObject({
      status: 409,
      message: expect.stringMatching(/./u) as string,
    });
    expect(laptop.sync.status.get()).toMatchObject({ attention: 1 });
  });

  it('row 20: a 403 in the middle stops that entry alone', async () => {
    await queuePurchases(bench, 3);
    bench.proxy.plan = (request) =>
      isCreate(request) && request.body.includes('"brokerDealReference":"2"')
        ? { status: 403, body: '{"message":"Not yours"}' }
        : 'pass';
    await bench.device.settle();
    expect(new Set((await bench.onServer()).map((row) => row['brokerDealReference']))).toEqual(new Set(['1', '3']));
    expect(await shownStates(bench.device)).toEqual(['Refused']);
  });

  it('row 21: a poisoned entry at the head of 20 lets 19 through', async () => {
    await queuePurchases(bench, 20);
    bench.proxy.plan = (request) =>
      isCreate(request) && request.body.includes('"brokerDealReference":"1"')
        ? { status: 422, body: '{"message":"Poison"}' }
        : 'pass';
    await bench.device.settle();
    expect(await bench.onServer()).toHaveLength(19);
    expect(bench.device.sync.status.get()).toMatchObject({ attention: 1, waiting: 0 });
  });

  // Sync rule 2.8
  it('row 22: an entry over which the server always fails is reported, and stops no other', async () => {
    await queuePurchases(bench, 3);
    bench.proxy.plan = (request) =>
      isCreate(request) && request.body.includes('"brokerDealReference":"1"')
        ? { status: 500, body: '{"message":"Internal error"}' }
        : 'pass';
    await bench.device.settle(8);
    expect(await bench.onServer()).toHaveLength(2);
    const [entry] = await listOutbox(bench.device.db);
    expect(entry).toMatchObject({
      state: 'queued',
      error: { status: 500, code: 'retrying', message: 'Internal error' },
    });
    expect(await shownStates(bench.device)).toEqual(['Stuck']);
    bench.proxy.plan = () => 'pass';
    await retryEntry(bench.device.db, entry?.seq ?? 0);
    await bench.device.settle();
    await expectAllThere(3);
  });

  it('a full server is reported, and waiting changes are sent once there is room', async () => {
    await queuePurchases(bench, 2);
    bench.proxy.plan = (request) =>
      isCreate(request)
        ? { status: 503, body: '{"message":"The server has no room left.","code":"storageFull"}' }
        : 'pass';
    await bench.device.settle(1);
    const errors = (await listOutbox(bench.device.db)).map(({ error }) => error).filter((error) => error !== null);
    expect(errors).toEqual([{ status: 503, code: 'serverFull', message: '' }]);
    bench.proxy.plan = () => 'pass';
    await bench.device.settle();
    await expectAllThere(2);
  });

  // Sync rule 2.8
  it('row 23: a 401 at the 7th of 20 signs out, keeps the rest, and repeats none after the next sign-in', async () => {
    await queuePurchases(bench, 20);
    let creates = 0;
    bench.proxy.plan = (request) => {
      if (isCreate(request)) creates += 1;
      return creates >= 7 && isWrite(request) ? { status: 401, body: '{"message":"Token expired"}' } : 'pass';
    };
    await bench.device.settle();
    expect(bench.device.token).toBeNull();
    expect(await listOutbox(bench.device.db)).toHaveLength(14);
    expect((await listOutbox(bench.device.db)).every((entry) => entry.state === 'queued')).toBe(true);
    bench.proxy.plan = () => 'pass';
    bench.device.token = bench.token;
    await bench.device.settle();
    await expectAllThere(20);
    expect(bench.proxy.arrived.filter((line) => line === 'POST /transactions')).toHaveLength(20);
  });

  it('row 33: edits of different fields are joined, with a notice', async () => {
    await queuePurchases(bench, 1);
    await bench.device.settle();
    const laptop = await bench.another();
    await laptop.settle();
    await editOnly(bench.device, { consideration: 500 as Pounds });
    await editOnly(laptop, { brokerCharge: 9 as Pounds });
    await bench.device.settle();
    await laptop.settle();
    expect(await bench.onServer()).toMatchObject([{ consideration: 500, brokerCharge: 9 }]);
    expect(await listNotices(laptop.db)).toMatchObject([{ kind: 'merged', fields: ['consideration'] }]);
  });

  // Sync rule 1.5
  it('row 34: edits of the same field are shown side by side', async () => {
    await queuePurchases(bench, 1);
    await bench.device.settle();
    const laptop = await bench.another();
    await laptop.settle();
    await editOnly(bench.device, { consideration: 500 as Pounds });
    await editOnly(laptop, { consideration: 600 as Pounds });
    await bench.device.settle();
    await laptop.settle();
    expect(await listOutbox(laptop.db)).toMatchObject([
      {
        state: 'conflict',
        error: { code: 'sameField', fields: ['consideration'] },
        payload: { record: { consideration: 600 } },
        theirs: { record: { consideration: 500 } },
      },
    ]);
    expect(await bench.onServer()).toMatchObject([{ consideration: 500 }]);
  });

  // Sync rule 5.12
  it('row 35: deleting a record that was edited elsewhere is asked about', async () => {
    const [row] = await queuePurchases(bench, 1);
    await bench.device.settle();
    const laptop = await bench.another();
    await laptop.settle();
    await editOnly(bench.device, { consideration: 500 as Pounds });
    await bench.device.settle();
    await remove(laptop, 'transaction', [row?.id ?? '']);
    bench.clock.advance(11_000);
    await laptop.settle();
    expect(await listOutbox(laptop.db)).toMatchObject([
      { kind: 'delete', state: 'conflict', error: { code: 'changedElsewhere' } },
    ]);
    expect(await bench.onServer()).toMatchObject([{ consideration: 500 }]);
  });

  // Sync rule 3.1
  it('row 36: a change sent while a pull is under way does not flicker back', async () => {
    await queuePurchases(bench, 1);
    await bench.device.settle();
    const { device } = bench;
    const elsewhere = await bench.another();
    await elsewhere.settle();
    await editOnly(elsewhere, { consideration: 400 as Pounds });
    await elsewhere.settle();
    const tab = await bench.anotherTab(device);
    const ends = { consideration: 400, brokerCharge: 11 };
    // The pull's answer is from before the edit, and comes only after another tab has been asked to send that.
    bench.proxy.plan = once((request) => request.path.includes('scope=user'), 'hold');
    device.online = true;
    const pulling = device.sync.pull();
    await expect.poll(() => bench.proxy.held).toBe(1);
    await editOnly(tab, { brokerCharge: 11 as Pounds });
    tab.online = true;
    await tab.sync.flush();
    expect(await bench.onServer()).toMatchObject([{ consideration: 400 }]);
    expect(await listTransactions(device.db)).toMatchObject([{ brokerCharge: 11 }]);
    await bench.proxy.release();
    await pulling;
    expect(await listTransactions(device.db)).toMatchObject([{ brokerCharge: 11 }]);
    await device.settle();
    expect([await bench.onServer(), await listTransactions(device.db)]).toMatchObject([[ends], [ends]]);
  });

  it('row 37: an edit made while its create is on the way follows it', async () => {
    await queuePurchases(bench, 1);
    bench.proxy.plan = once(isCreate, 'hold');
    bench.device.online = true;
    const sending = bench.device.sync.flush();
    await expect.poll(() => bench.proxy.arrived).toContain('POST /transactions');
    await editOnly(bench.device, { consideration: 555 as Pounds });
    await bench.proxy.release();
    await sending;
    await bench.device.settle();
    expect(await bench.onServer()).toMatchObject([{ consideration: 555 }]);
    await expectAllThere(1);
  });

  it('row 38: the children of a refused parent wait for it', async () => {
    await queuePurchases(bench, 2);
    bench.proxy.plan = once((request) => request.method === 'POST' && request.path === '/accounts', {
      status: 400,
      body: '{"message":"Name taken"}',
    });
    await bench.device.settle();
    expect(await shownStates(bench.device)).toEqual([
      'Refused',
      'Waiting for another change',
      'Waiting for another change',
    ]);
    const [parent] = await listOutbox(bench.device.db);
    written(await retryEntry(bench.device.db, parent?.seq ?? 0));
    await bench.device.settle();
    await expectAllThere(2);
  });

  it('row 39: two identical creates that both lose their replies are two rows', async () => {
    const { device, brokerId } = bench;
    const account = await save(device, 'account', { name: 'Main Account' });
    for (let i = 0; i < 2; i += 1)
      await save(device, 'transaction', purchase({ accountId: account.id, brokerId, isin: ISIN }));
    const cut = new Set<unknown>();
    bench.proxy.plan = (request) => {
      const key = request.headers['idempotency-key'];
      if (!isCreate(request) || cut.has(key)) return 'pass';
      cut.add(key);
      return 'cut';
    };
    await device.settle();
    expect(await bench.onServer()).toHaveLength(2);
    expect(await listTransactions(device.db)).toHaveLength(2);
  });

  // Sync rule 7.2
  it('row 54: records missing after a server was restored from a backup are asked about, not deleted', async () => {
    const { device, app } = bench;
    await queuePurchases(bench, 3);
    await device.settle();
    await app.store.kysely.deleteFrom('transactions').where('broker_deal_reference', '=', '3').execute();
    await app.store.kysely.updateTable('meta').set({ value: 'set-back' }).where('key', '=', 'epoch').execute();
    await device.settle();
    expect(await listQuarantine(device.db)).toMatchObject([{ entity: 'transaction', reason: 'restoredFromBackup' }]);
    expect(await references(device)).toEqual(['1', '2', '3']);
    written(await answerQuarantine(device.db, 'transaction', 'keep', device.now()));
    await device.settle();
    await expectAllThere(3);
  });

  // Sync rules 7.5, 5.17
  it('row 56: an expired cursor leads to a full pull', async () => {
    const { device, app, token } = bench;
    await queuePurchases(bench, 2);
    await device.settle();
    const laptop = await bench.another();
    await laptop.settle();
    const [gone] = await listTransactions(device.db);
    await app.call('DELETE', `/transactions/${gone?.id ?? ''}`, { token });
    await app.store.kysely.deleteFrom('tombstones').execute();
    await app.store.kysely
      .updateTable('users')
      .set((eb) => ({ purged_to: eb.ref('change_counter') }))
      .execute();
    await laptop.settle();
    expect(await listTransactions(laptop.db)).toHaveLength(1);
  });
});
