/**
 * Every call of the specification, line by line: 000 §7, 001 §7 and 002 §7.
 *
 * A line is `METHOD /path ?parameters {fields}`. A name with `?` at its end may be absent; `(page pageSize)` means all or
 * none of them; `{}` is an empty JSON object and no braces mean no body at all; `{* }` is a JSON list; `form{…}` is
 * multipart with these parts.
 */
const LINES = `
POST /auth/login {email password}
POST /auth/register {firstName surname email password}
POST /auth/forgot-password {email}
POST /auth/refresh
GET /dashboard/holdings-summary
GET /transactions/user ?(page pageSize) accountId? taxWrapper? assetCategory? sortField? sortDirection?
GET /transactions/user/ids
GET /transactions/form-data
GET /transactions/form-data/:id
GET /transactions/search ?query page pageSize accountId? taxWrapper? assetCategory? sortField? sortDirection?
GET /transactions/export-csv ?query? accountId? taxWrapper?
GET /transactions/:id
POST /transactions {transactionType transactionDate brokerId brokerDealReference accountId taxWrapper isin quantity nativePrice localPrice consideration brokerCharge stampDuty fxCharge accruedInterest}
PUT /transactions/:id {transactionType transactionDate brokerId brokerDealReference accountId taxWrapper isin quantity nativePrice localPrice consideration brokerCharge stampDuty fxCharge accruedInterest}
DELETE /transactions/:id
POST /transactions/bulk-delete {transactionIds}
POST /transactions/import form{file}
POST /transactions/preview-import form{file}
POST /transactions/import-selected form{file selectedRowNumbers skipDuplicateCheck}
POST /transactions/export-csv-selected {*}
GET /search ?query page pageSize types?
GET /accounts
GET /accounts/:id
POST /accounts {name}
PUT /accounts/:id {name}
DELETE /accounts/:id
GET /brokers
POST /brokers {name}
PUT /brokers/:id {name}
DELETE /brokers/:id
POST /transactionreceipts/upload form{transactionId file receiptType? description?}
GET /transactionreceipts/transaction/:transactionId
GET /transactionreceipts/:id
GET /transactionreceipts/:id/download
PUT /transactionreceipts/:id form{receiptType? description?}
DELETE /transactionreceipts/:id
GET /assets
GET /assets/paginated ?page pageSize category? type?
GET /assets/search ?query page? pageSize?
GET /assets/isin/:isin
GET /assets/form-data
GET /assets/form-data/:id
GET /assets/ids
GET /assets/export-csv ?query?
GET /assets/:id
POST /assets {name type category incomeTreatment totalExpenseRatio isin sedol priceSource fetchCode denomination excludeFromPriceUpdates?}
PUT /assets/:id {name type category incomeTreatment totalExpenseRatio isin sedol priceSource fetchCode denomination excludeFromPriceUpdates}
DELETE /assets/:id
POST /assets/bulk-delete {assetIds}
POST /assets/import form{file}
POST /assets/preview-import form{file}
POST /assets/import-selected form{file selectedRowNumbers skipDuplicateCheck}
POST /assets/export-csv-selected {*}
POST /prices/fetch {isin}
GET /prices/latest/:isinOrId
POST /prices/fetch-multiple {isins}
GET /prices/user-holdings
POST /prices/batch-update {updateAllAssets specificISINs force?}
GET /prices/fetch-status
GET /prices/asset/:assetId/history ?pageNumber pageSize startDate? endDate?
POST /prices/asset/:assetId/fetch
GET /holdings ?asOfDate? assetCategory?
GET /holdings/account/:accountId ?asOfDate? assetCategory?
GET /exchangerates/status
GET /exchangerates/health
POST /exchangerates/refresh {}
GET /exchangerates/history/:instant
GET /capitalgains/filters
GET /capitalgains/available-tax-years
GET /capitalgains/tax-year/:taxYear ?accountId? taxWrapper? assetCategory?
GET /commodities/prices
POST /commodities/update-prices
GET /commodities/debug-gold
GET /savingsaccounts ?includeClosedAccounts?
GET /savingsaccounts/paginated ?page pageSize includeClosedAccounts accountId? sortField? sortDirection?
GET /savingsaccounts/search ?query page pageSize includeClosedAccounts accountId? sortField? sortDirection?
GET /savingsaccounts/ids
GET /savingsaccounts/form-data
GET /savingsaccounts/form-data/:id
GET /savingsaccounts/template
GET /savingsaccounts/export-csv ?query? accountId? includeClosedAccounts?
GET /savingsaccounts/bank-names
GET /savingsaccounts/:id
POST /savingsaccounts {bankNameId accountOpenDate accountCloseDate accountType latestBalance latestBalanceDate interestRate? accountReference sortCode accountNumber notes accountId}
PUT /savingsaccounts/:id {bankNameId accountOpenDate accountCloseDate accountType latestBalance latestBalanceDate interestRate? accountReference sortCode accountNumber notes accountId}
DELETE /savingsaccounts/:id
POST /savingsaccounts/import form{csvFile defaultAccountId updateExisting?}
POST /savingsaccounts/preview-import form{file}
POST /savingsaccounts/import-selected form{file selectedRowNumbers skipDuplicateCheck}
POST /savingsaccounts/bulk-delete {*}
POST /savingsaccounts/export-csv-selected {*}
GET /admin/bank-names ?includeInactive?
GET /admin/bank-names/:id
POST /admin/bank-names {name isActive}
PUT /admin/bank-names/:id {name isActive}
DELETE /admin/bank-names/:id
GET /brokercashbalances/paginated ?page pageSize accountId? taxWrapper? sortField? sortDirection?
GET /brokercashbalances/ids
GET /brokercashbalances/export-csv ?accountId? taxWrapper?
GET /brokercashbalances/:id
POST /brokercashbalances {accountId brokerId taxWrapper cashBalance currency notes?}
PUT /brokercashbalances/:id {cashBalance currency notes?}
DELETE /brokercashbalances/:id
POST /brokercashbalances/bulk-delete {*}
POST /brokercashbalances/export-csv-selected {*}
POST /brokercashbalances/import form{file}
POST /brokercashbalances/preview-import form{file}
POST /brokercashbalances/import-selected form{file selectedRowNumbers skipDuplicateCheck}
GET /properties
GET /properties/paginated ?page pageSize accountId? sortField? sortDirection?
GET /properties/ids
GET /properties/:id
POST /properties {accountId name address datePurchased purchasePrice currency notes}
PUT /properties/:id {accountId name address datePurchased purchasePrice currency notes}
DELETE /properties/:id
POST /properties/bulk-delete {*}
GET /properties/:id/price-history
POST /properties/:id/price-history {priceDate price currency}
PUT /properties/:id/price-history/:priceId {priceDate price currency}
DELETE /properties/:id/price-history/:priceId
GET /targetallocations
POST /targetallocations {assetCategory targetPercentage}
PUT /targetallocations/:id {targetPercentage}
DELETE /targetallocations/:id
GET /prices/background-service/health
POST /prices/background-service/trigger {}
GET /prices/fetch-history ?count
GET /admin/logs/levels
GET /admin/system-info
GET /admin/logs ?level? source? searchText? startTime? endTime? pageSize page
`;

