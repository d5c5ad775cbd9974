/** Exchange rates of a server without our extensions: only those that something on the device needs, in few calls. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Pounds } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { toAmount } from '../../domain/values/decimal.ts';
import { valuePerUnit } from '../../domain/holdings/valuation.ts';
import { listPrices } from '../../src/data/records/prices.ts';
import { listRates, readRatesFetchedAt } from '../../src/data/records/rates.ts';
import { priceLookup, rateLookup } from '../../domain/holdings/quotes.ts';
import { save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { newDevice, type Device } from '../device/device.ts';
import { purchase } from '../device/fixtures.ts';
import { testNetwork, type TestNetwork } from '../device/network.ts';
import { plainServer, type PlainServer } from '../device/plain-server.ts';

const ISIN = 'IE00B4L5Y983';

let clock: TestClock;
let server: PlainServer;
let network: TestNetwork;
let device: Device;

beforeEach(async () => {
  clock = testClock();
  server = plainServer();
  network = testNetwork(server.handle);
  device = await newDevice({ clock, network });
  const rate = (toCurrency: string, value: number, day: string): void =>
    void server.rates.push({ fromCurrency: 'USD', toCurrency, rate: value, fetchedAt: `${day}T06:00:00Z` });
  for (const [day, pounds] of [
    ['2025-01-10', 0.8],
    ['2025-01-14', 0.81],
    ['2025-01-15', 0.82],
  ] as const) {
    rate('GBP', pounds, day);
    rate('EUR', 0.9, day);
    rate('JPY', 150, day);
  }
});

// Nothing was asked that no document has.
afterEach(() => {
  expect(server.deviations).toEqual([]);
});

const asked = (): string[] => network.log.filter((line) => line.includes('/exchangerates/history'));

async function buy(isin: string): Promise<void> {
  const account = await save(device, 'account', { name: 'Main Account' });
  await save(device, 'transaction', {
    ...purchase({ accountId: account.id, brokerId: '7', isin }),
    consideration: 100 as Pounds,
  });
}

async function priceInPounds(day: string): Promise<number | string> {
  const value = valuePerUnit(
    ISIN,
    day as IsoDate,
    priceLookup(await listPrices(device.db)),
    rateLookup(await listRates(device.db)),
  );
  return value.found ? toAmount(value.price) : `no ${value.missing}`;
}

describe('rates of a plain server', () => {
  it('value a holding in dollars in pounds, today and on the day of its price', async () => {
    server.prices.push({ isin: ISIN, priceDate: '2025-01-12T00:00:00Z', closePrice: 100, currency: 'USD' });
    await buy(ISIN);
    await device.settle();
    expect([await priceInPounds('2025-01-15'), await priceInPounds('2025-01-12')]).toEqual([82, 80]);
    // Not those of currencies that nothing here is stated in.
    expect(new Set((await listRates(device.db)).map(({ toCurrency }) => toCurrency))).toEqual(new Set(['GBP', 'EUR']));
    expect(asked()).toHaveLength(2);
    expect(await readRatesFetchedAt(device.db)).toBe('2025-01-15T06:00:00.000Z');
    network.log.length = 0;
    await device.full();
    expect(asked()).toHaveLength(1);
  });

  it('are not asked for where everything is in pounds', async () => {
    server.prices.push({ isin: ISIN, priceDate: '2025-01-12T00:00:00Z', closePrice: 100, currency: 'GBX' });
    await buy(ISIN);
    await device.settle();
    expect(asked()).toEqual([]);
    expect(await priceInPounds('2025-01-15')).toBe(1);
  });

  it('are asked for in at most ten calls, however many days have prices', async () => {
    for (let day = 0; day < 40; day += 1)
      await device.db.prices.put({
        isin: ISIN,
        priceDate: new Date(Date.UTC(2023, 0, 1 + 7 * day)).toISOString().slice(0, 10) as IsoDate,
        closePrice: 1 as never,
        currency: 'USD',
        fetchedAt: '',
      });
    await device.full();
    expect(asked()).toHaveLength(10);
  });

  it('that the server does not keep spoil nothing else', async () => {
    server.prices.push({ isin: ISIN, priceDate: '2025-01-12T00:00:00Z', closePrice: 100, currency: 'USD' });
    network.fault = (request) => (request.url.includes('/exchangerates/') ? 404 : 'none');
    await buy(ISIN);
    await device.settle();
    expect(await priceInPounds('2025-01-15')).toBe('no rate');
    expect(device.sync.status.get()).toMatchObject({ phase: 'idle', lastSyncedAt: expect.any(String) as string });
  });
});
