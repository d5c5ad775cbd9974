/** Which requests count against a user's share, and which of those run outside the event loop. */
import type { Route } from '../../contract/route.ts';

/**
 * `heavy` runs in a worker thread and takes a place of its user's share; `shared` only takes the place, because its
 * reply is large but quickly created; everything else is `light`.
 */
export type Load = 'light' | 'shared' | 'heavy';

const HEAVY: ReadonlySet<string> = new Set([
  'GET /holdings',
  'GET /holdings/account/:accountId',
  'GET /dashboard/holdings-summary',
  'GET /capitalgains/available-tax-years',
  'GET /capitalgains/tax-year/:taxYear',
  'GET /prices/user-holdings',
  'GET /transactions/user/ids',
  'GET /savingsaccounts',
  'GET /savingsaccounts/ids',
  'GET /savingsaccounts/paginated',
  'GET /savingsaccounts/search',
  'GET /search',
  'GET /brokercashbalances/ids',
  'GET /brokercashbalances/paginated',
  'GET /properties',
  'GET /properties/ids',
  'GET /properties/paginated',
  'GET /properties/:id/price-history',
  'DELETE /properties/:id',
  'GET /feeds/:secret/tax-dates.ics',
  'POST /transactions/bulk-delete',
  'POST /savingsaccounts/bulk-delete',
  'POST /brokercashbalances/bulk-delete',
  'POST /properties/bulk-delete',
  'POST /assets/bulk-delete',
]);

const SHARED: ReadonlySet<string> = new Set([
  'GET /sync/changes',
  'GET /operator-facts',
  'POST /transactionreceipts/upload',
]);

/** A body of more bytes, or of unknown length, takes a place of its user's share while it is read. */
const LIGHT_BODY_BYTES = 256 * 1024;

export function routeKey({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** The load of a route. `query` is as received: a list without pages is everything. */
export function loadOf(route: Route, query: Readonly<Record<string, unknown>>): Load {
  const key = routeKey(route);
  if (SHARED.has(key)) return 'shared';
  if (HEAVY.has(key) || route.multipart !== undefined || route.reply.csv !== undefined) return 'heavy';
  const isWholeList =
    key === 'GET /transactions/user' && query['page'] === undefined && query['pageSize'] === undefined;
  return isWholeList ? 'heavy' : 'light';
}

/** True for a body that is or may be so large that a user may not send many at once. */
export function isLargeBody(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > LIGHT_BODY_BYTES;
}
