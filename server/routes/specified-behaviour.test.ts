/** The effects of the specified calls; `specified-calls.test.ts` has their shapes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, SAMPLE_CSV, transactionBody, type World } from '../testing/world.ts';
import { multipart, PASSWORD, startTestApp, type TestApp } from '../testing/test-app.ts';

type Json = Record<string, unknown>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

let app: TestApp;
let admin: string;
let user: string;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn('admin@example.org');
  user = await app.signIn('user@example.org');
  world = await makeWorld(app, user, admin);
});
afterAll(async () => {
  await app.close();
});

async function call<T = Json>(method: Method, path: string, body?: unknown, token = user): Promise<T> {
  const reply = await app.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  expect([path, reply.status < 300, reply.text.slice(0, 200)]).toEqual([path, true, reply.text.slice(0, 200)]);
  return reply.json as T;
}
const get = async <T = Json>(path: string, token = user): Promise<T> => await call<T>('GET', path, undefined, token);
const status = async (method: Method, path: string, body?: unknown, token = user): Promise<number> =>
  (await app.call(method, path, { token, ...(body === undefined ? {} : { body }) })).status;

async function upload<T = Json>(
  path: string,
  content: string,
  part = 'file',
  fields: Record<string, string> = {},
  token = user,
): Promise<T> {
  const reply = await app.call('POST', path, { token, ...multipart({ name: part, content }, fields) });
  expect([path, reply.status, reply.text.slice(0, 200)]).toEqual([path, 200, reply.text.slice(0, 200)]);
  return reply.json as T;
}

/** Some buys and a sale; the whole sample has faulty rows, for which a direct import writes nothing. */
const FILE = SAMPLE_CSV.split('\n').slice(0, 12).join('\n');

const PAGE = ['totalCount', 'totalPages', 'hasNextPage', 'hasPreviousPage', 'currentPage'];
const has = (object: unknown, fields: readonly string[]): void => {
  expect(Object.keys(object as object)).toEqual(expect.arrayContaining([...fields]));
};
const options = (list: unknown): void => {
  for (const option of list as unknown[])
    expect(option).toEqual({ value: expect.any(String), label: expect.any(String) });
};

/** A CSV reply and the proposed name of its file. */
async function csv(method: Method, path: string, body?: unknown, token = user): Promise<readonly [string, string[]]> {
  const reply = await app.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  expect(reply.status).toBe(200);
  return [
    /filename="([^"]+)"/u.exec(String(reply.headers['content-disposition']))?.[1] ?? '',
    reply.text.trim().split('\n'),
  ];
}

describe('authentication (000 §7.1)', () => {
  it('login takes email and password and answers a token with unique_name, UserType and exp', async () => {
    const { token } = await call<{ token: string }>('POST', '/auth/login', {
      email: 'admin@example.org',
      password: PASSWORD,
    });
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Json;
    expect([claims['unique_name'], claims['UserType'], typeof claims['exp']]).toEqual(['admin Tester', 1, 'number']);
    const ordinary = JSON.parse(Buffer.from(user.split('.')[1] ?? '', 'base64url').toString()) as Json;
    expect(ordinary['UserType']).toBe(0);
  });
});

