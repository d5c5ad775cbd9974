import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Rate } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { done } from '../outcome.ts';
import type { Outgoing } from '../services/market/outgoing.ts';
import { saveRates } from '../store/shared-records/market.ts';
import { fixtureMarket } from '../testing/market-fixtures.ts';
import { multipart, startTestApp, type TestApp } from '../testing/test-app.ts';

const HOUR = 3_600_000;

let app: TestApp;
let admin: string;
let user: string;
/** Replaces outside servers; a test sets it. */
let outside: Outgoing;

beforeEach(async () => {
  outside = fixtureMarket;
  app = await startTestApp({}, undefined, async (url, accept) => await outside(url, accept));
  admin = await app.signIn('admin@example.org');
  user = await app.signIn('user@example.org');
});

afterEach(async () => {
  await app.close();
});

const get = async (path: string, token = admin) => (await app.call('GET', path, { token })).json;
const post = async (path: string, body: unknown = {}, token = admin) => await app.call('POST', path, { token, body });
const assetOf = async (isin: string) => (await get(`/assets/isin/${isin}`)) as { id: string };

describe('prices on request', () => {
  it('are fetched by anyone, for one security or several', async () => {
    const fetched = await post('/prices/fetch', { isin: 'gb00bh4hks39' }, user);
    expect([fetched.status, fetched.json]).toEqual([
      200,
      {
        isin: 'GB00BH4HKS39',
        assetName: 'Vodafone Group plc',
        closePrice: 98.06,
        currency: 'GBX',
        source: 'LSE',
        priceDate: '2026-01-14T00:00:00.000Z',
        fetchedAt: '2026-01-15T12:00:00.000Z',
      },
    ]);
    expect(await get('/prices/latest/GB00BH4HKS39', user)).toEqual(fetched.json);
    const { id } = await assetOf('IE00B4L5Y983');
    expect((await post(`/prices/asset/${id}/fetch`, undefined, user)).json).toEqual({
      priceDate: '2026-01-14T00:00:00.000Z',
      closePrice: 9071.5,
      currency: 'GBX',
    });
    const many = await post(
      '/prices/fetch-multiple',
      { isins: ['GB00BH4HKS39', 'IE00B4L5Y983', 'GB00BH4HKS39', 'US0000000000'] },
      user,
    );
    expect(many.json).toMatchObject({
      updatedCount: 2,
      errors: [{ isin: 'US0000000000', message: 'This asset is not in the catalogue.' }],
    });
  });

  it.each([
    ['a security that is not in the catalogue', { isin: 'US0378331005' }, 404, 'Asset not found.'],
    ['a price that is stated by hand', { isin: 'XAU' }, 404, 'The exchange rates contain no price for Gold.'],
  ])('of %s are refused with a sentence', async (_what, body, status, message) => {
    const reply = await post('/prices/fetch', body, user);
    expect([reply.status, (reply.json as { message: string }).message]).toEqual([status, message]);
  });

  it('that a source cannot give answer 502 with the source named, and the status says Failed', async () => {
    outside = async () => await Promise.resolve({ ok: false, fault: 'timeout', status: 0 });
    const { id } = await assetOf('GB00BH4HKS39');
    const reply = await post(`/prices/asset/${id}/fetch`, undefined, user);
    expect([reply.status, reply.json]).toEqual([
      502,
      { code: 'sourceFailed', message: 'The price could not be fetched from LSE: it did not answer in time.' },
    ]);
    const statusOf = async () =>
      ((await get('/prices/fetch-status', user)) as { assetId: string }[]).find(({ assetId }) => assetId === id);
    expect(await statusOf()).toEqual({
      assetId: id,
      status: 'Failed',
      latestPrice: null,
      lastFetchedAt: '2026-01-15T12:00:00.000Z',
    });
    outside = fixtureMarket;
    await post(`/prices/asset/${id}/fetch`, undefined, user);
    expect(await statusOf()).toEqual({
      assetId: id,
      status: 'Success',
      latestPrice: 98.06,
      lastFetchedAt: '2026-01-15T12:00:00.000Z',
    });
  });

  it('are limited for a user, not for an administrator', async () => {
    for (let i = 0; i < 60; i += 1) await post('/prices/fetch', { isin: 'GB00BH4HKS39' }, user);
    const refused = await post('/prices/fetch', { isin: 'GB00BH4HKS39' }, user);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '600']);
    expect((await post('/prices/fetch', { isin: 'GB00BH4HKS39' })).status).toBe(200);
    app.now += 600_000;
    expect((await post('/prices/fetch', { isin: 'GB00BH4HKS39' }, user)).status).toBe(200);
  });

  it("of many assets are the administrators' to fetch", async () => {
    expect((await post('/prices/batch-update', { updateAllAssets: true }, user)).status).toBe(403);
    const all = (await post('/prices/batch-update', { updateAllAssets: true, force: true })).json as {
      updatedCount: number;
      totalAssetsProcessed: number;
      prices: unknown[];
      errors: unknown[];
    };
    expect(all.updatedCount).toBe(all.prices.length);
    expect(all.totalAssetsProcessed).toBe(all.prices.length + all.errors.length);
    expect((await post('/prices/batch-update', { specificISINs: ['GB00BH4HKS39'] })).json).toMatchObject({
      updatedCount: 1,
      totalAssetsProcessed: 1,
      prices: [{ assetName: 'Vodafone Group plc', closePrice: 98.06, currency: 'GBX' }],
    });
    expect((await post('/prices/batch-update', {})).status).toBe(400);
  });
});

