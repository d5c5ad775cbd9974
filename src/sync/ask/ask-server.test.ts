import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exchangeRateRoutes, exchangeRateServiceRoutes } from '../../../contract/exchange-rates.ts';
import { priceServiceRoutes } from '../../../contract/price-service.ts';
import { priceRoutes } from '../../../contract/prices.ts';
import { closeDatabase, openUserDatabase } from '../../data/database/database.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { answerText, askServer } from './ask-server.ts';
import { browserEnvironment, type SyncEnvironment } from '../api/environment.ts';

const OWNER = { apiBase: 'http://localhost/api', userId: 'u-1' };

let db: HoldfastDatabase;
let asked: { readonly url: string; readonly init: RequestInit }[];

beforeEach(async () => {
  db = await openUserDatabase(OWNER, false);
  asked = [];
});

afterEach(async () => {
  await db.delete();
});

function answering(answer: () => Response | Promise<Response>, userId = 'u-1'): SyncEnvironment {
  return {
    ...browserEnvironment,
    credentials: () => ({ token: 't', userId }),
    fetch: async (url, init) => {
      asked.push({ url, init });
      return await answer();
    },
  };
}

const answeringJson = (json: unknown, status = 200): SyncEnvironment =>
  answering(() => Response.json(json, { status }));

describe('asking the server', () => {
  it('returns the fields of the contract and drops others', async () => {
    const status = {
      isDataStale: false,
      lastUpdateTime: '2026-01-05T10:00:00Z',
      dataAge: '01:00:00',
      totalCurrencies: 2,
      availableCurrencies: ['EUR', 'GBP'],
    };
    const answer = await askServer(
      db,
      exchangeRateRoutes.status,
      {},
      answering(() => Response.json({ ...status, more: 1 })),
    );
    expect(answer).toEqual({ kind: 'answer', value: status });
    expect(asked.map(({ url }) => url)).toEqual(['http://localhost/api/exchangerates/status']);
  });

  it('puts parameters and given query values into the address', async () => {
    await askServer(
      db,
      priceRoutes.history,
      { params: { assetId: 'a/b' }, query: { pageNumber: 2, startDate: '', endDate: undefined } },
      answeringJson({}),
    );
    expect(asked.map(({ url }) => url)).toEqual(['http://localhost/api/prices/asset/a%2Fb/history?pageNumber=2']);
  });

  it('needs no reply once its user has signed out, and asks nothing', async () => {
    closeDatabase(db);
    const status = async () => await askServer(db, exchangeRateRoutes.status, {}, answeringJson({}));
    expect(await status()).toEqual({ kind: 'signedOut' });
    expect(asked).toEqual([]);
    db = await openUserDatabase(OWNER, false);
    db.close({ disableAutoOpen: true });
    // Closed by nobody who signed out: an error that somebody has to see.
    await expect(status()).rejects.toThrow('Database has been closed');
  });

  it('sends no body with an empty POST, except where the specification writes {}', async () => {
    await askServer(db, exchangeRateServiceRoutes.refresh, {}, answeringJson({}));
    await askServer(db, priceServiceRoutes.trigger, {}, answeringJson({}));
    await askServer(db, priceRoutes.fetchForAsset, { params: { assetId: 'a' } }, answeringJson({}));
    await askServer(db, exchangeRateRoutes.status, {}, answeringJson({}));
    expect(asked.map(({ url, init }) => [url.replace('http://localhost/api', ''), init.method, init.body])).toEqual([
      ['/exchangerates/refresh', 'POST', '{}'],
      ['/prices/background-service/trigger', 'POST', '{}'],
      ['/prices/asset/a/fetch', 'POST', undefined],
      ['/exchangerates/status', 'GET', undefined],
    ]);
  });

  it("gives the server's words of a refusal", async () => {
    const answer = await askServer(
      db,
      exchangeRateRoutes.status,
      {},
      answeringJson({ message: 'No source is configured' }, 503),
    );
    expect(answer).toEqual({ kind: 'refused', status: 503, message: 'No source is configured' });
    expect(answer.kind !== 'answer' && answerText(answer)).toBe('No source is configured');
  });

  it('tells a reply of another shape from a lost connection', async () => {
    const odd = await askServer(db, exchangeRateRoutes.status, {}, answeringJson([]));
    expect(odd).toEqual({ kind: 'unexpected' });
    expect(odd.kind !== 'answer' && answerText(odd)).toBe('Unexpected response from server. Please try again.');
    const lost = await askServer(
      db,
      exchangeRateRoutes.status,
      {},
      answering(async () => await Promise.reject(new TypeError('Failed to fetch'))),
    );
    expect(lost).toEqual({ kind: 'offline' });
  });

  it("asks nothing in another user's name", async () => {
    expect(
      await askServer(
        db,
        exchangeRateRoutes.status,
        {},
        answering(() => Response.json({}), 'u-2'),
      ),
    ).toEqual({ kind: 'signedOut' });
    expect(asked).toEqual([]);
  });
});