describe('transactions (000 §3.3, §7.3)', () => {
  const FIELDS = [
    'id',
    'transactionType',
    'transactionDate',
    'brokerId',
    'brokerDealReference',
    'accountId',
    'taxWrapper',
    'isin',
    'quantity',
    'nativePrice',
    'localPrice',
    'consideration',
    'brokerCharge',
    'stampDuty',
    'fxCharge',
    'accruedInterest',
  ];

  it('are listed whole without a query, else by page, filter and sort', async () => {
    const all = await get('/transactions/user');
    has(all, ['transactions', ...PAGE]);
    has((all['transactions'] as Json[])[0], [
      'id',
      'accountId',
      'assetName',
      'accountName',
      'transactionTypeLabel',
      'taxWrapperLabel',
      'quantity',
      'consideration',
      'transactionDate',
    ]);
    for (const sortField of [
      'assetName',
      'accountName',
      'transactionTypeLabel',
      'taxWrapperLabel',
      'quantity',
      'consideration',
      'transactionDate',
    ]) {
      for (const sortDirection of ['asc', 'desc']) {
        const page = await get(
          `/transactions/user?page=1&pageSize=20&accountId=${world.account}&taxWrapper=DEALING&assetCategory=DEVELOPED_WORLD_TSM&sortField=${sortField}&sortDirection=${sortDirection}`,
        );
        expect(page).toMatchObject({ currentPage: 1, hasPreviousPage: false, totalCount: 1 });
      }
    }
    expect(await get<string[]>('/transactions/user/ids')).toEqual([world.transaction]);
  });

  it('have form data of types, wrappers, brokers and accounts, with the transaction in the edit variant', async () => {
    const data = await get('/transactions/form-data');
    has(data, ['transactionTypes', 'taxWrappers']);
    options(data['transactionTypes']);
    expect((data['taxWrappers'] as { value: string }[]).map(({ value }) => value)).toEqual([
      'DEALING',
      'SIPP',
      'ISA',
      'LISA',
      'SPECULATIVE',
      // Ours: a junior ISA.
      'JISA',
    ]);
    expect(JSON.stringify(data)).toContain(world.broker);
    expect(JSON.stringify(data)).toContain(world.account);
    const edit = await get(`/transactions/form-data/${world.transaction}`);
    has(edit['transaction'], FIELDS);
  });

  it('are deleted in bulk by {transactionIds} or a bare list, and exported by a bare list or by filters', async () => {
    const made = [
      await call<{ id: string }>('POST', '/transactions', transactionBody(world)),
      await call<{ id: string }>('POST', '/transactions', transactionBody(world)),
    ].map(({ id }) => id);
    const [selectedName, selected] = await csv('POST', '/transactions/export-csv-selected', made);
    expect([selectedName, selected.length]).toEqual(['transactions-export-selected.csv', 3]);
    const [name, lines] = await csv(
      'GET',
      `/transactions/export-csv?query=world&accountId=${world.account}&taxWrapper=DEALING`,
    );
    expect([name, lines.length]).toEqual(['transactions-export.csv', 4]);
    expect(await call('POST', '/transactions/bulk-delete', { transactionIds: [made[0]] })).toEqual({ deletedCount: 1 });
    expect(await call('POST', '/transactions/bulk-delete', [made[1]])).toEqual({ deletedCount: 1 });
  });

  it('are imported: preview, chosen rows, everything, with the specified results', async () => {
    const preview = await upload<{ summary: Json; previewTransactions: Json[] }>('/transactions/preview-import', FILE);
    has(preview.summary, ['totalRows', 'validCount', 'duplicateCount', 'errorCount']);
    has(preview.previewTransactions[0], ['rowNumber', 'status', 'selected', 'duplicateInfo', 'errors', 'transaction']);
    expect(preview.previewTransactions[0]).toMatchObject({ status: 'valid', selected: true, errors: [] });
    const before = (await get<string[]>('/transactions/user/ids')).length;
    await upload('/transactions/import-selected', FILE, 'file', {
      selectedRowNumbers: preview.previewTransactions
        .slice(0, 3)
        .map((row) => row['rowNumber'])
        .join(','),
      skipDuplicateCheck: 'false',
    });
    expect((await get<string[]>('/transactions/user/ids')).length).toBe(before + 3);
    const again = await upload<{ previewTransactions: Json[] }>('/transactions/preview-import', FILE);
    expect(again.previewTransactions[0]).toMatchObject({
      status: 'duplicate',
      selected: false,
      duplicateInfo: { matchDetails: expect.any(String) },
    });
    const broken = await upload<{ previewTransactions: { status: string; errors: { message: string }[] }[] }>(
      '/transactions/preview-import',
      FILE.replace(',Buy,', ',Nonsense,'),
    );
    const faulty = broken.previewTransactions.find((row) => row.status === 'error');
    expect(faulty?.errors[0]?.message).toEqual(expect.any(String));
    const result = await upload('/transactions/import', FILE);
    has(result, ['errorCount', 'message', 'errors', 'importedCount', 'duplicateCount', 'duplicates']);
    expect(result).toMatchObject({
      duplicateCount: 3,
      duplicates: [expect.any(String), expect.any(String), expect.any(String)],
    });
  });
});

describe('search and supporting lists (000 §7.4, §7.5)', () => {
  it('everything is searched by query, page, pageSize and types repeated once per type', async () => {
    const found = await get<{ results: { type: string }[] }>(
      '/search?query=main&page=1&pageSize=20&types=accounts&types=transactions',
    );
    has(found, ['results', ...PAGE]);
    expect(new Set(found.results.map(({ type }) => type))).toEqual(new Set(['accounts', 'transactions']));
  });
});

