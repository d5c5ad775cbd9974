import { useLocation } from 'react-router-dom';
import { SignInForm } from '../features/session/sign-in-form.tsx';

/** /login */
export function LoginPage() {
  const state: unknown = useLocation().state;
  const notice =
    typeof state === 'object' && state !== null && 'notice' in state && typeof state.notice === 'string'
      ? state.notice
      : undefined;
  return <SignInForm notice={notice} />;
}
