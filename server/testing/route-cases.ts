/** A valid request for every route: the contract test sends each, the matrix sends each in the wrong name. */
import { readFileSync } from 'node:fs';
import type { Owned } from '../../contract/route.ts';
import { multipart, PASSWORD, type TestApp } from './test-app.ts';

/** Records that the requests name. */
export interface World {
  /** The id of a user who is no administrator, where there is one. */
  readonly user: string;
  readonly account: string;
  /** An account that nothing uses. */
  readonly spareAccount: string;
  readonly transaction: string;
  readonly broker: string;
  readonly spareBroker: string;
  readonly asset: string;
  readonly spareAsset: string;
  /** An unlisted asset that nothing uses. */
  readonly unlistedAsset: string;
  readonly isin: string;
  readonly bankName: string;
  readonly spareBankName: string;
  readonly savingsAccount: string;
  readonly brokerCashBalance: string;
  readonly property: string;
  readonly propertyPrice: string;
  /** A property without prices. */
  readonly spareProperty: string;
  readonly receipt: string;
  /** The last part of a link to its file. */
  readonly receiptLink: string;
  readonly target: string;
  readonly spareTarget: string;
  /** The key of an extra of this user. */
  readonly extra: string;
}

export interface RouteCase {
  readonly params?: (world: World) => Readonly<Record<string, string>>;
  readonly query?: (world: World) => Readonly<Record<string, string>>;
  readonly body?: (world: World) => unknown;
  readonly file?: string;
  readonly fileName?: string;
  /** Text parts beside the file. */
  readonly fields?: Readonly<Record<string, string>> | ((world: World) => Readonly<Record<string, string>>);
}

export const SAMPLE_CSV = readFileSync(
  new URL('../../tests/fixtures/samples/transactions-real.csv', import.meta.url),
  'utf8',
);

export function transactionBody(world: Pick<World, 'account' | 'broker' | 'isin'>): Record<string, unknown> {
  return {
    transactionType: 'BUY',
    transactionDate: '2025-05-06',
    brokerId: world.broker,
    brokerDealReference: 'R1',
    accountId: world.account,
    taxWrapper: 'DEALING',
    isin: world.isin,
    quantity: 10,
    nativePrice: 3398.58,
    localPrice: 33.9858,
    consideration: 339.86,
    brokerCharge: 5.99,
    stampDuty: 0,
    fxCharge: 0,
    accruedInterest: 0,
  };
}

function assetBody(isin: string): Record<string, unknown> {
  return {
    name: 'Test Asset',
    type: 'ETF',
    category: 'US_TSM',
    incomeTreatment: 'NA',
    totalExpenseRatio: 0.07,
    isin,
    sedol: '',
    priceSource: 'LSE',
    fetchCode: 'TST',
    denomination: 'GBX',
    excludeFromPriceUpdates: false,
  };
}

function savingsBody(world: Pick<World, 'account' | 'bankName'>): Record<string, unknown> {
  return {
    bankNameId: world.bankName,
    accountType: 'Savings',
    accountId: world.account,
    accountOpenDate: '2020-05-01',
    accountCloseDate: null,
    latestBalance: 1200.5,
    latestBalanceDate: '2025-12-31',
    interestRate: 0.0432,
    accountReference: 'Rainy day',
    sortCode: '20-36-43',
    accountNumber: '12345678',
    notes: 'One\nTwo',
  };
}

function cashBody(world: Pick<World, 'account' | 'broker'>): Record<string, unknown> {
  return {
    accountId: world.account,
    brokerId: world.broker,
    taxWrapper: 'ISA',
    cashBalance: 12.5,
    currency: 'GBP',
    notes: '',
  };
}

function propertyBody(world: Pick<World, 'account'>): Record<string, unknown> {
  return {
    accountId: world.account,
    name: '12 Elm Road',
    address: '12 Elm Road\nLeeds',
    datePurchased: '2016-09-30',
    purchasePrice: 285_000,
    currency: 'GBP',
    notes: '',
  };
}

