import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Money, Pounds } from '../../domain/values/amount.ts';
import { listAccounts } from '../../src/data/records/accounts.ts';
import { resolveConflict, retryEntry } from '../../src/data/questions/attention.ts';
import { newId } from '../../src/data/database/ids.ts';
import { listNotices } from '../../src/data/outbox/notices.ts';
import { currentId, listOutbox } from '../../src/data/outbox/outbox.ts';
import { removeRecords } from '../../src/data/outbox/removals.ts';
import { answerQuarantine, listQuarantine } from '../../src/data/pulled/quarantine.ts';
import { getTransaction, listTransactions } from '../../src/data/records/transactions.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import { choose, remove, save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { type Device, importFile, newDevice, queueOf } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { testNetwork, writesIn, type TestNetwork } from '../device/network.ts';
import { plainServer, type PlainServer } from '../device/plain-server.ts';
import { property, propertyPrice } from '../device/wealth.ts';

// The same machine may be building beside these tests.
let clock: TestClock;
let server: PlainServer;
let network: TestNetwork;
let phone: Device;
let laptop: Device;

beforeEach(async () => {
  clock = testClock();
  server = plainServer();
  network = testNetwork(server.handle);
  phone = await newDevice({ clock, network });
  laptop = await newDevice({ clock, network });
});

// Nothing was asked that no document has.
afterEach(() => {
  expect(server.deviations).toEqual([]);
});

/** An account and a purchase in it, made offline. */
async function offlinePurchase(device: Device): Promise<string> {
  const account = await save(device, 'account', { name: 'Main Account' });
  return (await save(device, 'transaction', purchase({ accountId: account.id, brokerId: '7' }))).id;
}

