import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Price } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { closeDatabase, deleteDatabase, openUserDatabase } from '../../data/database/database.ts';
import { priceHistory, readPriceStatuses } from '../../data/records/prices.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { browserEnvironment, type SyncEnvironment } from '../api/environment.ts';
import {
  deletePrice,
  fetchLatestPrice,
  pullPriceHistory,
  refreshPriceStatus,
  statePrice,
  statePrices,
} from './price-calls.ts';

const ASSET = { id: 'a1', isin: 'XAU' };
const ALL = { from: null, to: null };
const DAY = '2024-06-14' as IsoDate;

let db: HoldfastDatabase;
let asked: string[];

beforeEach(async () => {
  db = await openUserDatabase({ apiBase: 'http://test.invalid/api', userId: 'ada' });
  asked = [];
});

afterEach(async () => {
  closeDatabase(db);
  await deleteDatabase(db.name);
});

/** A server that answers so, one answer after the other. */
function answering(...answers: readonly (() => Response)[]): SyncEnvironment {
  const left = [...answers];
  return {
    ...browserEnvironment,
    now: () => Date.parse('2024-06-15T12:00:00Z'),
    credentials: () => ({ token: 't', userId: 'ada' }),
    fetch: async (url, init) => {
      asked.push(
        `${init.method ?? ''} ${url.replace('http://test.invalid/api', '')}${typeof init.body === 'string' ? ` ${init.body}` : ''}`,
      );
      const answer = left.shift();
      if (answer === undefined) throw new TypeError('no connection');
      return await Promise.resolve(answer());
    },
  };
}

const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });
const page = (prices: readonly unknown[], hasNextPage: boolean) => ({
  prices,
  totalCount: 2,
  totalPages: 2,
  hasPreviousPage: !hasNextPage,
  hasNextPage,
});
const record = { priceDate: '2024-06-14T00:00:00.000Z', closePrice: 1810.25, currency: 'GBP' };

