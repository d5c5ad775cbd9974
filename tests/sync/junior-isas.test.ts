/** Junior ISAs, a wrapper that the specification lacks, between devices and servers of either kind and age. */
import { beforeEach, describe, expect, it } from 'vitest';
import { listBrokerCashBalances } from '../../src/data/records/broker-cash-balances.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { importRows, save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { accountAndBroker, type Device, newDevice, queueOf } from '../device/device.ts';
import { purchase } from '../device/fixtures.ts';
import { testNetwork, withText, type TestNetwork } from '../device/network.ts';
import { olderServer } from '../device/older-server.ts';
import { plainServer } from '../device/plain-server.ts';
import { cash } from '../device/wealth.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

const ISIN = 'IE00B3RBWM25';
let clock: TestClock;
const server = serverOfTests();
let token: string;
/** False: a server of ours from before junior ISAs. */
let knows: boolean;
/** What a newer server answers in place of what this one does. */
let answered: (text: string) => string;
let network: TestNetwork;
let phone: Device;
let laptop: Device;

beforeEach(async () => {
  knows = true;
  answered = (text) => text;
  clock = testClock();
  token = await server.newUser();
  const handle = olderServer(server.handle, { lacks: ['juniorIsas'], unknown: /JISA/u, isOlder: () => !knows });
  network = testNetwork(async (request) => withText(await handle(request), answered));
  phone = await newDevice({ clock, network, token });
  laptop = await newDevice({ clock, network, token });
});

const wrappersOnServer = async (): Promise<string[]> =>
  (await server.records(token, 'transaction')).map((row) => String(Reflect.get(Object(row), 'taxWrapper'))).toSorted();
const wrappersOn = async (device: Device): Promise<string[]> =>
  (await listTransactions(device.db)).map(({ taxWrapper }) => taxWrapper).toSorted();

describe('our server', () => {
  it('keeps junior ISAs, their cash too, and tells other devices; an import goes in its chunk', async () => {
    const at = await accountAndBroker(phone);
    const junior = purchase({ ...at, isin: ISIN, taxWrapper: 'JISA' });
    await save(phone, 'transaction', junior);
    await save(phone, 'brokerCashBalance', cash({ ...at, taxWrapper: 'JISA' }));
    await importRows(phone, [{ ...junior, brokerDealReference: 'second' }]);
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    await laptop.settle();
    expect(await wrappersOn(laptop)).toEqual(['JISA', 'JISA']);
    expect((await listBrokerCashBalances(laptop.db)).map(({ taxWrapper }) => taxWrapper)).toEqual(['JISA']);
  });
});

