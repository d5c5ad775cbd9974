/** What a server without our extensions may have stored twice, as the sync page asks about it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { listAccounts } from '../../src/data/records/accounts.ts';
import { listNotices } from '../../src/data/outbox/notices.ts';
import {
  keepBoth,
  possibleDuplicates,
  removeOne,
  undoRemoved,
  type PossibleDuplicate,
} from '../../src/data/questions/duplicates.ts';
import { listProperties } from '../../src/data/records/properties.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import type { Pounds } from '../../domain/values/amount.ts';
import { attach, remove, save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { newDevice, type Device } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { testNetwork, writesIn, type TestNetwork, type TestRequest } from '../device/network.ts';
import { plainServer, type PlainServer } from '../device/plain-server.ts';
import { property, propertyPrice } from '../device/wealth.ts';

const NONE = { pairs: [], resent: [], imported: [] };

let clock: TestClock;
let server: PlainServer;
let network: TestNetwork;
let device: Device;

beforeEach(async () => {
  clock = testClock();
  server = plainServer();
  network = testNetwork(server.handle);
  device = await newDevice({ clock, network });
  await device.settle();
  network.log.length = 0;
});

/**
 * The first creation under a path is held up on its way, and reaches the server only after the device has looked for it
 * three times and sent it again.
 */
async function arriveTwice(path: string): Promise<void> {
  let held: TestRequest | null = null;
  network.fault = (request) => {
    if (held !== null || request.method !== 'POST' || !request.url.endsWith(path)) return 'none';
    held = request;
    return 'dropRequest';
  };
  await device.settle(20);
  expect(writesIn(network.log).filter((line) => line === `POST ${path}`)).toHaveLength(1);
  if (held !== null) await server.handle(held);
  await device.settle();
}

async function onlyPair(): Promise<PossibleDuplicate> {
  const [pair, ...others] = (await possibleDuplicates(device.db)).pairs;
  if (pair === undefined) throw new Error('no pair');
  expect(others).toEqual([]);
  return pair;
}

async function twoPurchases(): Promise<void> {
  const account = await save(device, 'account', { name: 'Main Account' });
  await save(device, 'transaction', purchase({ accountId: account.id, brokerId: '7' }));
  await arriveTwice('/transactions');
  expect([server.transactions.size, (await listTransactions(device.db)).length]).toEqual([2, 2]);
}

describe('a record that arrived twice', () => {
  it('is no pair while only one is known', async () => {
    await saveRecord(device.db, 'account', { name: 'Main Account' }, clock.now());
    let dropped = 0;
    network.fault = (request) => (request.method === 'POST' && dropped++ < 1 ? 'dropRequest' : 'none');
    await device.settle();
    expect(await listNotices(device.db)).toMatchObject([{ kind: 'duplicate' }]);
    expect(await possibleDuplicates(device.db)).toEqual(NONE);
  });

  it('is shown beside its duplicate, and stays when both are kept', async () => {
    await twoPurchases();
    const pair = await onlyPair();
    expect(pair).toMatchObject({
      entity: 'transaction',
      own: { consideration: 339.86 },
      other: { consideration: 339.86 },
      ownUses: [],
      otherUses: [],
    });
    expect(new Set([pair.own.id, pair.other.id])).toEqual(new Set(server.transactions.keys()));
    written(await keepBoth(device.db, [pair]));
    await device.settle();
    expect(await possibleDuplicates(device.db)).toEqual(NONE);
    expect(await listNotices(device.db)).toEqual([]);
    expect(server.transactions.size).toBe(2);
  });

  it('is removed from the server ten seconds after the user said so', async () => {
    await twoPurchases();
    const pair = await onlyPair();
    written(await removeOne(device.db, pair, clock.now()));
    expect((await listTransactions(device.db)).map(({ id }) => id)).toEqual([pair.own.id]);
    expect([await possibleDuplicates(device.db), await listNotices(device.db)]).toEqual([NONE, []]);
    await device.once();
    expect(server.transactions.size).toBe(2);
    clock.advance(11_000);
    await device.settle();
    expect([...server.transactions.keys()]).toEqual([pair.own.id]);
  });

  it('comes back with the question when the removal is undone', async () => {
    await twoPurchases();
    const before = await onlyPair();
    const removed = written(await removeOne(device.db, before, clock.now()));
    written(await undoRemoved(device.db, removed, clock.now()));
    expect(await onlyPair()).toEqual(before);
    clock.advance(11_000);
    await device.settle();
    expect(server.transactions.size).toBe(2);
  });

  it('is removed where nothing names it, and refused where records name both', async () => {
    await save(device, 'account', { name: 'Main Account' });
    await arriveTwice('/accounts');
    const first = await onlyPair();
    // What the device did not make is in use: then its own goes.
    await save(device, 'transaction', purchase({ accountId: first.other.id, brokerId: '7' }));
    const removed = written(await removeOne(device.db, first, clock.now()));
    expect((await listAccounts(device.db)).map(({ id }) => id)).toEqual([first.other.id]);
    written(await undoRemoved(device.db, removed, clock.now()));
    await save(device, 'transaction', purchase({ accountId: first.own.id, brokerId: '7' }));
    expect(await onlyPair()).toMatchObject({
      ownUses: [{ entity: 'transaction', count: 1 }],
      otherUses: [{ entity: 'transaction', count: 1 }],
    });
    expect(await removeOne(device.db, first, clock.now())).toMatchObject({
      ok: false,
      fault: { code: 'inUse', count: 1 },
    });
    expect(await listAccounts(device.db)).toHaveLength(2);
  });

  it('is asked about no more once one of the two was edited or removed', async () => {
    await save(device, 'account', { name: 'Main Account' });
    await arriveTwice('/accounts');
    const { other, own } = await onlyPair();
    await save(device, 'account', { id: other.id, name: 'Another holder' });
    expect(await possibleDuplicates(device.db)).toEqual(NONE);
    await save(device, 'account', { id: other.id, name: 'Main Account' });
    await onlyPair();
    await remove(device, 'account', [own.id]);
    expect(await possibleDuplicates(device.db)).toEqual(NONE);
  });
});