const priceBody = { priceDate: '2025-06-30', price: 342_000, currency: 'GBP' };

const SAVINGS_CSV =
  'Bank Name,Account Type,Account Open Date,Latest Balance,Latest Balance Date,Interest Rate\nNationwide Building Society,ISA,01/05/2021,"£2,000.00",31/12/2025,4.1%\n';
const ASSETS_CSV =
  'Name,Type,Category,ISIN,TER,Price Source,Fetch Code,Denomination\nVodafone Group plc,EQUITY,NON_CORE,GB00BH4HKS39,0,LSE,VOD.L,GBX\n';
const CASH_CSV = 'Account,Broker,Tax Wrapper,Balance,Currency\nMain Account,AJ Bell,SIPP,77.10,GBP\n';

export const RECEIPT_PDF = '%PDF-1.4\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n';

/** By `area.name`; a route without a case fails the tests that walk the list. */
export const ROUTE_CASES: Readonly<Record<string, RouteCase>> = {
  'auth.login': { body: () => ({ email: 'admin@example.org', password: PASSWORD }) },
  'auth.register': {
    body: () => ({ firstName: 'New', surname: 'User', email: 'new@example.org', password: PASSWORD }),
  },
  'auth.forgotPassword': { body: () => ({ email: 'admin@example.org' }) },
  'auth.resetPassword': { body: () => ({ token: 'none', password: PASSWORD }) },
  'auth.refresh': {},
  'auth.logout': {},
  'dashboard.summary': {},
  'accounts.list': {},
  'accounts.get': { params: (world) => ({ id: world.account }) },
  'accounts.create': { body: () => ({ name: 'Another Account' }) },
  'accounts.update': { params: (world) => ({ id: world.account }), body: () => ({ name: 'Renamed Account' }) },
  'accounts.remove': { params: (world) => ({ id: world.spareAccount }) },
  'brokers.list': {},
  'brokers.usage': {},
  'brokers.get': { params: (world) => ({ id: world.broker }) },
  'brokers.create': { body: () => ({ name: 'Brand New Broker' }) },
  'brokers.update': { params: (world) => ({ id: world.spareBroker }), body: () => ({ name: 'Renamed Broker' }) },
  'brokers.remove': { params: (world) => ({ id: world.spareBroker }) },
  'assets.list': {},
  'assets.paginated': { query: () => ({ page: '1', pageSize: '5', category: 'US_TSM', type: 'ETF' }) },
  'assets.search': { query: () => ({ query: 'vanguard', page: '1', pageSize: '20' }) },
  'assets.ids': {},
  'assets.formData': {},
  'assets.formDataFor': { params: (world) => ({ id: world.asset }) },
  'assets.byIsin': { params: (world) => ({ isin: world.isin }) },
  'assets.get': { params: (world) => ({ id: world.asset }) },
  'assets.create': { body: () => assetBody('US0378331005') },
  'assets.createUnlisted': { body: () => ({ isin: 'US5949181045', name: 'Microsoft Corporation' }) },
  'assets.update': { params: (world) => ({ id: world.spareAsset }), body: () => assetBody('TEST0002') },
  'assets.remove': { params: (world) => ({ id: world.spareAsset }) },
  'assets.uses': { params: (world) => ({ id: world.asset }) },
  'assets.merge': { params: (world) => ({ id: world.unlistedAsset }), body: (world) => ({ isin: world.isin }) },
  'assets.bulkDelete': { body: (world) => ({ assetIds: [world.spareAsset] }) },
  'assets.exportCsv': { query: () => ({ query: 'gilt' }) },
  'assets.exportCsvSelected': { body: (world) => [world.asset] },
  'assets.previewImport': { file: ASSETS_CSV },
  'assets.import': { file: ASSETS_CSV },
  'assets.importSelected': { file: ASSETS_CSV, fields: { selectedRowNumbers: '2', skipDuplicateCheck: 'true' } },
  'prices.latest': { params: (world) => ({ isinOrId: world.isin }) },
  'prices.history': {
    params: (world) => ({ assetId: world.asset }),
    query: () => ({ startDate: '2025-01-01T00:00:00.000Z', endDate: '2026-01-15T12:00:00.000Z' }),
  },
  'prices.userHoldings': {},
  'prices.importByHand': {
    params: (world) => ({ assetId: world.asset }),
    body: () => ({
      prices: [
        { priceDate: '2025-12-30', closePrice: 9002.5 },
        { priceDate: '2025-12-31', closePrice: 9003 },
      ],
    }),
  },
  'prices.fetch': { body: (world) => ({ isin: world.isin }) },
  'prices.fetchMultiple': { body: (world) => ({ isins: [world.isin, 'GB00BH4HKS39'] }) },
  'prices.fetchForAsset': { params: (world) => ({ assetId: world.asset }) },
  'prices.batchUpdate': { body: (world) => ({ updateAllAssets: false, specificISINs: [world.isin] }) },
  'priceService.health': {},
  'priceService.trigger': {},
  'priceService.history': { query: () => ({ count: '20' }) },
  'prices.setByHand': {
    params: (world) => ({ assetId: world.asset }),
    body: () => ({ priceDate: '2025-12-29', closePrice: 9001.25 }),
  },
  'prices.removePrice': { params: (world) => ({ assetId: world.asset, priceDate: '2025-12-30' }) },
  'prices.fetchStatus': {},
  'receipts.upload': {
    file: RECEIPT_PDF,
    fileName: 'contract note.pdf',
    fields: (world) => ({ transactionId: world.transaction, receiptType: 'contract_note', description: 'Bought' }),
  },
  'receipts.ofTransaction': { params: (world) => ({ transactionId: world.transaction }) },
  'receipts.get': { params: (world) => ({ id: world.receipt }) },
  'receipts.download': { params: (world) => ({ id: world.receipt }) },
  'receipts.file': { params: (world) => ({ link: world.receiptLink }) },
  'receipts.update': {
    params: (world) => ({ id: world.receipt }),
    body: () => ({ receiptType: 'statement', description: 'Two\nlines' }),
  },
  'receipts.remove': { params: (world) => ({ id: world.receipt }) },
  'transactions.list': {
    query: (world) => ({
      page: '1',
      pageSize: '20',
      accountId: world.account,
      sortField: 'consideration',
      sortDirection: 'desc',
    }),
  },
  'transactions.ids': {},
  'transactions.search': { query: (world) => ({ query: 'world', accountId: world.account }) },
  'transactions.formData': {},
  'transactions.formDataFor': { params: (world) => ({ id: world.transaction }) },
  'transactions.exportCsv': { query: (world) => ({ accountId: world.account }) },
  'transactions.exportCsvSelected': { body: (world) => [world.transaction] },
  'transactions.get': { params: (world) => ({ id: world.transaction }) },
  'transactions.create': { body: transactionBody },
  'transactions.update': {
    params: (world) => ({ id: world.transaction }),
    body: (world) => ({ ...transactionBody(world), consideration: 340.01 }),
  },
  'transactions.remove': { params: (world) => ({ id: world.transaction }) },
  'transactions.bulkDelete': { body: (world) => ({ transactionIds: [world.transaction] }) },
  'transactions.previewImport': { file: SAMPLE_CSV },
  'transactions.import': { file: SAMPLE_CSV },
  'transactions.importSelected': {
    file: SAMPLE_CSV,
    fields: { selectedRowNumbers: '2,3,4', skipDuplicateCheck: 'false' },
  },
  'holdings.list': { query: () => ({ asOfDate: '2025-12-31' }) },
  'holdings.ofAccount': { params: (world) => ({ accountId: world.account }) },
  'capitalGains.filters': {},
  'capitalGains.taxYears': {},
  'capitalGains.taxYear': {
    params: () => ({ taxYear: '2025-26' }),
    query: (world) => ({ accountId: world.account, taxWrapper: 'DEALING' }),
  },
  'exchangeRates.status': {},
  'exchangeRates.health': {},
  'exchangeRates.refresh': {},
  'exchangeRates.history': { params: () => ({ isoDateTime: '2026-01-15T12:00:00.000Z' }) },
  'commodities.prices': {},
  'commodities.update': {},
  'commodities.debugGold': {},
  'savingsAccounts.list': { query: () => ({ includeClosedAccounts: 'false' }) },
  'savingsAccounts.paginated': {
    query: (world) => ({
      page: '1',
      pageSize: '20',
      includeClosedAccounts: 'true',
      accountId: world.account,
      sortField: 'latestBalance',
      sortDirection: 'desc',
    }),
  },
  'savingsAccounts.search': { query: (world) => ({ query: 'rainy', accountId: world.account }) },
  'savingsAccounts.ids': {},
  'savingsAccounts.bankNames': {},
  'savingsAccounts.formData': {},
  'savingsAccounts.formDataFor': { params: (world) => ({ id: world.savingsAccount }) },
  'savingsAccounts.template': {},
  'savingsAccounts.exportCsv': {
    query: (world) => ({ query: 'rainy', accountId: world.account, includeClosedAccounts: 'true' }),
  },
  'savingsAccounts.exportCsvSelected': { body: (world) => [world.savingsAccount] },
  'savingsAccounts.get': { params: (world) => ({ id: world.savingsAccount }) },
  'savingsAccounts.create': { body: savingsBody },
  'savingsAccounts.update': {
    params: (world) => ({ id: world.savingsAccount }),
    body: (world) => ({ ...savingsBody(world), latestBalance: 1300 }),
  },
  'savingsAccounts.remove': { params: (world) => ({ id: world.savingsAccount }) },
  'savingsAccounts.bulkDelete': { body: (world) => [world.savingsAccount] },
  'savingsAccounts.previewImport': { file: SAVINGS_CSV },
  'savingsAccounts.import': { file: SAVINGS_CSV, fields: { updateExisting: 'true' } },
  'savingsAccounts.importSelected': {
    file: SAVINGS_CSV,
    fields: { selectedRowNumbers: '2', skipDuplicateCheck: 'true' },
  },
  'bankNames.list': { query: () => ({ includeInactive: 'true' }) },
  'bankNames.get': { params: (world) => ({ id: world.bankName }) },
  'bankNames.create': { body: () => ({ name: 'Brand New Bank' }) },
  'bankNames.update': {
    params: (world) => ({ id: world.spareBankName }),
    body: () => ({ name: 'Renamed Bank', isActive: false }),
  },
  'bankNames.remove': { params: (world) => ({ id: world.spareBankName }) },
  'brokerCashBalances.paginated': {
    query: (world) => ({ accountId: world.account, taxWrapper: 'ISA', sortField: 'cashBalance', sortDirection: 'asc' }),
  },
  'brokerCashBalances.ids': {},
  'brokerCashBalances.exportCsv': { query: (world) => ({ accountId: world.account, taxWrapper: 'ISA' }) },
  'brokerCashBalances.exportCsvSelected': { body: (world) => [world.brokerCashBalance] },
  'brokerCashBalances.get': { params: (world) => ({ id: world.brokerCashBalance }) },
  'brokerCashBalances.create': { body: cashBody },
  'brokerCashBalances.update': {
    params: (world) => ({ id: world.brokerCashBalance }),
    body: () => ({ cashBalance: 99.01, currency: 'USD', notes: 'x' }),
  },
  'brokerCashBalances.remove': { params: (world) => ({ id: world.brokerCashBalance }) },
  'brokerCashBalances.bulkDelete': { body: (world) => [world.brokerCashBalance] },
  'brokerCashBalances.previewImport': { file: CASH_CSV },
  'brokerCashBalances.import': { file: CASH_CSV },
  'brokerCashBalances.importSelected': {
    file: CASH_CSV,
    fields: { selectedRowNumbers: '2', skipDuplicateCheck: 'false' },
  },
  'properties.list': {},
  'properties.paginated': {
    query: (world) => ({
      page: '1',
      pageSize: '20',
      accountId: world.account,
      sortField: 'unrealizedGainLoss',
      sortDirection: 'asc',
    }),
  },
  'properties.ids': {},
  'properties.get': { params: (world) => ({ id: world.property }) },
  'properties.create': { body: propertyBody },
  'properties.update': {
    params: (world) => ({ id: world.property }),
    body: (world) => ({ ...propertyBody(world), name: 'Home' }),
  },
  'properties.remove': { params: (world) => ({ id: world.spareProperty }) },
  'properties.bulkDelete': { body: (world) => [world.spareProperty] },
  'properties.prices': { params: (world) => ({ id: world.property }) },
  'properties.createPrice': { params: (world) => ({ id: world.property }), body: () => priceBody },
  'properties.updatePrice': {
    params: (world) => ({ id: world.property, priceHistoryId: world.propertyPrice }),
    body: () => ({ ...priceBody, price: 345_000 }),
  },
  'properties.removePrice': { params: (world) => ({ id: world.property, priceHistoryId: world.propertyPrice }) },
  'targetAllocations.list': {},
  'targetAllocations.create': { body: () => ({ assetCategory: 0, targetPercentage: 12.5 }) },
  'targetAllocations.update': { params: (world) => ({ id: world.target }), body: () => ({ targetPercentage: 40.5 }) },
  'targetAllocations.remove': { params: (world) => ({ id: world.spareTarget }) },
  'sync.capabilities': {},
  'extras.get': { params: (world) => ({ kind: 'account-settings', key: world.extra }) },
  'extras.put': {
    params: (world) => ({ kind: 'account-settings', key: world.extra }),
    body: () => ({ value: { fxChargeAllowable: true, since: '2025-04-06', amount: 12.34 } }),
  },
  'extras.remove': { params: (world) => ({ kind: 'account-settings', key: world.extra }) },
  'admin.users': {},
  'admin.inviteUser': {},
  'admin.setUserAccess': { params: ({ user }) => ({ id: user }), body: () => ({ isDisabled: false }) },
  'admin.systemInfo': {},
  'admin.logLevels': {},
  'admin.logs': {
    query: () => ({
      level: 'Information',
      source: 'server',
      searchText: 'listens',
      startTime: '2026-01-01T00:00:00Z',
      endTime: '2027-01-01T00:00:00.000Z',
      page: '1',
      pageSize: '50',
    }),
  },
  'search.all': { query: () => ({ query: 'main', types: 'accounts', pageSize: '5' }) },
  'sync.changes': { query: () => ({ since: '0', scope: 'user' }) },
  'sync.write': { params: () => ({ version: '2' }) },
};

