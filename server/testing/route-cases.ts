/**
 * A valid request for every route: the contract test sends each, and the access matrix sends each as the wrong user.
 */
import { multipart, PASSWORD } from './test-app.ts';
import {
  assetBody,
  cashBody,
  priceBody,
  propertyBody,
  RECEIPT_PDF,
  SAMPLE_CSV,
  savingsBody,
  transactionBody,
  type World,
} from './world.ts';
import { USER_CASES } from './user-route-cases.ts';

export interface RouteCase {
  readonly params?: (world: World) => Readonly<Record<string, string>>;
  readonly query?: (world: World) => Readonly<Record<string, string>>;
  readonly body?: (world: World) => unknown;
  readonly file?: string;
  readonly fileName?: string;
  /** Text parts in addition to the file. */
  readonly fields?: Readonly<Record<string, string>> | ((world: World) => Readonly<Record<string, string>>);
}

const SAVINGS_CSV =
  'Bank Name,Account Type,Account Open Date,Latest Balance,Latest Balance Date,Interest Rate\nNationwide Building Society,ISA,01/05/2021,"£2,000.00",31/12/2025,4.1%\n';
const ASSETS_CSV =
  'Name,Type,Category,ISIN,TER,Price Source,Fetch Code,Denomination\nVodafone Group plc,EQUITY,NON_CORE,GB00BH4HKS39,0,LSE,VOD.L,GBX\n';
const CASH_CSV = 'Account,Broker,Tax Wrapper,Balance,Currency\nMain Account,AJ Bell,SIPP,77.10,GBP\n';

/** By `area.name`; a route without a case fails the tests that iterate the list. */
export const ROUTE_CASES: Readonly<Record<string, RouteCase>> = {
  'auth.login': { body: () => ({ email: 'admin@example.org', password: PASSWORD }) },
  'auth.register': {
    body: () => ({ firstName: 'New', surname: 'User', email: 'new@example.org', password: PASSWORD }),
  },
  'auth.forgotPassword': { body: () => ({ email: 'admin@example.org' }) },
  'auth.resetPassword': { body: () => ({ token: 'none', password: PASSWORD }) },
  'auth.refresh': {},
  'auth.logout': {},
  ...USER_CASES,
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
  'operatorFacts.get': {},
  'sync.changes': { query: () => ({ since: '0', scope: 'user' }) },
  'taxDateFeed.get': {},
  'taxDateFeed.read': { params: (world) => ({ secret: world.feedSecret }) },
  'taxDateFeed.renew': { body: () => ({ withNames: false }) },
  'taxDateFeed.revoke': {},
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
