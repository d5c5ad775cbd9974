import { createMemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { endSession, startSession } from '../../sync/session/session.ts';
import { followSession } from './follow-session.ts';
import { leaveWhenSignedIn } from './guards.ts';

const encoded = (value: object): string => btoa(JSON.stringify(value));

function signIn(user: string): void {
  const claims = { sub: user, unique_name: user, UserType: 0, exp: 4_000_000_000 };
  startSession(`${encoded({ alg: 'none' })}.${encoded(claims)}.x`, `${user}@example.test`);
}

function routerAt(path: string) {
  const routes = [
    // The page's code is loaded when it is first shown.
    { path: '/login', loader: leaveWhenSignedIn, lazy: async () => await Promise.resolve({ Component: () => null }) },
    { path: '/dashboard', Component: () => null },
    { path: '/settings', Component: () => null },
  ];
  return createMemoryRouter(routes, { initialEntries: [path] });
}

const stops: (() => void)[] = [];
const closeRecords = vi.fn();

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  endSession('signedOut');
});

it('shows the sign-in page when the session ends, and the dashboard when one begins there', async () => {
  signIn('ada');
  const router = routerAt('/settings');
  stops.push(followSession(router, 'ada', closeRecords));
  endSession('signedOut');
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(closeRecords).toHaveBeenCalledOnce();
  signIn('ada');
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

it('does not leave a signed-in user on the sign-in page when a session ends and another begins at once', async () => {
  signIn('ada');
  const router = routerAt('/settings');
  stops.push(followSession(router, 'ada', closeRecords));
  endSession('signedOut');
  signIn('grace');
  await vi.waitFor(() =>
    expect([router.state.location.pathname, router.state.navigation.state]).toEqual(['/dashboard', 'idle']),
  );
});
