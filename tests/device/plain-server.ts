/**
 * A server written from the specification alone: ids of its own, empty bodies on writes, no extensions, and it refuses
 * every header and field that the specification does not have.
 */
import { ASSET_CATEGORIES, labelOf, TRANSACTION_TYPES } from '../../domain/enums.ts';
import { reply, type Server, type TestReply } from './network.ts';

type Row = Record<string, unknown> & { readonly id: string };
type Body = Record<string, unknown>;

const TRANSACTION_FIELDS = [
  'transactionType', 'transactionDate', 'brokerId', 'brokerDealReference', 'accountId', 'taxWrapper', 'isin', 'quantity', 'nativePrice', 'localPrice',
  'consideration', 'brokerCharge', 'stampDuty', 'fxCharge', 'accruedInterest',
];
const SAVINGS_FIELDS = [
  'bankNameId', 'accountOpenDate', 'accountCloseDate', 'accountType', 'latestBalance', 'latestBalanceDate', 'interestRate', 'accountReference', 'sortCode', 'accountNumber', 'notes', 'accountId',
];
const PROPERTY_FIELDS = ['accountId', 'name', 'address', 'datePurchased', 'purchasePrice', 'currency', 'notes'];

/** One kind of record: what may be written of it, and how it is answered. */
interface Collection {
  readonly rows: Map<string, Row>;
  readonly created: readonly string[];
  readonly updated?: readonly string[];
  /** What the server sets on each write. */
  readonly stamp?: () => Body;
  readonly view?: (row: Row) => unknown;
  /** The specification has no call for one record. */
  readonly listOnly?: boolean;
  readonly refuses?: (body: Body) => string | null;
  readonly inUse?: (id: string) => boolean;
}

export interface PlainServer {
  readonly handle: Server;
  readonly accounts: Map<string, Row>;
  readonly transactions: Map<string, Row>;
  readonly brokers: Map<string, Row>;
  readonly assets: Map<string, Row>;
  readonly banks: Map<string, Row>;
  readonly targets: Map<string, Row>;
  readonly savings: Map<string, Row>;
  readonly cash: Map<string, Row>;
  readonly properties: Map<string, Row>;
  /** Entries of price histories, each with the `propertyId` that its address has. */
  readonly propertyPrices: Map<string, Row>;
  /** What a POST tells of the new id. */
  reply: 'nothing' | 'location' | 'body';
  /** The token that is accepted; another answers 401. */
  token: string;
  /** Whether the user may use the calls of the admin area. */
  isAdmin: boolean;
  /** The server's day. */
  today: string;
}