describe('dashboard, holdings and gains (000 §3.2, 001 §3)', () => {
  it('the holdings summary has a total and a row for each asset class', async () => {
    const summary = await get<{ totalPortfolioValue: unknown; assetClassSummaries: Json[] }>(
      '/dashboard/holdings-summary',
    );
    expect(typeof summary.totalPortfolioValue).toBe('number');
    has(summary.assetClassSummaries[0], [
      'assetClass',
      'target',
      'targetAmount',
      'cost',
      'value',
      'increaseAmount',
      'increasePercent',
      'currentPercent',
      'rebalance',
    ]);
    for (const row of summary.assetClassSummaries)
      expect(row['increasePercent'] === null || typeof row['increasePercent'] === 'number').toBe(true);
  });
});

describe('assets (001 §3, §7)', () => {
  const BODY = {
    name: 'A fund',
    type: 'FUND',
    category: 'UK_TSM',
    incomeTreatment: 'NA',
    totalExpenseRatio: 0.2,
    isin: 'US0378331005',
    priceSource: 'FT',
    fetchCode: 'X:Y',
    denomination: 'GBP',
  };

  it('have form data of five lists, with the asset in the edit variant', async () => {
    const data = await get('/assets/form-data');
    for (const list of ['assetTypes', 'categories', 'incomeTreatments', 'denominations', 'priceSources'])
      options(data[list]);
    const values = (list: string): string[] => (data[list] as { value: string }[]).map(({ value }) => value);
    expect(values('incomeTreatments')).toContain('NA');
    expect(values('priceSources')).toEqual(expect.arrayContaining(['LSE', 'FT']));
    expect(values('denominations')).toEqual(expect.arrayContaining(['GBP', 'USD', 'EUR']));
    expect(values('assetTypes')).toContain('COMMODITY');
    expect((await get(`/assets/form-data/${world.asset}`))['asset']).toMatchObject({ id: world.asset });
  });

  it('are created, changed and deleted by administrators alone, without a SEDOL too', async () => {
    expect(await status('POST', '/assets', BODY)).toBe(403);
    const { id } = await call<{ id: string }>('POST', '/assets', BODY, admin);
    expect(await get(`/assets/${id}`)).toMatchObject({ sedol: null, ...BODY });
    expect(await status('PUT', `/assets/${id}`, { ...BODY, name: 'B' })).toBe(403);
    expect(await call('PUT', `/assets/${id}`, { ...BODY, name: 'Another name' }, admin)).toMatchObject({
      name: 'Another name',
    });
    expect(await status('DELETE', `/assets/${id}`)).toBe(403);
    expect(await status('DELETE', `/assets/${id}`, undefined, admin)).toBe(204);
    const second = await call<{ id: string }>('POST', '/assets', BODY, admin);
    expect(await call('POST', '/assets/bulk-delete', { assetIds: [second.id] }, admin)).toEqual({ deletedCount: 1 });
  });
});

it('accounts are created, read, renamed and deleted with a name of at most 100 characters (001 §7)', async () => {
  const { id } = await call<{ id: string }>('POST', '/accounts', { name: 'x'.repeat(100) });
  expect(await get(`/accounts/${id}`)).toMatchObject({ id, name: 'x'.repeat(100) });
  expect(await status('POST', '/accounts', { name: 'x'.repeat(101) })).toBe(400);
  expect(await call('PUT', `/accounts/${id}`, { name: 'Renamed' })).toMatchObject({ id, name: 'Renamed' });
  expect([await status('DELETE', `/accounts/${id}`), await status('GET', `/accounts/${id}`)]).toEqual([204, 404]);
  const refused = await app.call('POST', '/accounts', { token: user, body: {} });
  expect((refused.json as Json)['message']).toEqual(expect.any(String));
});

