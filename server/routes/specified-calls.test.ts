/**
 * The specification's calls and the fields of their replies, written down independently: the contract itself could be
 * wrong.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeWorld, RECEIPT_PDF, transactionBody, type World } from '../testing/world.ts';
import { multipart, startTestApp, type TestApp } from '../testing/test-app.ts';

const S: unknown = expect.any(String);
const N: unknown = expect.any(Number);
const B: unknown = expect.any(Boolean);
const DAY: unknown = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/u);
const INSTANT: unknown = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/u);
const has = (fields: object): unknown => expect.objectContaining(fields);
/** At least these fields, with any values. */
const named = (...names: string[]): unknown => ({
  asymmetricMatch: (value: unknown) =>
    typeof value === 'object' && value !== null && names.every((name) => name in value),
  toString: () => `{${names.join()}}`,
});
/** A list with at least one entry, all of which match. */
const listOf = (entry: unknown): unknown => ({
  asymmetricMatch: (value: unknown) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => {
      expect(one).toEqual(entry);
      return true;
    }),
  toString: () => 'a list',
});
const ONE_OF = (...values: string[]): unknown => expect.stringMatching(new RegExp(`^(?:${values.join('|')})$`, 'u'));

const OPTION = has({ value: S, label: S });
const PAGE = { totalCount: N, totalPages: N, hasNextPage: B, hasPreviousPage: B, currentPage: N };
const NAMED = has({ id: S, name: S });
const MONEY = { brokerCharge: N, stampDuty: N, fxCharge: N, accruedInterest: N, consideration: N };
const TRANSACTION = has({
  id: S,
  transactionType: 'BUY',
  transactionDate: DAY,
  brokerId: S,
  brokerDealReference: S,
  accountId: S,
  taxWrapper: S,
  isin: S,
  quantity: N,
  nativePrice: N,
  localPrice: N,
  ...MONEY,
});
const TRANSACTION_ROW = has({
  id: S,
  accountId: S,
  assetName: S,
  accountName: S,
  transactionTypeLabel: S,
  taxWrapperLabel: S,
  quantity: N,
  consideration: N,
  transactionDate: DAY,
});
const RECEIPT = has({
  id: S,
  originalFileName: 'note.pdf',
  contentType: 'application/pdf',
  fileSizeFormatted: S,
  uploadedAt: INSTANT,
  receiptType: 'statement',
  description: 'Mine',
});
const SUMMARY = has({ totalRows: N, validCount: N, duplicateCount: N, errorCount: N });
const preview = (list: string, record: string, shown: unknown) =>
  has({
    summary: SUMMARY,
    [list]: listOf(
      has({
        rowNumber: N,
        status: ONE_OF('valid', 'duplicate', 'error'),
        selected: B,
        duplicateInfo: null,
        errors: [],
        [record]: shown,
      }),
    ),
  });
const IMPORTED = has({
  errorCount: N,
  message: S,
  errors: [],
  importedCount: N,
  duplicateCount: N,
  duplicates: expect.any(Array),
});
const ASSET = has({
  id: S,
  name: S,
  type: S,
  category: S,
  incomeTreatment: S,
  totalExpenseRatio: N,
  isin: S,
  priceSource: ONE_OF('LSE', 'FT', 'MANUAL'),
  fetchCode: S,
  denomination: S,
  excludeFromPriceUpdates: B,
});
const ASSET_ROW = has({ id: S, typeLabel: S, categoryLabel: S, priceSourceLabel: S, denominationLabel: S });
const PRICE = has({ currency: S, closePrice: N, priceDate: INSTANT });
const HOLDING = has({
  accountId: S,
  accountName: S,
  assetName: S,
  isin: S,
  assetType: S,
  quantityUnit: S,
  taxWrapper: S,
  quantity: N,
  averagePrice: N,
  totalCost: N,
  currentPrice: N,
  currentPriceFormatted: S,
  currentPriceDate: S,
  currentPriceFetchedAt: S,
  currentValueInGBP: N,
  unrealizedGainLoss: N,
  unrealizedGainLossPercentage: N,
  transactions: listOf(
    has({
      transactionId: S,
      transactionType: S,
      transactionDate: DAY,
      quantity: N,
      nativePrice: N,
      localPrice: N,
      ...MONEY,
    }),
  ),
});
const SAVINGS = has({
  id: S,
  bankNameId: S,
  bankName: S,
  accountType: S,
  accountId: S,
  accountName: S,
  accountOpenDate: DAY,
  accountCloseDate: null,
  isClosed: false,
  latestBalance: N,
  latestBalanceDate: DAY,
  interestRate: 0.0432,
  accountReference: S,
  sortCode: S,
  accountNumber: S,
  notes: S,
});
const CASH = has({
  id: S,
  accountId: S,
  accountName: S,
  brokerId: S,
  brokerName: S,
  taxWrapper: S,
  cashBalance: N,
  currency: ONE_OF('GBP', 'USD', 'EUR'),
  lastUpdated: DAY,
  notes: S,
});
const PROPERTY = has({
  id: S,
  name: S,
  accountId: S,
  address: S,
  datePurchased: DAY,
  purchasePrice: N,
  currency: 'GBP',
  notes: S,
});
const BANK = has({ id: S, name: S, isActive: B, usageCount: N, createdAt: INSTANT, updatedAt: INSTANT });
const EMPTY = null;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
interface Sent {
  readonly body?: (world: World) => unknown;
  readonly file?: string;
  readonly fileName?: string;
  readonly fields?: (world: World) => Record<string, string>;
}
type Call = readonly [title: string, method: Method, path: (world: World) => string, answer: unknown, sent?: Sent];

