import { createBrowserRouter, matchPath, type RouteObject } from 'react-router-dom';
import type { KeptName } from '../../data/database/kept-rows.ts';
import { BASE_PATH } from '../../sync/network/api-base.ts';
import { currentSession } from '../../sync/session/session.ts';
import { ErrorPage, LoadingPage } from './error-page.tsx';
import {
  guardAgain,
  leaveWhenSignedIn,
  requireAccount,
  requireAdministrator,
  requireLists,
  requireSession,
} from './guards.ts';
import { PublicLayout } from '../frame/public-layout.tsx';
import { HOME, type Screen, SCREENS } from '../frame/screens.ts';
import { UnknownAddress } from './unknown-address.tsx';

const LOADERS = { public: null, A: null, C: requireAdministrator, L: requireLists } as const;

function loaderOf({ path, guard, stored }: Screen): (() => unknown) | null {
  if (path === '/login') return leaveWhenSignedIn;
  return guard === 'B' ? async () => await requireAccount(stored) : LOADERS[guard];
}

function routeOf(screen: Screen): RouteObject {
  const { path, load } = screen;
  const loader = loaderOf(screen);
  return {
    path,
    ...(loader && { loader, shouldRevalidate: guardAgain }),
    errorElement: <ErrorPage />,
    lazy: async () => ({ Component: await load() }),
  };
}

/** True for the screens that stand inside the admin portal's frame. */
function isInPortal({ path }: Screen): boolean {
  return path === '/admin' || path.startsWith('/admin/');
}

/** The routes: public ones light, all others inside the signed-in layout, which brings the database and the worker. */
export function appRoutes(): RouteObject[] {
  const open = SCREENS.filter((screen) => screen.guard === 'public').map(routeOf);
  const signedIn = SCREENS.filter((screen) => screen.guard !== 'public' && !isInPortal(screen)).map(routeOf);
  const portal: RouteObject = {
    lazy: async () => ({ Component: (await import('../../features/admin/frame/admin-layout.tsx')).AdminLayout }),
    children: SCREENS.filter(isInPortal).map(routeOf),
  };
  return [
    { element: <PublicLayout />, errorElement: <ErrorPage />, HydrateFallback: LoadingPage, children: open },
    {
      loader: requireSession,
      shouldRevalidate: guardAgain,
      errorElement: <ErrorPage />,
      HydrateFallback: LoadingPage,
      lazy: async () => ({ Component: (await import('../frame/signed-in-layout.tsx')).SignedInLayout }),
      children: [...signedIn, portal],
    },
    { path: '*', element: <UnknownAddress /> },
  ];
}

const pathHere = (): string => `/${location.pathname.slice(BASE_PATH.length)}`;

/** The screen of the page's address; the installed app opens with an empty one. */
function screenHere(): Screen | undefined {
  const path = pathHere() === '/' ? HOME : pathHere();
  return SCREENS.find((screen) => matchPath(screen.path, path) !== null);
}

/** The stored figures that it shows at a start. */
export function storedFiguresHere(): readonly KeptName[] {
  return screenHere()?.stored ?? [];
}

/**
 * Shows who is not signed in the sign-in page at once: the guards would do so too, but the router fetches a screen's code
 * beside them, three times what that page needs. An empty address is the dashboard's, without a page that says so.
 */
function goToFirstScreen(): void {
  const screen = screenHere();
  const needsSession = screen !== undefined && screen.guard !== 'public';
  if (needsSession && currentSession() === null) history.replaceState(null, '', `${BASE_PATH}login`);
  else if (pathHere() === '/') history.replaceState(null, '', `${BASE_PATH}${HOME.slice(1)}`);
}

/** The router of the page. */
export function createRouter() {
  goToFirstScreen();
  return createBrowserRouter(appRoutes(), { basename: BASE_PATH });
}
