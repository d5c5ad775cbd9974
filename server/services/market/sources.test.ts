import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Rate } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { Asset } from '../../../domain/records/records.ts';
import { ftAdapter } from './ft.ts';
import { lseAdapter } from './lse.ts';
import { metalPrice } from './metals.ts';
import { readRates } from './rates-source.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../tests/fixtures/market/${name}`, import.meta.url), 'utf8');
const TODAY = '2026-01-15' as IsoDate;
const NOW = Date.parse('2026-01-15T12:00:00Z');

const asset = (changes: Partial<Asset>): Asset => ({
  id: 'a',
  name: 'A',
  type: 'ETF',
  category: 'US_TSM',
  incomeTreatment: 'NA',
  totalExpenseRatio: 0 as Asset['totalExpenseRatio'],
  isin: 'IE00B4L5Y983',
  sedol: null,
  priceSource: 'LSE',
  fetchCode: 'SWDA',
  denomination: 'GBX',
  excludeFromPriceUpdates: false,
  cgtExempt: null,
  ...changes,
});
const SWDA = asset({});
const VOD = asset({ isin: 'GB00BH4HKS39', fetchCode: 'VOD.L', type: 'EQUITY' });

describe('the London Stock Exchange', () => {
  const lse = lseAdapter(new URL('https://lse.example/alldata/'));

  it('is asked by ticker, with special characters escaped in the address', () => {
    const urls = (fetchCode: string) => lse.urlsOf(asset({ fetchCode })).map(({ href }) => href);
    expect(urls('VWRL.L')).toEqual(['https://lse.example/alldata/VWRL']);
    expect(urls(' bt.a ')).toEqual(['https://lse.example/alldata/BT.A']);
    expect(urls('../../admin?x=1#y')).toEqual(['https://lse.example/alldata/..%2F..%2FADMIN%3FX%3D1%23Y']);
    expect(urls('a@evil.example/')).toEqual(['https://lse.example/alldata/A%40EVIL.EXAMPLE%2F']);
  });

  it('gives the last price in pence with its day', () => {
    expect(lse.read(fixture('lse-SWDA.json'), SWDA, TODAY)).toEqual({
      ok: true,
      quote: { closePrice: 9071.5, currency: 'GBX', priceDate: '2026-01-14' },
    });
    expect(lse.read(fixture('lse-VOD.json'), VOD, TODAY)).toEqual({
      ok: true,
      quote: { closePrice: 98.06, currency: 'GBX', priceDate: '2026-01-14' },
    });
  });

  const answer = (changes: object): string =>
    JSON.stringify({ ...(JSON.parse(fixture('lse-SWDA.json')) as object), ...changes });

  it.each([
    [{ currency: 'GBp' }, 'GBX'],
    [{ currency: 'GBP' }, 'GBP'],
    [{ currency: 'USD' }, 'USD'],
    [{ currency: 'EUR' }, 'EUR'],
  ])('reads the currency of %j as %s', (changes, currency) => {
    expect(lse.read(answer(changes), SWDA, TODAY)).toMatchObject({ ok: true, quote: { currency } });
  });

  it('dates a price of the evening before midnight in London, and one without a day today', () => {
    expect(lse.read(answer({ lastpricedate: '2025-07-01T23:30:00Z' }), SWDA, TODAY)).toMatchObject({
      quote: { priceDate: '2025-07-02' },
    });
    for (const lastpricedate of [null, '0001-01-01T00:00:00', '0001-01-01T00:00:00Z'])
      expect(lse.read(answer({ lastpricedate }), SWDA, TODAY)).toMatchObject({ quote: { priceDate: TODAY } });
  });

  it.each([
    [
      'another security',
      answer({ isin: 'GB00BH4HKS39' }),
      'unusable',
      'knows "SWDA" as GB00BH4HKS39, not as IE00B4L5Y983',
    ],
    ['no price', answer({ lastprice: null }), 'notFound', 'has no price for "SWDA"'],
    ['a price of nil', answer({ lastprice: 0 }), 'unusable', 'returned a price that is not a positive number'],
    ['a price below nil', answer({ lastprice: -1 }), 'unusable', 'returned a price that is not a positive number'],
    ['a price in words', answer({ lastprice: 'N/A' }), 'unusable', 'returned a price that is not a positive number'],
    ['yen', answer({ currency: 'JPY' }), 'unusable', 'quotes in a currency other than GBP, GBX, USD and EUR'],
    [
      'no currency',
      answer({ currency: undefined }),
      'unusable',
      'quotes in a currency other than GBP, GBX, USD and EUR',
    ],
    ['tomorrow', answer({ lastpricedate: '2026-01-17' }), 'unusable', 'returned a price with a date in the future'],
    ['a page', '<html>', 'unusable', 'returned a response that could not be read'],
    ['a list', '[]', 'unusable', 'returned a response that could not be read'],
    ['nothing', '', 'unusable', 'returned a response that could not be read'],
  ])('with %s gives no price', (_what, body, fault, message) => {
    expect(lse.read(body, SWDA, TODAY)).toEqual({ ok: false, fault, message });
  });
});

