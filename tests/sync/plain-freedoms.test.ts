/** What the specification leaves open to a server: each freedom, used by one that has nothing else. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Percent, Pounds } from '../../domain/values/amount.ts';
import { listAccounts } from '../../src/data/records/accounts.ts';
import { saveAsset } from '../../src/data/records/assets.ts';
import { listBrokerCashBalances } from '../../src/data/records/broker-cash-balances.ts';
import { readSyncState } from '../../src/data/database/meta.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { listSavingsAccounts } from '../../src/data/records/savings-accounts.ts';
import { getTransaction, listTransactions } from '../../src/data/records/transactions.ts';
import { remove, save, saveSavings } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { newDevice, type Device } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { testNetwork, writesIn, type TestNetwork } from '../device/network.ts';
import { plainServer, type PlainServer } from '../device/plain-server.ts';
import { cash, savings } from '../device/wealth.ts';

const DAY_MS = 24 * 60 * 60_000;

let clock: TestClock;
let server: PlainServer;
let network: TestNetwork;
let phone: Device;
let laptop: Device;

beforeEach(async () => {
  clock = testClock();
  server = plainServer();
  server.isAdmin = true;
  network = testNetwork(server.handle);
  phone = await newDevice({ clock, network });
  laptop = await newDevice({ clock, network });
});

afterEach(() => {
  expect(server.deviations).toEqual([]);
});

const asked = (part: string): string[] => network.log.filter((line) => line.includes(part));

async function fill(device: Device): Promise<void> {
  const account = await save(device, 'account', { name: 'Main Account' });
  await save(device, 'transaction', purchase({ accountId: account.id, brokerId: '7' }));
  await saveSavings(device, savings({ accountId: account.id, bankNameId: '3' }));
  for (let number = 0; number < 45; number += 1)
    await save(device, 'brokerCashBalance', cash({ accountId: account.id, brokerId: '7' }));
  await save(device, 'targetAllocation', { assetCategory: 'CASH', targetPercentage: 10 as Percent });
}

describe('a server with freedoms of its own', () => {
  it.each(['numericIds', 'categoryCodes', 'unknownFields', 'listsWithoutTotals'] as const)(
    'is sent and read in its own forms: %s',
    async (freedom) => {
      server.freedoms[freedom] = true;
      await phone.settle();
      await fill(phone);
      await phone.settle();
      expect(await listOutbox(phone.db)).toEqual([]);
      await laptop.settle();
      const [transaction] = await listTransactions(laptop.db);
      const [account] = await listAccounts(laptop.db);
      expect(transaction).toMatchObject({ accountId: account?.id, brokerId: '7', consideration: 339.86 });
      expect(await listSavingsAccounts(laptop.db)).toMatchObject([{ bankNameId: '3', accountId: account?.id }]);
      expect(await listBrokerCashBalances(laptop.db)).toHaveLength(45);
      const asset = await laptop.db.assets.get('9');
      written(await saveAsset(laptop.db, { ...must(asset), name: 'Renamed' }, clock.now()));
      await save(laptop, 'transaction', { ...must(transaction), consideration: 77 as Pounds });
      await laptop.settle();
      expect(await listOutbox(laptop.db)).toEqual([]);
      await phone.full();
      expect(await getTransaction(phone.db, must(transaction).id)).toMatchObject({ consideration: 77 });
      expect(await phone.db.assets.get('9')).toMatchObject({ name: 'Renamed', category: 'DEVELOPED_WORLD_TSM' });
      expect([...server.targets.values()]).toMatchObject([{ assetCategory: 'CASH' }]);
    },
  );

  it('may take ten seconds for each answer, while its user goes on', async () => {
    await phone.settle();
    let edits = 0;
    server.freedoms.wait = async () => {
      clock.advance(10_000);
      edits += 1;
      if (edits <= 5) await save(phone, 'account', { name: `Account ${edits}` });
    };
    await fill(phone);
    await phone.settle();
    expect(await listOutbox(phone.db)).toEqual([]);
    expect(edits).toBeGreaterThan(50);
    await laptop.settle();
    expect((await listAccounts(laptop.db)).map(({ name }) => name).toSorted()).toEqual([
      'Account 1',
      'Account 2',
      'Account 3',
      'Account 4',
      'Account 5',
      'Main Account',
    ]);
    expect(await listBrokerCashBalances(laptop.db)).toHaveLength(45);
    expect(server.cash.size).toBe(45);
    expect(server.accounts.size).toBe(6);
  });

  it.each([false, true])('is asked to delete many in one call (ids as numbers: %s)', async (numericIds) => {
    server.freedoms.numericIds = numericIds;
    await fill(phone);
    await phone.settle();
    const balances = await listBrokerCashBalances(phone.db);
    // One is changed by somebody else meanwhile, one is gone.
    const [changed, gone] = balances;
    server.cash.set(must(changed).id, { ...must(server.cash.get(must(changed).id)), cashBalance: 1 });
    server.cash.delete(must(gone).id);
    network.log.length = 0;
    await remove(
      phone,
      'brokerCashBalance',
      balances.map(({ id }) => id),
    );
    clock.advance(11_000);
    await phone.once();
    expect(writesIn(network.log)).toEqual(['POST /brokercashbalances/bulk-delete']);
    expect([...server.cash.keys()]).toEqual([must(changed).id]);
    expect(await listOutbox(phone.db)).toMatchObject([{ localId: must(changed).id, state: 'conflict' }]);
  });

  it('that refuses to delete many at once is asked for each', async () => {
    await fill(phone);
    await phone.settle();
    server.freedoms.refusals.set('POST /brokercashbalances/bulk-delete', { status: 404 });
    const ids = (await listBrokerCashBalances(phone.db)).map(({ id }) => id);
    await remove(phone, 'brokerCashBalance', ids);
    clock.advance(11_000);
    await phone.settle();
    expect(server.cash.size).toBe(0);
    expect(await listOutbox(phone.db)).toEqual([]);
  });

  it('that refuses a list is read for all others, and the list is named', async () => {
    await fill(phone);
    await phone.settle();
    server.freedoms.refusals.set('GET /brokercashbalances/paginated', { status: 400, message: 'Unknown sort field' });
    await laptop.settle();
    expect(await listTransactions(laptop.db)).toHaveLength(1);
    expect(await readSyncState(laptop.db)).toMatchObject({
      lastSyncedAt: expect.any(String) as string,
      unreadLists: [{ entity: 'brokerCashBalance', status: 400, message: 'Unknown sort field' }],
    });
    expect(laptop.sync.status.get()).toMatchObject({ phase: 'idle', unreadLists: 1 });
    // What a device had of it stays.
    await phone.full();
    expect(await listBrokerCashBalances(phone.db)).toHaveLength(45);
    server.freedoms.refusals.clear();
    await laptop.once();
    expect(laptop.sync.status.get()).toMatchObject({ unreadLists: 0 });
    expect(await listBrokerCashBalances(laptop.db)).toHaveLength(45);
  });

  it('is asked for the price and rates of a new security at once, and then once a day', async () => {
    server.prices.push({
      isin: 'IE00B4L5Y983',
      priceDate: '2025-01-14T00:00:00Z',
      closePrice: 100,
      currency: 'USD',
    });
    server.rates.push({ fromCurrency: 'USD', toCurrency: 'GBP', rate: 0.8, fetchedAt: '2025-01-15T06:00:00Z' });
    await phone.settle();
    expect(asked('/prices/')).toEqual([]);
    const account = await save(phone, 'account', { name: 'Main Account' });
    await save(phone, 'transaction', purchase({ accountId: account.id, brokerId: '7' }));
    phone.online = true;
    await phone.sync.flush();
    expect(asked('/prices/')).toEqual(['GET /prices/latest/IE00B4L5Y983']);
    expect(asked('/exchangerates/status')).toHaveLength(1);
    await phone.sync.pull();
    await phone.sync.pull();
    expect(asked('/prices/')).toHaveLength(1);
    // "Sync now" asks again, and so does the next day.
    await phone.sync.pull('quotes');
    expect(asked('/prices/')).toHaveLength(2);
    clock.advance(DAY_MS);
    await phone.sync.pull();
    expect(asked('/prices/')).toHaveLength(3);
    expect(asked('/exchangerates/status')).toHaveLength(3);
  });

  it('is asked which kind it is once a day, not at every start', async () => {
    await phone.settle();
    const again = await phone.restart();
    await again.settle();
    expect(asked('/sync/capabilities')).toHaveLength(1);
    clock.advance(DAY_MS);
    await (await again.restart()).settle();
    expect(asked('/sync/capabilities')).toHaveLength(2);
  });
});

function must<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error('is missing');
  return value;
}
