/** Imports whose brokers the server does not have when the rows arrive: no row is ever given to another broker unnoticed. */
import 'fake-indexeddb/auto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Pounds } from '../../domain/values/amount.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { discardEntry } from '../../src/data/questions/attention.ts';
import { listBrokers, saveBroker } from '../../src/data/records/brokers.ts';
import { newId } from '../../src/data/database/ids.ts';
import { listNotices } from '../../src/data/outbox/notices.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { answerQuarantine } from '../../src/data/pulled/quarantine.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { remove, save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { type Device, importFile, newDevice } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { testNetwork, type TestNetwork } from '../device/network.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

let clock: TestClock;
const server = serverOfTests();
let network: TestNetwork;

beforeAll(async () => {
  await server.newUser();
});

beforeEach(() => {
  clock = testClock();
  network = testNetwork(server.handle);
});

let brokers = 0;

/** A name that no history before has left on the server. */
function brokerName(): string {
  brokers += 1;
  return `Small Broker ${brokers}`;
}

async function deviceOf(token: string, userId: string): Promise<Device> {
  const device = await newDevice({ clock, network, token, userId });
  await device.once();
  return device;
}

async function newAccount(device: Device): Promise<string> {
  const { id } = await save(device, 'account', { name: 'Main Account' });
  return id;
}

async function importRows(device: Device, accountId: string, brokerId: string): Promise<void> {
  const transactions = [1, 2].map((number): Transaction => ({
    ...purchase({ accountId, brokerId, isin: 'IE00B3RBWM25', consideration: number as Pounds }),
    id: newId(),
  }));
  await importFile(device, transactions);
}

/** The name of each row's broker, as the device shows it. */
async function brokersOn(device: Device): Promise<(string | undefined)[]> {
  const names = new Map((await listBrokers(device.db)).map(({ id, name }) => [id, name]));
  return (await listTransactions(device.db)).map(({ brokerId }) => names.get(brokerId));
}

async function brokersOnServer(token: string): Promise<unknown[]> {
  const everything = await server.everything(token);
  const names = new Map((everything.get('broker') as { id: string; name: string }[]).map(({ id, name }) => [id, name]));
  return (everything.get('transaction') as { brokerId: string }[]).map(({ brokerId }) => names.get(brokerId));
}

describe('rows of an import that waits while an administrator deletes its broker', () => {
  it.each(['before', 'after'] as const)(
    'bring the broker back, and say so: sent %s the device hears of it',
    async (order) => {
      const [admin, token] = [await server.newUser({ isAdmin: true }), await server.newUser()];
      const [office, phone, laptop] = [
        await deviceOf(admin, 'admin'),
        await deviceOf(token, 'user'),
        await deviceOf(token, 'user'),
      ];
      const name = brokerName();
      const broker = written(await saveBroker(office.db, { name }, clock.now()));
      await office.settle();
      const accountId = await newAccount(phone);
      await phone.settle();
      await importRows(phone, accountId, broker.id);
      await remove(office, 'broker', [broker.id]);
      clock.advance(20_000);
      await office.settle();
      if (order === 'after') {
        network.fault = (request) => (request.method === 'POST' ? 429 : 'none');
        await phone.once();
        expect((await listBrokers(phone.db)).map(({ id }) => id)).not.toContain(broker.id);
        network.fault = () => 'none';
        clock.advance(600_000);
      }
      await phone.settle();
      expect(await listOutbox(phone.db)).toEqual([]);
      expect(await listNotices(phone.db)).toMatchObject([{ kind: 'broughtBack', entity: 'broker', id: broker.id }]);
      await phone.once();
      await laptop.settle();
      expect([await brokersOn(phone), await brokersOn(laptop), await brokersOnServer(token)]).toEqual([
        [name, name],
        [name, name],
        [name, name],
      ]);
    },
  );
});

describe('rows of an import of a new broker', () => {
  it('wait until the broker has arrived', async () => {
    const token = await server.newUser({ isAdmin: true });
    const [phone, laptop] = [await deviceOf(token, 'user'), await deviceOf(token, 'user')];
    const name = brokerName();
    const accountId = await newAccount(phone);
    await importRows(phone, accountId, written(await saveBroker(phone.db, { name }, clock.now())).id);
    let refused = 0;
    network.fault = (request) => {
      if (request.method !== 'POST' || !request.url.endsWith('/brokers')) return 'none';
      refused += 1;
      return refused === 1 ? 500 : 'none';
    };
    await phone.once();
    expect(refused).toBe(1);
    expect(await brokersOnServer(token)).toEqual([]);
    await phone.settle();
    await laptop.once();
    expect([await brokersOn(phone), await brokersOn(laptop), await brokersOnServer(token)]).toEqual([
      [name, name],
      [name, name],
      [name, name],
    ]);
  });

  it('keep the broker from being given up', async () => {
    const phone = await deviceOf(await server.newUser({ isAdmin: true }), 'user');
    const accountId = await newAccount(phone);
    await importRows(phone, accountId, written(await saveBroker(phone.db, { name: brokerName() }, clock.now())).id);
    network.fault = (request) => (request.method === 'POST' && request.url.endsWith('/brokers') ? 403 : 'none');
    await phone.once();
    const creation = (await listOutbox(phone.db)).find(({ entity }) => entity === 'broker');
    expect(creation).toMatchObject({ state: 'failed' });
    expect(await discardEntry(phone.db, creation?.seq ?? 0)).toEqual({
      ok: false,
      fault: { code: 'inUse', count: 1, uses: [] },
    });
  });

  it('wait for the user where a backup has lost the broker', async () => {
    const token = await server.newUser({ isAdmin: true });
    const phone = await deviceOf(token, 'user');
    const accountId = await newAccount(phone);
    await phone.settle();
    const restoreBackup = await server.backUp();
    const name = brokerName();
    const broker = written(await saveBroker(phone.db, { name }, clock.now()));
    await phone.settle();
    await importRows(phone, accountId, broker.id);
    await restoreBackup();
    await phone.once();
    await phone.once();
    expect(await brokersOnServer(token)).toEqual([]);
    written(await answerQuarantine(phone.db, 'broker', 'keep', clock.now()));
    await phone.settle();
    expect(await listOutbox(phone.db)).toEqual([]);
    expect([await brokersOn(phone), await brokersOnServer(token)]).toEqual([
      [name, name],
      [name, name],
    ]);
  });
});