describe('savings accounts and banks (002 §3, §7)', () => {
  const BODY = {
    accountType: 'ISA',
    accountOpenDate: '2021-05-01',
    latestBalance: 2000.5,
    latestBalanceDate: '2025-12-31',
  };

  it('are recorded with the specified fields, the optional ones left out or not', async () => {
    const savings = await get(`/savingsaccounts/${world.savingsAccount}`);
    has(savings, [
      'id',
      'bankNameId',
      'bankName',
      'accountType',
      'accountId',
      'accountName',
      'accountOpenDate',
      'accountCloseDate',
      'isClosed',
      'latestBalance',
      'latestBalanceDate',
      'interestRate',
      'accountReference',
      'sortCode',
      'accountNumber',
      'notes',
    ]);
    expect(savings).toMatchObject({ interestRate: 0.0432, isClosed: false, accountName: 'Main Account' });
    const body = { ...BODY, bankNameId: world.bankName, accountId: world.account };
    const { id } = await call<{ id: string }>('POST', '/savingsaccounts', body);
    expect(await call('PUT', `/savingsaccounts/${id}`, { ...body, accountCloseDate: '2025-12-31' })).toMatchObject({
      isClosed: true,
      accountCloseDate: '2025-12-31',
    });
    expect(await get('/savingsaccounts?includeClosedAccounts=false')).toHaveLength(1);
    expect(await get('/savingsaccounts')).toHaveLength(2);
    expect(await status('DELETE', `/savingsaccounts/${id}`)).toBe(204);
  });

  it('are imported under either reading of the parts, matched by bank, type and reference when asked to', async () => {
    const file =
      'Bank Name,Account Type,Account Open Date,Latest Balance,Latest Balance Date,Account Reference\nNationwide Building Society,Fixed,01/05/2021,10.00,31/12/2025,Ref 9\n';
    expect(await upload('/savingsaccounts/import', file, 'csvFile', { defaultAccountId: world.account })).toMatchObject(
      { successCount: 1, skippedCount: 0, errors: [] },
    );
    expect(
      await upload('/savingsaccounts/import', file.replace('10.00', '20.00'), 'file', {
        accountId: world.account,
        updateExisting: 'true',
      }),
    ).toMatchObject({ successCount: 1 });
    const matching = (await get<{ accountReference: string; latestBalance: number }[]>('/savingsaccounts')).filter(
      ({ accountReference }) => accountReference === 'Ref 9',
    );
    expect(matching.map(({ latestBalance }) => latestBalance)).toEqual([20]);
    const wrong = await upload<{ errors: Json[] }>(
      '/savingsaccounts/import',
      file.replace('01/05/2021', 'never'),
      'csvFile',
      { defaultAccountId: world.account },
    );
    expect(wrong).toMatchObject({
      skippedCount: 1,
      errors: [{ rowNumber: expect.any(Number), message: expect.any(String) }],
    });
    const faulty = await upload<{ previewSavingsAccounts: Json[] }>(
      '/savingsaccounts/preview-import',
      file.replace('01/05/2021', 'never'),
    );
    expect(faulty.previewSavingsAccounts[0]).toMatchObject({ status: 'error', selected: false });
    expect(faulty.previewSavingsAccounts[0]?.['errors']).toEqual([{ message: expect.stringContaining('never') }]);
    const preview = await upload<{ previewSavingsAccounts: Json[] }>('/savingsaccounts/preview-import', file);
    has(preview.previewSavingsAccounts[0], [
      'rowNumber',
      'status',
      'selected',
      'duplicateInfo',
      'errors',
      'savingsAccount',
    ]);
    await upload('/savingsaccounts/import-selected', file.replace('Ref 9', 'Ref 10'), 'file', {
      selectedRowNumbers: String(preview.previewSavingsAccounts[0]?.['rowNumber']),
      skipDuplicateCheck: 'false',
    });
    expect((await get<unknown[]>('/savingsaccounts')).length).toBe(3);
  });

  it('bank names count their use, are 1 to 100 characters, and are deleted only when nothing uses them', async () => {
    const list = await get<{ id: string; usageCount: number }[]>('/admin/bank-names?includeInactive=true', admin);
    has(list[0], ['id', 'name', 'isActive', 'usageCount', 'createdAt', 'updatedAt']);
    expect(list.find(({ id }) => id === world.bankName)?.usageCount).toBeGreaterThan(0);
    expect(await status('DELETE', `/admin/bank-names/${world.bankName}`, undefined, admin)).toBe(400);
    const { id } = await call<{ id: string }>(
      'POST',
      '/admin/bank-names',
      { name: 'x'.repeat(100), isActive: true },
      admin,
    );
    expect(await get(`/admin/bank-names/${id}`, admin)).toMatchObject({ usageCount: 0, isActive: true });
    expect(await call('PUT', `/admin/bank-names/${id}`, { name: 'Closed Bank', isActive: false }, admin)).toMatchObject(
      { isActive: false },
    );
    expect(
      (await get<{ id: string }[]>('/admin/bank-names?includeInactive=false', admin)).some((bank) => bank.id === id),
    ).toBe(false);
    expect(await status('DELETE', `/admin/bank-names/${id}`, undefined, admin)).toBe(204);
    for (const name of ['', 'x'.repeat(101)])
      expect(await status('POST', '/admin/bank-names', { name, isActive: true }, admin)).toBe(400);
  });
});

