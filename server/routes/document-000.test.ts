/** The calls of document 000 exactly as it describes them: paths, parameters and the fields of replies (000 §3, §7). */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Price } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { TAX_WRAPPERS, TRANSACTION_TYPES } from '../../domain/fields/enums.ts';
import { TRANSACTION_SORT_FIELDS } from '../../domain/lists/transaction-query.ts';
import { done } from '../outcome.ts';
import { savePrices } from '../store/shared-records/market.ts';
import { makeWorld, transactionBody, type World } from '../testing/world.ts';
import { multipart, PASSWORD, startTestApp, type TestApp } from '../testing/test-app.ts';

type Json = Record<string, unknown>;
interface ListReply {
  transactions: Json[];
  totalCount: number;
  totalPages: number;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  currentPage: number;
}

let app: TestApp;
let token: string;
let world: World;
let ids: string[];

beforeAll(async () => {
  app = await startTestApp();
  token = await app.signIn('ada@example.org');
  world = await makeWorld(app, token, token);
  await app.store.transact(async (tx) => {
    await savePrices(
      tx,
      [
        {
          isin: world.isin,
          priceDate: '2025-12-30' as IsoDate,
          closePrice: 9012.5 as Price,
          currency: 'GBX',
          fetchedAt: '2025-12-30T20:00:00.000Z',
        },
      ],
      'LSE',
    );
    return done(undefined);
  });
  for (const [taxWrapper, consideration, transactionDate] of [
    ['ISA', 10, '2025-01-02'],
    ['ISA', 30, '2025-01-03'],
    ['SIPP', 20, '2025-01-04'],
  ] as const) {
    await app.call('POST', '/transactions', {
      token,
      body: { ...transactionBody(world), taxWrapper, consideration, transactionDate },
    });
  }
  ids = (await get('/transactions/user/ids')) as string[];
});

afterAll(async () => {
  await app.close();
});

const get = async (path: string) => {
  const reply = await app.call('GET', path, { token });
  expect(reply.status).toBe(200);
  return reply.json;
};
const list = async (query = '') => (await get(`/transactions/user${query}`)) as ListReply;
const upload = async (path: string, content: string, fields: Record<string, string> = {}) => {
  const form = multipart({ content }, fields);
  return await app.call('POST', path, { token, body: form.body, headers: form.headers });
};

