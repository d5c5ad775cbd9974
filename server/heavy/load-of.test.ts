import { expect, it } from 'vitest';
import { allRoutes } from '../../contract/routes.ts';
import { loadOf, routeKey } from './load-of.ts';

/** Of the catalogue, which administrators keep and to which a user may add only a limited number. */
const SHARED_LIST = 'GET /assets/ids';

const ROUTES = allRoutes().map(({ route }) => route);

it('lists of all ids and deletions of many records run in a thread', () => {
  const light = ROUTES.filter(
    (route) => /\/(?:ids|bulk-delete)$/u.test(route.path) && route.access !== 'admin' && loadOf(route, {}) !== 'heavy',
  ).map(routeKey);
  expect(light.filter((key) => key !== SHARED_LIST)).toEqual([]);
});

it('what reads all savings accounts, balances or properties runs in a thread, also for one page or a search', () => {
  for (const key of [
    'GET /savingsaccounts',
    'GET /savingsaccounts/paginated',
    'GET /savingsaccounts/search',
    'GET /brokercashbalances/paginated',
    'GET /properties',
    'GET /properties/paginated',
    'GET /search',
    // With all prices of the property.
    'DELETE /properties/:id',
  ]) {
    const route = ROUTES.find((each) => routeKey(each) === key);
    expect([key, route && loadOf(route, {})]).toEqual([key, 'heavy']);
  }
});
