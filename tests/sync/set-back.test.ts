/** A server that came back from a backup, and what its users' devices still have. */
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pounds } from '../../domain/amount.ts';
import type { Transaction } from '../../domain/records.ts';
import { saveAccount } from '../../src/data/accounts.ts';
import { recordOf } from '../../src/data/entity-fields.ts';
import { listOutbox } from '../../src/data/outbox.ts';
import { answerQuarantine, listQuarantine } from '../../src/data/quarantine.ts';
import type { EntityName } from '../../src/data/schema.ts';
import { getTransaction, listTransactions, saveTransaction } from '../../src/data/transactions.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { newDevice, type Device, type DeviceOptions } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { testNetwork, type TestNetwork } from '../device/network.ts';
import { realServer, type RealServer } from '../device/real-server.ts';

const LISTED = 'IE00B3RBWM25';

// The same machine may be building beside these tests.
vi.setConfig({ testTimeout: 30_000 });

let clock: TestClock;
let server: RealServer;
let network: TestNetwork;
let token: string;
let options: DeviceOptions;
let phone: Device;
let laptop: Device;

beforeAll(async () => {
  server = await realServer({ fewWith: LISTED });
  await server.newUser();
});

beforeEach(async () => {
  await server.clear();
  clock = testClock();
  network = testNetwork(server.handle);
  token = await server.newUser({ isAdmin: true });
  options = { clock, network, token, userId: 'admin' };
  phone = await newDevice(options);
  laptop = await newDevice(options);
});

afterAll(async () => {
  await server.close();
});

async function makeAccount(device: Device): Promise<string> {
  const { id } = written(await saveAccount(device.db, { name: 'Main Account' }, clock.now()));
  await device.once();
  return id;
}

async function buy(device: Device, fields: Partial<Transaction> = {}): Promise<string> {
  const { id } = written(await saveTransaction(device.db, purchase({ isin: LISTED, ...fields }), clock.now()));
  await device.once();
  return id;
}

async function edit(device: Device, id: string, consideration: number): Promise<void> {
  const row = await getTransaction(device.db, id);
  if (row === null) throw new Error('no such transaction');
  written(await saveTransaction(device.db, { ...recordOf('transaction', row), consideration: consideration as Pounds }, clock.now()));
  await device.once();
}

async function answer(device: Device, entity: EntityName, choice: 'keep' | 'remove'): Promise<void> {
  written(await answerQuarantine(device.db, entity, choice, clock.now()));
  await device.settle();
}

async function questions(device: Device): Promise<string[]> {
  return (await listQuarantine(device.db)).map(({ entity, ids }) => `${entity} ${ids.length}`);
}

async function considerations(device: Device): Promise<number[]> {
  return (await listTransactions(device.db)).map((row) => row.consideration);
}

describe('a transaction that the backup lacks and that another device keeps', () => {
  let id: string;
  let setBack: () => Promise<void>;

  beforeEach(async () => {
    const accountId = await makeAccount(phone);
    setBack = await server.backUp();
    id = await buy(phone, { accountId, brokerId: await server.anyBroker(token), consideration: 1 as Pounds });
    for (const amount of [2, 3, 4]) await edit(phone, id, amount);
    await laptop.once();
  });

  async function keptByLaptop(): Promise<void> {
    await setBack();
    await phone.once();
    await laptop.once();
    expect(await questions(phone)).toEqual(['transaction 1']);
    await answer(laptop, 'transaction', 'keep');
  }

  it('is asked about no more', async () => {
    await keptByLaptop();
    await phone.once();
    expect(await questions(phone)).toEqual([]);
    expect(await listOutbox(phone.db)).toEqual([]);
    await edit(phone, id, 5);
    await laptop.once();
    expect(await considerations(laptop)).toEqual([5]);
  });

  it('comes back to a device that had removed it', async () => {
    await setBack();
    await phone.once();
    await laptop.once();
    await answer(phone, 'transaction', 'remove');
    expect(await considerations(phone)).toEqual([]);
    await answer(laptop, 'transaction', 'keep');
    await phone.once();
    expect(await considerations(phone)).toEqual([4]);
  });

  it('is asked about where its text differs', async () => {
    await edit(phone, id, 5);
    await keptByLaptop();
    await phone.once();
    expect(await considerations(phone)).toEqual([5]);
    expect(await listOutbox(phone.db)).toMatchObject([{ state: 'conflict', payload: { record: { consideration: 5 } }, theirs: { record: { consideration: 4 } } }]);
  });
});
