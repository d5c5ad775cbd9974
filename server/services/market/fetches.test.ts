import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import type { Price } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { done } from '../../outcome.ts';
import { openStore, type Store, type StoreLocation } from '../../store/database/store.ts';
import { throwAwayPostgres } from '../../store/testing/throw-away-postgres.ts';
import { createAsset, findAssetByIsin } from '../../store/shared-records/assets.ts';
import { isRunning, runExclusively } from '../../store/database/job-lock.ts';
import { latestPrice, latestRates, savePrices } from '../../store/shared-records/market.ts';
import { addRun, lastRuns } from '../../store/shared-records/price-fetches.ts';
import { seedStore } from '../../seed/seed.ts';
import { FIXTURE_MARKET, fixtureMarket } from '../../testing/market-fixtures.ts';
import type { Services } from '../services.ts';
import { dueDay, fetchWhenDue } from './daily.ts';
import { openMarket } from './market.ts';
import type { Outgoing } from './outgoing.ts';
import { runPriceFetch, type PriceRun } from './price-fetch.ts';
import { runRateFetch } from './rate-fetch.ts';

const NOW = '2026-01-15T12:00:00.000Z';
const DAY = '2026-01-15' as IsoDate;
const quiet = pino({ level: 'silent' });
const postgres = await throwAwayPostgres();

afterAll(async () => {
  await postgres?.stop();
});

let count = 0;
const newId = (): string => `0190b0a0-0000-7000-8000-${String((count += 1)).padStart(12, '0')}`;

const databases: readonly (readonly [string, () => Promise<StoreLocation>])[] = [
  ['SQLite', async () => await Promise.resolve({ dialect: 'sqlite', file: ':memory:' })],
  ...(postgres === null
    ? []
    : [
        [
          'PostgreSQL',
          async (): Promise<StoreLocation> => ({ dialect: 'postgres', url: await postgres.newDatabase() }),
        ] as const,
      ]),
];

/** The services that fetching needs, at the test's own time. */
function servicesOn(
  store: Store,
  get: Outgoing = fixtureMarket,
  at: () => string = () => NOW,
  { signal: stopping } = new AbortController(),
): Services {
  const market = { ...FIXTURE_MARKET, dailyAt: 22 * 60 + 30 };
  return {
    store,
    newId,
    clock: () => Date.parse(at()),
    market: openMarket(market, stopping, get),
    stopping,
    config: { market },
  } as unknown as Services;
}

