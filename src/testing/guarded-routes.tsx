import { Outlet, type RouteObject } from 'react-router-dom';
import { HistoryGuard } from '../ui/messages/history-guard.tsx';

/** Pages of a test beside the guard that stands beside all pages of the app. */
export function guardedRoutes(children: RouteObject[]): RouteObject[] {
  const element = (
    <>
      <HistoryGuard />
      <Outlet />
    </>
  );
  return [{ element, children }];
}