describe('a server of ours from before junior ISAs', () => {
  it('is not sent them: they stay on the device, marked so, and go up once the server keeps them', async () => {
    knows = false;
    const at = await accountAndBroker(phone);
    await save(phone, 'transaction', purchase({ ...at, isin: ISIN, taxWrapper: 'JISA' }));
    await save(phone, 'transaction', purchase({ ...at, isin: ISIN, taxWrapper: 'ISA' }));
    await save(phone, 'brokerCashBalance', cash({ ...at, taxWrapper: 'JISA' }));
    await phone.settle();
    expect(await queueOf(phone)).toEqual([
      'transaction create failed unsupported',
      'brokerCashBalance create failed unsupported',
    ]);
    expect(phone.sync.status.get()).toMatchObject({ phase: 'idle', waiting: 0, attention: 0, keptHere: 2 });
    expect(await wrappersOnServer()).toEqual(['ISA']);
    knows = true;
    clock.advance(2 * 24 * 60 * 60_000);
    phone = await phone.restart();
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    expect(await wrappersOnServer()).toEqual(['ISA', 'JISA']);
  });

  it('is not told of a record that becomes a junior ISA; its own copy stays as it was', async () => {
    knows = false;
    const at = await accountAndBroker(phone);
    const saved = await save(phone, 'transaction', purchase({ ...at, isin: ISIN }));
    await phone.settle();
    await save(phone, 'transaction', { ...saved, taxWrapper: 'JISA' });
    await phone.settle();
    expect(await queueOf(phone)).toEqual(['transaction update failed unsupported']);
    expect(await wrappersOnServer()).toEqual([saved.taxWrapper]);
    expect(await wrappersOn(phone)).toEqual(['JISA']);
  });

  it('gets the other rows of an import in one call; those of a junior ISA stay on the device', async () => {
    knows = false;
    const at = await accountAndBroker(phone);
    const trade = purchase({ ...at, isin: ISIN, taxWrapper: 'ISA' });
    const calls = network.log.length;
    await importRows(phone, [
      trade,
      { ...trade, taxWrapper: 'JISA' },
      { ...trade, taxWrapper: 'SIPP' },
      { ...trade, taxWrapper: 'JISA', brokerDealReference: 'second' },
    ]);
    await phone.settle();
    expect(network.log.slice(calls).filter((call) => call.includes('import-selected'))).toHaveLength(1);
    expect(await queueOf(phone)).toEqual([
      'transaction create failed unsupported',
      'transaction create failed unsupported',
    ]);
    expect(await wrappersOnServer()).toEqual(['ISA', 'SIPP']);
    expect(await wrappersOn(phone)).toEqual(['ISA', 'JISA', 'JISA', 'SIPP']);
    knows = true;
    clock.advance(2 * 24 * 60 * 60_000);
    phone = await phone.restart();
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    expect(await wrappersOnServer()).toEqual(['ISA', 'JISA', 'JISA', 'SIPP']);
  });

  it('gets no call for an import of nothing but junior ISAs', async () => {
    knows = false;
    const at = await accountAndBroker(phone);
    const calls = network.log.length;
    await importRows(phone, [purchase({ ...at, isin: ISIN, taxWrapper: 'JISA' })]);
    await phone.settle();
    expect(network.log.slice(calls).filter((call) => call.includes('import-selected'))).toEqual([]);
    expect(await queueOf(phone)).toEqual(['transaction create failed unsupported']);
  });
});

describe('an app from before a wrapper', () => {
  it('passes over what it cannot read, and keeps the rest', async () => {
    const at = await accountAndBroker(phone);
    for (const taxWrapper of ['JISA', 'ISA'] as const)
      await save(phone, 'transaction', purchase({ ...at, isin: ISIN, taxWrapper }));
    await phone.settle();
    // As an app without junior ISAs reads them: a code that it has never heard of.
    answered = (text) => text.replaceAll('"JISA"', '"NEXT"');
    await laptop.settle();
    expect(await wrappersOn(laptop)).toEqual(['ISA']);
    expect(laptop.sync.status.get()).toMatchObject({ phase: 'idle', attention: 0 });
  });
});

describe('a plain server', () => {
  it('gets what it knows; junior ISAs stay on the device', async () => {
    const plain = plainServer();
    phone = await newDevice({ clock, network: testNetwork(plain.handle) });
    const account = await save(phone, 'account', { name: 'Robin' });
    const at = { accountId: account.id, brokerId: '7' };
    const trade = purchase({ ...at, taxWrapper: 'ISA' });
    await importRows(phone, [trade, { ...trade, taxWrapper: 'JISA' }]);
    await save(phone, 'brokerCashBalance', cash({ ...at, taxWrapper: 'JISA' }));
    await phone.settle();
    expect((await queueOf(phone)).toSorted()).toEqual([
      'brokerCashBalance create failed unsupported',
      'transaction create failed unsupported',
    ]);
    expect(phone.sync.status.get()).toMatchObject({ attention: 0, keptHere: 2 });
    expect(await wrappersOn(phone)).toEqual(['ISA', 'JISA']);
    expect(plain.deviations).toEqual([]);
  });
});
