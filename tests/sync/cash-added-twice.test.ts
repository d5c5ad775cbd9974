/** A cash balance that two devices add offline for the same account, broker and wrapper. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Money } from '../../domain/values/amount.ts';
import { listAccounts } from '../../src/data/records/accounts.ts';
import { listBrokerCashBalances } from '../../src/data/records/broker-cash-balances.ts';
import { listBrokers } from '../../src/data/records/brokers.ts';
import {
  keepBoth,
  keepSecondCash,
  possibleDuplicates,
  removeOne,
  undoRemoved,
  type PossibleDuplicate,
} from '../../src/data/questions/duplicates.ts';
import { save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { newDevice, type Device } from '../device/device.ts';
import { written } from '../device/fixtures.ts';
import { testNetwork } from '../device/network.ts';
import { plainServer } from '../device/plain-server.ts';
import { cash } from '../device/wealth.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

const UNDO = 11_000;

const real = serverOfTests();
let clock: TestClock;
let phone: Device;
let laptop: Device;

async function add(device: Device, balance: number): Promise<void> {
  const [account] = await listAccounts(device.db);
  const [broker] = (await listBrokers(device.db)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const fields = cash({ accountId: account?.id ?? '', brokerId: broker?.id ?? '', cashBalance: balance as Money });
  await save(device, 'brokerCashBalance', fields);
}

async function balances({ db }: Device): Promise<number[]> {
  return (await listBrokerCashBalances(db)).map(({ cashBalance }) => cashBalance).toSorted((a, b) => a - b);
}

async function pairs({ db }: Device): Promise<readonly PossibleDuplicate[]> {
  return (await possibleDuplicates(db)).pairs;
}

async function onlyPair(device: Device): Promise<PossibleDuplicate> {
  const [pair] = await pairs(device);
  if (pair === undefined) throw new Error('no pair');
  return pair;
}

describe.each(['extended', 'plain'] as const)('on a server of kind %s', (kind) => {
  beforeEach(async () => {
    clock = testClock();
    const isPlain = kind === 'plain';
    const network = testNetwork(isPlain ? plainServer().handle : real.handle);
    const options = { clock, network, ...(isPlain ? {} : { token: await real.newUser() }) };
    phone = await newDevice(options);
    laptop = await newDevice(options);
    await save(phone, 'account', { name: 'Main' });
    await phone.settle();
    await laptop.settle();
    await add(phone, 100);
    await add(laptop, 120);
    await phone.settle();
    await laptop.settle();
    await phone.settle();
  });

  it('is asked about on the device whose own came second, and counts as one question', async () => {
    expect([await balances(phone), await balances(laptop)]).toEqual([
      [100, 120],
      [100, 120],
    ]);
    expect(await pairs(phone)).toEqual([]);
    expect(await pairs(laptop)).toMatchObject([{ entity: 'brokerCashBalance', reason: { kind: 'cash' } }]);
    expect(laptop.sync.status.get()).toMatchObject({ phase: 'idle', attention: 1, waiting: 0 });
    written(await keepBoth(laptop.db, [await onlyPair(laptop)]));
    await laptop.settle();
    expect([await pairs(laptop), await balances(laptop)]).toEqual([[], [100, 120]]);
  });

  it.each([
    ['first', removeOne],
    ['second', keepSecondCash],
  ] as const)('is one balance where the user keeps the %s, which can be undone', async (which, answer) => {
    const pair = await onlyPair(laptop);
    const kept = which === 'first' ? pair.own : pair.other;
    const balance = 'cashBalance' in kept ? kept.cashBalance : null;
    const removed = written(await answer(laptop.db, pair, clock.now()));
    expect([await pairs(laptop), await balances(laptop)]).toEqual([[], [balance]]);
    written(await undoRemoved(laptop.db, removed, clock.now()));
    expect(await balances(laptop)).toEqual([100, 120]);
    written(await answer(laptop.db, await onlyPair(laptop), clock.now()));
    clock.advance(UNDO);
    await laptop.settle();
    // A list of a plain server is believed when it is seen twice.
    await phone.settle();
    await phone.settle();
    expect([await balances(phone), await balances(laptop)]).toEqual([[balance], [balance]]);
  });

  it('is not asked about what one device adds while it knows the other', async () => {
    written(await keepBoth(laptop.db, [await onlyPair(laptop)]));
    await add(phone, 140);
    await phone.settle();
    await laptop.settle();
    expect([await pairs(phone), await pairs(laptop)]).toEqual([[], []]);
    expect(await balances(laptop)).toEqual([100, 120, 140]);
  });
});
