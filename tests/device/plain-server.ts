/**
 * A server written from the specification alone: ids of its own, empty bodies on writes, no extensions, and it refuses
 * every header and field that the specification does not have.
 */
import { labelOf, TRANSACTION_TYPES } from '../../domain/fields/enums.ts';
import { fileReply, reply, type Server, type TestReply, type TestRequest } from './network.ts';
import { noFreedoms, withFreedoms, type Freedoms } from './plain-freedoms.ts';
import { answerPrices, answerRates, answerRateStatus, type PlainPrice, type PlainRate } from './plain-prices.ts';

import { callNameOf, deviationsOf } from './specified-calls.ts';

type Row = Record<string, unknown> & { readonly id: string };
type Body = Record<string, unknown>;

const TRANSACTION_FIELDS = [
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
const SAVINGS_FIELDS = [
  'bankNameId',
  'accountOpenDate',
  'accountCloseDate',
  'accountType',
  'latestBalance',
  'latestBalanceDate',
  'interestRate',
  'accountReference',
  'sortCode',
  'accountNumber',
  'notes',
  'accountId',
];
const ASSET_FIELDS = [
  'name',
  'type',
  'category',
  'incomeTreatment',
  'totalExpenseRatio',
  'isin',
  'sedol',
  'priceSource',
  'fetchCode',
  'denomination',
  'excludeFromPriceUpdates',
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
  /** Only an administrator may write it. */
  readonly isForAdmins?: boolean;
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
  /** Receipts, each with its `bytes`. */
  readonly receipts: Map<string, Row>;
  /** Closing prices, whichever days they are of. */
  readonly prices: PlainPrice[];
  /** Exchange rates of any instants. */
  readonly rates: PlainRate[];
  /** What a POST tells of the new id. */
  reply: 'nothing' | 'location' | 'body';
  /** The token that is accepted; another answers 401. */
  token: string;
  /** Whether the user may use the calls of the admin area. */
  isAdmin: boolean;
  /** The server's day. */
  today: string;
  /** Where links to files lead. */
  filesAt: string;
  /** How it tells what the specification leaves open. */
  readonly freedoms: Freedoms;
  /** In what requests were more or less than the specification has them; none is to be expected. */
  readonly deviations: string[];
  /** The specified calls that were made. */
  readonly calls: Set<string>;
  /** Compares a request with the documents. */
  readonly record: (request: TestRequest) => Promise<void>;
}

/** The one question that no document has: what kind of server it is (docs/decisions/0012). */
const PROBE = 'GET /sync/capabilities';

export function plainServer(): PlainServer {
  let lastId = 100;
  const server: PlainServer = {
    accounts: new Map(),
    transactions: new Map(),
    brokers: new Map([['7', { id: '7', name: 'Any Broker' }]]),
    assets: new Map([
      ['9', { id: '9', name: 'Core MSCI World', isin: 'IE00B4L5Y983', type: 'ETF', category: 'DEVELOPED_WORLD_TSM' }],
    ]),
    banks: new Map([['3', { id: '3', name: 'Any Bank', isActive: true }]]),
    targets: new Map(),
    savings: new Map(),
    cash: new Map(),
    properties: new Map(),
    propertyPrices: new Map(),
    receipts: new Map(),
    prices: [],
    rates: [],
    reply: 'nothing',
    token: 'token',
    isAdmin: false,
    today: '2025-01-20',
    filesAt: 'http://files.test',
    freedoms: noFreedoms(),
    deviations: [],
    calls: new Set(),
    record,
    handle: async (request) => {
      await record(request);
      return await answerFreely(request);
    },
  };

  async function record(request: TestRequest): Promise<void> {
    const { pathname, search } = new URL(request.url);
    const path = pathname.replace(/^\/api/u, '') + search;
    const { method } = request;
    if (`${method} ${path}` === PROBE || path.startsWith('/files/')) return;
    const name = callNameOf({ method, path });
    if (name !== null) server.calls.add(name);
    const contentType = request.headers.get('content-type') ?? '';
    const text = request.bytes === null ? await request.text() : Buffer.from(request.bytes).toString('latin1');
    server.deviations.push(...deviationsOf({ method, path, headers: [...request.headers], contentType, text }));
  }

  const answerFreely = withFreedoms(async (request) => {
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/api\//u, '');
    const link = /^files\/(.+)$/u.exec(path)?.[1];
    if (link !== undefined) return linked(link);
    if (request.headers.get('authorization') !== `Bearer ${server.token}`) return refuse(401, 'Unauthorized');
    if (['idempotency-key', 'if-match', 'if-none-match', 'sync-epoch'].some((header) => request.headers.has(header)))
      return refuse(400, 'Unknown header');
    if (path.startsWith('transactionreceipts'))
      return receipts(
        request.method,
        path.slice('transactionreceipts/'.length),
        await request.text(),
        request.bytes,
        request.headers.get('content-type') ?? '',
      );
    const text = request.method === 'GET' || request.method === 'DELETE' ? '' : await request.text();
    const body = text === '' ? null : (JSON.parse(text) as Body);
    return answer(request.method, path, url.searchParams, body);
  }, server.freedoms);

  const isUsed = (rows: Map<string, Row>, field: string, id: string): boolean =>
    [...rows.values()].some((row) => row[field] === id);
  const needsAccount = (body: Body): string | null =>
    server.accounts.has(String(body['accountId'])) ? null : 'Unknown account';
  const collections: Readonly<Record<string, Collection>> = {
    accounts: {
      rows: server.accounts,
      created: ['name'],
      inUse: (id) =>
        [server.transactions, server.savings, server.cash, server.properties].some((rows) =>
          isUsed(rows, 'accountId', id),
        ),
    },
    brokers: { rows: server.brokers, created: ['name'], listOnly: true },
    assets: { rows: server.assets, created: ASSET_FIELDS, isForAdmins: true },
    'admin/bank-names': {
      rows: server.banks,
      created: ['name', 'isActive'],
      view: (row) => ({ ...row, usageCount: 0, createdAt: '2025-01-01T00:00:00Z', updatedAt: '2025-01-01T00:00:00Z' }),
    },
    targetallocations: {
      rows: server.targets,
      created: ['assetCategory', 'targetPercentage'],
      updated: ['targetPercentage'],
      listOnly: true,
    },
    savingsaccounts: {
      rows: server.savings,
      created: SAVINGS_FIELDS,
      refuses: needsAccount,
      view: (row) => ({
        ...row,
        isClosed: row['accountCloseDate'] !== null,
        bankName: server.banks.get(String(row['bankNameId']))?.['name'],
      }),
    },
    brokercashbalances: {
      rows: server.cash,
      created: ['accountId', 'brokerId', 'taxWrapper', 'cashBalance', 'currency', 'notes'],
      updated: ['cashBalance', 'currency', 'notes'],
      stamp: () => ({ lastUpdated: server.today }),
      refuses: (body) => ('accountId' in body ? needsAccount(body) : null),
    },
    properties: {
      rows: server.properties,
      created: PROPERTY_FIELDS,
      refuses: needsAccount,
      view: (row) => ({ ...row, datePurchased: `${String(row['datePurchased'])}T00:00:00` }),
    },
    transactions: { rows: server.transactions, created: TRANSACTION_FIELDS, refuses: needsAccount },
  };

  function answer(method: string, path: string, query: URLSearchParams, body: Body | null): TestReply {
    if (path === 'transactions/user')
      return reply(200, {
        transactions: [...server.transactions.values()].map(listItem),
        ...whole(server.transactions.size),
      });
    if (path === 'brokercashbalances/paginated')
      return query.has('page') && query.has('pageSize') ? reply(200, paged(query)) : refuse(400, 'page is required');
    if (path === 'savingsaccounts/bank-names')
      return reply(
        200,
        [...server.banks.values()].filter((bank) => bank['isActive'] === true).map(({ id, name }) => ({ id, name })),
      );
    const price =
      method === 'GET'
        ? (answerPrices(server.prices, path, query, [...server.assets.values()]) ?? answerRates(server.rates, path))
        : null;
    if (price !== null) return price;
    if (path === 'exchangerates/status') return answerRateStatus(server.rates);
    const [, propertyId, priceId] = /^properties\/([^/]+)\/price-history(?:\/([^/]+))?$/u.exec(path) ?? [];
    if (propertyId !== undefined) return prices(method, propertyId, priceId, body);
    const [, name = '', id] = /^(admin\/[^/]+|[^/]+)(?:\/([^/]+))?$/u.exec(path) ?? [];
    const collection = collections[name];
    if (collection === undefined || (name === 'brokercashbalances' && method === 'GET' && id === undefined))
      return refuse(404, 'Not found');
    if (name.startsWith('admin/') && !server.isAdmin) return refuse(403, 'Forbidden');
    if (method === 'POST' && id === 'bulk-delete') return deleteMany(collection, body);
    return entity(collection, method, id, body);
  }

  function listItem(row: Row): Row {
    const { id, accountId, quantity, consideration, transactionDate } = row;
    return {
      id,
      accountId,
      quantity,
      consideration,
      transactionDate,
      assetName: [...server.assets.values()].find((asset) => asset['isin'] === row['isin'])?.['name'] ?? '',
      accountName: server.accounts.get(String(accountId))?.['name'],
      transactionTypeLabel: labelOf(TRANSACTION_TYPES, String(row['transactionType'])),
      taxWrapperLabel: row['taxWrapper'],
    };
  }

  function paged(query: URLSearchParams): unknown {
    const [page, size] = [Number(query.get('page')), Number(query.get('pageSize'))];
    const all = [...server.cash.values()];
    const count = Math.max(1, Math.ceil(all.length / size));
    return {
      brokerCashBalances: all.slice((page - 1) * size, page * size),
      totalCount: all.length,
      totalPages: count,
      hasNextPage: page < count,
      hasPreviousPage: page > 1,
      currentPage: page,
    };
  }

  /** Links to files need no token, as those of a store elsewhere. */
  function linked(id: string): TestReply {
    const bytes = server.receipts.get(id)?.['bytes'];
    return bytes instanceof Uint8Array
      ? fileReply(new Uint8Array(bytes), 'application/octet-stream')
      : refuse(404, 'Not found');
  }

  function receipts(method: string, path: string, text: string, bytes: Uint8Array | null, type: string): TestReply {
    const shown = ({ bytes: _bytes, transactionId: _transaction, ...row }: Row): object => row;
    const [first = '', second = ''] = path.split('/');
    if (method === 'GET' && first === 'transaction')
      return reply(200, [...server.receipts.values()].filter((row) => row['transactionId'] === second).map(shown));
    if (method === 'GET' && second === 'download')
      return server.receipts.has(first)
        ? reply(200, { downloadUrl: `${server.filesAt}/api/files/${first}` })
        : refuse(404, 'Not found');
    const form = method === 'POST' || method === 'PUT' ? readForm(text, bytes, type) : null;
    if (method === 'POST' && first === 'upload') return upload(form);
    const row = server.receipts.get(first);
    if (row === undefined) return refuse(404, 'Not found');
    if (method === 'PUT' && form !== null) server.receipts.set(row.id, { ...row, ...form.fields });
    if (method === 'DELETE') server.receipts.delete(row.id);
    return method === 'GET' ? reply(200, shown(row)) : reply(200);
  }

  function upload(form: Form | null): TestReply {
    const { transactionId, receiptType = null, description = '', ...others } = form?.fields ?? {};
    if (form?.file == null || Object.keys(others).length > 0 || !server.transactions.has(String(transactionId)))
      return refuse(400, 'Bad upload');
    const { name, type, bytes } = form.file;
    return create(server.receipts, {
      transactionId,
      receiptType,
      description,
      originalFileName: name,
      contentType: type,
      fileSizeFormatted: `${bytes.length} B`,
      uploadedAt: '2025-01-20T09:00:00Z',
      bytes,
    });
  }

  /** Entries name neither their property nor, on this server, their currency. */
  function prices(method: string, propertyId: string, id: string | undefined, body: Body | null): TestReply {
    if (!server.properties.has(propertyId)) return refuse(404, 'Not found');
    const rows = server.propertyPrices;
    if (method === 'GET' && id !== undefined) return refuse(405, 'Method not allowed');
    if (method === 'GET')
      return reply(
        200,
        [...rows.values()]
          .filter((row) => row['propertyId'] === propertyId)
          .map(({ id: own, priceDate, price }) => ({ id: own, priceDate, price })),
      );
    if (body !== null && Object.keys(body).some((field) => !['priceDate', 'price', 'currency'].includes(field)))
      return refuse(400, 'Unknown field');
    return entity(
      { rows, created: ['priceDate', 'price', 'currency', 'propertyId'] },
      method,
      id,
      body === null ? null : { ...body, propertyId },
    );
  }

  function entity(collection: Collection, method: string, id: string | undefined, body: Body | null): TestReply {
    const { rows, created, updated = created, view = (row) => row, stamp = () => ({}) } = collection;
    if (method === 'GET' && id === undefined) return reply(200, [...rows.values()].map(view));
    if (collection.isForAdmins === true && method !== 'GET' && !server.isAdmin) return refuse(403, 'Forbidden');
    const allowed = method === 'POST' ? created : updated;
    if (body !== null && Object.keys(body).some((field) => !allowed.includes(field)))
      return refuse(400, 'Unknown field');
    const refusal = body === null ? null : (collection.refuses?.(body) ?? null);
    if (refusal !== null) return refuse(400, refusal);
    if (method === 'POST') return create(rows, { ...body, ...stamp() });
    const row = rows.get(id ?? '');
    if (row === undefined) return refuse(404, 'Not found');
    if (method === 'GET')
      return collection.listOnly === true ? refuse(405, 'Method not allowed') : reply(200, view(row));
    // A PUT says everything that may change: what it leaves out is none.
    const kept = Object.fromEntries(Object.entries(row).filter(([field]) => !updated.includes(field)));
    if (method === 'PUT') rows.set(row.id, { ...kept, ...body, ...stamp(), id: row.id });
    else if (collection.inUse?.(row.id) === true) return refuse(400, 'It is in use');
    else remove(rows, row.id);
    return reply(method === 'PUT' ? 200 : 204);
  }

  /** All or nothing; some calls name their list, others are one (000 §7.3, 001 §7, 002 §7). */
  function deleteMany(collection: Collection, body: unknown): TestReply {
    const ids = (Array.isArray(body) ? body : Object.values(body ?? {})[0]) as readonly unknown[];
    if (collection.isForAdmins === true && !server.isAdmin) return refuse(403, 'Forbidden');
    const known = ids.map(String).filter((id) => collection.rows.has(id));
    if (known.length < ids.length || known.some((id) => collection.inUse?.(id) === true))
      return refuse(400, 'Not all of them can be deleted');
    for (const id of known) remove(collection.rows, id);
    return reply(200);
  }

  function remove(rows: Map<string, Row>, id: string): void {
    rows.delete(id);
    if (rows === server.transactions)
      for (const receipt of server.receipts.values())
        if (receipt['transactionId'] === id) server.receipts.delete(receipt.id);
    if (rows === server.properties)
      for (const price of server.propertyPrices.values())
        if (price['propertyId'] === id) server.propertyPrices.delete(price.id);
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

interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly name: string; readonly type: string; readonly bytes: Uint8Array } | null;
}

/** Reads multipart/form-data of which the file, where there is one, comes last; positions in latin1 are those of the bytes. */
function readForm(text: string, bytes: Uint8Array | null, type: string): Form {
  const latin = bytes === null ? text : Buffer.from(bytes).toString('latin1');
  const fields: Record<string, string> = {};
  let file: Form['file'] = null;
  for (const part of latin.split(`--${/boundary=(.+)$/u.exec(type)?.[1] ?? ''}`).slice(1, -1)) {
    const at = part.indexOf('\r\n\r\n');
    const [head, content] = [part.slice(0, at), part.slice(at + 4, -2)];
    const name = /name="([^"]*)"/u.exec(head)?.[1] ?? '';
    const fileName = /filename="([^"]*)"/u.exec(head)?.[1];
    if (fileName === undefined) fields[name] = Buffer.from(content, 'latin1').toString('utf8');
    else
      file = {
        name: Buffer.from(fileName, 'latin1').toString('utf8'),
        type: /Content-Type: (\S+)/u.exec(head)?.[1] ?? '',
        bytes: new Uint8Array(Buffer.from(content, 'latin1')),
      };
  }
  return { fields, file };
}

function whole(count: number): object {
  return { totalCount: count, totalPages: 1, hasNextPage: false, hasPreviousPage: false, currentPage: 1 };
}

function refuse(status: number, message: string): TestReply {
  return reply(status, { message });
}
