import { Navigate, useLocation } from 'react-router-dom';
import { LoadingPage } from './error-page.tsx';
import { HOME } from '../frame/screens.ts';

/**
 * Redirects to the dashboard, which names the address that does not exist; an empty address is no mistake of the
 * user's.
 */
export function UnknownAddress() {
  const { pathname } = useLocation();
  return (
    <>
      <LoadingPage />
      <Navigate to={HOME} replace state={pathname === '/' ? null : { unknownAddress: pathname }} />
    </>
  );
}