/** The text parts of a case. */
export function fieldsOf({ fields }: RouteCase, world: World): Readonly<Record<string, string>> {
  return typeof fields === 'function' ? fields(world) : (fields ?? {});
}

/** The path, body and headers of a case, ready to be sent. */
export function requestOf(
  route: { readonly path: string },
  routeCase: RouteCase,
  world: World,
): { readonly path: string; readonly body?: unknown; readonly headers: Record<string, string> } {
  const params = routeCase.params?.(world) ?? {};
  const query = new URLSearchParams(routeCase.query?.(world) ?? {}).toString();
  const path = `${route.path.replace(/:([A-Za-z]+)/gu, (_match, name: string) => params[name] ?? '')}${query === '' ? '' : `?${query}`}`;
  if (routeCase.file !== undefined)
    return {
      path,
      ...multipart(
        { content: routeCase.file, ...(routeCase.fileName === undefined ? {} : { fileName: routeCase.fileName }) },
        fieldsOf(routeCase, world),
      ),
    };
  return routeCase.body === undefined ? { path, headers: {} } : { path, body: routeCase.body(world), headers: {} };
}

/** Which record of a world each owned entity is. */
export function ownedId(world: World, entity: Owned): string {
  return world[entity];
}

async function created(
  app: TestApp,
  token: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const reply = await app.call('POST', path, { token, body, headers });
  if (reply.status !== 201) throw new Error(`${path}: ${reply.status} ${reply.text}`);
  return (reply.json as { id: string }).id;
}