describe('the price service', () => {
  it('can be triggered, and tells its health and its runs', async () => {
    expect(await get('/prices/background-service/health')).toEqual({
      serviceName: 'Price fetch service',
      status: 'Switched off',
      isRunning: false,
      currentTimeUtc: '2026-01-15T12:00:00.000Z',
      checkedAt: '2026-01-15T12:00:00.000Z',
    });
    expect(await get('/prices/fetch-history?count=20')).toEqual([]);
    const result = (await post('/prices/background-service/trigger')).json as {
      updatedCount: number;
      message: string;
      samplePrices: unknown[];
    };
    expect(result.message).toMatch(/^Updated \d+ of \d+ prices\. \d+ of \d+ failed\. /u);
    expect(result.samplePrices.length).toBeGreaterThan(0);
    expect(result.samplePrices.length).toBeLessThanOrEqual(5);
    expect(await get('/prices/fetch-history?count=20')).toMatchObject([
      { lastRunDate: '2026-01-15T12:00:00.000Z', status: 'Partial', updatedCount: result.updatedCount },
    ]);
  });
});

describe('exchange rates', () => {
  it('are fetched, shown with their age, and held by the day', async () => {
    expect(await get('/exchangerates/health')).toMatchObject({
      healthStatus: 'critical',
      lastUpdateTime: null,
      dataAge: null,
      totalCurrenciesAvailable: 0,
    });
    expect(await get('/exchangerates/history/2026-01-15T12:00:00.000Z')).toEqual([]);
    expect((await post('/exchangerates/refresh')).json).toEqual({
      success: true,
      message: 'Fetched 12 exchange rates of 2026-01-15.',
      ratesFetched: 12,
      refreshCompletionTime: '2026-01-15T12:00:00.000Z',
    });
    const ages = [];
    for (const hours of [0, 25.99, 26, 71.99, 72]) {
      app.now = Date.parse('2026-01-15T12:00:00Z') + hours * HOUR;
      // A new sign-in, because a session lasts eight hours.
      const token = await app.signIn('admin@example.org');
      const { healthStatus, dataAge } = (await get('/exchangerates/health', token)) as {
        healthStatus: string;
        dataAge: string;
      };
      ages.push([
        healthStatus,
        dataAge,
        ((await get('/exchangerates/status', token)) as { isDataStale: boolean }).isDataStale,
      ]);
    }
    expect(ages).toEqual([
      ['healthy', '00:00:00', false],
      ['healthy', '1.01:59:24', false],
      ['warning', '1.02:00:00', false],
      ['warning', '2.23:59:24', true],
      ['critical', '3.00:00:00', true],
    ]);
  });

  it('of a day are its own, else those of the day before with any', async () => {
    const save = async (rateDate: string, rate: number) =>
      await app.store.transact(async (tx) => {
        await saveRates(
          tx,
          [{ fromCurrency: 'USD', toCurrency: 'GBP', rate: rate as Rate, rateDate: rateDate as IsoDate }],
          `${rateDate}T22:30:00.000Z`,
        );
        return done(undefined);
      });
    await save('2026-01-05', 0.74);
    await save('2026-01-07', 0.75);
    const on = async (instant: string) =>
      ((await get(`/exchangerates/history/${instant}`, user)) as { rate: number }[]).map(({ rate }) => rate);
    expect([
      await on('2026-01-04T12:00:00.000Z'),
      await on('2026-01-05T00:00:00Z'),
      await on('2026-01-06T23:59:59.000Z'),
      await on('2026-01-20T00:00:00.000Z'),
    ]).toEqual([[], [0.74], [0.74], [0.75]]);
    expect((await app.call('GET', '/exchangerates/history/yesterday', { token: user })).status).toBe(404);
  });

  it('that the source cannot give leave the stored rates unchanged, and the answer says why', async () => {
    await post('/exchangerates/refresh');
    outside = async () => await Promise.resolve({ ok: true, body: '{"error":true,"status":401}' });
    expect((await post('/exchangerates/refresh')).json).toMatchObject({
      success: false,
      message: 'The source of exchange rates returned rates that are not for one US dollar.',
      ratesFetched: 0,
    });
    expect(((await get('/exchangerates/status')) as { totalCurrencies: number }).totalCurrencies).toBe(13);
    const reply = await post('/commodities/update-prices');
    expect([reply.status, (reply.json as { code: string }).code]).toEqual([502, 'sourceFailed']);
  });
});