describe('a request that the browser or the network repeats', () => {
  /** Every creation reaches the server so often, and the device hears the last answer. */
  async function repeated(times: number): Promise<void> {
    network.fault = (request) => {
      if (request.method !== 'POST') return 'none';
      for (let more = 2; more < times; more += 1) void server.handle(request);
      return 'duplicate';
    };
    await device.settle();
    network.fault = () => 'none';
  }

  it('row 5: is asked about on a server that cannot recognise it, and the header says so', async () => {
    await save(device, 'account', { name: 'Main Account' });
    await repeated(2);
    expect(server.accounts.size).toBe(2);
    expect(await onlyPair()).toMatchObject({
      entity: 'account',
      own: { name: 'Main Account' },
      other: { name: 'Main Account' },
    });
    expect(device.sync.status.get()).toMatchObject({ phase: 'idle', waiting: 0, attention: 1 });
    written(await removeOne(device.db, await onlyPair(), clock.now()));
    clock.advance(11_000);
    await device.settle();
    expect([server.accounts.size, (await listAccounts(device.db)).length]).toEqual([1, 1]);
    expect(device.sync.status.get()).toMatchObject({ phase: 'idle', attention: 0 });
  });

  it('leaves one of three whichever is removed first', async () => {
    await save(device, 'account', { name: 'Main Account' });
    await repeated(3);
    const { pairs } = await possibleDuplicates(device.db);
    expect(pairs).toHaveLength(2);
    expect(new Set(pairs.map(({ own }) => own.id)).size).toBe(1);
    for (const pair of pairs) written(await removeOne(device.db, pair, clock.now()));
    clock.advance(11_000);
    await device.settle();
    expect([...server.accounts.keys()]).toEqual([pairs[0]?.own.id]);
  });

  it('keeps the others asked about when both of one pair are kept', async () => {
    await save(device, 'account', { name: 'Main Account' });
    await repeated(3);
    const [first] = (await possibleDuplicates(device.db)).pairs;
    if (first !== undefined) written(await keepBoth(device.db, [first]));
    await device.settle();
    expect((await possibleDuplicates(device.db)).pairs).toHaveLength(1);
  });

  it('is asked about each row of an import, and of no row that the file has twice', async () => {
    const account = await save(device, 'account', { name: 'Main Account' });
    await device.settle();
    for (const consideration of [100, 100, 200])
      await save(
        device,
        'transaction',
        purchase({ accountId: account.id, brokerId: '7', consideration: consideration as Pounds }),
      );
    await device.settle();
    expect(await possibleDuplicates(device.db)).toEqual(NONE);
    for (const consideration of [300, 400])
      await save(
        device,
        'transaction',
        purchase({ accountId: account.id, brokerId: '7', consideration: consideration as Pounds }),
      );
    await repeated(2);
    const { pairs } = await possibleDuplicates(device.db);
    expect(pairs.map(({ own }) => Reflect.get(own, 'consideration') as number).toSorted((a, b) => a - b)).toEqual([
      300, 400,
    ]);
  });

  it('is asked about for a property, its price and a receipt too', async () => {
    const account = await save(device, 'account', { name: 'Main Account' });
    await device.settle();
    const house = await save(device, 'property', property({ accountId: account.id }));
    const transaction = await save(device, 'transaction', purchase({ accountId: account.id, brokerId: '7' }));
    await device.settle();
    const [known] = await listProperties(device.db);
    const [bought] = await listTransactions(device.db);
    await save(device, 'propertyPrice', propertyPrice(known?.id ?? house.id));
    const bytes = new TextEncoder().encode('%PDF-1.7').buffer as ArrayBuffer;
    await attach(
      device,
      bought?.id ?? transaction.id,
      { name: 'note.pdf', bytes },
      { receiptType: 'contract_note', description: '' },
    );
    await save(device, 'property', property({ accountId: account.id, name: 'Other' }));
    await repeated(2);
    const { pairs } = await possibleDuplicates(device.db);
    expect(pairs.map(({ entity }) => entity).toSorted()).toEqual(['property', 'propertyPrice', 'receipt']);
    for (const pair of pairs) written(await removeOne(device.db, pair, clock.now()));
    clock.advance(11_000);
    await device.settle();
    expect(await possibleDuplicates(device.db)).toEqual(NONE);
    expect([server.properties.size, await device.db.propertyPrices.count(), await device.db.receipts.count()]).toEqual([
      2, 1, 1,
    ]);
  });

  // Sync rule 4.5
  it('removes the same record on two devices that are both asked', async () => {
    const laptop = await newDevice({ clock, network });
    await laptop.settle();
    for (const one of [device, laptop]) {
      await save(one, 'account', { name: 'Main Account' });
      one.online = true;
      await one.sync.flush();
    }
    for (const one of [device, laptop]) await one.settle();
    for (const one of [device, laptop]) {
      const { pairs } = await possibleDuplicates(one.db);
      expect(pairs).toHaveLength(1);
      for (const pair of pairs) written(await removeOne(one.db, pair, clock.now()));
    }
    clock.advance(11_000);
    // What a list lacks once may be an accident.
    for (const one of [device, laptop, device, laptop]) await one.settle();
    expect(server.accounts.size).toBe(1);
    for (const one of [device, laptop]) expect(await listAccounts(one.db)).toHaveLength(1);
  });
});
