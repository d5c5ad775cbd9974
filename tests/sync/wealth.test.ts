/** Savings, cash, properties and the administrators' lists between two devices, on a server of each kind. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fraction, Money, Percent, Pounds } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { resolveConflict } from '../../src/data/questions/attention.ts';
import { listBankNames } from '../../src/data/records/bank-names.ts';
import { listBrokerCashBalances } from '../../src/data/records/broker-cash-balances.ts';
import { listBrokers, saveBroker } from '../../src/data/records/brokers.ts';
import { getExtra, removeExtra, saveExtra } from '../../src/data/records/extras.ts';
import { listNotices } from '../../src/data/outbox/notices.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { listProperties, listPropertyPrices, priceHistoryOf } from '../../src/data/records/properties.ts';
import { removeRecords, undoRemovals } from '../../src/data/outbox/removals.ts';
import { recordOf } from '../../src/data/entities/entity-fields.ts';
import { balanceHistory, listSavingsAccounts } from '../../src/data/records/savings-accounts.ts';
import { listTargetAllocations } from '../../src/data/records/target-allocations.ts';
import { getRecord } from '../../src/data/records/records.ts';
import { remove, save, saveSavings } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { type Device, type DeviceOptions, newDevice, queueOf } from '../device/device.ts';
import { written } from '../device/fixtures.ts';
import { testNetwork, writesIn, type TestNetwork } from '../device/network.ts';
import { plainServer } from '../device/plain-server.ts';
import { bank, cash, property, propertyPrice, savings, target } from '../device/wealth.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

// The same machine may be building beside these tests.
const UNDO = 11_000;

let clock: TestClock;
let network: TestNetwork;
let options: DeviceOptions;
let phone: Device;
let laptop: Device;
const real = serverOfTests();
let administrator: string;

beforeAll(async () => {
  // The first user of a server is its administrator.
  administrator = await real.newUser();
});

async function begin(kind: 'extended' | 'plain', user = administrator): Promise<void> {
  clock = testClock();
  const bare = plainServer();
  bare.isAdmin = true;
  const { handle, token } = kind === 'plain' ? bare : { handle: real.handle, token: user };
  network = testNetwork(handle);
  options = { clock, network, token };
  phone = await newDevice(options);
  laptop = await newDevice(options);
  await phone.settle();
  network.log.length = 0;
}

/** Everything of the new entities that a device has, without ids and what it keeps beside records. */
async function wealthOf({ db }: Device) {
  const byText = (a: object, b: object): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  return {
    savings: (await listSavingsAccounts(db)).map((row) => recordOf('savingsAccount', row)).toSorted(byText),
    cash: (await listBrokerCashBalances(db)).map((row) => recordOf('brokerCashBalance', row)).toSorted(byText),
    properties: (await listProperties(db)).map((row) => recordOf('property', row)).toSorted(byText),
    prices: (await listPropertyPrices(db)).map((row) => recordOf('propertyPrice', row)).toSorted(byText),
    banks: (await listBankNames(db)).map((row) => recordOf('bankName', row)).toSorted(byText),
    targets: (await listTargetAllocations(db)).map((row) => recordOf('targetAllocation', row)).toSorted(byText),
    brokers: (await listBrokers(db)).map((row) => recordOf('broker', row)).toSorted(byText),
  };
}

/** One of each, made offline, parents last where the order of making allows it. */
async function makeOneOfEach(device: Device) {
  const account = await save(device, 'account', { name: `Holder ${clock.now()}` });
  const [broker] = await listBrokers(device.db);
  const [anyBank] = await listBankNames(device.db);
  const saved = await saveSavings(device, savings({ accountId: account.id, bankNameId: anyBank?.id ?? '' }));
  const balance = await save(device, 'brokerCashBalance', cash({ accountId: account.id, brokerId: broker?.id ?? '' }));
  const house = await save(device, 'property', property({ accountId: account.id }));
  const price = await save(device, 'propertyPrice', propertyPrice(house.id));
  return { account, saved, balance, house, price };
}