describe('broker cash balances (002 §3, §7)', () => {
  it('are recorded per account, broker and wrapper in GBP, USD or EUR, and changed in amount, currency and notes', async () => {
    const cash = await get(`/brokercashbalances/${world.brokerCashBalance}`);
    has(cash, [
      'id',
      'accountId',
      'accountName',
      'brokerId',
      'brokerName',
      'taxWrapper',
      'cashBalance',
      'currency',
      'lastUpdated',
      'notes',
    ]);
    for (const [taxWrapper, currency] of [
      ['DEALING', 'GBP'],
      ['SIPP', 'USD'],
      ['LISA', 'EUR'],
    ] as const) {
      const { id } = await call<{ id: string }>('POST', '/brokercashbalances', {
        accountId: world.account,
        brokerId: world.broker,
        taxWrapper,
        cashBalance: 5.25,
        currency,
      });
      expect(
        await call('PUT', `/brokercashbalances/${id}`, { cashBalance: 6, currency: 'GBP', notes: 'n' }),
      ).toMatchObject({ cashBalance: 6, currency: 'GBP', notes: 'n', taxWrapper });
      expect(await call('PUT', `/brokercashbalances/${id}`, { cashBalance: 6, currency: 'GBP' })).toMatchObject({
        notes: '',
      });
      expect(await status('DELETE', `/brokercashbalances/${id}`)).toBe(204);
    }
    const base = {
      accountId: world.account,
      brokerId: world.broker,
      taxWrapper: 'DEALING',
      cashBalance: 1,
      currency: 'GBP',
    };
    expect([
      await status('POST', '/brokercashbalances', { ...base, taxWrapper: 'NONE' }),
      await status('POST', '/brokercashbalances', { ...base, currency: 'CHF' }),
    ]).toEqual([400, 400]);
  });
});

describe('properties (002 §3, §7)', () => {
  it('come by page of 20, newest purchase first, in either direction, as ids, and are deleted in bulk by a bare list', async () => {
    const page = await get<{ properties: { datePurchased: string }[] }>(
      `/properties/paginated?page=1&pageSize=20&accountId=${world.account}`,
    );
    has(page, ['properties', 'totalCount', 'totalPages', 'currentPage']);
    const days = page.properties.map(({ datePurchased }) => datePurchased);
    expect(days).toEqual(days.toSorted().toReversed());
    for (const direction of ['asc', 'desc'])
      expect(await status('GET', `/properties/paginated?sortField=name&sortDirection=${direction}`)).toBe(200);
    expect(await get<string[]>('/properties/ids')).toContain(world.property);
    const { id } = await call<{ id: string }>('POST', '/properties', {
      accountId: world.account,
      name: 'Shed',
      datePurchased: '2020-01-02',
      purchasePrice: 1,
      currency: 'GBP',
    });
    expect(await call('POST', '/properties/bulk-delete', [id])).toEqual({ deletedCount: 1 });
  });
});

it('brokers and target allocations are read by all and written by administrators; a category has one target (002 §7)', async () => {
  expect(await status('POST', '/brokers', { name: 'New Broker' })).toBe(403);
  const broker = await call<{ id: string }>('POST', '/brokers', { name: 'New Broker' }, admin);
  expect(await call('PUT', `/brokers/${broker.id}`, { name: 'Newer Broker' }, admin)).toMatchObject({
    id: broker.id,
    name: 'Newer Broker',
  });
  expect(await status('DELETE', `/brokers/${broker.id}`, undefined, admin)).toBe(204);
  const target = await call<{ id: string }>(
    'POST',
    '/targetallocations',
    { assetCategory: 8, targetPercentage: 40.5 },
    admin,
  );
  expect(await get('/targetallocations')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: target.id, assetCategory: 'NON_CORE', targetPercentage: 40.5 }),
    ]),
  );
  expect(await status('POST', '/targetallocations', { assetCategory: 'NON_CORE', targetPercentage: 1 }, admin)).toBe(
    409,
  );
  expect(await call('PUT', `/targetallocations/${target.id}`, { targetPercentage: 41 }, admin)).toMatchObject({
    targetPercentage: 41,
  });
  expect(await status('DELETE', `/targetallocations/${target.id}`, undefined, admin)).toBe(204);
});

it.each(['/savingsaccounts', '/brokercashbalances', '/properties'])(
  'POST %s/bulk-delete needs at least one record',
  async (path) => {
    expect(await status('POST', `${path}/bulk-delete`, [])).toBe(400);
  },
);

it("another user's records are neither listed nor accepted (002 §1)", async () => {
  const other = await app.signIn('other@example.org');
  for (const path of ['/savingsaccounts', '/properties', '/accounts']) expect(await get(path, other)).toEqual([]);
  expect(await get('/brokercashbalances/ids', other)).toEqual([]);
  expect(
    await status(
      'POST',
      '/brokercashbalances',
      { accountId: world.account, brokerId: world.broker, taxWrapper: 'ISA', cashBalance: 1, currency: 'GBP' },
      other,
    ),
  ).toBe(404);
});