/** The headers that a request may carry besides those that a browser sets itself. */
const HEADERS = ['accept', 'authorization', 'content-type', 'x-xsrf-token'];
/** What browsers and Node send of themselves; no part of a call. */
const OF_BROWSERS =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|user-agent|accept-.*|sec-.*|origin|referer|cache-control|pragma|priority|cookie|dnt|upgrade-insecure-requests|if-none-match|if-modified-since|range)$/u;
/** Of these a conditional request is not the app's doing, unless it names one of our extensions. */
const EXTENSIONS = ['idempotency-key', 'if-match', 'sync-epoch'];

interface Names {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** All of them or none. */
  readonly together: readonly string[];
}

interface SpecifiedCall {
  readonly name: string;
  readonly method: string;
  readonly path: RegExp;
  readonly query: Names;
  readonly body: 'none' | 'list' | 'json' | 'form';
  readonly fields: Names;
}

/** A request as it reached the server. */
export interface SeenRequest {
  readonly method: string;
  /** Below the API's base, with its query. */
  readonly path: string;
  readonly headers: Iterable<readonly [string, string]>;
  readonly contentType: string;
  /** As it came; multipart as text in which only the parts' heads are read. */
  readonly text: string;
}

function namesIn(text: string): Names {
  const together = /\(([^)]*)\)/u.exec(text)?.[1]?.split(' ') ?? [];
  const others = text
    .replace(/\([^)]*\)/u, '')
    .split(' ')
    .filter((name) => name !== '');
  return {
    together,
    required: others.filter((name) => !name.endsWith('?')),
    optional: others.filter((name) => name.endsWith('?')).map((name) => name.slice(0, -1)),
  };
}

function callOf(line: string): SpecifiedCall {
  const [, method = '', path = '', query = '', form = '', fields] =
    /^(\w+) (\S+)(?: \?([^{]*?))?(?: (form)?\{([^}]*)\})?$/u.exec(line) ?? [];
  const pattern = path.replaceAll(/:\w+/gu, '[^/]+');
  const kind = form === 'form' ? 'form' : fields === '*' ? 'list' : fields === undefined ? 'none' : 'json';
  return {
    name: `${method} ${path}`,
    method,
    path: new RegExp(`^${pattern}$`, 'u'),
    query: namesIn(query),
    body: kind,
    fields: namesIn(kind === 'list' ? '' : (fields ?? '')),
  };
}

const CALLS = LINES.trim().split('\n').map(callOf);

/** The names of all specified calls. */
export const CALL_NAMES: readonly string[] = CALLS.map(({ name }) => name);

/** The specified call that a request is, or null. Fixed parts of a path win over parameters, as the lines are ordered. */
export function callNameOf({ method, path }: Pick<SeenRequest, 'method' | 'path'>): string | null {
  return find(method, path)?.name ?? null;
}