it('gold is worked out step by step, and stored in pounds per ounce', async () => {
  expect(await get('/commodities/debug-gold')).toMatchObject({
    rawData: { XAU_Rate_From_API: null },
    calculations: { GBP_Price_Per_Ounce: null },
    assetInfo: { Name: 'Gold', ISIN: 'XAU', Type: 'COMMODITY' },
    storedPrice: null,
  });
  expect((await post('/commodities/update-prices')).json).toEqual({
    updatedCount: 3,
    message: 'Updated 3 of 3 metals.',
  });
  expect(await get('/commodities/debug-gold')).toEqual({
    rawData: {
      XAU_Rate_From_API: 0.00021678,
      USD_To_GBP_Rate: 0.7446,
      Comment: 'Troy ounces of gold for one US dollar, as of 2026-01-15.',
    },
    calculations: {
      USD_Price_Per_Ounce: 4612.9717,
      GBP_Price_Per_Ounce: 3434.8187,
      Formula: 'GBP price per ounce = (1 / XAU rate per USD) x USD to GBP rate',
    },
    assetInfo: { Name: 'Gold', ISIN: 'XAU', Type: 'COMMODITY', PriceSource: 'MANUAL' },
    storedPrice: {
      ClosePrice: 3434.8187,
      Currency: 'GBP',
      PriceDate: '2026-01-15T00:00:00.000Z',
      Source: 'EXCHANGE_RATES',
    },
  });
  const at = { currency: 'GBP', priceDate: '2026-01-15T00:00:00.000Z', fetchedAt: '2026-01-15T12:00:00.000Z' };
  expect(await get('/commodities/prices', user)).toEqual([
    { isin: 'XAU', name: 'Gold', closePrice: 3434.8187, ...at },
    { isin: 'XAG', name: 'Silver', closePrice: 68.2493, ...at },
    { isin: 'XPT', name: 'Platinum', closePrice: 1806.6238, ...at },
  ]);
});

describe('an asset file', () => {
  const CSV =
    'Name,Type,Category,ISIN,TER,Price Source,Fetch Code,Denomination\nVodafone again,EQUITY,NON_CORE,GB00BH4HKS39,0,LSE,VOD,GBX\nApple Inc.,Equity,Non-Core,US0378331005,0,FT,AAPL:NSQ,USD\nWrong,Equity,Non-Core,US0378331006,0,FT,AAPL:NSQ,USD\n';
  const send = async (path: string, fields: Readonly<Record<string, string>> = {}, token = admin, content = CSV) => {
    const form = multipart({ content }, fields);
    return await app.call('POST', `/assets/${path}`, { token, body: form.body, headers: form.headers });
  };

  it('is previewed row by row, imported by selection, and refused whole where a row is wrong', async () => {
    const preview = (await send('preview-import')).json as {
      summary: object;
      previewAssets: { status: string; selected: boolean; asset: object; duplicateInfo: object | null }[];
    };
    expect(preview.summary).toMatchObject({ totalRows: 3, validCount: 1, duplicateCount: 1, errorCount: 1 });
    expect(preview.previewAssets.map(({ status, selected }) => [status, selected])).toEqual([
      ['duplicate', false],
      ['valid', true],
      ['error', false],
    ]);
    expect(preview.previewAssets[1]?.asset).toMatchObject({
      name: 'Apple Inc.',
      categoryLabel: 'Non-Core',
      incomeTreatmentLabel: 'N/A',
      isin: 'US0378331005',
      denomination: 'USD',
    });
    expect((await send('import')).json).toMatchObject({
      importedCount: 0,
      errorCount: 1,
      message: 'Import failed with validation errors',
    });
    expect(
      (await send('import-selected', { selectedRowNumbers: '2,3', skipDuplicateCheck: 'false' })).json,
    ).toMatchObject({ importedCount: 1, duplicateCount: 1, errorCount: 0 });
    expect(await get('/assets/isin/GB00BH4HKS39')).toMatchObject({ name: 'Vodafone Group plc' });
    expect((await send('import-selected', { selectedRowNumbers: '2', skipDuplicateCheck: 'true' })).json).toMatchObject(
      { importedCount: 1 },
    );
    expect(await get('/assets/isin/GB00BH4HKS39')).toMatchObject({ name: 'Vodafone again' });
    const good = CSV.split('\n').slice(0, 3).join('\n');
    expect((await send('import', {}, admin, good)).json).toMatchObject({
      importedCount: 0,
      duplicateCount: 2,
      errorCount: 0,
    });
  });

  it('from a user who is not an administrator is refused', async () => {
    for (const path of ['import', 'preview-import', 'import-selected'])
      expect((await send(path, { selectedRowNumbers: 'all' }, user)).status).toBe(403);
  });
});
