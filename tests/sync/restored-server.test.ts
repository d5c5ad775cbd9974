/** A server that came back from a backup, and what its users' devices still have. */
import 'fake-indexeddb/auto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Pounds } from '../../domain/values/amount.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { resolveConflict } from '../../src/data/questions/attention.ts';
import { saveBroker } from '../../src/data/records/brokers.ts';
import { latestClaimNumber, noteServerEpoch } from '../../src/data/outbox/claims.ts';
import { ownerOf } from '../../src/data/database/database.ts';
import type { EntityName } from '../../src/data/entities/entities.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { removeRecords } from '../../src/data/outbox/removals.ts';
import { answerQuarantine, listQuarantine } from '../../src/data/pulled/quarantine.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { createApi } from '../../src/sync/api/api.ts';
import { sendNext } from '../../src/sync/send/sender.ts';
import { edit, save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { newDevice, type Device, type DeviceOptions } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { testNetwork, writesIn, type TestNetwork } from '../device/network.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

const LISTED = 'IE00B3RBWM25';

// The same machine may be building beside these tests.
let clock: TestClock;
const server = serverOfTests({ fewWith: LISTED });
let network: TestNetwork;
let token: string;
let options: DeviceOptions;
let phone: Device;
let laptop: Device;

beforeAll(async () => {
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

async function makeAccount(device: Device): Promise<string> {
  const { id } = await save(device, 'account', { name: 'Main Account' });
  await device.once();
  return id;
}

async function buy(device: Device, fields: Partial<Transaction> = {}): Promise<string> {
  const { id } = await save(device, 'transaction', purchase({ isin: LISTED, ...fields }));
  await device.once();
  return id;
}

async function editThere(device: Device, id: string, consideration: number): Promise<void> {
  await edit(device, id, { consideration: consideration as Pounds });
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
  let restoreBackup: () => Promise<void>;

  beforeEach(async () => {
    const accountId = await makeAccount(phone);
    restoreBackup = await server.backUp();
    id = await buy(phone, { accountId, brokerId: await server.anyBroker(token), consideration: 1 as Pounds });
    for (const amount of [2, 3, 4]) await editThere(phone, id, amount);
    await laptop.once();
  });

  async function keptByLaptop(): Promise<void> {
    await restoreBackup();
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
    await editThere(phone, id, 5);
    await laptop.once();
    expect(await considerations(laptop)).toEqual([5]);
  });

  it('comes back to a device that had removed it', async () => {
    await restoreBackup();
    await phone.once();
    await laptop.once();
    await answer(phone, 'transaction', 'remove');
    expect(await considerations(phone)).toEqual([]);
    await answer(laptop, 'transaction', 'keep');
    await phone.once();
    expect(await considerations(phone)).toEqual([4]);
  });

  // Sync rule 7.2
  it('comes back to a device whose user deleted it before answering', async () => {
    await restoreBackup();
    await phone.once();
    await laptop.once();
    written(await removeRecords(phone.db, 'transaction', [id], clock.now()));
    clock.advance(11_000);
    await phone.settle();
    await answer(laptop, 'transaction', 'keep');
    await phone.once();
    expect(await considerations(phone)).toEqual([4]);
    expect(await questions(phone)).toEqual([]);
  });

  it('is asked about where its text differs', async () => {
    await editThere(phone, id, 5);
    await keptByLaptop();
    await phone.once();
    expect(await considerations(phone)).toEqual([5]);
    expect(await listOutbox(phone.db)).toMatchObject([
      { state: 'conflict', payload: { record: { consideration: 5 } }, theirs: { record: { consideration: 4 } } },
    ]);
  });
});

describe('a transaction that was edited since the backup', () => {
  let id: string;

  beforeEach(async () => {
    const accountId = await makeAccount(phone);
    id = await buy(phone, { accountId, brokerId: await server.anyBroker(token), consideration: 10 as Pounds });
    const restoreBackup = await server.backUp();
    await editThere(phone, id, 20);
    await laptop.once();
    await restoreBackup();
    await phone.once();
    await laptop.once();
  });

  async function asked(device: Device): Promise<unknown[]> {
    return (await listOutbox(device.db)).map((entry) => [
      entry.state,
      entry.error?.code,
      entry.entity === 'transaction' && entry.payload?.record,
    ]);
  }

  // Sync rule 5.7
  it('is asked about once as changed by the restore: after one device has answered, the other is no longer asked', async () => {
    const question = ['conflict', 'restoredFromBackup', expect.objectContaining({ id, consideration: 20 })];
    expect([await asked(phone), await asked(laptop)]).toEqual([[question], [question]]);
    const [entry] = await listOutbox(phone.db);
    written(await resolveConflict(phone.db, entry?.seq ?? 0, 'mine'));
    await phone.settle();
    await laptop.once();
    expect(await asked(laptop)).toEqual([]);
    expect([await considerations(phone), await considerations(laptop)]).toEqual([[20], [20]]);
    // Its version is the server's.
    await editThere(laptop, id, 30);
    expect((await server.records(token, 'transaction')).map((row) => row['consideration'])).toEqual([30]);
  });

  it("is no longer asked about once it equals the server's version, by an edit or another restore", async () => {
    await editThere(phone, id, 10);
    expect(await asked(phone)).toEqual([]);
    const restoreBackup = await server.backUp();
    const [entry] = await listOutbox(laptop.db);
    written(await resolveConflict(laptop.db, entry?.seq ?? 0, 'mine'));
    await laptop.settle();
    await editThere(phone, id, 15);
    expect(await considerations(phone)).toEqual([15]);
    await restoreBackup();
    await laptop.once();
    await phone.once();
    expect(await asked(phone)).toEqual([]);
  });
});

describe('a broker that the backup lacks', () => {
  let user: Device;
  let userToken: string;
  let brokerId: string;

  beforeEach(async () => {
    userToken = await server.newUser();
    user = await newDevice({ ...options, token: userToken, userId: 'user' });
    const accountId = await makeAccount(user);
    await phone.once();
    const restoreBackup = await server.backUp();
    brokerId = written(await saveBroker(phone.db, { name: 'Small Broker' }, clock.now())).id;
    await phone.once();
    await user.once();
    for (const amount of [1, 2, 3]) await buy(user, { accountId, brokerId, consideration: amount as Pounds });
    await restoreBackup();
    await user.once();
    await phone.once();
    expect(await questions(user)).toEqual(['broker 1', 'transaction 3']);
  });

  async function sent(): Promise<unknown[]> {
    return (await server.records(userToken, 'transaction')).map((row) => row['brokerId']);
  }

  // Sync rule 7.4
  it('is waited for by users who may not send it, without claiming their changes repeatedly', async () => {
    await answer(user, 'transaction', 'keep');
    const before = await latestClaimNumber(user.db);
    clock.advance(31_000);
    await user.once();
    // That of one change, and the pull's.
    expect((await latestClaimNumber(user.db)) - before).toBe(2);
    expect(await sent()).toEqual([]);
    await answer(phone, 'broker', 'keep');
    clock.advance(31_000);
    await user.settle();
    expect(await questions(user)).toEqual([]);
    expect(await sent()).toEqual([brokerId, brokerId, brokerId]);
  });

  // Sync rule 5.6
  it('is no longer refused to a user who sent it as well', async () => {
    await answer(user, 'broker', 'keep');
    await answer(user, 'transaction', 'keep');
    expect(await listOutbox(user.db)).toMatchObject([
      { entity: 'broker', state: 'failed', error: { status: 403 } },
      {},
      {},
      {},
    ]);
    await answer(phone, 'broker', 'keep');
    clock.advance(31_000);
    await user.settle();
    expect(await listOutbox(user.db)).toEqual([]);
    expect(await sent()).toEqual([brokerId, brokerId, brokerId]);
  });

  it('is asked about where it was renamed before it returned to a user who was refused', async () => {
    await answer(user, 'broker', 'keep');
    await answer(user, 'transaction', 'keep');
    written(await answerQuarantine(phone.db, 'broker', 'keep', clock.now()));
    written(await saveBroker(phone.db, { id: brokerId, name: 'Small Broker Ltd' }, clock.now()));
    await phone.settle();
    await user.once();
    const [entry] = await listOutbox(user.db);
    expect(entry).toMatchObject({
      entity: 'broker',
      state: 'conflict',
      error: { code: 'sameField', fields: ['name'] },
      theirs: { record: { name: 'Small Broker Ltd' } },
    });
    written(await resolveConflict(user.db, entry?.seq ?? 0, 'theirs'));
    clock.advance(31_000);
    await user.settle();
    expect(await listOutbox(user.db)).toEqual([]);
    expect(await sent()).toEqual([brokerId, brokerId, brokerId]);
  });
});

// Sync rule 7.1
it('nothing more is sent once another tab has noticed the restore', async () => {
  await makeAccount(phone);
  await save(phone, 'account', { name: 'Another' });
  await noteServerEpoch(phone.db, 'another epoch');
  const { db, environment } = phone;
  phone.online = true;
  const before = writesIn(network.log).length;
  const result = await sendNext({ db, environment, mode: 'extended', api: createApi(environment, await ownerOf(db)) });
  expect(result).toEqual({ kind: 'restoredFromBackup' });
  expect(writesIn(network.log)).toHaveLength(before);
  await phone.settle();
  expect(await listOutbox(db)).toEqual([]);
});