describe.each(['extended', 'plain'] as const)('an %s server', (mode) => {
  beforeEach(async () => await begin(mode));

  it('gets one of each with its parents first, once, and shows them to a second device', async () => {
    await makeOneOfEach(phone);
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    const posts = writesIn(network.log).filter((line) => !line.includes('/sync/extras'));
    expect(posts).toHaveLength(5);
    expect(posts[0]).toBe('POST /accounts');
    expect(posts.indexOf('POST /properties')).toBeLessThan(posts.findIndex((line) => line.endsWith('/price-history')));
    await laptop.settle();
    expect(await wealthOf(laptop)).toMatchObject(withoutServerDays(await wealthOf(phone)));
    expect(phone.sync.status.get()).toMatchObject({ mode, waiting: 0, attention: 0, phase: 'idle' });
  });

  it('gets edits and deletions of each', async () => {
    const made = await makeOneOfEach(phone);
    await phone.settle();
    await saveSavings(phone, {
      ...savings({
        accountId: made.account.id,
        bankNameId: made.saved.bankNameId,
        latestBalance: 2000 as Pounds,
        accountCloseDate: '2025-01-10' as IsoDate,
      }),
      id: made.saved.id,
    });
    await save(phone, 'brokerCashBalance', {
      ...cash({
        accountId: made.account.id,
        brokerId: made.balance.brokerId,
        cashBalance: 9.99 as Money,
        currency: 'USD',
      }),
      id: made.balance.id,
    });
    await save(phone, 'property', {
      ...property({ accountId: made.account.id, name: 'Cottage by the sea' }),
      id: made.house.id,
    });
    await save(phone, 'propertyPrice', {
      ...propertyPrice(made.house.id, { price: 260_000 as Money }),
      id: made.price.id,
    });
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    await laptop.settle();
    expect(await wealthOf(laptop)).toMatchObject(withoutServerDays(await wealthOf(phone)));
    expect((await listSavingsAccounts(laptop.db)).find((row) => row.latestBalance === 2000)).toMatchObject({
      accountCloseDate: '2025-01-10',
      notes: 'First line\nsecond line',
    });
    await remove(phone, 'savingsAccount', [made.saved.id]);
    await remove(phone, 'brokerCashBalance', [made.balance.id]);
    await remove(phone, 'propertyPrice', [made.price.id]);
    clock.advance(UNDO);
    await phone.settle();
    await remove(phone, 'property', [made.house.id]);
    clock.advance(UNDO);
    await phone.settle();
    await remove(phone, 'account', [made.account.id]);
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    await laptop.settle();
    await laptop.once();
    expect(await wealthOf(laptop)).toMatchObject(withoutServerDays(await wealthOf(phone)));
    expect(await listPropertyPrices(laptop.db)).toEqual(await listPropertyPrices(phone.db));
  });

  it('clears a rate and notes that were removed, though they are left out of the request', async () => {
    const made = await makeOneOfEach(phone);
    const account = { accountId: made.account.id, bankNameId: made.saved.bankNameId, latestBalance: 777.7 as Pounds };
    const balance = { accountId: made.account.id, brokerId: made.balance.brokerId, cashBalance: 77.7 as Money };
    const say = async (interestRate: Fraction | null, notes: string) => {
      await saveSavings(phone, { ...savings({ ...account, interestRate }), id: made.saved.id });
      await save(phone, 'brokerCashBalance', { ...cash({ ...balance, notes }), id: made.balance.id });
      // A server without our counters is read again whole once a day.
      clock.advance(25 * 3_600_000);
      for (const device of [phone, laptop]) await device.settle();
    };
    const said = async ({ db }: Device) => [
      (await listSavingsAccounts(db)).find(({ latestBalance }) => latestBalance === account.latestBalance)
        ?.interestRate,
      (await listBrokerCashBalances(db)).find(({ cashBalance }) => cashBalance === balance.cashBalance)?.notes,
    ];
    await say(0.05 as Fraction, 'dividends');
    expect([await said(phone), await said(laptop)]).toEqual([
      [0.05, 'dividends'],
      [0.05, 'dividends'],
    ]);
    await say(null, '');
    expect([await said(phone), await said(laptop)]).toEqual([
      [null, ''],
      [null, ''],
    ]);
  });

  it('deletes a property with its history, and brings both back when that is undone', async () => {
    const made = await makeOneOfEach(phone);
    const never = await remove(phone, 'property', [made.house.id]);
    expect(await priceHistoryOf(phone.db, made.house.id)).toEqual([]);
    expect((await queueOf(phone)).filter((state) => state.startsWith('property'))).toEqual([]);
    written(await undoRemovals(phone.db, never, clock.now()));
    expect(await priceHistoryOf(phone.db, made.house.id)).toHaveLength(1);
    await phone.settle();
    await laptop.settle();
    const before = (await listPropertyPrices(laptop.db)).length;
    await remove(phone, 'property', [made.house.id]);
    expect(await listPropertyPrices(phone.db)).toHaveLength(before - 1);
    clock.advance(UNDO);
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    await laptop.settle();
    await laptop.once();
    expect(await listPropertyPrices(laptop.db)).toHaveLength(before - 1);
    expect(await laptop.db.propertyPrices.count()).toBe(before - 1);
  });

  it('merges edits of different fields, and asks about the same field', async () => {
    const { saved, account } = await makeOneOfEach(phone);
    await phone.settle();
    await laptop.settle();
    const here =
      (await listSavingsAccounts(phone.db)).find((row) => row.accountId === account.id) ??
      (await getRecord(phone.db, 'savingsAccount', saved.id));
    if (here === null) throw new Error('no savings account');
    const record = recordOf('savingsAccount', here);
    await saveSavings(phone, { ...record, notes: 'changed here' });
    await saveSavings(laptop, { ...record, accountType: 'Fixed' });
    await phone.settle();
    await laptop.settle();
    await phone.settle();
    expect(await getRecord(phone.db, 'savingsAccount', record.id)).toMatchObject({
      notes: 'changed here',
      accountType: 'Fixed',
    });
    expect((await listNotices(laptop.db)).map((notice) => `${notice.kind} ${notice.entity}`)).toEqual([
      'merged savingsAccount',
    ]);
    const latest = { ...record, notes: 'changed here', accountType: 'Fixed' };
    await saveSavings(phone, { ...latest, latestBalance: 1 as Pounds });
    await saveSavings(laptop, { ...latest, latestBalance: 2 as Pounds });
    await phone.settle();
    await laptop.settle();
    expect((await queueOf(laptop)).filter((state) => !state.startsWith('extra'))).toEqual([
      'savingsAccount update conflict sameField',
    ]);
    const [conflict] = await listOutbox(laptop.db);
    written(await resolveConflict(laptop.db, conflict?.seq ?? 0, 'mine'));
    await laptop.settle();
    // The answer goes for the history of the balances too.
    expect(await queueOf(laptop)).toEqual([]);
    await phone.settle();
    for (const device of [laptop, ...(mode === 'plain' ? [] : [phone])])
      expect((await balanceHistory(device.db, record.id)).at(-1)?.balance).toBe(2);
    expect((await getRecord(phone.db, 'savingsAccount', record.id))?.latestBalance).toBe(2);
  });

  it('takes what administrators change in the shared lists', async () => {
    const { db } = phone;
    const name = `Bank ${mode}`;
    const made = await save(phone, 'bankName', bank(name));
    const percent = await save(phone, 'targetAllocation', target(mode === 'plain' ? 'CASH' : 'UK_TSM', 40.5));
    const broker = written(await saveBroker(db, { name: `Broker ${mode}` }, clock.now()));
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    await save(phone, 'bankName', { ...bank(name, false), id: made.id });
    await save(phone, 'targetAllocation', { ...percent, targetPercentage: 12.25 as Percent });
    written(await saveBroker(db, { id: broker.id, name: `Broker ${mode} renamed` }, clock.now()));
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    await laptop.settle();
    expect(await wealthOf(laptop)).toEqual(await wealthOf(phone));
    expect((await listBankNames(laptop.db)).find((row) => row.name === name)?.isActive).toBe(false);
    expect((await listTargetAllocations(laptop.db)).map((row) => row.targetPercentage)).toContain(12.25);
    await remove(phone, 'bankName', [made.id]);
    await remove(phone, 'targetAllocation', [percent.id]);
    clock.advance(UNDO);
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    await laptop.settle();
    await laptop.once();
    expect(await wealthOf(laptop)).toEqual(await wealthOf(phone));
  });

  it('keeps each balance that was ever saved with its day', async () => {
    const { saved } = await makeOneOfEach(phone);
    await phone.settle();
    const record = await getRecord(phone.db, 'savingsAccount', saved.id);
    if (record === null) throw new Error('no savings account');
    const later = {
      ...recordOf('savingsAccount', record),
      latestBalance: 1500 as Pounds,
      latestBalanceDate: '2025-02-01' as IsoDate,
    };
    await saveSavings(phone, later);
    await phone.settle();
    await laptop.settle();
    const history = [
      { date: '2025-01-15', balance: 1234.56 },
      { date: '2025-02-01', balance: 1500 },
    ];
    expect(await balanceHistory(phone.db, saved.id)).toEqual(history);
    // The specification has no place for it: with a plain server it stays on the device that wrote it.
    expect(await balanceHistory(laptop.db, record.id)).toEqual(mode === 'plain' ? [] : history);
    expect(await queueOf(phone)).toEqual([]);
  });

  it('does not delete an account that savings, cash or properties use', async () => {
    const { account } = await makeOneOfEach(phone);
    expect(await removeRecords(phone.db, 'account', [account.id], clock.now())).toMatchObject({
      ok: false,
      fault: { code: 'inUse', count: 3 },
    });
  });
});

