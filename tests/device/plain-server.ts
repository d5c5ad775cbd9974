/**
 * A server written from the specification alone: ids of its own, empty bodies on writes, no extensions, and it refuses
 * every header and field that the specification does not have.
 */
import { labelOf, TRANSACTION_TYPES } from '../../domain/enums.ts';
import { reply, type Server, type TestReply } from './network.ts';

type Row = Record<string, unknown> & { readonly id: string };

const TRANSACTION_FIELDS = [
  'transactionType', 'transactionDate', 'brokerId', 'brokerDealReference', 'accountId', 'taxWrapper', 'isin', 'quantity', 'nativePrice', 'localPrice',
  'consideration', 'brokerCharge', 'stampDuty', 'fxCharge', 'accruedInterest',
];

export interface PlainServer {
  readonly handle: Server;
  readonly accounts: Map<string, Row>;
  readonly transactions: Map<string, Row>;
  readonly brokers: Map<string, Row>;
  readonly assets: Map<string, Row>;
  /** What a POST tells of the new id. */
  reply: 'nothing' | 'location' | 'body';
  /** The token that is accepted; another answers 401. */
  token: string;
}

export function plainServer(): PlainServer {
  let lastId = 100;
  const server: PlainServer = {
    accounts: new Map(), transactions: new Map(), brokers: new Map([['7', { id: '7', name: 'Any Broker' }]]),
    assets: new Map([['9', { id: '9', name: 'Core MSCI World', isin: 'IE00B4L5Y983', type: 'ETF', category: 6 }]]),
    reply: 'nothing', token: 'token',
    handle: async (request) => {
      const url = new URL(request.url);
      const path = url.pathname.replace(/^\/api\//u, '');
      if (request.headers.get('authorization') !== `Bearer ${server.token}`) return refuse(401, 'Unauthorized');
      if (request.headers.has('idempotency-key') || request.headers.has('if-match')) return refuse(400, 'Unknown header');
      const [collection = '', id] = path.split('/');
      const body = request.method === 'GET' || request.method === 'DELETE' ? null : ((await request.json()) as Record<string, unknown>);
      if (path === 'transactions/user') return reply(200, page([...server.transactions.values()].map(listItem)));
      if (collection === 'accounts') return entity(server.accounts, request.method, id, body, ['name']);
      if (collection === 'brokers') return entity(server.brokers, request.method, id, body, ['name']);
      if (collection === 'assets') return entity(server.assets, request.method, id, body, ['name']);
      if (collection === 'transactions') return entity(server.transactions, request.method, id, body, TRANSACTION_FIELDS);
      return refuse(404, 'Not found');
    },
  };

  function listItem(row: Row): Row {
    const { id, accountId, quantity, consideration, transactionDate } = row;
    return {
      id, accountId, quantity, consideration, transactionDate, assetName: 'Core MSCI World', accountName: server.accounts.get(String(accountId))?.['name'],
      transactionTypeLabel: labelOf(TRANSACTION_TYPES, String(row['transactionType'])), taxWrapperLabel: row['taxWrapper'],
    };
  }

  function entity(rows: Map<string, Row>, method: string, id: string | undefined, body: Record<string, unknown> | null, fields: readonly string[]): TestReply {
    if (method === 'GET' && id === undefined) return reply(200, [...rows.values()]);
    if (body !== null && Object.keys(body).some((field) => !fields.includes(field))) return refuse(400, 'Unknown field');
    if (body !== null && rows === server.transactions && !server.accounts.has(String(body['accountId']))) return refuse(400, 'Unknown account');
    if (method === 'POST') return create(rows, body ?? {});
    const row = rows.get(id ?? '');
    if (row === undefined) return refuse(404, 'Not found');
    if (method === 'GET') return reply(200, row);
    if (method === 'PUT') rows.set(row.id, { ...body, id: row.id });
    else if (rows === server.accounts && [...server.transactions.values()].some((transaction) => transaction['accountId'] === id)) return refuse(400, 'Account is in use');
    else rows.delete(row.id);
    return reply(method === 'PUT' ? 200 : 204);
  }

  function create(rows: Map<string, Row>, body: Record<string, unknown>): TestReply {
    lastId += 1;
    const id = String(lastId);
    rows.set(id, { ...body, id });
    if (server.reply === 'body') return reply(201, { id });
    return reply(201, undefined, server.reply === 'location' ? { location: `http://server/api/x/${id}` } : {});
  }

  return server;
}

function page(transactions: readonly Row[]): unknown {
  return { transactions, totalCount: transactions.length, totalPages: 1, hasNextPage: false, hasPreviousPage: false, currentPage: 1 };
}

function refuse(status: number, message: string): TestReply {
  return reply(status, { message });
}