describe('the Financial Times', () => {
  const ft = ftAdapter(new URL('https://ft.example/data/'));

  it('is asked for the likely kind of page first', () => {
    const urls = ft.urlsOf(asset({ type: 'FUND', fetchCode: 'GB00B3X7QG63:GBP' })).map(({ href }) => href);
    expect(urls).toEqual(
      ['funds', 'etfs', 'equities'].map(
        (kind) => `https://ft.example/data/${kind}/tearsheet/summary?s=GB00B3X7QG63%3AGBP`,
      ),
    );
    expect(ft.urlsOf(asset({ type: 'EQUITY', fetchCode: 'a&b=c#d' }))[0]?.href).toBe(
      'https://ft.example/data/equities/tearsheet/summary?s=a%26b%3Dc%23d',
    );
  });

  it('gives the price of its page, in its currency, with its day', () => {
    expect(ft.read(fixture('ft-GB00B3X7QG63-GBP.html'), SWDA, TODAY)).toEqual({
      ok: true,
      quote: { closePrice: 334.92, currency: 'GBP', priceDate: '2026-01-13' },
    });
    expect(ft.read(fixture('ft-AAPL-NSQ.html'), SWDA, TODAY)).toEqual({
      ok: true,
      quote: { closePrice: 1260.05, currency: 'USD', priceDate: '2026-01-14' },
    });
  });

  const page = fixture('ft-AAPL-NSQ.html');
  it.each([
    ['no price', fixture('ft-unknown.html'), 'notFound', 'has no price for "SWDA"'],
    [
      'a price that is no number',
      page.replace('1,260.05', '1,26,0.05'),
      'unusable',
      'returned a price that is not a number',
    ],
    ['a price of nil', page.replace('1,260.05', '0.00'), 'unusable', 'returned a price that is not a positive number'],
    ['yen', page.replace('(USD)', '(JPY)'), 'unusable', 'quotes in a currency other than GBP, GBX, USD and EUR'],
    ['tomorrow', page.replace('Jan 14 2026', 'Feb 14 2026'), 'unusable', 'returned a price with a date in the future'],
    ['nothing', '', 'notFound', 'has no price for "SWDA"'],
  ])('with %s gives no price', (_what, body, fault, message) => {
    expect(ft.read(body, SWDA, TODAY)).toEqual({ ok: false, fault, message });
  });

  it('takes no time over a page made to be slow to read', () => {
    const before = process.cpuUsage();
    ft.read(
      `Price (GBP)</span>${' '.repeat(1_000_000)}<span class="mod-ui-data-list__value">${'1,'.repeat(200_000)}`,
      SWDA,
      TODAY,
    );
    // Quadratic time would take minutes.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000);
  });
});

describe('a source of exchange rates', () => {
  it.each([
    ['rates-open-exchange-rates.json', 12, 0.7446, 1_768_474_800_000],
    ['rates-er-api.json', 4, 0.743928, 1_768_435_351_000],
  ] as const)('with the shape of %s is read', (name, count, pound, statedAt) => {
    const reading = readRates(fixture(name), NOW);
    if (!reading.ok) throw new Error(reading.message);
    expect([reading.value.rates.length, reading.value.statedAt]).toEqual([count, statedAt]);
    expect(reading.value.rates.find(({ currency }) => currency === 'GBP')?.rate).toBe(pound);
  });

  it('may state more digits than a record keeps, and small ones', () => {
    const reading = readRates(fixture('rates-open-exchange-rates.json'), NOW);
    const rate = (currency: string) =>
      reading.ok ? reading.value.rates.find((one) => one.currency === currency)?.rate : null;
    expect([rate('VES'), rate('BTC'), rate('XAU')]).toEqual([330.375087123457, 0.000010318, 0.00021678]);
  });

  const given = JSON.parse(fixture('rates-open-exchange-rates.json')) as Record<string, unknown>;
  it.each([
    ['another base', { ...given, base: 'EUR' }, 'returned rates that are not for one US dollar'],
    ['no rates', { ...given, rates: null }, 'gave no rates'],
    ['no pound', { ...given, rates: { EUR: 0.85 } }, 'returned no rate for the pound'],
    ['a pound of nil', { ...given, rates: { GBP: 0, EUR: 0.85 } }, 'returned no rate for the pound'],
    ['a day to come', { ...given, timestamp: NOW / 1000 + 200_000 }, 'returned rates with a date in the future'],
    ['no day', { ...given, timestamp: -62_135_596_800 }, 'returned rates with a date before 1970'],
    ['no calendar', { ...given, timestamp: -1e14 }, 'returned rates with a date before 1970'],
    [
      'an error',
      { error: true, status: 401, message: 'invalid_app_id' },
      'returned rates that are not for one US dollar',
    ],
    ['null', null, 'returned rates that are not for one US dollar'],
  ])('with %s is not used', (_what, body, message) => {
    expect(readRates(JSON.stringify(body), NOW)).toEqual({ ok: false, message });
  });

  it('with a page in place of rates is not used; invalid rates are skipped', () => {
    expect(readRates('<html>', NOW)).toEqual({ ok: false, message: 'returned a response that could not be read' });
    const reading = readRates(
      JSON.stringify({
        base: 'USD',
        rates: { GBP: 0.75, usd: 1, EURO: 2, CHF: 'x', JPY: -1, __proto__: 1, AUD: 1e300 },
      }),
      NOW,
    );
    expect(reading.ok && reading.value.rates).toEqual([{ currency: 'GBP', rate: 0.75 }]);
  });
});

it('an ounce of gold costs one over its rate, times the pounds for a dollar', () => {
  const day = (rateDate: string) => rateDate as IsoDate;
  // 1 / 0.00021678 = 4612.9716763539…; x 0.7446 = 3434.8187102131…
  expect(
    metalPrice(
      { rate: 0.00021678 as Rate, rateDate: day('2026-01-15') },
      { rate: 0.7446 as Rate, rateDate: day('2026-01-14') },
    ),
  ).toEqual({ dollars: 4612.9717, pounds: 3434.8187, priceDate: '2026-01-14' });
  expect(metalPrice(null, { rate: 0.7446 as Rate, rateDate: day('2026-01-14') })).toBeNull();
  expect(
    metalPrice({ rate: 0 as Rate, rateDate: day('2026-01-14') }, { rate: 0.7446 as Rate, rateDate: day('2026-01-14') }),
  ).toBeNull();
});