/** Waits until it is opened. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe.each(databases)('fetching on %s', (name, locate) => {
  let location: StoreLocation;
  let store: Store;
  const others: Store[] = [];

  beforeEach(async () => {
    location = await locate();
    store = await openStore(location);
    await seedStore(store, newId, NOW);
    // Of the first catalogue two assets remain, so that every outcome belongs to the test.
    await store.kysely.deleteFrom('assets').where('isin', 'not in', ['GB00BH4HKS39', 'IE00B4L5Y983', 'XAU']).execute();
  });

  afterEach(async () => {
    for (const other of others.splice(0)) await other.close();
    await store.close();
  });

  /** Another process on the same database; an SQLite database in memory has none. */
  const otherProcess = async (): Promise<Store> => {
    const other = await openStore(location);
    others.push(other);
    return other;
  };

  const add = async (isin: string, changes: object) => {
    const found = await findAssetByIsin(store, 'IE00B4L5Y983');
    if (!found.ok) throw new Error(found.message);
    const { id: _id, version: _version, ...fields } = found.value;
    await store.transact(async (tx) => await createAsset(tx, newId(), { ...fields, isin, name: isin, ...changes }));
  };

  const messages = ({ results }: PriceRun) =>
    Object.fromEntries(results.flatMap((result) => (result.ok ? [] : [[result.asset.isin, result.message]])));

  it('stores the prices of the catalogue, and of gold once there are rates', async () => {
    const first = await runPriceFetch(servicesOn(store));
    expect(first?.run).toMatchObject({ status: 'Success', updatedCount: 2, startedAt: NOW, errorMessage: null });
    expect(await latestPrice(store, 'GB00BH4HKS39', DAY)).toMatchObject({
      closePrice: 98.06,
      currency: 'GBX',
      priceDate: '2026-01-14',
      source: 'LSE',
      fetchedAt: NOW,
    });
    expect(await runRateFetch(servicesOn(store))).toEqual({
      success: true,
      message: 'Fetched 12 exchange rates of 2026-01-15.',
      ratesFetched: 12,
    });
    expect((await latestRates(store, DAY)).find(({ toCurrency }) => toCurrency === 'GBP')).toMatchObject({
      fromCurrency: 'USD',
      rate: 0.7446,
      rateDate: '2026-01-15',
    });
    expect(await latestPrice(store, 'XAU', DAY)).toMatchObject({
      closePrice: 3434.8187,
      currency: 'GBP',
      source: 'EXCHANGE_RATES',
    });
  });

  it('names what failed and goes on with the rest', async () => {
    await add('GB00B3X7QG63', { priceSource: 'FT', fetchCode: 'GB00B3X7QG63:GBP', type: 'FUND' });
    await add('TEST0001', { fetchCode: 'NOPE' });
    await add('TEST0002', { fetchCode: 'VOD', isin: 'US0378331005' });
    await add('TEST0003', { excludeFromPriceUpdates: true });
    await add('TEST0004', { priceSource: 'MANUAL' });
    const outcome = await runPriceFetch(servicesOn(store));
    expect(outcome === null ? null : messages(outcome)).toEqual({
      TEST0001: 'LSE has no price for "NOPE".',
      US0378331005: 'LSE knows "VOD" as GB00BH4HKS39, not as US0378331005.',
    });
    expect(await latestPrice(store, 'GB00B3X7QG63', DAY)).toMatchObject({
      closePrice: 334.92,
      currency: 'GBP',
      source: 'FT',
    });
    const [run] = await lastRuns(store, 'prices', 20);
    expect(run).toMatchObject({ status: 'Partial', updatedCount: 3 });
    expect(run?.errorMessage).toMatch(/^2 of 5 failed\. /u);
  });

  it('says when nothing was found, and when nothing could be reached', async () => {
    const failing =
      (status: number): Outgoing =>
      async () =>
        await Promise.resolve({ ok: false, fault: status === 0 ? 'timeout' : 'status', status });
    expect((await runPriceFetch(servicesOn(store, failing(404))))?.run).toMatchObject({
      status: 'NotFound',
      updatedCount: 0,
    });
    const down = await runPriceFetch(servicesOn(store, failing(0)));
    expect(down?.run).toMatchObject({ status: 'Failed' });
    expect(down === null ? null : messages(down)['GB00BH4HKS39']).toBe(
      'The price could not be fetched from LSE: it did not answer in time.',
    );
    const rates = await runRateFetch(servicesOn(store, failing(503)));
    expect(rates).toEqual({
      success: false,
      message: 'The exchange rates could not be fetched: it answered with an error (503).',
      ratesFetched: 0,
    });
    expect(await lastRuns(store, 'rates', 1)).toMatchObject([{ status: 'Failed', errorMessage: rates?.message }]);
    expect(await latestRates(store, DAY)).toEqual([]);
  });

  it('never writes over a price that was stated by hand for that day', async () => {
    const stated = {
      isin: 'GB00BH4HKS39',
      priceDate: '2026-01-14' as IsoDate,
      closePrice: 97 as Price,
      currency: 'GBX',
      fetchedAt: NOW,
    };
    await store.transact(async (tx) => {
      await savePrices(tx, [stated], 'MANUAL');
      return done(undefined);
    });
    await runPriceFetch(servicesOn(store));
    expect(await latestPrice(store, 'GB00BH4HKS39', DAY)).toMatchObject({ closePrice: 97, source: 'MANUAL' });
  });

  it('runs once at a time, whichever process begins', async () => {
    const { opened, open } = gate();
    const begun = gate();
    const slow: Outgoing = async (url, accept) => {
      begun.open();
      await opened;
      return await fixtureMarket(url, accept);
    };
    const first = runPriceFetch(servicesOn(store, slow));
    await begun.opened;
    expect(await isRunning(store, 'prices')).toBe(true);
    expect(await runPriceFetch(servicesOn(store))).toBeNull();
    if (name === 'PostgreSQL') {
      const other = await otherProcess();
      expect(await runPriceFetch(servicesOn(other))).toBeNull();
      expect([await isRunning(other, 'prices'), await isRunning(other, 'rates')]).toEqual([true, false]);
    }
    open();
    expect((await first)?.run.updatedCount).toBe(2);
    expect(await isRunning(store, 'prices')).toBe(false);
    expect((await lastRuns(store, 'prices', 20)).length).toBe(1);
  });

  it('gives its turn back when it fails', async () => {
    await expect(
      runExclusively(store, 'prices', async () => await Promise.reject(new Error('broken'))),
    ).rejects.toThrow('broken');
    expect(await runExclusively(store, 'prices', async () => await Promise.resolve('again'))).toBe('again');
  });

  it('happens once a day for all processes, at its time in London, and makes up for a day that was missed', async () => {
    let now = '2026-06-30T21:29:00.000Z';
    const asked: string[] = [];
    const counting: Outgoing = async (url, accept) => {
      asked.push(url.host);
      return await fixtureMarket(url, accept);
    };
    const other = name === 'PostgreSQL' ? await otherProcess() : store;
    const both = async () =>
      (
        await Promise.all(
          [store, other].map(
            async (one) =>
              await fetchWhenDue(
                servicesOn(one, counting, () => now),
                quiet,
              ),
          ),
        )
      ).filter(Boolean).length;
    // A new server fetches at once, because the last due time has passed.
    expect([await both(), await both()]).toEqual([1, 0]);
    expect(asked.filter((host) => host === 'rates.example')).toHaveLength(1);
    now = '2026-06-30T21:30:00.000Z';
    expect([await both(), await both()]).toEqual([1, 0]);
    now = '2026-07-01T21:29:59.000Z';
    expect(await both()).toBe(0);
    now = '2026-07-03T08:00:00.000Z';
    expect([await both(), await both()]).toEqual([1, 0]);
    expect(await lastRuns(store, 'prices', 20)).toHaveLength(3);
  });

  it('goes on by the day once a clock that was years ahead is set back', async () => {
    let now = '2036-06-30T22:00:00.000Z';
    const fetchNow = async () =>
      await fetchWhenDue(
        servicesOn(store, fixtureMarket, () => now),
        quiet,
      );
    expect(await fetchNow()).toBe(true);
    now = '2026-06-30T22:00:00.000Z';
    expect([await fetchNow(), await fetchNow()]).toEqual([true, false]);
    // Another process, whose clock is seconds behind, does not repeat it.
    now = '2026-06-30T21:29:59.000Z';
    expect(await fetchNow()).toBe(false);
    now = '2026-07-01T22:00:00.000Z';
    expect(await fetchNow()).toBe(true);
  });

  it('ends when the server is stopped, says so, and is begun again at the next start', async () => {
    for (let at = 1; at <= 25; at += 1) await add(`TEST00${String(at).padStart(2, '0')}`, { fetchCode: 'NOPE' });
    const stop = new AbortController();
    const asked: string[] = [];
    const stopping: Outgoing = async (url, accept) => {
      asked.push(url.host);
      if (asked.length === 5) stop.abort();
      return await fixtureMarket(url, accept);
    };
    expect(
      await fetchWhenDue(
        servicesOn(store, stopping, () => NOW, stop),
        quiet,
      ),
    ).toBe(true);
    const [run] = await lastRuns(store, 'prices', 1);
    expect(run).toMatchObject({ status: 'Partial', errorMessage: 'The server was stopped after 20 of 27.' });
    expect(await fetchWhenDue(servicesOn(store), quiet)).toBe(true);
    expect(await fetchWhenDue(servicesOn(store), quiet)).toBe(false);
  });

  it('is begun again once a database that was gone is there again', async () => {
    let isGone = true;
    const gone = async (): Promise<never> =>
      await Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    const failing: Store = {
      ...store,
      transact: async (work) => (isGone ? await gone() : await store.transact(work)),
    };
    await expect(fetchWhenDue(servicesOn(failing), quiet)).rejects.toThrow('connect ECONNREFUSED');
    expect(await lastRuns(store, 'prices', 1)).toEqual([]);
    isGone = false;
    expect(await fetchWhenDue(servicesOn(failing), quiet)).toBe(true);
    expect(await lastRuns(store, 'prices', 1)).toMatchObject([{ status: 'Success' }]);
    expect(await fetchWhenDue(servicesOn(failing), quiet)).toBe(false);
  });

  it('keeps the last 400 runs of each kind', async () => {
    const run = { job: 'prices', startedAt: NOW, status: 'Success', updatedCount: 0, errorMessage: null } as const;
    await addRun(store, { ...run, job: 'rates', id: newId(), createdAt: '2020-01-01T00:00:00.000Z' });
    for (let i = 0; i < 405; i += 1)
      await addRun(store, { ...run, id: newId(), createdAt: new Date(Date.parse(NOW) + i * 1000).toISOString() });
    expect([(await lastRuns(store, 'prices', 1000)).length, (await lastRuns(store, 'rates', 1000)).length]).toEqual([
      400, 1,
    ]);
  });
});

it.each([
  ['2026-01-15T22:29:59Z', '2026-01-14'],
  ['2026-01-15T22:30:00Z', '2026-01-15'],
  ['2026-07-15T21:29:59Z', '2026-07-14'],
  ['2026-07-15T21:30:00Z', '2026-07-15'],
  // The hour that clocks repeat or leave out is another one.
  ['2026-03-29T00:59:59Z', '2026-03-28'],
  ['2026-10-25T21:30:00Z', '2026-10-24'],
  ['2026-10-25T22:30:00Z', '2026-10-25'],
])('at %s the fetch of %s is the last that is due', (instant, day) => {
  expect(dueDay(Date.parse(instant), 22 * 60 + 30)).toBe(day);
});
