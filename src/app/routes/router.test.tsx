import type { DataRouteObject } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { endSession, startSession } from '../../sync/session/session.ts';
import { createRouter } from './router.tsx';

/** The addresses with letter C in 000 §2.1, 001 §2.1 and 002 §2, and ours. */
const ADMINISTRATORS_ONLY = [
  '/admin',
  '/admin/bank-names',
  '/admin/brokers',
  '/admin/commodity-debug',
  '/admin/exchange-rates',
  '/admin/price-service',
  '/admin/system-logs',
  '/admin/target-allocations',
  '/admin/users',
  '/assets/edit/:id',
  '/assets/new',
  '/price-lookup-test',
];

const encoded = (value: object): string => btoa(JSON.stringify(value));

function signIn(role: 0 | 1): void {
  const claims = { sub: 'ada', unique_name: 'Ada', UserType: role, exp: 4_000_000_000 };
  startSession(`${encoded({ alg: 'none' })}.${encoded(claims)}.x`, 'ada@example.test');
}

function allRoutes(routes: readonly DataRouteObject[]): DataRouteObject[] {
  return routes.flatMap((route) => [route, ...allRoutes(route.children ?? [])]);
}

/** Where the address sends who opens it; null where it lets them pass. */
async function sentTo(route: DataRouteObject | undefined): Promise<string | null> {
  if (typeof route?.loader !== 'function') throw new Error('the address asks nobody who they are');
  const request = new Request(`http://localhost${route.path ?? ''}`);
  const answer: unknown = await route.loader({ request, params: {}, context: undefined } as never);
  return answer instanceof Response ? answer.headers.get('Location') : null;
}

afterEach(() => {
  endSession('signedOut');
});

it.each(ADMINISTRATORS_ONLY)('opens %s for administrators only', async (path) => {
  const router = createRouter();
  const route = allRoutes(router.routes).find((one) => one.path === path);
  signIn(0);
  expect(await sentTo(route)).toBe('/dashboard?error=admin-required');
  signIn(1);
  expect(await sentTo(route)).toBeNull();
  router.dispose();
});

it.each([
  ['/transactions/new', '/login'],
  ['/', '/login'],
  ['/assets/edit/GB00B10RZP78', '/login'],
  ['/reset-password', '/reset-password'],
  ['/no-such-screen', '/no-such-screen'],
])('opens %s at %s for a visitor', (asked, shown) => {
  history.replaceState(null, '', asked);
  createRouter().dispose();
  expect(location.pathname).toBe(shown);
});

it.each([
  ['/transactions/new', '/transactions/new'],
  ['/', '/dashboard'],
  ['/no-such-screen', '/no-such-screen'],
])('opens %s at %s for a signed-in user', (asked, shown) => {
  signIn(0);
  history.replaceState(null, '', asked);
  createRouter().dispose();
  expect(location.pathname).toBe(shown);
});