describe('a plain server', () => {
  it.each(['nothing', 'location', 'body'] as const)(
    'gives new ids that the device takes over (reply: %s)',
    async (reply) => {
      server.reply = reply;
      const id = await offlinePurchase(phone);
      await phone.settle();
      expect(writesIn(network.log)).toEqual(['POST /accounts', 'POST /transactions']);
      expect(await queueOf(phone)).toEqual([]);
      const [account] = await listAccounts(phone.db);
      const [transaction] = await listTransactions(phone.db);
      expect(server.transactions.get(transaction?.id ?? '')).toMatchObject({
        accountId: account?.id,
        consideration: 339.86,
      });
      expect(await getTransaction(phone.db, id)).toMatchObject({ id: transaction?.id, accountId: account?.id });
      expect(phone.sync.status.get()).toMatchObject({ mode: 'plain', waiting: 0, phase: 'idle' });
    },
  );

  // Sync rule 5.1
  it('shows a second device what the first has sent', async () => {
    const id = await offlinePurchase(phone);
    await phone.settle();
    await laptop.settle();
    expect(await listTransactions(laptop.db)).toEqual(await listTransactions(phone.db));
    await saveRecord(phone.db, 'transaction', {
      ...purchase({
        accountId: (await listAccounts(phone.db))[0]?.id ?? '',
        brokerId: '7',
        consideration: 400 as Pounds,
        brokerDealReference: 'R1',
      }),
      id,
    });
    await phone.settle();
    await laptop.settle();
    expect(await listTransactions(laptop.db)).toMatchObject([{ consideration: 400, brokerDealReference: 'R1' }]);
    expect((await laptop.db.brokers.toArray()).map((broker) => broker.name)).toEqual(['Any Broker']);
    expect((await laptop.db.assets.toArray()).map((asset) => asset.category)).toEqual(['DEVELOPED_WORLD_TSM']);
  });

  it('gets changes that were saved during a pull right after the pull', async () => {
    let isSaved = true;
    const busy = testNetwork(async (request) => {
      if (!isSaved && request.url.endsWith('/transactions/user')) {
        isSaved = true;
        await save(tablet, 'account', { name: 'Saved during the pull' });
        // The pull goes on after sync has heard of it.
        await expect.poll(() => tablet.sync.status.get().waiting).toBe(1);
      }
      return await server.handle(request);
    });
    const tablet = await newDevice({ clock, network: busy });
    await tablet.settle();
    isSaved = false;
    await tablet.once();
    expect([...server.accounts.values()].map((row) => row['name'])).toEqual(['Saved during the pull']);
    expect(await queueOf(tablet)).toEqual([]);
    tablet.close();
  });

  // Sync rule 5.18
  it('is believed that a record is gone only when two walks agree', async () => {
    await offlinePurchase(phone);
    await phone.settle();
    await laptop.settle();
    const [shared] = await listTransactions(phone.db);
    await remove(phone, 'transaction', [shared?.id ?? '']);
    clock.advance(11_000);
    await phone.settle();
    expect(server.transactions.size).toBe(0);
    await laptop.once();
    expect(await listTransactions(laptop.db)).toHaveLength(1);
    await laptop.once();
    expect(await listTransactions(laptop.db)).toHaveLength(0);
  });

  it('finds by content a create whose reply was lost, and does not send it again', async () => {
    await offlinePurchase(phone);
    let lost = 0;
    network.fault = (request) => (request.method === 'POST' && lost++ < 2 ? 'loseReply' : 'none');
    await phone.settle();
    expect(writesIn(network.log)).toEqual(['POST /accounts', 'POST /transactions']);
    expect([server.accounts.size, server.transactions.size]).toEqual([1, 1]);
    expect(await queueOf(phone)).toEqual([]);
  });

  // Sync rule 2.4
  it('looks three times for a create that may be lost, sends it once more and says so', async () => {
    await saveRecord(phone.db, 'account', { name: 'Main Account' }, clock.now());
    let dropped = 0;
    network.fault = (request) => (request.method === 'POST' && dropped++ < 1 ? 'dropRequest' : 'none');
    await phone.settle();
    expect(writesIn(network.log)).toEqual(['POST /accounts']);
    expect(server.accounts.size).toBe(1);
    expect(await listNotices(phone.db)).toMatchObject([{ kind: 'duplicate', entity: 'account' }]);
    network.fault = (request) => (request.method === 'POST' ? 'dropRequest' : 'none');
    await saveRecord(phone.db, 'account', { name: 'Second' }, clock.now());
    await phone.settle(30);
    expect(await queueOf(phone)).toEqual(['account create failed unknownOutcome']);
  });

  it('asks its user when the parent of a lost create was deleted meanwhile', async () => {
    const account = await save(phone, 'account', { name: 'Main Account' });
    const house = await save(phone, 'property', property({ accountId: account.id }));
    await save(phone, 'propertyPrice', propertyPrice(house.id));
    network.fault = (request) =>
      request.method === 'POST' && request.url.endsWith('/price-history') ? 'dropRequest' : 'none';
    await phone.once();
    server.properties.clear();
    clock.advance(2000);
    await phone.once();
    expect(await listOutbox(phone.db)).toMatchObject([
      { entity: 'propertyPrice', kind: 'create', state: 'failed', error: { status: 404, code: 'refused' } },
    ]);
    expect(await listNotices(phone.db)).toEqual([]);
  });

  it('asks its user when it will not let a lost create be looked for, and looks again before it is sent again', async () => {
    await save(phone, 'account', { name: 'Main Account' });
    network.fault = (request) => (request.method === 'POST' ? 'loseReply' : 'none');
    await phone.once();
    network.fault = (request) => (request.method === 'GET' && request.url.endsWith('/accounts') ? 403 : 'none');
    clock.advance(2000);
    phone.online = true;
    await phone.sync.flush();
    const [entry] = await listOutbox(phone.db);
    expect(entry).toMatchObject({
      state: 'failed',
      error: { status: 403, code: 'unknownOutcome', message: 'fault 403' },
    });
    network.fault = () => 'none';
    written(await retryEntry(phone.db, entry?.seq ?? 0));
    await phone.settle();
    expect([await queueOf(phone), server.accounts.size]).toEqual([[], 1]);
  });

  it('keeps two equal records that were both meant', async () => {
    const account = await save(phone, 'account', { name: 'Main Account' });
    for (let i = 0; i < 2; i += 1)
      await saveRecord(phone.db, 'transaction', purchase({ accountId: account.id, brokerId: '7' }), clock.now());
    let lost = 0;
    network.fault = (request) => (request.method === 'POST' && lost++ < 3 ? 'loseReply' : 'none');
    await phone.settle();
    expect(server.transactions.size).toBe(2);
    expect(new Set((await listTransactions(phone.db)).map((row) => row.id))).toEqual(
      new Set(server.transactions.keys()),
    );
  });

  it('gets an import row by row without everything that waits being read for each', async () => {
    server.reply = 'location';
    const account = await save(phone, 'account', { name: 'Main Account' });
    await phone.settle();
    const accountId = await currentId(phone.db, account.id);
    let read = 0;
    const count = <R>(row: R): R => {
      read += 1;
      return row;
    };
    phone.db.outbox.hook('reading', count);
    phone.db.aliases.hook('reading', count);
    phone.db.transactions.hook('reading', count);
    const readBy = async (rows: number): Promise<number> => {
      const transactions = Array.from({ length: rows }, (_, index) => ({
        ...purchase({ accountId, brokerId: '7', brokerDealReference: `${rows}-${index}` }),
        id: newId(),
      }));
      await importFile(phone, transactions);
      read = 0;
      phone.online = true;
      await phone.sync.flush();
      phone.online = false;
      expect(phone.sync.status.get()).toMatchObject({ waiting: 0 });
      return read;
    };
    const few = await readBy(30);
    const many = await readBy(120);
    expect(many).toBeLessThan(5 * few);
    expect(server.transactions.size).toBe(150);
  });

  it('knows a record by its first id however often it had to be made again', async () => {
    const id = await offlinePurchase(phone);
    await phone.settle();
    for (let times = 0; times < 2; times += 1) {
      const row = await getTransaction(phone.db, id);
      if (row === null) throw new Error('no row');
      server.transactions.delete(row.id);
      await save(phone, 'transaction', {
        ...purchase({ accountId: row.accountId, brokerId: '7', consideration: (100 + times) as Pounds }),
        id: row.id,
      });
      await phone.settle();
      const [entry] = await listOutbox(phone.db);
      written(await resolveConflict(phone.db, entry?.seq ?? 0, 'mine'));
      await phone.settle();
    }
    expect(await getTransaction(phone.db, id)).toMatchObject({
      id: [...server.transactions.keys()][0],
      consideration: 101,
    });
  });

  it('merges edits of different fields and asks about the same field', async () => {
    await offlinePurchase(phone);
    await phone.settle();
    await laptop.settle();
    const [row] = await listTransactions(phone.db);
    if (row === undefined) throw new Error('no row');
    const { id, ...fields } = row;
    const plain = purchase({ accountId: fields.accountId, brokerId: '7' });
    await saveRecord(phone.db, 'transaction', { ...plain, id, consideration: 400 as Pounds }, clock.now());
    await saveRecord(laptop.db, 'transaction', { ...plain, id, brokerDealReference: 'R2' }, clock.now());
    await phone.settle();
    await laptop.settle();
    expect(server.transactions.get(id)).toMatchObject({ consideration: 400, brokerDealReference: 'R2' });
    expect(await listNotices(laptop.db)).toMatchObject([{ kind: 'merged', fields: ['consideration'] }]);
    await phone.settle();
    await saveRecord(
      phone.db,
      'transaction',
      { ...plain, id, consideration: 500 as Pounds, brokerDealReference: 'R2' },
      clock.now(),
    );
    await saveRecord(
      laptop.db,
      'transaction',
      { ...plain, id, consideration: 600 as Pounds, brokerDealReference: 'R2' },
      clock.now(),
    );
    await phone.settle();
    await laptop.settle();
    expect(await queueOf(laptop)).toEqual(['transaction update conflict sameField']);
    expect(server.transactions.get(id)).toMatchObject({ consideration: 500 });
    expect(await getTransaction(laptop.db, id)).toMatchObject({ consideration: 600 });
    expect(laptop.sync.status.get()).toMatchObject({ phase: 'idle', attention: 1, waiting: 0 });
  });

  // Sync rule 1.4
  it('asks before deleting what was changed elsewhere, and before saving what was deleted elsewhere', async () => {
    await offlinePurchase(phone);
    await phone.settle();
    await laptop.settle();
    const [row] = await listTransactions(phone.db);
    const id = row?.id ?? '';
    const plain = purchase({ accountId: row?.accountId ?? '', brokerId: '7' });
    await removeRecords(phone.db, 'transaction', [id], clock.now());
    await saveRecord(laptop.db, 'transaction', { ...plain, id, consideration: 700 as Pounds }, clock.now());
    await laptop.settle();
    clock.advance(11_000);
    await phone.settle();
    expect(await queueOf(phone)).toEqual(['transaction delete conflict changedElsewhere']);
    expect(server.transactions.size).toBe(1);
    server.transactions.clear();
    await saveRecord(laptop.db, 'transaction', { ...plain, id, consideration: 800 as Pounds }, clock.now());
    await laptop.settle();
    expect(await queueOf(laptop)).toEqual(['transaction update conflict deletedElsewhere']);
    expect(await getTransaction(laptop.db, id)).toMatchObject({ consideration: 800 });
  });

  it('keeps records on the device that it could not store', async () => {
    const account = await save(phone, 'account', { name: 'Main Account' });
    await saveRecord(
      phone.db,
      'transaction',
      { ...purchase({ accountId: account.id, brokerId: '7' }), transferId: 't' },
      clock.now(),
    );
    const event = { isin: '', quantity: null, nativePrice: null, localPrice: null, consideration: 0 as Pounds };
    await saveRecord(
      phone.db,
      'transaction',
      {
        ...purchase({ accountId: account.id, brokerId: '7', ...event, brokerCharge: 0 as Pounds }),
        transactionType: 'DEPOSIT',
        cashAmount: 100 as Money,
        cashCurrency: 'GBP',
      },
      clock.now(),
    );
    await phone.settle();
    expect(await queueOf(phone)).toEqual([
      'transaction create failed unsupported',
      'transaction create failed unsupported',
    ]);
    expect(await listTransactions(phone.db)).toHaveLength(2);
  });

  it('deletes a parent after its children', async () => {
    const id = await offlinePurchase(phone);
    await phone.settle();
    const [account] = await listAccounts(phone.db);
    await removeRecords(phone.db, 'transaction', [id], clock.now());
    await remove(phone, 'account', [account?.id ?? '']);
    await phone.settle();
    expect([server.accounts.size, server.transactions.size]).toEqual([0, 0]);
    expect(await queueOf(phone)).toEqual([]);
  });
});