const CSV =
  'Date,Type,ISIN,Quantity,Price,Amount,Account,Broker,Tax Wrapper\n2025-06-02,Buy,IE00B4L5Y983,1,33.00,33.00,Main Account,AJ Bell,DEALING\n';
const ASSETS =
  'Name,Type,Category,ISIN,TER,Price Source,Fetch Code,Denomination\nApple Inc.,EQUITY,NON_CORE,US0378331005,0,FT,AAPL:NSQ,USD\n';
const SAVINGS_CSV =
  'Bank Name,Account Type,Account Open Date,Latest Balance,Latest Balance Date,Interest Rate\nNationwide Building Society,ISA,01/05/2021,"£2,000.00",31/12/2025,4.1%\n';
const CASH_CSV = 'Account,Broker,Tax Wrapper,Balance,Currency\nMain Account,AJ Bell,SIPP,77.10,GBP\n';
const rows = () => ({ selectedRowNumbers: '2', skipDuplicateCheck: 'false' });
const savingsOf = (world: World) => ({
  bankNameId: world.bankName,
  accountOpenDate: '2020-05-01',
  accountCloseDate: null,
  accountType: 'Fixed',
  latestBalance: 10,
  latestBalanceDate: '2025-12-31',
  interestRate: 0.0432,
  accountReference: '',
  sortCode: '20-36-43',
  accountNumber: '12345678',
  notes: '',
  accountId: world.account,
});
const assetOf = (isin: string) => ({
  name: 'New',
  type: 'EQUITY',
  category: 'NON_CORE',
  incomeTreatment: 'NA',
  totalExpenseRatio: 0,
  isin,
  sedol: '',
  priceSource: 'LSE',
  fetchCode: 'NEW',
  denomination: 'GBP',
  excludeFromPriceUpdates: false,
});
const propertyOf = (world: World) => ({
  accountId: world.account,
  name: 'Flat',
  address: '',
  datePurchased: '2020-01-31',
  purchasePrice: 0.01,
  currency: 'GBP',
  notes: '',
});
const at = (path: string) => () => path;