function find(method: string, path: string): SpecifiedCall | null {
  const [plain = ''] = path.split('?');
  return CALLS.find((call) => call.method === method && call.path.test(plain)) ?? null;
}

function differences(what: string, names: Names, given: readonly string[]): string[] {
  const known = [...names.required, ...names.optional, ...names.together];
  const some = names.together.filter((name) => given.includes(name));
  return [
    ...names.required.filter((name) => !given.includes(name)).map((name) => `lacks ${what} ${name}`),
    ...given.filter((name) => !known.includes(name)).map((name) => `has ${what} ${name}`),
    ...(some.length === 0 ? [] : names.together.filter((name) => !some.includes(name))).map(
      (name) => `lacks ${what} ${name}`,
    ),
    ...given
      .filter((name, index) => name !== 'types' && given.indexOf(name) !== index)
      .map((name) => `repeats ${name}`),
  ];
}

/** In what a request is more or less than the specification has it; nothing where it agrees. */
export function deviationsOf(request: SeenRequest): string[] {
  const { method, path, text } = request;
  const call = find(method, path);
  const at = (fault: string): string => `${method} ${path}: ${fault}`;
  if (call === null) return [at('is no call of the specification')];
  const query = [...new URL(path, 'http://server').searchParams.keys()];
  return [
    ...differences('parameter', call.query, query),
    ...headerDeviations(request),
    ...(call.body === 'none' ? (text === '' ? [] : ['has a body']) : bodyDeviations(call, request)),
  ].map(at);
}

function headerDeviations({ headers }: SeenRequest): string[] {
  const names = [...headers].map(([name]) => name.toLowerCase());
  return names
    .filter((name) => EXTENSIONS.includes(name) || (!HEADERS.includes(name) && !OF_BROWSERS.test(name)))
    .map((name) => `has header ${name}`);
}

function bodyDeviations(call: SpecifiedCall, { text, contentType }: SeenRequest): string[] {
  if (call.body === 'form') {
    if (!contentType.startsWith('multipart/form-data')) return ['is not multipart/form-data'];
    const names = [...text.matchAll(/content-disposition:[^\r\n]*?\bname="([^"]*)"/giu)].map(([, name = '']) => name);
    return differences('part', call.fields, names);
  }
  if (!contentType.startsWith('application/json')) return ['is not application/json'];
  const json: unknown = text === '' ? null : JSON.parse(text);
  if (call.body === 'list') return Array.isArray(json) ? [] : ['is not a list'];
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return ['is not an object'];
  return differences('field', call.fields, Object.keys(json));
}

/** Why the app never makes a call: what the answer would hold is on the device. */
const NEVER_MADE: readonly (readonly [reason: string, calls: RegExp])[] = [
  ['figures are computed on the device', /^GET \/(?:dashboard|holdings|capitalgains)\b/u],
  [
    'lists are filtered, searched, sorted and paged on the device',
    /^GET \/(?:search$|(?:transactions|assets|savingsaccounts|properties)\/(?:search|paginated|ids|user\/ids)$|brokercashbalances\/ids$|assets\/isin)/u,
  ],
  ['choices of forms are on the device', /\/form-data/u],
  [
    'files are read and written on the device; rows are sent one by one, which works offline and on every server',
    /\/(?:import|preview-import|import-selected|export-csv|export-csv-selected|template)$/u,
  ],
  [
    'prices of holdings are asked for one by one, so that each is shown as it comes',
    /^(?:POST \/prices\/fetch-multiple|GET \/prices\/user-holdings)$/u,
  ],
  [
    'metals are priced from the exchange rates on the device',
    /^(?:GET|POST) \/commodities\/(?:prices|update-prices)$/u,
  ],
];

/** When the app makes a call that no journey leads to. */
const SELDOM_MADE: ReadonlyMap<string, string> = new Map([
  ['POST /auth/refresh', 'shortly before a session ends'],
  ['PUT /properties/:id/price-history/:priceId', 'when an import changes a price'],
]);

/** Why a call is never made; null for one that the app makes. */
export function reasonNeverMade(name: string): string | null {
  return NEVER_MADE.find(([, calls]) => calls.test(name))?.[0] ?? null;
}

/** The calls seen, those the app makes that were not seen, and those it never makes with their reasons, as lines to print. */
export function callTable(seen: ReadonlySet<string>): string[] {
  const made = CALL_NAMES.filter((name) => reasonNeverMade(name) === null);
  const count = (names: readonly string[]): number => names.filter((name) => seen.has(name)).length;
  return [
    `calls of the specification: ${count(CALL_NAMES)} of ${CALL_NAMES.length} seen`,
    ...made
      .filter((name) => !seen.has(name))
      .map(
        (name) => `  not seen in this run: ${name}${SELDOM_MADE.has(name) ? `, made ${SELDOM_MADE.get(name)}` : ''}`,
      ),
    ...NEVER_MADE.map(
      ([reason, calls]) => `  never made (${CALL_NAMES.filter((name) => calls.test(name)).length}): ${reason}`,
    ),
  ];
}