/** Makes the records of a user; `adminToken` makes the shared ones. */
export async function makeWorld(app: TestApp, token: string, adminToken: string): Promise<World> {
  const assets = (await app.call('GET', '/assets', { token })).json as { id: string; isin: string }[];
  const asset = assets.find((candidate) => candidate.isin === 'IE00B4L5Y983') ?? { id: '', isin: '' };
  const brokers = (await app.call('GET', '/brokers', { token })).json as { id: string; name: string }[];
  const broker = brokers.find((candidate) => candidate.name === 'AJ Bell')?.id ?? '';
  const account = await created(app, token, '/accounts', { name: 'Main Account' });
  const suffix = account.slice(-6);
  const banks = (await app.call('GET', '/savingsaccounts/bank-names', { token })).json as {
    id: string;
    name: string;
  }[];
  const bankName = banks.find((candidate) => candidate.name === 'Nationwide Building Society')?.id ?? '';
  const property = await created(app, token, '/properties', propertyBody({ account }));
  const transaction = await created(
    app,
    token,
    '/transactions',
    transactionBody({ account, broker, isin: asset.isin }),
  );
  const form = multipart({ fileName: 'receipt.pdf', content: RECEIPT_PDF }, { transactionId: transaction });
  const receipt = await created(app, token, '/transactionreceipts/upload', form.body, form.headers);
  const { downloadUrl } = (await app.call('GET', `/transactionreceipts/${receipt}/download`, { token })).json as {
    downloadUrl: string;
  };
  const { users } = (await app.call('GET', '/admin/users', { token: adminToken })).json as {
    users: { id: string; isAdmin: boolean }[];
  };
  return {
    user: users.find(({ isAdmin }) => !isAdmin)?.id ?? users[0]?.id ?? '',
    account,
    broker,
    asset: asset.id,
    isin: asset.isin,
    bankName,
    property,
    transaction,
    receipt,
    receiptLink: downloadUrl.split('/').at(-1) ?? '',
    spareAccount: await created(app, token, '/accounts', { name: 'Spare' }),
    spareBroker: await created(app, adminToken, '/brokers', { name: `Spare ${suffix}` }),
    spareAsset: await created(app, adminToken, '/assets', assetBody(`TEST${suffix.toUpperCase()}`)),
    unlistedAsset: await created(app, token, '/assets/unlisted', {
      isin: `TESTU${suffix.toUpperCase()}`,
      name: 'Unlisted',
    }),
    spareBankName: await created(app, adminToken, '/admin/bank-names', { name: `Spare ${suffix}`, isActive: true }),
    savingsAccount: await created(app, token, '/savingsaccounts', savingsBody({ account, bankName })),
    brokerCashBalance: await created(app, token, '/brokercashbalances', cashBody({ account, broker })),
    propertyPrice: await created(app, token, `/properties/${property}/price-history`, priceBody),
    spareProperty: await created(app, token, '/properties', propertyBody({ account })),
    target: await targetOf(app, adminToken, 'UK_TSM'),
    spareTarget: await targetOf(app, adminToken, 'US_TSM'),
    extra: await extraOf(app, token, account),
  };
}

/** Settings of an account; the account's id is their key. */
async function extraOf(app: TestApp, token: string, account: string): Promise<string> {
  const reply = await app.call('PUT', `/sync/extras/account-settings/${account}`, {
    token,
    body: { value: { fxChargeAllowable: false } },
  });
  return (reply.json as { key: string }).key;
}

/** The target of a category, made where there is none: there is one set for all. */
async function targetOf(app: TestApp, adminToken: string, assetCategory: string): Promise<string> {
  const targets = (await app.call('GET', '/targetallocations', { token: adminToken })).json as {
    id: string;
    assetCategory: string;
  }[];
  return (
    targets.find((target) => target.assetCategory === assetCategory)?.id ??
    (await created(app, adminToken, '/targetallocations', { assetCategory, targetPercentage: 10 }))
  );
}