/** In the order of the documents; deletions come last. */
const CALLS: readonly Call[] = [
  [
    'POST /auth/login',
    'POST',
    at('/auth/login'),
    has({ token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/u) }),
    { body: () => ({ email: 'ada@example.org', password: 'correct horse' }) },
  ],
  [
    'POST /auth/register',
    'POST',
    at('/auth/register'),
    expect.anything(),
    { body: () => ({ firstName: 'B', surname: 'C', email: 'b@example.org', password: 'correct horse' }) },
  ],
  [
    'POST /auth/forgot-password',
    'POST',
    at('/auth/forgot-password'),
    expect.anything(),
    { body: () => ({ email: 'ada@example.org' }) },
  ],
  [
    'GET /dashboard/holdings-summary',
    'GET',
    at('/dashboard/holdings-summary'),
    has({
      totalPortfolioValue: N,
      assetClassSummaries: listOf(
        named(
          'assetClass',
          'target',
          'targetAmount',
          'cost',
          'value',
          'increaseAmount',
          'increasePercent',
          'currentPercent',
          'rebalance',
        ),
      ),
    }),
  ],
  [
    'GET /transactions/user, all',
    'GET',
    at('/transactions/user'),
    has({ transactions: listOf(TRANSACTION_ROW), ...PAGE }),
  ],
  [
    'GET /transactions/user, a page',
    'GET',
    (w) =>
      `/transactions/user?page=1&pageSize=20&accountId=${w.account}&taxWrapper=DEALING&assetCategory=DEVELOPED_WORLD_TSM&sortField=quantity&sortDirection=desc`,
    has({ transactions: listOf(TRANSACTION_ROW), ...PAGE }),
  ],
  ['GET /transactions/user/ids', 'GET', at('/transactions/user/ids'), listOf(S)],
  ['GET /transactions/{id}', 'GET', (w) => `/transactions/${w.transaction}`, TRANSACTION],
  [
    'GET /transactions/form-data',
    'GET',
    at('/transactions/form-data'),
    has({
      transactionTypes: listOf(OPTION),
      taxWrappers: listOf(OPTION),
      brokers: listOf(NAMED),
      accounts: listOf(NAMED),
    }),
  ],
  [
    'GET /transactions/form-data/{id}',
    'GET',
    (w) => `/transactions/form-data/${w.transaction}`,
    has({ transactionTypes: listOf(OPTION), taxWrappers: listOf(OPTION), transaction: TRANSACTION }),
  ],
  ['POST /transactions', 'POST', at('/transactions'), TRANSACTION, { body: transactionBody }],
  ['PUT /transactions/{id}', 'PUT', (w) => `/transactions/${w.transaction}`, TRANSACTION, { body: transactionBody }],
  [
    'POST /transactions/preview-import',
    'POST',
    at('/transactions/preview-import'),
    has({
      summary: SUMMARY,
      previewTransactions: listOf(
        has({
          rowNumber: 2,
          status: 'valid',
          selected: true,
          duplicateInfo: null,
          errors: [],
          transaction: expect.anything(),
        }),
      ),
    }),
    { file: CSV },
  ],
  ['POST /transactions/import', 'POST', at('/transactions/import'), IMPORTED, { file: CSV }],
  [
    'POST /transactions/preview-import, again',
    'POST',
    at('/transactions/preview-import'),
    has({
      previewTransactions: listOf(
        has({ status: 'duplicate', selected: false, duplicateInfo: has({ matchDetails: S }) }),
      ),
    }),
    { file: CSV },
  ],
  [
    'POST /transactions/import-selected',
    'POST',
    at('/transactions/import-selected'),
    IMPORTED,
    { file: CSV, fields: rows },
  ],
  [
    'GET /transactions/search',
    'GET',
    (w) =>
      `/transactions/search?query=world&page=1&pageSize=20&accountId=${w.account}&sortField=assetName&sortDirection=asc`,
    has({ transactions: listOf(TRANSACTION_ROW), ...PAGE }),
  ],
  [
    'GET /assets/search',
    'GET',
    at('/assets/search?query=vanguard&page=1&pageSize=20'),
    has({ assets: listOf(ASSET), ...PAGE }),
  ],
  ['GET /assets/isin/{isin}', 'GET', (w) => `/assets/isin/${w.isin}`, ASSET],
  ['GET /accounts', 'GET', at('/accounts'), listOf(NAMED)],
  ['GET /brokers', 'GET', at('/brokers'), listOf(NAMED)],
  [
    'POST /transactionreceipts/upload',
    'POST',
    at('/transactionreceipts/upload'),
    RECEIPT,
    {
      file: RECEIPT_PDF,
      fileName: 'note.pdf',
      fields: (w) => ({ transactionId: w.transaction, receiptType: 'statement', description: 'Mine' }),
    },
  ],
  [
    'GET /transactionreceipts/transaction/{transactionId}',
    'GET',
    (w) => `/transactionreceipts/transaction/${w.transaction}`,
    listOf(
      named('id', 'originalFileName', 'contentType', 'fileSizeFormatted', 'uploadedAt', 'receiptType', 'description'),
    ),
  ],
  [
    'GET /transactionreceipts/{id}/download',
    'GET',
    (w) => `/transactionreceipts/${w.receipt}/download`,
    has({ downloadUrl: S }),
  ],
  [
    'PUT /transactionreceipts/{id}',
    'PUT',
    (w) => `/transactionreceipts/${w.receipt}`,
    has({ receiptType: 'tax_form', description: 'Changed' }),
    { body: () => ({ receiptType: 'tax_form', description: 'Changed' }) },
  ],
  [
    'GET /transactionreceipts/{id}',
    'GET',
    (w) => `/transactionreceipts/${w.receipt}`,
    has({ receiptType: 'tax_form', description: 'Changed' }),
  ],
  ['GET /assets', 'GET', at('/assets'), listOf(ASSET_ROW)],
  [
    'GET /assets/paginated',
    'GET',
    at('/assets/paginated?page=1&pageSize=20&category=US_TSM&type=ETF'),
    has({ assets: listOf(ASSET_ROW), ...PAGE }),
  ],
  ['GET /assets/{id}', 'GET', (w) => `/assets/${w.asset}`, ASSET],
  [
    'GET /assets/form-data',
    'GET',
    at('/assets/form-data'),
    has({
      assetTypes: listOf(OPTION),
      categories: listOf(OPTION),
      incomeTreatments: listOf(OPTION),
      denominations: listOf(OPTION),
      priceSources: listOf(OPTION),
    }),
  ],
  [
    'GET /assets/form-data/{id}',
    'GET',
    (w) => `/assets/form-data/${w.asset}`,
    has({ assetTypes: listOf(OPTION), asset: ASSET }),
  ],
  ['POST /assets', 'POST', at('/assets'), ASSET, { body: () => assetOf('US5949181045') }],
  [
    'POST /assets, a test asset',
    'POST',
    at('/assets'),
    has({
      isin: 'TEST1772546531123',
      type: 'EQUITY',
      category: 'NON_CORE',
      incomeTreatment: 'NA',
      totalExpenseRatio: 0,
      sedol: null,
      denomination: 'GBP',
    }),
    {
      body: () => ({
        name: 'Try',
        isin: 'TEST1772546531123',
        priceSource: 'FT',
        fetchCode: 'TRY:NSQ',
        type: 'EQUITY',
        category: 'EQUITY',
        incomeTreatment: 'NA',
        totalExpenseRatio: 0,
        sedol: '',
        denomination: 'GBP',
      }),
    },
  ],
  ['PUT /assets/{id}', 'PUT', (w) => `/assets/${w.spareAsset}`, ASSET, { body: () => assetOf('TEST0009') }],
  ['GET /assets/ids', 'GET', at('/assets/ids'), listOf(S)],
  [
    'POST /assets/preview-import',
    'POST',
    at('/assets/preview-import'),
    has({
      summary: SUMMARY,
      previewAssets: listOf(
        has({
          rowNumber: 2,
          status: 'valid',
          selected: true,
          errors: [],
          asset: has({ categoryLabel: 'Non-Core', incomeTreatmentLabel: 'N/A' }),
        }),
      ),
    }),
    { file: ASSETS },
  ],
  ['POST /assets/import', 'POST', at('/assets/import'), IMPORTED, { file: ASSETS }],
  ['POST /assets/import-selected', 'POST', at('/assets/import-selected'), IMPORTED, { file: ASSETS, fields: rows }],
  [
    'POST /prices/fetch',
    'POST',
    at('/prices/fetch'),
    has({ assetName: S, isin: S, closePrice: N, currency: S, source: 'LSE', priceDate: INSTANT, fetchedAt: INSTANT }),
    { body: (w) => ({ isin: w.isin }) },
  ],
  ['GET /prices/latest/{isin}', 'GET', (w) => `/prices/latest/${w.isin}`, PRICE],
  ['GET /prices/latest/{id}', 'GET', (w) => `/prices/latest/${w.asset}`, PRICE],
  [
    'POST /prices/fetch-multiple',
    'POST',
    at('/prices/fetch-multiple'),
    has({ prices: listOf(PRICE) }),
    { body: (w) => ({ isins: [w.isin] }) },
  ],
  ['GET /prices/user-holdings', 'GET', at('/prices/user-holdings'), listOf(PRICE)],
  [
    'POST /prices/batch-update',
    'POST',
    at('/prices/batch-update'),
    has({ updatedCount: 1, prices: listOf(has({ assetName: S, closePrice: N, currency: S })) }),
    { body: (w) => ({ updateAllAssets: false, specificISINs: [w.isin], force: true }) },
  ],
  [
    'GET /prices/fetch-status',
    'GET',
    at('/prices/fetch-status'),
    listOf(has({ assetId: S, status: ONE_OF('Success', 'Failed', 'NeverFetched', 'Excluded') })),
  ],
  [
    'GET /prices/asset/{assetId}/history',
    'GET',
    (w) => `/prices/asset/${w.asset}/history?startDate=2025-10-01T00:00:00.000Z&endDate=2026-01-15T00:00:00.000Z`,
    has({ prices: listOf(PRICE), totalCount: 1, totalPages: 1, hasPreviousPage: false, hasNextPage: false }),
  ],
  ['POST /prices/asset/{assetId}/fetch', 'POST', (w) => `/prices/asset/${w.asset}/fetch`, PRICE],
  ['GET /holdings', 'GET', at('/holdings?asOfDate=2026-01-15&assetCategory=DEVELOPED_WORLD_TSM'), listOf(HOLDING)],
  ['GET /holdings/account/{accountId}', 'GET', (w) => `/holdings/account/${w.account}`, listOf(HOLDING)],
  [
    'POST /exchangerates/refresh',
    'POST',
    at('/exchangerates/refresh'),
    has({ success: true, message: S, ratesFetched: N, refreshCompletionTime: INSTANT }),
    { body: () => ({}) },
  ],
  [
    'GET /exchangerates/status',
    'GET',
    at('/exchangerates/status'),
    has({
      isDataStale: false,
      lastUpdateTime: INSTANT,
      dataAge: S,
      totalCurrencies: N,
      availableCurrencies: listOf(S),
    }),
  ],
  [
    'GET /exchangerates/health',
    'GET',
    at('/exchangerates/health'),
    has({
      healthStatus: 'healthy',
      lastUpdateTime: INSTANT,
      dataAge: S,
      totalCurrenciesAvailable: N,
      healthCheckTime: INSTANT,
    }),
  ],
  [
    'GET /exchangerates/history/{isoDateTime}',
    'GET',
    at('/exchangerates/history/2026-01-15T12:00:00.000Z'),
    listOf(has({ fromCurrency: 'USD', toCurrency: S, rate: N, fetchedAt: INSTANT })),
  ],
  [
    'GET /capitalgains/filters',
    'GET',
    at('/capitalgains/filters'),
    has({ accounts: listOf(NAMED), taxWrappers: listOf(OPTION), assetCategories: listOf(OPTION) }),
  ],
  [
    'POST /transactions, a sale',
    'POST',
    at('/transactions'),
    expect.anything(),
    {
      body: (w) => ({
        ...transactionBody(w),
        transactionType: 'SELL',
        transactionDate: '2025-07-01',
        quantity: 4,
        consideration: 200,
      }),
    },
  ],
  ['GET /capitalgains/available-tax-years', 'GET', at('/capitalgains/available-tax-years'), ['2025-26']],
  [
    'GET /capitalgains/tax-year/{taxYear}',
    'GET',
    (w) => `/capitalgains/tax-year/2025-26?accountId=${w.account}&taxWrapper=DEALING&assetCategory=DEVELOPED_WORLD_TSM`,
    listOf(
      has({
        disposalTransactionId: S,
        disposalDate: DAY,
        assetName: S,
        isin: S,
        accountName: S,
        taxWrapper: S,
        quantityDisposed: 4,
        disposalProceeds: 200,
        allowableCost: N,
        capitalGain: N,
        isExemptFromCGT: false,
        holdingTransactions: listOf(
          named('transactionId', 'transactionType', 'transactionDate', 'quantity', 'consideration'),
        ),
      }),
    ),
  ],
  ['POST /commodities/update-prices', 'POST', at('/commodities/update-prices'), has({ updatedCount: 3 })],
  ['GET /commodities/prices', 'GET', at('/commodities/prices'), listOf(has({ isin: S, closePrice: N }))],
  [
    'GET /commodities/debug-gold',
    'GET',
    at('/commodities/debug-gold'),
    has({
      rawData: named('XAU_Rate_From_API', 'USD_To_GBP_Rate', 'Comment'),
      calculations: named('USD_Price_Per_Ounce', 'GBP_Price_Per_Ounce', 'Formula'),
      assetInfo: named('Name', 'ISIN', 'Type', 'PriceSource'),
      storedPrice: named('ClosePrice', 'Currency', 'PriceDate', 'Source'),
    }),
  ],
  ['GET /accounts/{id}', 'GET', (w) => `/accounts/${w.account}`, NAMED],
  ['POST /accounts', 'POST', at('/accounts'), NAMED, { body: () => ({ name: 'x'.repeat(100) }) }],
  ['PUT /accounts/{id}', 'PUT', (w) => `/accounts/${w.spareAccount}`, NAMED, { body: () => ({ name: 'Renamed' }) }],
  ['GET /savingsaccounts', 'GET', at('/savingsaccounts?includeClosedAccounts=true'), listOf(SAVINGS)],
  [
    'GET /savingsaccounts/paginated',
    'GET',
    (w) =>
      `/savingsaccounts/paginated?page=1&pageSize=20&includeClosedAccounts=true&accountId=${w.account}&sortField=latestBalance&sortDirection=asc`,
    has({ savingsAccounts: listOf(SAVINGS), ...PAGE }),
  ],
  [
    'GET /savingsaccounts/search',
    'GET',
    at('/savingsaccounts/search?query=rainy&page=1&pageSize=20&includeClosedAccounts=true'),
    has({ savingsAccounts: listOf(SAVINGS) }),
  ],
  ['GET /savingsaccounts/ids', 'GET', at('/savingsaccounts/ids'), listOf(S)],
  ['GET /savingsaccounts/form-data', 'GET', at('/savingsaccounts/form-data'), expect.anything()],
  [
    'GET /savingsaccounts/form-data/{id}',
    'GET',
    (w) => `/savingsaccounts/form-data/${w.savingsAccount}`,
    expect.anything(),
  ],
  ['GET /savingsaccounts/{id}', 'GET', (w) => `/savingsaccounts/${w.savingsAccount}`, SAVINGS],
  ['POST /savingsaccounts', 'POST', at('/savingsaccounts'), SAVINGS, { body: savingsOf }],
  ['PUT /savingsaccounts/{id}', 'PUT', (w) => `/savingsaccounts/${w.savingsAccount}`, SAVINGS, { body: savingsOf }],
  [
    'POST /savingsaccounts/preview-import',
    'POST',
    at('/savingsaccounts/preview-import'),
    has({
      summary: SUMMARY,
      previewSavingsAccounts: listOf(has({ rowNumber: 2, status: S, selected: B, savingsAccount: expect.anything() })),
    }),
    { file: SAVINGS_CSV, fields: (w) => ({ defaultAccountId: w.account }) },
  ],
  [
    'POST /savingsaccounts/import',
    'POST',
    at('/savingsaccounts/import'),
    has({ successCount: 1, skippedCount: 0, errors: [] }),
    { file: SAVINGS_CSV, fields: (w) => ({ defaultAccountId: w.account, updateExisting: 'false' }) },
  ],
  [
    'POST /savingsaccounts/import-selected',
    'POST',
    at('/savingsaccounts/import-selected'),
    IMPORTED,
    { file: `Account,${SAVINGS_CSV.replace('\n', '\nMain Account,')}`, fields: rows },
  ],
  ['GET /savingsaccounts/bank-names', 'GET', at('/savingsaccounts/bank-names'), listOf(NAMED)],
  ['GET /admin/bank-names', 'GET', at('/admin/bank-names?includeInactive=true'), listOf(BANK)],
  ['GET /admin/bank-names/{id}', 'GET', (w) => `/admin/bank-names/${w.bankName}`, BANK],
  [
    'POST /admin/bank-names',
    'POST',
    at('/admin/bank-names'),
    BANK,
    { body: () => ({ name: 'New Bank', isActive: true }) },
  ],
  [
    'PUT /admin/bank-names/{id}',
    'PUT',
    (w) => `/admin/bank-names/${w.spareBankName}`,
    has({ isActive: false }),
    { body: () => ({ name: 'Old Bank', isActive: false }) },
  ],
  [
    'GET /brokercashbalances/paginated',
    'GET',
    (w) =>
      `/brokercashbalances/paginated?page=1&pageSize=20&accountId=${w.account}&taxWrapper=ISA&sortField=cashBalance&sortDirection=desc`,
    has({ brokerCashBalances: listOf(CASH), ...PAGE }),
  ],
  ['GET /brokercashbalances/ids', 'GET', at('/brokercashbalances/ids'), listOf(S)],
  ['GET /brokercashbalances/{id}', 'GET', (w) => `/brokercashbalances/${w.brokerCashBalance}`, CASH],
  [
    'POST /brokercashbalances',
    'POST',
    at('/brokercashbalances'),
    CASH,
    {
      body: (w) => ({
        accountId: w.account,
        brokerId: w.broker,
        taxWrapper: 'SIPP',
        cashBalance: 1,
        currency: 'EUR',
        notes: '',
      }),
    },
  ],
  [
    'PUT /brokercashbalances/{id}',
    'PUT',
    (w) => `/brokercashbalances/${w.brokerCashBalance}`,
    CASH,
    { body: () => ({ cashBalance: 2, currency: 'USD', notes: 'x' }) },
  ],
  [
    'POST /brokercashbalances/preview-import',
    'POST',
    at('/brokercashbalances/preview-import'),
    preview('previewItems', 'item', expect.anything()),
    { file: CASH_CSV },
  ],
  ['POST /brokercashbalances/import', 'POST', at('/brokercashbalances/import'), IMPORTED, { file: CASH_CSV }],
  [
    'POST /brokercashbalances/import-selected',
    'POST',
    at('/brokercashbalances/import-selected'),
    IMPORTED,
    { file: CASH_CSV, fields: rows },
  ],
  ['GET /properties', 'GET', at('/properties'), listOf(PROPERTY)],
  [
    'GET /properties/paginated',
    'GET',
    (w) => `/properties/paginated?page=1&pageSize=20&accountId=${w.account}&sortField=name&sortDirection=asc`,
    has({ properties: listOf(has({ accountName: S })), totalCount: N, totalPages: N, currentPage: N }),
  ],
  ['GET /properties/{id}', 'GET', (w) => `/properties/${w.property}`, PROPERTY],
  ['POST /properties', 'POST', at('/properties'), PROPERTY, { body: propertyOf }],
  ['PUT /properties/{id}', 'PUT', (w) => `/properties/${w.property}`, PROPERTY, { body: propertyOf }],
  ['GET /properties/ids', 'GET', at('/properties/ids'), listOf(S)],
  [
    'POST /properties/{id}/price-history',
    'POST',
    (w) => `/properties/${w.property}/price-history`,
    has({ id: S, priceDate: DAY, price: 5 }),
    { body: () => ({ priceDate: '2025-01-31', price: 5, currency: 'GBP' }) },
  ],
  [
    'GET /properties/{id}/price-history',
    'GET',
    (w) => `/properties/${w.property}/price-history`,
    listOf(has({ id: S, priceDate: DAY, price: N, currency: 'GBP' })),
  ],
  [
    'PUT /properties/{id}/price-history/{priceHistoryId}',
    'PUT',
    (w) => `/properties/${w.property}/price-history/${w.propertyPrice}`,
    has({ price: 6 }),
    { body: () => ({ priceDate: '2025-01-31', price: 6, currency: 'GBP' }) },
  ],
  ['POST /brokers', 'POST', at('/brokers'), NAMED, { body: () => ({ name: 'New Broker' }) }],
  ['PUT /brokers/{id}', 'PUT', (w) => `/brokers/${w.spareBroker}`, NAMED, { body: () => ({ name: 'Renamed Broker' }) }],
  [
    'GET /targetallocations',
    'GET',
    at('/targetallocations'),
    listOf(has({ id: S, assetCategory: S, targetPercentage: N })),
  ],
  [
    'POST /targetallocations',
    'POST',
    at('/targetallocations'),
    has({ id: S, targetPercentage: 40.5 }),
    { body: () => ({ assetCategory: 'CASH', targetPercentage: 40.5 }) },
  ],
  [
    'PUT /targetallocations/{id}',
    'PUT',
    (w) => `/targetallocations/${w.target}`,
    has({ targetPercentage: 1 }),
    { body: () => ({ targetPercentage: 1 }) },
  ],
  [
    'GET /prices/background-service/health',
    'GET',
    at('/prices/background-service/health'),
    has({ serviceName: S, status: S, isRunning: B, currentTimeUtc: INSTANT, checkedAt: INSTANT }),
  ],
  [
    'POST /prices/background-service/trigger',
    'POST',
    at('/prices/background-service/trigger'),
    has({
      updatedCount: N,
      triggerTime: INSTANT,
      message: S,
      samplePrices: listOf(has({ isin: S, closePrice: N, fetchedAt: INSTANT })),
    }),
    { body: () => ({}) },
  ],
  [
    'GET /prices/fetch-history',
    'GET',
    at('/prices/fetch-history?count=20'),
    listOf(has({ id: S, lastRunDate: INSTANT, status: S, updatedCount: N, createdAt: INSTANT, errorMessage: S })),
  ],
  ['GET /admin/logs/levels', 'GET', at('/admin/logs/levels'), listOf(S)],
  [
    'GET /admin/system-info',
    'GET',
    at('/admin/system-info'),
    has({ environment: S, machineName: S, processId: N, workingSet: N, serverTime: INSTANT, tickCount: N }),
  ],
  ['DELETE /transactionreceipts/{id}', 'DELETE', (w) => `/transactionreceipts/${w.receipt}`, EMPTY],
  [
    'POST /transactions/bulk-delete',
    'POST',
    at('/transactions/bulk-delete'),
    expect.anything(),
    { body: () => ({ transactionIds: ['none'] }) },
  ],
  ['DELETE /transactions/{id}', 'DELETE', (w) => `/transactions/${w.transaction}`, EMPTY],
  [
    'POST /assets/bulk-delete',
    'POST',
    at('/assets/bulk-delete'),
    expect.anything(),
    { body: () => ({ assetIds: ['none'] }) },
  ],
  ['DELETE /assets/{id}', 'DELETE', (w) => `/assets/${w.spareAsset}`, EMPTY],
  [
    'POST /savingsaccounts/bulk-delete',
    'POST',
    at('/savingsaccounts/bulk-delete'),
    expect.anything(),
    { body: () => ['none'] },
  ],
  ['DELETE /savingsaccounts/{id}', 'DELETE', (w) => `/savingsaccounts/${w.savingsAccount}`, EMPTY],
  [
    'POST /brokercashbalances/bulk-delete',
    'POST',
    at('/brokercashbalances/bulk-delete'),
    expect.anything(),
    { body: () => ['none'] },
  ],
  ['DELETE /brokercashbalances/{id}', 'DELETE', (w) => `/brokercashbalances/${w.brokerCashBalance}`, EMPTY],
  [
    'DELETE /properties/{id}/price-history/{priceHistoryId}',
    'DELETE',
    (w) => `/properties/${w.property}/price-history/${w.propertyPrice}`,
    EMPTY,
  ],
  ['POST /properties/bulk-delete', 'POST', at('/properties/bulk-delete'), expect.anything(), { body: () => ['none'] }],
  ['DELETE /properties/{id}', 'DELETE', (w) => `/properties/${w.property}`, EMPTY],
  ['DELETE /admin/bank-names/{id}', 'DELETE', (w) => `/admin/bank-names/${w.spareBankName}`, EMPTY],
  ['DELETE /brokers/{id}', 'DELETE', (w) => `/brokers/${w.spareBroker}`, EMPTY],
  ['DELETE /targetallocations/{id}', 'DELETE', (w) => `/targetallocations/${w.target}`, EMPTY],
  ['DELETE /accounts/{id}', 'DELETE', (w) => `/accounts/${w.spareAccount}`, EMPTY],
  ['POST /auth/refresh', 'POST', at('/auth/refresh'), has({ token: S })],
];