describe('a bad connection', () => {
  it('leaves everything unchanged while a captive portal answers', async () => {
    await offlinePurchase(phone);
    await phone.settle();
    network.fault = () => 'portal';
    const before = await listTransactions(phone.db);
    await saveRecord(phone.db, 'account', { name: 'Other' }, clock.now());
    await phone.once();
    expect(phone.sync.status.get()).toMatchObject({ phase: 'offline', waiting: 1 });
    expect(await listTransactions(phone.db)).toEqual(before);
    network.fault = () => 'none';
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
  });

  it('is said to be over when the server has answered, not when it is asked again', async () => {
    await phone.once();
    network.fault = () => 'portal';
    await phone.once();
    expect(phone.sync.status.get().phase).toBe('offline');
    const phases = new Set<string>();
    const stop = phone.sync.status.subscribe(() => {
      phases.add(phone.sync.status.get().phase);
    });
    await phone.once();
    expect([...phases].filter((phase) => phase !== 'offline')).toEqual([]);
    network.fault = () => 'none';
    await phone.once();
    stop();
    expect(phone.sync.status.get().phase).toBe('idle');
  });

  // Sync rule 4.6
  it('is not said to be over by a round that has nothing to send and nothing to read', async () => {
    await phone.once();
    network.fault = () => 'portal';
    await phone.once();
    phone.online = true;
    const phaseAfterFlush = async (): Promise<string> => {
      await phone.sync.flush();
      return phone.sync.status.get().phase;
    };
    expect(await phaseAfterFlush()).toBe('offline');
    network.fault = () => 'none';
    expect(await phaseAfterFlush()).toBe('idle');
  });

  // Sync rule 4.6
  it.each([
    [500, 'idle'],
    [403, 'idle'],
    [503, 'offline'],
    ['portal', 'offline'],
  ] as const)('shows as Offline only when the first question reaches no server: %s', async (fault, phase) => {
    network.fault = () => fault;
    await phone.once();
    expect(phone.sync.status.get()).toMatchObject({ phase, lastSyncedAt: null });
    network.fault = () => 'none';
    await phone.once();
    expect(phone.sync.status.get()).toMatchObject({ phase: 'idle', lastSyncedAt: expect.any(String) as string });
  });

  it.each([
    [521, 'offline'],
    [503, 'offline'],
    [500, 'signIn'],
    ['none', 'signIn'],
  ] as const)('is not taken for a server that asks for the password: %s', async (fault, phase) => {
    phone.token = null;
    network.fault = () => fault;
    await phone.once();
    expect(phone.sync.status.get().phase).toBe(phase);
  });

  // Sync rule 1.7
  it("puts an entry back at a 401 and sends nothing in another's name", async () => {
    await offlinePurchase(phone);
    network.fault = (request) => (request.method === 'POST' ? 401 : 'none');
    await phone.settle();
    expect(phone.token).toBeNull();
    expect(await queueOf(phone)).toEqual(['account create queued', 'transaction create queued']);
    expect((await listOutbox(phone.db))[0]?.attempts).toBe(0);
    network.fault = () => 'none';
    phone.token = 'token';
    await phone.settle();
    expect(writesIn(network.log)).toEqual(['POST /accounts', 'POST /accounts', 'POST /transactions']);
  });

  describe('whose answer lacks many records', () => {
    let lost: PlainServer['transactions'];

    function recreate(ids: Iterable<string> = lost.keys()): void {
      for (const id of ids) server.transactions.set(id, lost.get(id) ?? { id });
    }

    beforeEach(async () => {
      const account = await save(phone, 'account', { name: 'Main Account' });
      for (let i = 0; i < 12; i += 1)
        await saveRecord(
          phone.db,
          'transaction',
          purchase({ accountId: account.id, brokerId: '7', consideration: (i + 1) as Pounds }),
          clock.now(),
        );
      await phone.settle();
      lost = new Map(server.transactions);
      server.transactions.clear();
      await phone.once();
      await phone.once();
    });

    // Sync rule 5.19
    it('is not believed without asking', async () => {
      expect(await listTransactions(phone.db)).toHaveLength(12);
      expect(await listQuarantine(phone.db)).toMatchObject([{ entity: 'transaction', reason: 'vanished' }]);
      expect(phone.sync.status.get()).toMatchObject({ attention: 1, phase: 'idle' });
    });

    it('is asked about only while they are missing', async () => {
      const [one = '', ...others] = lost.keys();
      recreate(others);
      await phone.once();
      expect(await listQuarantine(phone.db)).toMatchObject([{ ids: [one] }]);
      recreate();
      await phone.once();
      expect(await listQuarantine(phone.db)).toEqual([]);
      expect(phone.sync.status.get()).toMatchObject({ attention: 0, phase: 'idle' });
      expect(await listTransactions(phone.db)).toHaveLength(12);
    });

    it('is read again before the records that the user keeps are sent', async () => {
      const [changed = '', ...others] = lost.keys();
      recreate(others.slice(1));
      server.transactions.set(changed, { ...lost.get(changed), id: changed, consideration: 99 });
      written(await answerQuarantine(phone.db, 'transaction', 'keep', clock.now()));
      await phone.settle();
      expect(server.transactions.size).toBe(12);
      expect(await queueOf(phone)).toEqual(['transaction update conflict sameField']);
      await choose(phone, 'mine');
      await phone.settle();
      expect(
        [...server.transactions.values()].map((row) => Number(row['consideration'])).toSorted((a, b) => a - b),
      ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
      expect(await listTransactions(phone.db)).toHaveLength(12);
    });
  });

  // Sync rule 2.5
  it('lets one refused or failing entry stop only what depends on it', async () => {
    const poison = await save(phone, 'account', { name: 'Poison' });
    await saveRecord(phone.db, 'transaction', purchase({ accountId: poison.id, brokerId: '7' }), clock.now());
    await saveRecord(phone.db, 'account', { name: 'Good' }, clock.now());
    let posts = 0;
    network.fault = (request) => (request.method === 'POST' && posts++ === 0 ? 400 : 'none');
    await phone.once();
    expect([...server.accounts.values()].map((row) => row['name'])).toEqual(['Good']);
    expect(await queueOf(phone)).toEqual(['account create failed refused', 'transaction create queued']);
  });
});