describe('calls about prices (001 §7)', () => {
  it('has the server fetch the latest price and keeps it, US dollars where no currency is named', async () => {
    expect(
      await fetchLatestPrice(db, ASSET, answering(json({ priceDate: record.priceDate, closePrice: 1810.25 }))),
    ).toMatchObject({ kind: 'answer', value: { priceDate: DAY, currency: 'USD' } });
    expect(asked).toEqual(['POST /prices/asset/a1/fetch']);
    expect(await priceHistory(db, 'XAU', ALL)).toEqual([
      { isin: 'XAU', priceDate: DAY, closePrice: 1810.25, currency: 'USD', fetchedAt: '2024-06-15T12:00:00.000Z' },
    ]);
  });

  it('replaces the price of the same day', async () => {
    await fetchLatestPrice(db, ASSET, answering(json(record)));
    await fetchLatestPrice(db, ASSET, answering(json({ ...record, closePrice: 1811 })));
    expect((await priceHistory(db, 'XAU', ALL)).map(({ closePrice }) => closePrice)).toEqual([1811]);
  });

  it("gives the server's words of a refusal, and says that it cannot be reached", async () => {
    expect(await fetchLatestPrice(db, ASSET, answering(json({ message: 'No price source' }, 502)))).toEqual({
      kind: 'refused',
      status: 502,
      message: 'No price source',
    });
    expect(await fetchLatestPrice(db, ASSET, answering())).toEqual({ kind: 'offline' });
  });

  it('marks what was stated by hand, which a later fetch of that day leaves as it is', async () => {
    const marked = async () => (await priceHistory(db, 'XAU', ALL)).map(({ byHand = false }) => byHand);
    await statePrice(db, ASSET, { priceDate: DAY, closePrice: 1810.25 as Price }, answering(json(record)));
    await fetchLatestPrice(db, ASSET, answering(json(record)));
    expect(await marked()).toEqual([true]);
    await fetchLatestPrice(db, ASSET, answering(json({ ...record, closePrice: 1811 })));
    expect(await marked()).toEqual([false]);
    await statePrices(db, ASSET, [], answering(json({ prices: [record] })));
    expect(await marked()).toEqual([true]);
  });

  it('states a price, many prices, and deletes one', async () => {
    expect(
      (await statePrice(db, ASSET, { priceDate: DAY, closePrice: 5 as Price }, answering(json(record)))).kind,
    ).toBe('answer');
    expect(
      await statePrices(
        db,
        ASSET,
        [{ priceDate: DAY, closePrice: 6 as Price }],
        answering(json({ prices: [{ ...record, closePrice: 6 }] })),
      ),
    ).toEqual({ kind: 'answer', value: 1 });
    expect(
      (
        await deletePrice(
          db,
          ASSET,
          DAY,
          answering(() => new Response(null, { status: 204 })),
        )
      ).kind,
    ).toBe('answer');
    expect(await priceHistory(db, 'XAU', ALL)).toEqual([]);
    expect(asked).toEqual([
      'POST /prices/asset/a1/history {"priceDate":"2024-06-14","closePrice":5}',
      'POST /prices/asset/a1/history/import {"prices":[{"priceDate":"2024-06-14","closePrice":6}]}',
      'DELETE /prices/asset/a1/history/2024-06-14',
    ]);
  });

  it('reports an answer to an import that does not match the contract', async () => {
    const prices = [{ priceDate: DAY, closePrice: 6 as Price }];
    expect(await statePrices(db, ASSET, prices, answering(json({ importedCount: 'many' })))).toEqual({
      kind: 'unexpected',
    });
    expect(await priceHistory(db, 'XAU', ALL)).toEqual([]);
  });

  it('reads every page of a history, with the bounds as ISO instants', async () => {
    const pages = answering(
      json(page([record], true)),
      json(page([{ ...record, priceDate: '2024-06-13T00:00:00Z' }], false)),
    );
    expect((await pullPriceHistory(db, ASSET, { from: '2024-06-01' as IsoDate, to: DAY }, pages)).kind).toBe('answer');
    expect(asked[0]).toBe(
      'GET /prices/asset/a1/history?pageNumber=1&pageSize=20&startDate=2024-06-01T00%3A00%3A00.000Z&endDate=2024-06-14T23%3A59%3A59.999Z',
    );
    expect(asked.map((call) => /pageNumber=(\d+)/u.exec(call)?.[1])).toEqual(['1', '2']);
    expect(await priceHistory(db, 'XAU', ALL)).toHaveLength(2);
    asked.length = 0;
    await pullPriceHistory(db, ASSET, { days: 90 }, answering(json(page([], false))));
    await pullPriceHistory(db, ASSET, ALL, answering(json(page([], false))));
    await pullPriceHistory(db, ASSET, { from: DAY, to: '2024-06-15' as IsoDate }, answering(json(page([], false))));
    expect(asked).toEqual([
      'GET /prices/asset/a1/history?pageNumber=1&pageSize=20&startDate=2024-03-17T12%3A00%3A00.000Z&endDate=2024-06-15T12%3A00%3A00.000Z',
      'GET /prices/asset/a1/history?pageNumber=1&pageSize=20',
      'GET /prices/asset/a1/history?pageNumber=1&pageSize=20&startDate=2024-06-14T00%3A00%3A00.000Z&endDate=2024-06-15T12%3A00%3A00.000Z',
    ]);
    expect(await pullPriceHistory(db, ASSET, ALL, answering(json({ message: 'gone' }, 404)))).toEqual({
      kind: 'refused',
      status: 404,
      message: 'gone',
    });
  });

  it('keeps the fetch status, and what was known when it is refused', async () => {
    await refreshPriceStatus(
      db,
      answering(
        json([
          { assetId: '7', status: 'Success', latestPrice: 5, lastFetchedAt: '2024-06-15T10:00:00Z' },
          { assetId: 'b', status: 'Odd', latestPrice: null, lastFetchedAt: null },
        ]),
      ),
    );
    const known = [
      { assetId: '7', status: 'Success', latestPrice: 5, lastFetchedAt: '2024-06-15T10:00:00Z' },
      { assetId: 'b', status: 'NeverFetched', latestPrice: null, lastFetchedAt: null },
    ];
    expect(await readPriceStatuses(db)).toEqual(known);
    await refreshPriceStatus(db, answering(json({ message: 'no' }, 403)));
    await refreshPriceStatus(db, answering());
    expect(await readPriceStatuses(db)).toEqual(known);
  });
});
