import { Navigate, useLocation } from 'react-router-dom';
import { LoadingPage } from './error-page.tsx';
import { HOME } from './screens.ts';

/** Leads on to the dashboard, which says what address there is not; the empty one is nobody's mistake. */
export function UnknownAddress() {
  const { pathname } = useLocation();
  return (
    <>
      <LoadingPage />
      <Navigate to={HOME} replace state={pathname === '/' ? null : { unknownAddress: pathname }} />
    </>
  );
}
