/** A tab that is frozen while it holds the lock, another that takes over from it, and what the first still writes when it thaws. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listAccounts } from '../../src/data/records/accounts.ts';
import { listPrices } from '../../src/data/records/prices.ts';
import { listRates } from '../../src/data/records/rates.ts';
import { listNotices } from '../../src/data/outbox/notices.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { SILENT_MS } from '../../src/sync/api/sync-lock.ts';
import { remove, save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { newDevice, newTab, type Device, type DeviceOptions } from '../device/device.ts';
import { purchase } from '../device/fixtures.ts';
import { testNetwork, writesIn, type Fault, type TestNetwork, type TestRequest } from '../device/network.ts';
import { plainServer, type PlainServer } from '../device/plain-server.ts';

vi.setConfig({ testTimeout: 30_000 });

const ISIN = 'IE00B4L5Y983';

let clock: TestClock;
let server: PlainServer;
let network: TestNetwork;
let options: DeviceOptions;
let phone: Device;
let tab: Device;

beforeEach(async () => {
  clock = testClock();
  server = plainServer();
  network = testNetwork(server.handle);
  options = { clock, network };
  phone = await newDevice(options);
  await phone.once();
  tab = await newTab(phone, options);
  await tab.once();
});

/** The phone's first tab freezes over such a request, whose answer is `fault`'s; returns how it goes on. */
async function freezeOver(matches: (request: TestRequest) => boolean, fault: Fault): Promise<() => Promise<void>> {
  let thaw: (() => void) | null = null;
  network.fault = (request) => {
    if (thaw !== null || !matches(request)) return 'none';
    thaw = phone.freeze();
    return fault;
  };
  phone.online = true;
  const round = phone.sync.pull();
  await expect.poll(() => thaw).not.toBeNull();
  return async () => {
    thaw?.();
    await round;
  };
}

async function takeOver(): Promise<void> {
  await tab.once();
  clock.advance(SILENT_MS);
  await tab.once();
}

const names = async (): Promise<string[]> => (await listAccounts(tab.db)).map(({ name }) => name).toSorted();
const namesThere = (): string[] => [...server.accounts.values()].map((account) => String(account['name'])).toSorted();

describe('a tab that takes over from a frozen one', () => {
  // Sync rules 3.2, 3.3
  it('brings back nothing that was changed or deleted since by way of a pull that thaws', async () => {
    for (const name of ['Edited', 'Deleted']) await save(phone, 'account', { name });
    await phone.settle();
    const thaw = await freezeOver(({ method, url }) => method === 'GET' && url.endsWith('/accounts'), 'none');
    const [deleted, edited] = (await listAccounts(tab.db)).toSorted((a, b) => a.name.localeCompare(b.name));
    await save(tab, 'account', { id: edited?.id ?? '', name: 'Edited since' });
    await remove(tab, 'account', [deleted?.id ?? '']);
    await save(tab, 'account', { name: 'Made since' });
    await takeOver();
    await tab.settle();
    const ends = ['Edited since', 'Made since'];
    expect([namesThere(), await names()]).toEqual([ends, ends]);
    await thaw();
    expect(await names()).toEqual(ends);
    // Nor is anything missed that the stale lists did not show.
    for (const one of [phone, tab, phone, tab]) await one.full();
    expect([namesThere(), await names()]).toEqual([ends, ends]);
    expect(await listOutbox(tab.db)).toEqual([]);
  });

  // Sync rule 3.2
  it.each(['/prices/latest/', '/exchangerates/history/'])(
    'keeps the quotes that it has fetched since: %s',
    async (path) => {
      const { id: accountId } = await save(phone, 'account', { name: 'Main Account' });
      await save(phone, 'transaction', purchase({ accountId, brokerId: '7', isin: ISIN }));
      const quote = (closePrice: number, rate: number): void => {
        server.prices.splice(0, 1, { isin: ISIN, closePrice, currency: 'USD', priceDate: '2025-01-15T00:00:00Z' });
        server.rates.splice(0, 1, { fromCurrency: 'USD', toCurrency: 'GBP', rate, fetchedAt: '2025-01-15T06:00:00Z' });
      };
      quote(100, 0.8);
      const thaw = await freezeOver(({ url }) => url.includes(path), 'none');
      quote(101, 0.9);
      await takeOver();
      const quotes = async (): Promise<unknown> => [
        (await listPrices(tab.db)).map(({ closePrice }) => closePrice),
        (await listRates(tab.db)).map(({ rate }) => rate),
      ];
      tab.online = true;
      await tab.sync.pull('quotes');
      expect(await quotes()).toEqual([[101], [0.9]]);
      await thaw();
      expect(await quotes()).toEqual([[101], [0.9]]);
    },
  );

  // Sync rules 2.3, 3.2
  it.each(['none', 'loseReply'] as const)(
    'finds the creation that was on its way, and ignores its first sender afterwards (%s)',
    async (fault) => {
      await save(phone, 'account', { name: 'Frozen' });
      const thaw = await freezeOver(({ method }) => method === 'POST', fault);
      await takeOver();
      await tab.settle();
      expect(writesIn(network.log)).toEqual(['POST /accounts']);
      expect(await listOutbox(tab.db)).toEqual([]);
      const [account] = await listAccounts(tab.db);
      await save(tab, 'account', { id: account?.id ?? '', name: 'Renamed' });
      await tab.settle();
      await thaw();
      await phone.settle();
      expect([namesThere(), await names()]).toEqual([['Renamed'], ['Renamed']]);
      expect(writesIn(network.log)).toHaveLength(2);
      expect(await listOutbox(phone.db)).toEqual([]);
      expect(await listNotices(phone.db)).toEqual([]);
    },
  );
});