let app: TestApp;
let token: string;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  token = await app.signIn('ada@example.org');
  world = await makeWorld(app, token, token);
});

afterAll(async () => {
  await app.close();
});

it.each(CALLS.map(([title, ...call]) => [title, call] as const))(
  '%s',
  async (title, [method, path, answer, sent = {}]) => {
    const form =
      sent.file === undefined
        ? null
        : multipart(
            { content: sent.file, ...(sent.fileName === undefined ? {} : { fileName: sent.fileName }) },
            sent.fields?.(world) ?? {},
          );
    const body = form === null ? sent.body?.(world) : form.body;
    const reply = await app.call(method, path(world), {
      token,
      ...(body === undefined ? {} : { body }),
      headers: form?.headers ?? {},
    });
    expect([title, reply.status < 300 ? 'ok' : reply.text]).toEqual([title, 'ok']);
    expect(reply.json).toEqual(answer);
  },
);

it.each([
  ['GET /transactions/export-csv', 'GET', '/transactions/export-csv?query=world', 'transactions-export.csv'],
  [
    'POST /transactions/export-csv-selected',
    'POST',
    '/transactions/export-csv-selected',
    'transactions-export-selected.csv',
  ],
  ['GET /assets/export-csv', 'GET', '/assets/export-csv?query=gilt', 'assets-export.csv'],
  ['POST /assets/export-csv-selected', 'POST', '/assets/export-csv-selected', 'assets-export-selected.csv'],
  [
    'GET /savingsaccounts/export-csv',
    'GET',
    '/savingsaccounts/export-csv?includeClosedAccounts=true',
    'savings-accounts-export.csv',
  ],
  [
    'POST /savingsaccounts/export-csv-selected',
    'POST',
    '/savingsaccounts/export-csv-selected',
    'savings-accounts-export-selected.csv',
  ],
  ['GET /savingsaccounts/template', 'GET', '/savingsaccounts/template', 'bank-accounts-template.csv'],
  ['GET /brokercashbalances/export-csv', 'GET', '/brokercashbalances/export-csv?taxWrapper=ISA', null],
  ['POST /brokercashbalances/export-csv-selected', 'POST', '/brokercashbalances/export-csv-selected', null],
] as const)('%s', async (_title, method, path, name) => {
  const reply = await app.call(method, path, { token, ...(method === 'POST' ? { body: ['none'] } : {}) });
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  if (name !== null) expect(reply.headers['content-disposition']).toBe(`attachment; filename="${name}"`);
});