describe('a price that an administrator removed', () => {
  it('goes from the devices that had it', async () => {
    await begin('extended');
    const [asset] = await phone.db.assets.toArray();
    const call = async (method: string, path: string, body?: object): Promise<number> =>
      (
        await network.fetch(`http://server.test/api${path}`, {
          method,
          headers: { authorization: `Bearer ${administrator}`, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        })
      ).status;
    const path = `/prices/asset/${asset?.id ?? ''}/history`;
    expect(await call('POST', path, { priceDate: '2025-01-10', closePrice: 12.34 })).toBe(200);
    await phone.once();
    const key: [string, string] = [asset?.isin ?? '', '2025-01-10'];
    expect(await phone.db.prices.get(key)).toMatchObject({ closePrice: 12.34 });
    expect(await call('DELETE', `${path}/2025-01-10`)).toBe(204);
    await phone.once();
    expect(await phone.db.prices.get(key)).toBeUndefined();
  });
});

describe('extras', () => {
  beforeEach(async () => await begin('extended', await real.newUser()));

  it('are told to other devices, changed and removed', async () => {
    written(await saveExtra(phone.db, 'account-settings', 'a-1', { fxAllowable: true }, clock.now()));
    await phone.settle();
    await laptop.settle();
    expect(await getExtra(laptop.db, 'account-settings', 'a-1')).toEqual({ fxAllowable: true });
    written(await saveExtra(laptop.db, 'account-settings', 'a-1', { fxAllowable: false }, clock.now()));
    await laptop.settle();
    await phone.settle();
    expect(await getExtra(phone.db, 'account-settings', 'a-1')).toEqual({ fxAllowable: false });
    written(await removeExtra(phone.db, 'account-settings', 'a-1', clock.now()));
    await phone.settle();
    await laptop.settle();
    expect(await getExtra(laptop.db, 'account-settings', 'a-1')).toBeNull();
  });

  it('of one name and one value from two devices are one; of two values the user decides', async () => {
    for (const device of [phone, laptop])
      written(await saveExtra(device.db, 'losses-brought-forward', 'a-1', { amount: 100 }, clock.now()));
    await phone.settle();
    await laptop.settle();
    expect(await queueOf(laptop)).toEqual([]);
    for (const [index, device] of [phone, laptop].entries())
      written(await saveExtra(device.db, 'losses-brought-forward', 'a-2', { amount: index }, clock.now()));
    await phone.settle();
    await laptop.settle();
    expect(await queueOf(laptop)).toEqual(['extra update conflict sameField']);
    for (const entry of await listOutbox(laptop.db)) written(await resolveConflict(laptop.db, entry.seq, 'mine'));
    await laptop.settle();
    await phone.settle();
    expect(await getExtra(phone.db, 'losses-brought-forward', 'a-2')).toEqual({ amount: 1 });
  });
});

/** A plain server sets the day of a cash balance itself. */
function withoutServerDays(wealth: Awaited<ReturnType<typeof wealthOf>>): object {
  return { ...wealth, cash: wealth.cash.map(({ lastUpdated: _day, ...rest }) => rest) };
}
