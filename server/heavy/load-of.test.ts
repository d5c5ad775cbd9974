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

it('lists of all savings accounts and properties run in a thread', () => {
  for (const key of ['GET /savingsaccounts', 'GET /properties', 'GET /properties/paginated']) {
    const route = ROUTES.find((each) => routeKey(each) === key);
    expect([key, route && loadOf(route, {})]).toEqual([key, 'heavy']);
  }
});