export function plainServer(): PlainServer {
  let lastId = 100;
  const server: PlainServer = {
    accounts: new Map(), transactions: new Map(), brokers: new Map([['7', { id: '7', name: 'Any Broker' }]]),
    assets: new Map([['9', { id: '9', name: 'Core MSCI World', isin: 'IE00B4L5Y983', type: 'ETF', category: 6 }]]),
    banks: new Map([['3', { id: '3', name: 'Any Bank', isActive: true }]]), targets: new Map(), savings: new Map(), cash: new Map(), properties: new Map(), propertyPrices: new Map(),
    reply: 'nothing', token: 'token', isAdmin: false, today: '2025-01-20',
    handle: async (request) => {
      const url = new URL(request.url);
      const path = url.pathname.replace(/^\/api\//u, '');
      if (request.headers.get('authorization') !== `Bearer ${server.token}`) return refuse(401, 'Unauthorized');
      if (['idempotency-key', 'if-match', 'if-none-match'].some((header) => request.headers.has(header))) return refuse(400, 'Unknown header');
      const body = request.method === 'GET' || request.method === 'DELETE' ? null : ((await request.json()) as Body);
      return answer(request.method, path, url.searchParams, body);
    },
  };

  const isUsed = (rows: Map<string, Row>, field: string, id: string): boolean => [...rows.values()].some((row) => row[field] === id);
  const needsAccount = (body: Body): string | null => (server.accounts.has(String(body['accountId'])) ? null : 'Unknown account');
  const collections: Readonly<Record<string, Collection>> = {
    accounts: {
      rows: server.accounts, created: ['name'],
      inUse: (id) => [server.transactions, server.savings, server.cash, server.properties].some((rows) => isUsed(rows, 'accountId', id)),
    },
    brokers: { rows: server.brokers, created: ['name'], listOnly: true },
    assets: { rows: server.assets, created: ['name'] },
    'admin/bank-names': { rows: server.banks, created: ['name', 'isActive'], view: (row) => ({ ...row, usageCount: 0, createdAt: '2025-01-01T00:00:00Z', updatedAt: '2025-01-01T00:00:00Z' }) },
    targetallocations: {
      rows: server.targets, created: ['assetCategory', 'targetPercentage'], updated: ['targetPercentage'], listOnly: true,
      // A category may be answered by its code.
      view: (row) => ({ ...row, assetCategory: ASSET_CATEGORIES.find(({ value }) => value === row['assetCategory'])?.code }),
    },
    savingsaccounts: {
      rows: server.savings, created: SAVINGS_FIELDS, refuses: needsAccount,
      view: (row) => ({ ...row, isClosed: row['accountCloseDate'] !== null, bankName: server.banks.get(String(row['bankNameId']))?.['name'] }),
    },
    brokercashbalances: {
      rows: server.cash, created: ['accountId', 'brokerId', 'taxWrapper', 'cashBalance', 'currency', 'notes'], updated: ['cashBalance', 'currency', 'notes'],
      stamp: () => ({ lastUpdated: server.today }), refuses: (body) => ('accountId' in body ? needsAccount(body) : null),
    },
    properties: { rows: server.properties, created: PROPERTY_FIELDS, refuses: needsAccount, view: (row) => ({ ...row, datePurchased: `${String(row['datePurchased'])}T00:00:00` }) },
    transactions: { rows: server.transactions, created: TRANSACTION_FIELDS, refuses: needsAccount },
  };

  function answer(method: string, path: string, query: URLSearchParams, body: Body | null): TestReply {
    if (path === 'transactions/user') return reply(200, { transactions: [...server.transactions.values()].map(listItem), ...whole(server.transactions.size) });
    if (path === 'brokercashbalances/paginated') return reply(200, paged(query));
    if (path === 'savingsaccounts/bank-names') return reply(200, [...server.banks.values()].filter((bank) => bank['isActive'] === true).map(({ id, name }) => ({ id, name })));
    const [, propertyId, priceId] = /^properties\/([^/]+)\/price-history(?:\/([^/]+))?$/u.exec(path) ?? [];
    if (propertyId !== undefined) return prices(method, propertyId, priceId, body);
    const [, name = '', id] = /^(admin\/[^/]+|[^/]+)(?:\/([^/]+))?$/u.exec(path) ?? [];
    const collection = collections[name];
    if (collection === undefined || (name === 'brokercashbalances' && method === 'GET' && id === undefined)) return refuse(404, 'Not found');
    if (name.startsWith('admin/') && !server.isAdmin) return refuse(403, 'Forbidden');
    return entity(collection, method, id, body);
  }

  function listItem(row: Row): Row {
    const { id, accountId, quantity, consideration, transactionDate } = row;
    return {
      id, accountId, quantity, consideration, transactionDate, assetName: 'Core MSCI World', accountName: server.accounts.get(String(accountId))?.['name'],
      transactionTypeLabel: labelOf(TRANSACTION_TYPES, String(row['transactionType'])), taxWrapperLabel: row['taxWrapper'],
    };
  }

  function paged(query: URLSearchParams): unknown {
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 20)];
    const all = [...server.cash.values()];
    const count = Math.max(1, Math.ceil(all.length / size));
    return { brokerCashBalances: all.slice((page - 1) * size, page * size), totalCount: all.length, totalPages: count, hasNextPage: page < count, hasPreviousPage: page > 1, currentPage: page };
  }

  /** Entries name neither their property nor, on this server, their currency. */
  function prices(method: string, propertyId: string, id: string | undefined, body: Body | null): TestReply {
    if (!server.properties.has(propertyId)) return refuse(404, 'Not found');
    const rows = server.propertyPrices;
    if (method === 'GET' && id !== undefined) return refuse(405, 'Method not allowed');
    if (method === 'GET') return reply(200, [...rows.values()].filter((row) => row['propertyId'] === propertyId).map(({ id: own, priceDate, price }) => ({ id: own, priceDate, price })));
    if (body !== null && Object.keys(body).some((field) => !['priceDate', 'price', 'currency'].includes(field))) return refuse(400, 'Unknown field');
    return entity({ rows, created: ['priceDate', 'price', 'currency', 'propertyId'] }, method, id, body === null ? null : { ...body, propertyId });
  }

  function entity(collection: Collection, method: string, id: string | undefined, body: Body | null): TestReply {
    const { rows, created, updated = created, view = (row) => row, stamp = () => ({}) } = collection;
    if (method === 'GET' && id === undefined) return reply(200, [...rows.values()].map(view));
    const allowed = method === 'POST' ? created : updated;
    if (body !== null && Object.keys(body).some((field) => !allowed.includes(field))) return refuse(400, 'Unknown field');
    const refusal = body === null ? null : (collection.refuses?.(body) ?? null);
    if (refusal !== null) return refuse(400, refusal);
    if (method === 'POST') return create(rows, { ...body, ...stamp() });
    const row = rows.get(id ?? '');
    if (row === undefined) return refuse(404, 'Not found');
    if (method === 'GET') return collection.listOnly === true ? refuse(405, 'Method not allowed') : reply(200, view(row));
    if (method === 'PUT') rows.set(row.id, { ...row, ...body, ...stamp(), id: row.id });
    else if (collection.inUse?.(row.id) === true) return refuse(400, 'It is in use');
    else remove(rows, row.id);
    return reply(method === 'PUT' ? 200 : 204);
  }

  function remove(rows: Map<string, Row>, id: string): void {
    rows.delete(id);
    if (rows === server.properties) for (const price of server.propertyPrices.values()) if (price['propertyId'] === id) server.propertyPrices.delete(price.id);
  }

  function create(rows: Map<string, Row>, body: Body): TestReply {
    lastId += 1;
    const id = String(lastId);
    rows.set(id, { ...body, id });
    if (server.reply === 'body') return reply(201, { id });
    return reply(201, undefined, server.reply === 'location' ? { location: `http://server/api/x/${id}` } : {});
  }

  return server;
}

function whole(count: number): object {
  return { totalCount: count, totalPages: 1, hasNextPage: false, hasPreviousPage: false, currentPage: 1 };
}

function refuse(status: number, message: string): TestReply {
  return reply(status, { message });
}
