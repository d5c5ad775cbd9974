/** The age of the exchange rates on a device is the one that its server states (001 §3). */
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { areRatesStale } from '../../domain/service/rates-age.ts';
import { readRatesFetchedAt, newestRates } from '../../src/data/records/rates.ts';
import { startTestApp, type TestApp } from '../../server/testing/test-app.ts';
import { exchangeRatesView } from '../../workers/figures/rates-view.ts';
import { testClock } from '../device/clock.ts';
import { newDevice } from '../device/device.ts';
import { testNetwork } from '../device/network.ts';
import { appHandler } from '../device/real-server.ts';

const ADMINISTRATOR = 'admin@example.org';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(async () => {
  await app.close();
});

/** Moves the server's clock; a session lasts eight hours. */
async function signInAt(instant: string): Promise<string> {
  app.now = Date.parse(instant);
  return await app.signIn(ADMINISTRATOR);
}

it('on a device follows the fetches of its server, also where the source states the same day again', async () => {
  const device = await newDevice({
    clock: testClock(),
    network: testNetwork(appHandler(() => app.app)),
    token: await signInAt('2026-01-15T22:30:00Z'),
  });
  const ages = [];
  for (const [fetch, look] of [
    ['2026-01-15T22:30:00Z', '2026-01-16T09:00:00Z'],
    ['2026-01-16T22:30:00Z', '2026-01-17T09:00:00Z'],
    [null, '2026-01-18T09:00:00Z'],
  ] as const) {
    if (fetch !== null)
      expect(
        (await app.call('POST', '/exchangerates/refresh', { token: await signInAt(fetch), body: {} })).status,
      ).toBe(200);
    device.token = await signInAt(look);
    await device.once();
    const { lastUpdateTime } = exchangeRatesView(await newestRates(device.db), await readRatesFetchedAt(device.db));
    const isDataStale = areRatesStale(app.now - Date.parse(lastUpdateTime ?? ''));
    expect((await app.call('GET', '/exchangerates/status', { token: device.token })).json).toMatchObject({
      isDataStale,
      lastUpdateTime,
    });
    ages.push([isDataStale, lastUpdateTime]);
  }
  expect(ages).toEqual([
    [false, '2026-01-15T22:30:00.000Z'],
    [false, '2026-01-16T22:30:00.000Z'],
    [true, '2026-01-16T22:30:00.000Z'],
  ]);
  expect(new Set((await newestRates(device.db)).map(({ rateDate }) => rateDate))).toEqual(new Set(['2026-01-15']));
  device.close();
});