describe('§7.1 authentication', () => {
  it('registers with firstName, surname, email and password, and takes no lastName', async () => {
    const registration = { firstName: 'Bea', surname: 'Holder', email: 'bea@example.org', password: PASSWORD };
    expect((await app.call('POST', '/auth/register', { body: registration })).status).toBe(201);
    expect(
      (
        await app.call('POST', '/auth/register', {
          body: { ...registration, surname: undefined, lastName: 'Holder', email: 'c@example.org' },
        })
      ).status,
    ).toBe(400);
  });

  it('signs in with email and password: a signed token with name, role and expiry in seconds', async () => {
    const reply = await app.call('POST', '/auth/login', { body: { email: 'ada@example.org', password: PASSWORD } });
    const { token: given } = reply.json as { token: string };
    const claims = decodeJwt(given);
    expect(given.split('.')).toHaveLength(3);
    expect(claims['unique_name']).toBe('ada Tester');
    expect(String(claims['UserType'])).toBe('1');
    expect(claims.exp).toBe(Math.floor(app.now / 1000) + 8 * 3600);
  });

  it('refreshes with an empty body, and asks for a reset link by e-mail', async () => {
    const own = await app.signIn('ada@example.org');
    const reply = await app.call('POST', '/auth/refresh', { token: own });
    expect(Object.keys(reply.json as Json)).toEqual(['token']);
    expect((await app.call('POST', '/auth/forgot-password', { body: { email: 'nobody@example.org' } })).status).toBe(
      200,
    );
  });

  it('answers 401 without a token, and takes the bearer token of a header', async () => {
    expect((await app.call('GET', '/accounts')).status).toBe(401);
    expect((await app.call('GET', '/accounts', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  });
});

describe('§7.2 the dashboard', () => {
  it('answers the total and a row for each asset class', async () => {
    const summary = (await get('/dashboard/holdings-summary')) as {
      totalPortfolioValue: number;
      assetClassSummaries: Json[];
    };
    expect(typeof summary.totalPortfolioValue).toBe('number');
    for (const row of summary.assetClassSummaries.filter(({ cost }) => cost !== 0)) {
      for (const field of ['target', 'targetAmount', 'cost', 'value', 'increaseAmount', 'currentPercent', 'rebalance'])
        expect(typeof row[field]).toBe('number');
      expect(typeof row['assetClass']).toBe('string');
      expect(row['increasePercent'] === null || typeof row['increasePercent'] === 'number').toBe(true);
    }
    expect(summary.assetClassSummaries.length).toBeGreaterThan(0);
  });
});

describe('§7.3 transactions', () => {
  it('lists all without a query, and a page with filters and order', async () => {
    const all = await list();
    expect(all.transactions).toHaveLength(all.totalCount);
    expect(Object.keys(all.transactions[0] ?? {})).toEqual(
      expect.arrayContaining([
        'id',
        'accountId',
        'assetName',
        'accountName',
        'transactionTypeLabel',
        'taxWrapperLabel',
        'quantity',
        'consideration',
        'transactionDate',
      ]),
    );
    const page = await list(
      `?page=1&pageSize=1&accountId=${world.account}&taxWrapper=ISA&sortField=consideration&sortDirection=desc`,
    );
    expect(page).toMatchObject({
      totalCount: 2,
      totalPages: 2,
      hasNextPage: true,
      hasPreviousPage: false,
      currentPage: 1,
      transactions: [{ consideration: 30, transactionDate: '2025-01-03' }],
    });
    expect((await list('?assetCategory=CASH')).totalCount).toBe(0);
  });

  it('sorts by each of the seven fields, up and down, and by no other', async () => {
    expect(TRANSACTION_SORT_FIELDS).toEqual([
      'assetName',
      'accountName',
      'transactionTypeLabel',
      'taxWrapperLabel',
      'quantity',
      'consideration',
      'transactionDate',
    ]);
    for (const field of TRANSACTION_SORT_FIELDS)
      for (const direction of ['asc', 'desc'])
        expect((await list(`?sortField=${field}&sortDirection=${direction}`)).totalCount).toBe(ids.length);
    expect((await app.call('GET', '/transactions/user?sortField=isin', { token })).status).toBe(400);
    expect((await app.call('GET', '/transactions/user?sortDirection=up', { token })).status).toBe(400);
  });

  it('searches with the filters of the list', async () => {
    const found = (await get(
      `/transactions/search?query=SIPP&page=1&pageSize=20&accountId=${world.account}&taxWrapper=SIPP&sortField=transactionDate&sortDirection=asc`,
    )) as ListReply;
    expect(found).toMatchObject({ totalCount: 1, transactions: [{ taxWrapperLabel: 'SIPP' }] });
    expect((await get('/transactions/search?query=sipp')) as ListReply).toMatchObject({
      totalCount: 1,
      currentPage: 1,
    });
  });

  it('answers ids, one transaction with its fields, and the option lists of the form', async () => {
    expect(ids).toContain(world.transaction);
    const one = (await get(`/transactions/${world.transaction}`)) as Json;
    expect(one).toMatchObject({ ...transactionBody(world), id: world.transaction });
    const options = {
      transactionTypes: TRANSACTION_TYPES.map(({ value, label }) => ({ value, label })),
      taxWrappers: TAX_WRAPPERS.map((value) => expect.objectContaining({ value }) as unknown),
    };
    const data = (await get('/transactions/form-data')) as { brokers: Json[]; accounts: Json[] };
    expect(data).toMatchObject(options);
    expect(data.brokers).toContainEqual(expect.objectContaining({ id: world.broker }));
    expect(data.accounts).toContainEqual(expect.objectContaining({ id: world.account }));
    expect(await get(`/transactions/form-data/${world.transaction}`)).toMatchObject({
      ...options,
      transaction: { id: world.transaction, isin: world.isin },
    });
  });

  it('records, changes and deletes', async () => {
    const created = await app.call('POST', '/transactions', { token, body: transactionBody(world) });
    const { id } = created.json as { id: string };
    expect(
      (
        await app.call('PUT', `/transactions/${id}`, {
          token,
          body: { ...transactionBody(world), quantity: 0.000001, consideration: 0.01 },
        })
      ).status,
    ).toBe(200);
    expect(await get(`/transactions/${id}`)).toMatchObject({ quantity: 0.000001, consideration: 0.01 });
    expect((await app.call('DELETE', `/transactions/${id}`, { token })).status).toBe(204);
    expect((await app.call('GET', `/transactions/${id}`, { token })).status).toBe(404);
    const spare = (
      (await app.call('POST', '/transactions', { token, body: transactionBody(world) })).json as { id: string }
    ).id;
    expect(
      (await app.call('POST', '/transactions/bulk-delete', { token, body: { transactionIds: [spare] } })).status,
    ).toBe(200);
    expect((await get('/transactions/user/ids')) as string[]).not.toContain(spare);
  });

  it('refuses values outside the option lists and dates in another form, with a message', async () => {
    for (const change of [{ transactionType: 'GIFT' }, { taxWrapper: 'TESSA' }, { transactionDate: '06/05/2025' }]) {
      const reply = await app.call('POST', '/transactions', { token, body: { ...transactionBody(world), ...change } });
      expect(reply.status).toBe(400);
      expect((reply.json as { message: string }).message).toContain(String(Object.values(change)[0]));
    }
  });

  it('exports the named ids, and what the filters show, as CSV with the default names', async () => {
    const selected = await app.call('POST', '/transactions/export-csv-selected', { token, body: [world.transaction] });
    expect(selected.headers['content-disposition']).toBe('attachment; filename="transactions-export-selected.csv"');
    expect(selected.text.trim().split('\r\n')).toHaveLength(2);
    const filtered = await app.call(
      'GET',
      `/transactions/export-csv?query=ISA&accountId=${world.account}&taxWrapper=ISA`,
      { token },
    );
    expect(filtered.headers['content-disposition']).toBe('attachment; filename="transactions-export.csv"');
    expect(filtered.text.trim().split('\r\n')).toHaveLength(3);
  });
});

describe('§3.7 imports', () => {
  const header = 'Date,Type,ISIN,Account,Broker,Tax Wrapper,Quantity,Price,Consideration\n';
  const row = () => `15/06/2025,Buy,${world.isin},Main Account,AJ Bell,ISA,1,10,10\n`;
  const file = () => `${header}${row()}x,Buy,${world.isin},Main Account,AJ Bell,ISA,1,10,10\n`;

  it('are previewed by row with a summary', async () => {
    const { summary, previewTransactions: items } = (await upload('/transactions/preview-import', file())).json as {
      summary: Json;
      previewTransactions: Json[];
    };
    expect(items[0]?.['errors']).toEqual([]);
    expect(summary).toMatchObject({ totalRows: 2, validCount: 1, duplicateCount: 0, errorCount: 1 });
    expect(items[0]).toMatchObject({
      rowNumber: 2,
      status: 'valid',
      selected: true,
      errors: [],
      transaction: { isin: world.isin },
    });
    expect(items[1]).toMatchObject({
      rowNumber: 3,
      status: 'error',
      selected: false,
      errors: [{ message: expect.any(String) as unknown }],
    });
  });

  it('take the selected rows, joined by commas, and name duplicates with their match', async () => {
    const again = { selectedRowNumbers: '2', skipDuplicateCheck: 'false' };
    expect((await upload('/transactions/import-selected', file(), again)).json).toMatchObject({
      importedCount: 1,
      errorCount: 0,
      duplicateCount: 0,
    });
    const { previewTransactions: items } = (await upload('/transactions/preview-import', `${header}${row()}`)).json as {
      previewTransactions: { status: string; duplicateInfo: { matchDetails: string } }[];
    };
    expect(items[0]?.status).toBe('duplicate');
    expect(items[0]?.duplicateInfo.matchDetails).not.toBe('');
    expect(
      (await upload('/transactions/import-selected', file(), { ...again, skipDuplicateCheck: 'true' })).json,
    ).toMatchObject({ importedCount: 1 });
  });

  it('without a preview answer with the imported, skipped and faulty rows', async () => {
    const faulty = (await upload('/transactions/import', file())).json as {
      errorCount: number;
      errors: string[];
      message: string;
    };
    expect(faulty).toMatchObject({ errorCount: 1, message: 'Import failed with validation errors' });
    expect(faulty.errors.every((line) => typeof line === 'string')).toBe(true);
    const skipped = (await upload('/transactions/import', `${header}${row()}`)).json as { duplicates: string[] };
    expect(skipped).toMatchObject({ errorCount: 0, importedCount: 0, duplicateCount: 1 });
    expect(skipped.duplicates).toHaveLength(1);
  });
});

describe('§7.4, §7.5 assets, accounts and brokers', () => {
  it('are lists of id and name; assets are found by text and by ISIN', async () => {
    const { assets } = (await get('/assets/search?query=vanguard&page=1&pageSize=20')) as { assets: Json[] };
    for (const asset of assets)
      expect([typeof asset['name'], typeof asset['isin'], typeof asset['type']]).toEqual([
        'string',
        'string',
        'string',
      ]);
    expect(assets.length).toBeGreaterThan(0);
    expect(((await get(`/assets/isin/${world.isin}`)) as Json)['name']).toBeTruthy();
    expect(((await get('/accounts')) as Json[])[0]).toMatchObject({
      id: expect.any(String) as unknown,
      name: expect.any(String) as unknown,
    });
    expect(((await get('/brokers')) as Json[])[0]).toMatchObject({
      id: expect.any(String) as unknown,
      name: expect.any(String) as unknown,
    });
  });
});
