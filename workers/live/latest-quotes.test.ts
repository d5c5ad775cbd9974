import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runs } from '../../tests/runs.ts';
import type { Price, Rate } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { valuePerUnit } from '../../domain/holdings/valuation.ts';
import type { ExchangeRate, PricePoint } from '../../domain/records/records.ts';
import { closeDatabase, openDatabase } from '../../src/data/database/database.ts';
import { newestRates } from '../../src/data/records/rates.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import { LatestQuotes } from './latest-quotes.ts';
import { ReadStamps } from './read-stamps.ts';
import { priceLookup, rateLookup } from '../../domain/holdings/quotes.ts';

const ISINS = ['IE00B3RBWM25', 'GB00BH4HKS39', 'XAU', 'XAG'];
const DAYS = Array.from({ length: 12 }, (_, index) => `2024-01-${String(index + 1).padStart(2, '0')}` as IsoDate);
const anyDay = fc.constantFrom(...DAYS);
const anyPrice = fc
  .record({
    isin: fc.constantFrom(...ISINS.slice(0, 3)),
    priceDate: anyDay,
    closePrice: fc.integer({ min: 1, max: 999 }),
    currency: fc.constantFrom('GBP', 'GBX', 'USD', 'EUR', 'SEK'),
  })
  .map((price): PricePoint => ({ ...price, closePrice: price.closePrice as Price, fetchedAt: '' }));
const anyRate = fc
  .record({
    pair: fc.constantFrom(
      ['USD', 'GBP'],
      ['GBP', 'USD'],
      ['USD', 'EUR'],
      ['EUR', 'GBP'],
      ['SEK', 'USD'],
      ['USD', 'XAU'],
      ['USD', 'JPY'],
    ),
    rateDate: anyDay,
    rate: fc.integer({ min: 1, max: 99 }),
  })
  .map(({ pair: [fromCurrency = '', toCurrency = ''], rateDate, rate }): ExchangeRate => ({
    fromCurrency,
    toCurrency,
    rateDate,
    rate: rate as Rate,
  }));

let db: HoldfastDatabase;

beforeEach(async () => {
  db = await openDatabase(`holdfast-quotes-${crypto.randomUUID()}`);
});
afterEach(async () => {
  closeDatabase(db);
  await db.delete({ disableAutoOpen: true });
});

describe('quotes of a day', () => {
  it('value every security as all prices and rates of the device do', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPrice, { maxLength: 30 }),
        fc.array(anyRate, { maxLength: 30 }),
        async (prices, rates) => {
          await Promise.all([db.prices.clear(), db.rates.clear()]);
          await Promise.all([db.prices.bulkPut(prices), db.rates.bulkPut(rates)]);
          const [allPrices, allRates] = [priceLookup(await db.prices.toArray()), rateLookup(await db.rates.toArray())];
          const latest = new LatestQuotes(db, new ReadStamps(db));
          for (const day of DAYS) {
            const quotes = await latest.on(day, { isins: ISINS });
            for (const isin of ISINS)
              expect(valuePerUnit(isin, day, quotes.prices, quotes.rates)).toEqual(
                valuePerUnit(isin, day, allPrices, allRates),
              );
          }
        },
      ),
      runs(25, 1000),
    );
  });

  it('are read again after a change, and for securities not requested before', async () => {
    const [isin = '', other = ''] = ISINS;
    const price = (of: string, closePrice: number): PricePoint => ({
      isin: of,
      priceDate: '2024-01-02' as IsoDate,
      closePrice: closePrice as Price,
      currency: 'GBP',
      fetchedAt: '',
    });
    const day = '2024-01-09' as IsoDate;
    await db.prices.bulkPut([price(isin, 1), price(other, 2)]);
    const latest = new LatestQuotes(db, new ReadStamps(db));
    const first = await latest.on(day, { isins: [isin] });
    expect(await latest.on(day, { isins: [isin] })).toBe(first);
    expect((await latest.on(day, { isins: [isin, other] })).prices(other, day)?.closePrice).toBe(2);
    await db.prices.put(price(isin, 3));
    latest.mark();
    expect((await latest.on(day, { isins: [isin] })).prices(isin, day)?.closePrice).toBe(3);
  });
});

it('the newest rate of each pair is found among years of them', async () => {
  const rate = (toCurrency: string, rateDate: IsoDate): ExchangeRate => ({
    fromCurrency: 'USD',
    toCurrency,
    rateDate,
    rate: 1 as Rate,
  });
  await db.rates.bulkPut(DAYS.flatMap((day) => [rate('GBP', day), rate('EUR', day)]));
  await db.rates.put(rate('JPY', '2023-05-05' as IsoDate));
  expect((await newestRates(db)).map(({ toCurrency, rateDate }) => [toCurrency, rateDate])).toEqual([
    ['EUR', '2024-01-12'],
    ['GBP', '2024-01-12'],
    ['JPY', '2023-05-05'],
  ]);
});
